//! A connection to the inspector: numbered requests out, answers and events in.

use crate::protocol::{Incoming, Paused, ScriptParsed};
use debunk_host::PROGRAM_URL_PREFIX;
use debunk_wire::{Channel, ChannelError};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeSet, VecDeque};
use std::time::Instant;

/// An answer: the result's text or the error's message.
pub(crate) type Answer = Result<String, String>;

/// A message that somebody waits for.
pub(crate) enum Message {
    /// The answer to a request.
    Answer(u64, Answer),
    /// The program is paused.
    Paused(Box<Paused>),
}

/// The connection.
pub(crate) struct Connection {
    channel: Channel,
    last_id: u64,
    waiting: VecDeque<Message>,
    /// The program, once it is parsed.
    pub program: Option<String>,
    /// Scripts without an address: made by the program at run time.
    pub dynamic_scripts: BTreeSet<String>,
    /// Scripts with an address since the program was loaded; it can give one to what it makes.
    pub later_scripts: BTreeSet<String>,
}

impl Connection {
    pub fn new(channel: Channel) -> Self {
        Self {
            channel,
            last_id: 0,
            waiting: VecDeque::new(),
            program: None,
            dynamic_scripts: BTreeSet::new(),
            later_scripts: BTreeSet::new(),
        }
    }

    /// Queues a request and returns its number.
    pub fn request(&mut self, method: &str, params: &Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.channel.queue(&format!(r#"{{"id":{id},"method":"{method}","params":{params}}}"#));
        id
    }

    pub fn flush(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        self.channel.flush(deadline)
    }

    /// The next message of interest; scripts are noted on the way.
    pub fn next(&mut self, deadline: Instant) -> Result<Message, ChannelError> {
        match self.waiting.pop_front() {
            Some(message) => Ok(message),
            None => self.next_from_channel(deadline),
        }
    }

    /// Makes a message the next one again.
    pub fn put_back(&mut self, message: Message) {
        self.waiting.push_front(message);
    }

    fn next_from_channel(&mut self, deadline: Instant) -> Result<Message, ChannelError> {
        loop {
            let text = self.channel.receive(deadline)?;
            if let Some(message) = self.understand(&text)? {
                return Ok(message);
            }
        }
    }

    fn understand(&mut self, text: &str) -> Result<Option<Message>, ChannelError> {
        let rubbish = |error: serde_json::Error| {
            ChannelError::Ended(format!("the debugger sent rubbish: {error}"))
        };
        let text = debunk_host::without_halves(text);
        let incoming: Incoming<'_> = serde_json::from_str(&text).map_err(rubbish)?;
        if let Some(id) = incoming.id {
            let answer = match (incoming.error, incoming.result) {
                (Some(error), _) => Err(error.message),
                (None, Some(result)) => Ok(result.get().to_owned()),
                (None, None) => Ok("{}".to_owned()),
            };
            return Ok(Some(Message::Answer(id, answer)));
        }
        let params = incoming.params.map_or("{}", |params| params.get());
        match incoming.method.as_deref() {
            Some("Debugger.paused") => {
                let paused = serde_json::from_str(params).map_err(rubbish)?;
                Ok(Some(Message::Paused(Box::new(paused))))
            }
            Some("Debugger.scriptParsed") => {
                self.note(serde_json::from_str(params).map_err(rubbish)?);
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Our scripts have an address, but not that of a program. Modules have none, but the program
    /// is the first of them.
    fn note(&mut self, script: ScriptParsed) {
        let has_address = !script.url.is_empty() || !script.source_url.is_empty();
        let is_program =
            [&script.url, &script.source_url].iter().any(|url| url.starts_with(PROGRAM_URL_PREFIX))
                || script.script_type == "module";
        if is_program && self.program.is_none() {
            self.program = Some(script.script_id);
        } else if has_address && !is_program {
            self.later_scripts.insert(script.script_id);
        } else {
            self.dynamic_scripts.insert(script.script_id);
        }
    }

    /// Waits for the answer to request `id`; other messages wait for [`Connection::next`].
    pub fn answer(&mut self, id: u64, deadline: Instant) -> Result<Answer, ChannelError> {
        let is_it =
            |message: &Message| matches!(message, Message::Answer(other, _) if *other == id);
        if let Some(position) = self.waiting.iter().position(is_it)
            && let Some(Message::Answer(_, answer)) = self.waiting.remove(position)
        {
            return Ok(answer);
        }
        loop {
            match self.next_from_channel(deadline)? {
                Message::Answer(other, answer) if other == id => return Ok(answer),
                other => self.waiting.push_back(other),
            }
        }
    }

    /// Sends one request and waits for its answer.
    pub fn call(
        &mut self,
        method: &str,
        params: &Value,
        deadline: Instant,
    ) -> Result<Answer, ChannelError> {
        let id = self.request(method, params);
        self.flush(deadline)?;
        self.answer(id, deadline)
    }
}

/// Reads an answer's result; both an error answer and a wrong shape become a message.
pub(crate) fn read<T: DeserializeOwned>(answer: Answer) -> Result<T, String> {
    let text = answer?;
    serde_json::from_str(&text).map_err(|error| format!("unexpected answer: {error}"))
}
