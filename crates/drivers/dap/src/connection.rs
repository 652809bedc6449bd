//! Requests to an adapter, and its responses, events and own requests.

use crate::checker::Checker;
use debunk_model::LOGPOINT_MESSAGE;
use debunk_wire::{Channel, ChannelError};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::time::Instant;

/// The limit of kept program output.
const OUTPUT_LIMIT_BYTES: usize = 16 * 1024 * 1024;
/// The limit of pending events; an adapter that sends more is broken.
const EVENTS_MAX: usize = 10_000;

/// The message for unreadable data from an adapter.
pub(crate) const MALFORMED: &str = "malformed JSON";

/// A response: its body, or the message of its error.
pub(crate) type Response = Result<Value, String>;

/// An event that somebody waits for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    Initialized,
    Stopped(Value),
    Exited(Option<i64>),
    Terminated,
    /// A breakpoint has changed.
    Breakpoint(Value),
    /// The adapter requests a second session with this configuration.
    StartDebugging(Value),
}

/// A message of either side, for a log of the conversation.
#[derive(Clone, Debug)]
pub(crate) struct Spoken {
    pub is_ours: bool,
    pub what: String,
}

/// The connection.
pub(crate) struct Connection {
    channel: Channel,
    last_seq: i64,
    responses: Vec<(i64, Response)>,
    events: VecDeque<Event>,
    pub output: Vec<u8>,
    pub capabilities: Value,
    pub checker: Option<Checker>,
    pub spoken: Option<Vec<Spoken>>,
}

impl Connection {
    pub fn new(channel: Channel) -> Self {
        Self {
            channel,
            last_seq: 0,
            responses: Vec::new(),
            events: VecDeque::new(),
            output: Vec::new(),
            capabilities: Value::Null,
            checker: None,
            spoken: None,
        }
    }

    /// Whether the adapter has declared a capability.
    pub fn can(&self, capability: &str) -> bool {
        self.capabilities[capability].as_bool().unwrap_or(false)
    }

    fn note(&mut self, is_ours: bool, what: impl Fn() -> String) {
        if let Some(spoken) = &mut self.spoken {
            spoken.push(Spoken { is_ours, what: what() });
        }
    }

    fn queue(&mut self, message: &Value) {
        if let Some(checker) = &mut self.checker {
            checker.sent(message);
        }
        self.channel.queue(&message.to_string());
    }

    /// Queues a request and returns its number.
    pub fn request(&mut self, command: &str, arguments: Value) -> i64 {
        self.last_seq += 1;
        let seq = self.last_seq;
        self.note(true, || format!("request {command}"));
        self.queue(&json!({
            "seq": seq, "type": "request", "command": command, "arguments": arguments,
        }));
        seq
    }

    pub fn flush(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        self.channel.flush(deadline)
    }

    /// Reads one message.
    fn read(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        // An adapter that never stops talking must not block us either.
        if Instant::now() >= deadline {
            return Err(ChannelError::TimedOut);
        }
        let text = self.channel.receive(deadline)?;
        let message = serde_json::from_str(&debunk_shell::javascript::without_halves(&text));
        let message: Value = message.map_err(|error| {
            ChannelError::Ended(format!("the adapter sent {MALFORMED}: {error}"))
        })?;
        if let Some(checker) = &mut self.checker {
            checker.received(&message);
        }
        match message["type"].as_str() {
            Some("response") => self.take_response(message),
            Some("event") => self.take_event(message),
            Some("request") => self.answer_request(&message, deadline)?,
            _ => {}
        }
        if self.events.len() > EVENTS_MAX {
            return Err(ChannelError::Ended("the adapter floods with events".to_owned()));
        }
        Ok(())
    }

    fn take_response(&mut self, mut message: Value) {
        let Some(seq) = message["request_seq"].as_i64() else { return };
        let is_good = message["success"].as_bool().unwrap_or(false);
        self.note(false, || {
            let command = message["command"].as_str().unwrap_or("?");
            if is_good { format!("response {command}") } else { format!("refusal of {command}") }
        });
        let response = if is_good { Ok(message["body"].take()) } else { Err(refusal(&message)) };
        // Answers that nobody awaits any more are few; the oldest are dropped first.
        if self.responses.len() >= EVENTS_MAX {
            drop(self.responses.remove(0));
        }
        self.responses.push((seq, response));
    }

    fn take_event(&mut self, mut message: Value) {
        let name = message["event"].as_str().unwrap_or("?").to_owned();
        let mut body = message["body"].take();
        if name != "output" {
            self.note(false, || format!("event {name}"));
        }
        let event = match name.as_str() {
            "initialized" => Event::Initialized,
            "stopped" => Event::Stopped(body),
            "exited" => Event::Exited(body["exitCode"].as_i64()),
            "terminated" => Event::Terminated,
            "breakpoint" => Event::Breakpoint(body["breakpoint"].take()),
            "output" if body["category"].as_str() == Some("stdout") => {
                let text = body["output"].as_str().unwrap_or_default();
                // Logpoint output is not the program's.
                if text.contains(LOGPOINT_MESSAGE) {
                    return;
                }
                let room = OUTPUT_LIMIT_BYTES.saturating_sub(self.output.len());
                self.output.extend(&text.as_bytes()[..text.len().min(room)]);
                return;
            }
            _ => return,
        };
        self.events.push_back(event);
    }

    /// Answers the adapter's requests.
    fn answer_request(&mut self, message: &Value, deadline: Instant) -> Result<(), ChannelError> {
        let command = message["command"].as_str().unwrap_or_default().to_owned();
        self.note(false, || format!("request {command}"));
        let is_known = command == "startDebugging";
        if is_known {
            let configuration = message["arguments"]["configuration"].clone();
            self.events.push_back(Event::StartDebugging(configuration));
        }
        self.last_seq += 1;
        let mut answer = json!({
            "seq": self.last_seq, "type": "response", "request_seq": message["seq"],
            "success": is_known, "command": command,
        });
        if !is_known {
            answer["message"] = json!("debunk does not do that");
        }
        self.queue(&answer);
        self.flush(deadline)
    }

    /// Waits for the response to a request.
    pub fn response(&mut self, seq: i64, deadline: Instant) -> Result<Response, ChannelError> {
        loop {
            if let Some(response) = self.take(seq) {
                return Ok(response);
            }
            self.read(deadline)?;
        }
    }

    /// The response to a request, if it has arrived.
    pub fn take(&mut self, seq: i64) -> Option<Response> {
        let position = self.responses.iter().position(|(other, _)| *other == seq)?;
        Some(self.responses.swap_remove(position).1)
    }

    /// Waits for a wanted event; others stay.
    pub fn event(
        &mut self,
        deadline: Instant,
        is_wanted: impl Fn(&Event) -> bool,
    ) -> Result<Event, ChannelError> {
        loop {
            if let Some(event) = self.take_event_if(&is_wanted) {
                return Ok(event);
            }
            self.read(deadline)?;
        }
    }

    /// A wanted event, if it has arrived.
    pub fn take_event_if(&mut self, is_wanted: impl Fn(&Event) -> bool) -> Option<Event> {
        let position = self.events.iter().position(is_wanted)?;
        self.events.remove(position)
    }

    /// Reads one more message while something else is awaited.
    pub fn wait(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        self.read(deadline)
    }

    /// Sends one request and waits for its response.
    pub fn call(
        &mut self,
        command: &str,
        arguments: Value,
        deadline: Instant,
    ) -> Result<Response, ChannelError> {
        let seq = self.request(command, arguments);
        self.flush(deadline)?;
        self.response(seq, deadline)
    }
}

/// The reason of a refusal; adapters put it into different places.
fn refusal(message: &Value) -> String {
    let error = &message["body"]["error"];
    let mut text = error["format"].as_str().unwrap_or_default().to_owned();
    if let Some(variables) = error["variables"].as_object() {
        for (name, value) in variables {
            text = text.replace(&format!("{{{name}}}"), value.as_str().unwrap_or_default());
        }
    }
    let message = message["message"].as_str().unwrap_or_default();
    match (text.is_empty(), message.is_empty()) {
        (false, _) => text,
        (true, false) => message.to_owned(),
        (true, true) => "no reason given".to_owned(),
    }
}
