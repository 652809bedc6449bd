//! A connection to an inspector: numbered requests out, answers and events in.

use crate::protocol::{BindingCalled, ContextCreated, Incoming, Paused, ScriptParsed};
use debunk_host::{PROGRAM_URL_PREFIX, without_halves};
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
    /// The prelude in the environment of that number reports what the program did.
    Told(i64, String),
    /// The environment of the program is gone.
    ContextDestroyed,
    /// The debugger says that it is shutting down.
    Detached,
}

/// The connection.
pub(crate) struct Connection {
    channel: Channel,
    last_id: u64,
    waiting: VecDeque<Message>,
    /// Appended to every request, for targets inside a browser.
    session: Option<String>,
    /// The newest execution context.
    pub newest_context: Option<i64>,
    /// The newest script with a program's address.
    pub newest_program: Option<String>,
    /// Scripts without an address, or with one of a program: if it is not the program, it was made by
    /// the program at run time.
    pub dynamic_scripts: BTreeSet<String>,
    /// Scripts with an address since the session began; a program can give one to what it makes.
    pub later_scripts: BTreeSet<String>,
}

impl Connection {
    pub fn new(channel: Channel) -> Self {
        Self {
            channel,
            last_id: 0,
            waiting: VecDeque::new(),
            session: None,
            newest_context: None,
            newest_program: None,
            dynamic_scripts: BTreeSet::new(),
            later_scripts: BTreeSet::new(),
        }
    }

    /// The channel itself.
    pub fn channel(&mut self) -> &mut Channel {
        &mut self.channel
    }

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

    pub fn flush(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        self.channel.flush(deadline)
    }

    /// Forgets unrequested messages, between two sessions.
    pub fn forget(&mut self) {
        self.waiting.clear();
        self.dynamic_scripts.clear();
        self.later_scripts.clear();
    }

    /// The next message of interest; scripts and contexts are noted on the way.
    pub fn next(&mut self, deadline: Instant) -> Result<Message, ChannelError> {
        match self.waiting.pop_front() {
            Some(message) => Ok(message),
            None => self.next_from_channel(deadline),
        }
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
        let text = without_halves(text);
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
                let script: ScriptParsed = serde_json::from_str(params).map_err(rubbish)?;
                if script.url.is_empty() {
                    self.dynamic_scripts.insert(script.script_id);
                } else if is_program(&script.url) {
                    // A program can give its own kind of address to what it makes.
                    self.dynamic_scripts.insert(script.script_id.clone());
                    self.newest_program = Some(script.script_id);
                } else {
                    self.later_scripts.insert(script.script_id);
                }
                Ok(None)
            }
            Some("Runtime.executionContextCreated") => {
                let created: ContextCreated = serde_json::from_str(params).map_err(rubbish)?;
                self.newest_context = Some(created.context.id);
                Ok(None)
            }
            Some("Runtime.bindingCalled") => {
                let called: BindingCalled = serde_json::from_str(params).map_err(rubbish)?;
                Ok(Some(Message::Told(called.execution_context_id, called.payload)))
            }
            Some("Runtime.executionContextDestroyed") => Ok(Some(Message::ContextDestroyed)),
            Some(
                "Inspector.targetCrashed" | "Inspector.detached" | "Target.detachedFromTarget",
            ) => Ok(Some(Message::Detached)),
            _ => Ok(None),
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
                Message::Detached => {
                    return Err(ChannelError::Ended("the debugger detached".to_owned()));
                }
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

/// Whether a script is the program: by its address, or by its file if only files work.
fn is_program(url: &str) -> bool {
    url.starts_with(PROGRAM_URL_PREFIX) || url.ends_with("/program.mjs")
}

/// Reads an answer's result; both an error answer and a wrong shape become a message.
pub(crate) fn read<T: DeserializeOwned>(answer: Answer) -> Result<T, String> {
    let text = answer?;
    serde_json::from_str(&text).map_err(|error| format!("unexpected answer: {error}"))
}
