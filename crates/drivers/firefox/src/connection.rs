//! A connection to the remote debugging server: requests to actors out, answers and events in.
//!
//! The protocol has no numbers for requests: each actor answers its requests in order. An event is
//! distinguished from an answer by its name, since some answers have a `type` as well.

use debunk_wire::{Channel, ChannelError};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

/// An answer: the whole message, or the error's text.
pub(crate) type Answer = Result<Value, String>;

/// An event that somebody waits for.
pub(crate) enum Event {
    /// A thread is paused.
    Paused(Value),
    /// An evaluation is done.
    Evaluated(Value),
    /// A thread has a new source.
    NewSource(Value),
    /// A frame can be debugged.
    TargetAvailable(Value),
    /// A frame is gone.
    TargetDestroyed(Value),
}

/// A message that somebody waits for.
pub(crate) enum Message {
    /// The answer to a request.
    Answer(u64, Answer),
    /// Something happened.
    Event(Event),
}

/// Events that nobody awaits; they must not be mistaken for answers.
const OTHER_EVENTS: &[&str] = &[
    "addonListChanged",
    "descriptor-destroyed",
    "frameUpdate",
    "inspectObject",
    "processListChanged",
    "resources-available-array",
    "resources-destroyed-array",
    "resources-updated-array",
    "resumed",
    "serviceWorkerRegistrationListChanged",
    "tabListChanged",
    "tabNavigated",
    "willInterrupt",
    "willNavigate",
    "workerListChanged",
];

/// The connection.
pub(crate) struct Connection {
    channel: Channel,
    last_id: u64,
    /// For each actor the requests that it has not answered yet.
    unanswered: BTreeMap<String, VecDeque<u64>>,
    waiting: VecDeque<Message>,
    /// The target whose end is the end of everything: the permanent page.
    page: Option<String>,
}

impl Connection {
    pub fn new(channel: Channel) -> Self {
        Self {
            channel,
            last_id: 0,
            unanswered: BTreeMap::new(),
            waiting: VecDeque::new(),
            page: None,
        }
    }

    /// Notes the permanent target; its end will be an error.
    pub fn watch_page(&mut self, target: String) {
        self.page = Some(target);
    }

    /// Queues a request and returns the number of its future answer.
    pub fn request(&mut self, actor: &str, kind: &str, parameters: Value) -> u64 {
        self.last_id += 1;
        let mut message = match parameters {
            Value::Object(map) => map,
            _ => Map::new(),
        };
        message.insert("to".to_owned(), json!(actor));
        message.insert("type".to_owned(), json!(kind));
        self.channel.queue(&Value::Object(message).to_string());
        self.unanswered.entry(actor.to_owned()).or_default().push_back(self.last_id);
        self.last_id
    }

    pub fn flush(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        self.channel.flush(deadline)
    }

    /// Forgets unrequested messages, between two sessions.
    pub fn forget(&mut self) {
        self.waiting.clear();
    }

    /// The next message of interest.
    pub fn next(&mut self, deadline: Instant) -> Result<Message, ChannelError> {
        match self.waiting.pop_front() {
            Some(message) => Ok(message),
            None => self.next_from_channel(deadline),
        }
    }

    fn next_from_channel(&mut self, deadline: Instant) -> Result<Message, ChannelError> {
        loop {
            let text = self.channel.receive(deadline)?;
            let message: Value = serde_json::from_str(&debunk_shell::javascript::without_halves(
                &text,
            ))
            .map_err(|error| ChannelError::Ended(format!("the debugger sent rubbish: {error}")))?;
            match self.understand(message) {
                Some(Message::Event(Event::TargetDestroyed(event))) if self.is_page(&event) => {
                    return Err(ChannelError::Ended("the page is gone".to_owned()));
                }
                Some(message) => return Ok(message),
                None => {}
            }
        }
    }

    fn is_page(&self, event: &Value) -> bool {
        self.page.is_some() && event["target"]["actor"].as_str() == self.page.as_deref()
    }

    fn understand(&mut self, message: Value) -> Option<Message> {
        let event = match message["type"].as_str() {
            Some("paused") => Some(Event::Paused as fn(Value) -> Event),
            Some("evaluationResult") => Some(Event::Evaluated as _),
            Some("newSource") => Some(Event::NewSource as _),
            Some("target-available-form") => Some(Event::TargetAvailable as _),
            Some("target-destroyed-form") => Some(Event::TargetDestroyed as _),
            Some(other) if OTHER_EVENTS.contains(&other) => return None,
            _ => None,
        };
        if let Some(event) = event {
            return Some(Message::Event(event(message)));
        }
        let actor = message["from"].as_str().unwrap_or_default();
        let unanswered = self.unanswered.get_mut(actor)?;
        let id = unanswered.pop_front()?;
        if unanswered.is_empty() {
            self.unanswered.remove(actor);
        }
        Some(Message::Answer(id, read_error(message)))
    }

    /// Waits for the message that `pick` takes; others wait for [`Connection::next`].
    pub fn wait_for<T>(
        &mut self,
        deadline: Instant,
        mut pick: impl FnMut(Message) -> Result<T, Message>,
    ) -> Result<T, ChannelError> {
        for index in 0..self.waiting.len() {
            let Some(message) = self.waiting.remove(index) else { break };
            match pick(message) {
                Ok(found) => return Ok(found),
                Err(message) => self.waiting.insert(index, message),
            }
        }
        loop {
            let message = self.next_from_channel(deadline)?;
            match pick(message) {
                Ok(found) => return Ok(found),
                Err(message) => self.waiting.push_back(message),
            }
        }
    }

    /// Waits for the answer to request `id`.
    pub fn answer(&mut self, id: u64, deadline: Instant) -> Result<Answer, ChannelError> {
        self.wait_for(deadline, |message| match message {
            Message::Answer(other, answer) if other == id => Ok(answer),
            other => Err(other),
        })
    }

    /// Sends one request and waits for its answer.
    pub fn call(
        &mut self,
        actor: &str,
        kind: &str,
        parameters: Value,
        deadline: Instant,
    ) -> Result<Answer, ChannelError> {
        let id = self.request(actor, kind, parameters);
        self.flush(deadline)?;
        self.answer(id, deadline)
    }

    /// Queues an evaluation in a console; a promise is waited for.
    pub fn evaluate(&mut self, console: &str, text: &str) -> u64 {
        let parameters = json!({ "text": text, "eager": false, "mapped": { "await": true } });
        self.request(console, "evaluateJSAsync", parameters)
    }

    /// Waits for the outcome of the evaluation that was requested as `id`.
    pub fn evaluated(&mut self, id: u64, deadline: Instant) -> Result<Answer, ChannelError> {
        let answer = match self.answer(id, deadline)? {
            Ok(answer) => answer,
            Err(reason) => return Ok(Err(reason)),
        };
        let evaluation = answer["resultID"].clone();
        self.wait_for(deadline, |message| match message {
            Message::Event(Event::Evaluated(event)) if event["resultID"] == evaluation => Ok(event),
            other => Err(other),
        })
        .map(Ok)
    }
}

fn read_error(message: Value) -> Answer {
    let Some(error) = message["error"].as_str() else { return Ok(message) };
    Err(message["message"].as_str().unwrap_or(error).to_owned())
}
