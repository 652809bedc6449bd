//! The connection to an inspector, as V8 and WebKit have it: numbered requests out, answers and
//! events in.
//!
//! Both speak the same envelope and differ in their events, which [`Events`] understands.

use crate::javascript::without_halves;
use debunk_model::{FrameOrder, Observation, Scope, Variables};
use debunk_wire::{Channel, ChannelError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::time::Instant;

/// How many requests are sent before their replies are read.
const REQUESTS_TOGETHER_MAX: usize = 512;

/// Any message from an inspector.
#[derive(Deserialize)]
struct Incoming<'text> {
    id: Option<u64>,
    #[serde(borrow)]
    method: Option<Cow<'text, str>>,
    #[serde(borrow)]
    params: Option<&'text RawValue>,
    #[serde(borrow)]
    result: Option<&'text RawValue>,
    error: Option<ProtocolError>,
}

/// An error answer.
#[derive(Deserialize)]
struct ProtocolError {
    #[serde(default)]
    message: String,
}

/// A reply to a request: the result's text or the error's message.
pub type Reply = Result<String, String>;

/// A message that somebody waits for.
pub enum Message<E> {
    /// The reply to the request of that number.
    Reply(u64, Reply),
    /// An event.
    Event(E),
}

/// What an engine's events mean, and what is noted of those that nobody waits for.
pub trait Events: Default {
    /// An event that somebody waits for.
    type Event;

    /// Reads an event; most are only noted.
    ///
    /// # Errors
    /// If its parameters are malformed.
    fn understand(
        &mut self,
        method: &str,
        params: &str,
    ) -> Result<Option<Self::Event>, serde_json::Error>;

    /// Whether no reply follows after an event, since the debugger is about to go.
    fn is_farewell(_event: &Self::Event) -> bool {
        false
    }

    /// Forgets what was noted of one program, before the next.
    fn forget(&mut self);
}

/// The connection.
pub struct Connection<E: Events> {
    channel: Channel,
    last_id: u64,
    waiting: VecDeque<Message<E::Event>>,
    /// Sent with every request, for targets inside a browser.
    session: Option<String>,
    /// What was noted.
    pub noted: E,
}

impl<E: Events> Connection<E> {
    /// A connection over a channel on which nothing was sent yet.
    pub fn new(channel: Channel) -> Self {
        Self { channel, last_id: 0, waiting: VecDeque::new(), session: None, noted: E::default() }
    }

    /// The channel itself.
    pub fn channel(&mut self) -> &mut Channel {
        &mut self.channel
    }

    /// Sends all further requests to that target of a browser.
    pub fn set_session(&mut self, session: String) {
        self.session = Some(session);
    }

    /// Queues a request and returns its number.
    pub fn request(&mut self, method: &str, params: &Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        let message = match &self.session {
            None => format!(r#"{{"id":{id},"method":"{method}","params":{params}}}"#),
            Some(session) => format!(
                r#"{{"id":{id},"sessionId":"{session}","method":"{method}","params":{params}}}"#
            ),
        };
        self.channel.queue(&message);
        id
    }

    /// Sends what was queued.
    ///
    /// # Errors
    /// If the debugger does not take it in time or is gone.
    pub fn flush(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        self.channel.flush(deadline)
    }

    /// Forgets unrequested messages and what was noted, between two programs.
    pub fn forget(&mut self) {
        self.waiting.clear();
        self.noted.forget();
    }

    /// The next message that somebody may wait for; other events are noted on the way.
    ///
    /// # Errors
    /// If none arrives in time, or the debugger is gone or breaks the protocol.
    pub fn next(&mut self, deadline: Instant) -> Result<Message<E::Event>, ChannelError> {
        match self.waiting.pop_front() {
            Some(message) => Ok(message),
            None => self.next_from_channel(deadline),
        }
    }

    /// Makes a message the next one again.
    pub fn put_back(&mut self, message: Message<E::Event>) {
        self.waiting.push_front(message);
    }

    fn next_from_channel(&mut self, deadline: Instant) -> Result<Message<E::Event>, ChannelError> {
        loop {
            let text = self.channel.receive(deadline)?;
            let understood = self.understand(&text);
            let malformed = |error| {
                ChannelError::Ended(format!("the debugger sent a malformed message: {error}"))
            };
            if let Some(message) = understood.map_err(malformed)? {
                return Ok(message);
            }
        }
    }

    fn understand(&mut self, text: &str) -> Result<Option<Message<E::Event>>, serde_json::Error> {
        let text = without_halves(text);
        let incoming: Incoming<'_> = serde_json::from_str(&text)?;
        if let Some(id) = incoming.id {
            let reply = match (incoming.error, incoming.result) {
                (Some(error), _) => Err(error.message),
                (None, Some(result)) => Ok(result.get().to_owned()),
                (None, None) => Ok("{}".to_owned()),
            };
            return Ok(Some(Message::Reply(id, reply)));
        }
        let params = incoming.params.map_or("{}", |params| params.get());
        let event = match incoming.method.as_deref() {
            Some(method) => self.noted.understand(method, params)?,
            None => None,
        };
        Ok(event.map(Message::Event))
    }

    /// Waits for the reply to request `id`; other messages wait for [`Connection::next`].
    ///
    /// # Errors
    /// If it does not arrive in time, or the debugger is gone or breaks the protocol.
    pub fn reply(&mut self, id: u64, deadline: Instant) -> Result<Reply, ChannelError> {
        let is_it =
            |message: &Message<_>| matches!(message, Message::Reply(other, _) if *other == id);
        if let Some(position) = self.waiting.iter().position(is_it)
            && let Some(Message::Reply(_, reply)) = self.waiting.remove(position)
        {
            return Ok(reply);
        }
        loop {
            match self.next_from_channel(deadline)? {
                Message::Reply(other, reply) if other == id => return Ok(reply),
                Message::Event(event) if E::is_farewell(&event) => {
                    return Err(ChannelError::Ended("the debugger detached".to_owned()));
                }
                other => self.waiting.push_back(other),
            }
        }
    }

    /// Sends one request and waits for its reply.
    ///
    /// # Errors
    /// If it does not arrive in time, or the debugger is gone or breaks the protocol.
    pub fn call(
        &mut self,
        method: &str,
        params: &Value,
        deadline: Instant,
    ) -> Result<Reply, ChannelError> {
        let id = self.request(method, params);
        self.flush(deadline)?;
        self.reply(id, deadline)
    }

    /// Sends requests together, as far as that is wise, and waits for all replies.
    ///
    /// # Errors
    /// If one does not arrive in time, or the debugger is gone or breaks the protocol.
    pub fn call_all(
        &mut self,
        requests: &[(&str, Value)],
        deadline: Instant,
    ) -> Result<Vec<Reply>, ChannelError> {
        let mut replies = Vec::with_capacity(requests.len());
        for together in requests.chunks(REQUESTS_TOGETHER_MAX) {
            let ids: Vec<u64> =
                together.iter().map(|(method, params)| self.request(method, params)).collect();
            self.flush(deadline)?;
            for id in ids {
                replies.push(self.reply(id, deadline)?);
            }
        }
        Ok(replies)
    }
}

/// The request for an object's own properties.
pub fn own_properties(object_id: &str) -> (&'static str, Value) {
    ("Runtime.getProperties", json!({ "objectId": object_id, "ownProperties": true }))
}

/// Reads the variables of callers, whose scopes a pause has already reported: whoever wants the
/// scopes first has nothing to request.
///
/// # Errors
/// If a reply does not arrive in time, or the debugger is gone or breaks the protocol.
pub fn read_callers<E: Events, S>(
    connection: &mut Connection<E>,
    mut callers: Vec<Vec<S>>,
    order: FrameOrder,
    deadline: Instant,
    object_id: impl Fn(&S) -> String,
    read: impl Fn(S, Reply) -> Scope,
) -> Result<Observation, ChannelError> {
    let is_reversed = order == FrameOrder::OutermostFirst;
    if is_reversed {
        callers.reverse();
    }
    let requests: Vec<_> =
        callers.iter().flatten().map(|scope| own_properties(&object_id(scope))).collect();
    let mut replies = connection.call_all(&requests, deadline)?.into_iter();
    let variables = |scopes: Vec<S>| -> Variables {
        scopes.into_iter().zip(&mut replies).map(|(scope, reply)| read(scope, reply)).collect()
    };
    let mut callers: Vec<Variables> = callers.into_iter().map(variables).collect();
    if is_reversed {
        callers.reverse();
    }
    Ok(Observation::LookedAtCallers { callers })
}

/// Reads a reply's result; both an error reply and a wrong shape become a message.
///
/// # Errors
/// What is wrong, in words.
pub fn read<T: DeserializeOwned>(reply: Reply) -> Result<T, String> {
    let text = reply?;
    serde_json::from_str(&text).map_err(|error| format!("unexpected answer: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_wire::Framing;
    use std::time::Duration;

    /// Waits for pauses and for the farewell, and notes the names of scripts.
    #[derive(Default)]
    struct Noted(Vec<String>);

    impl Events for Noted {
        type Event = &'static str;

        fn understand(
            &mut self,
            method: &str,
            params: &str,
        ) -> Result<Option<&'static str>, serde_json::Error> {
            Ok(match method {
                "paused" => Some("paused"),
                "detached" => Some("detached"),
                _ => {
                    self.0.push(serde_json::from_str(params)?);
                    None
                }
            })
        }

        fn is_farewell(event: &&'static str) -> bool {
            *event == "detached"
        }

        fn forget(&mut self) {
            self.0.clear();
        }
    }

    fn connection(messages: &[&str]) -> Connection<Noted> {
        let bytes: Vec<u8> =
            messages.iter().flat_map(|text| [text.as_bytes(), b"\0"].concat()).collect();
        Connection::new(debunk_wire::fuzz::channel(Framing::NulEnded, &bytes).expect("a channel"))
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    #[test]
    fn replies_are_found_in_any_order_and_events_wait() {
        let mut connection = connection(&[
            r#"{"method":"parsed","params":"a.js"}"#,
            r#"{"method":"paused"}"#,
            r#"{"id":2,"result":{"value":5}}"#,
            r#"{"id":1,"error":{"message":"no"}}"#,
        ]);
        assert_eq!(connection.reply(1, soon()).expect("it arrives"), Err("no".to_owned()));
        let value: Value = read(connection.reply(2, soon()).expect("it arrives")).expect("JSON");
        assert_eq!(value["value"], 5);
        assert_eq!(connection.noted.0, ["a.js"]);
        assert!(matches!(connection.next(soon()), Ok(Message::Event("paused"))));
    }

    #[test]
    fn no_reply_is_awaited_after_a_farewell_or_a_malformed_message() {
        let reason = |messages: &[&str]| match connection(messages).reply(1, soon()) {
            Err(ChannelError::Ended(reason)) => reason,
            other => panic!("{other:?}"),
        };
        let detached = reason(&[r#"{"method":"detached"}"#, r#"{"id":1}"#]);
        assert!(detached.contains("detached"), "{detached}");
        for text in ["{", r#"{"method":"parsed","params":7}"#] {
            let malformed = reason(&[text, r#"{"id":1}"#]);
            assert!(malformed.contains("malformed"), "{malformed}");
        }
    }

    #[test]
    fn nothing_of_one_program_is_left_for_the_next() {
        let mut connection = connection(&[
            r#"{"method":"parsed","params":"a.js"}"#,
            r#"{"method":"paused"}"#,
            r#"{"id":1}"#,
            r#"{"id":2}"#,
        ]);
        connection.reply(1, soon()).expect("it arrives").expect("no error");
        connection.forget();
        assert!(connection.noted.0.is_empty());
        assert!(matches!(connection.next(soon()), Ok(Message::Reply(2, Ok(_)))));
    }
}
