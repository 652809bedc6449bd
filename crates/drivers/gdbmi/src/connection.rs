//! Commands to gdb and its answers.

use crate::record::{Record, RecordKind, parse};
use debunk_wire::{Channel, ChannelError};
use serde_json::Value;
use std::collections::VecDeque;
use std::time::Instant;

/// An answer: its results, or the error's message.
pub(crate) type Answer = Result<Value, String>;

/// The connection.
pub(crate) struct Connection {
    channel: Channel,
    last_token: u64,
    /// Pauses of the program that nobody has awaited yet.
    stops: VecDeque<Value>,
    answers: VecDeque<(u64, Answer)>,
}

impl Connection {
    pub fn new(channel: Channel) -> Self {
        Self { channel, last_token: 0, stops: VecDeque::new(), answers: VecDeque::new() }
    }

    /// The channel itself.
    pub fn channel(&mut self) -> &mut Channel {
        &mut self.channel
    }

    /// Queues a command, without the dash, and returns its number.
    pub fn request(&mut self, command: &str) -> u64 {
        self.last_token += 1;
        let token = self.last_token;
        self.channel.queue(&format!("{token}-{command}"));
        token
    }

    pub fn flush(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        self.channel.flush(deadline)
    }

    fn read(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        let line = self.channel.receive(deadline)?;
        let Some(Record { kind, token, class, mut results }) = parse(&line) else {
            return Err(ChannelError::Ended(format!("gdb sent a malformed record: {line}")));
        };
        match (kind, token) {
            (RecordKind::Answer, Some(token)) => {
                let answer = if class == "error" {
                    Err(results["msg"].as_str().unwrap_or_default().to_owned())
                } else {
                    Ok(results)
                };
                self.answers.push_back((token, answer));
            }
            (RecordKind::Running, _) if class == "stopped" => self.stops.push_back(results.take()),
            _ => {}
        }
        Ok(())
    }

    /// Waits for the answer to a command.
    pub fn answer(&mut self, token: u64, deadline: Instant) -> Result<Answer, ChannelError> {
        loop {
            let is_it = |(other, _): &(u64, Answer)| *other == token;
            if let Some(position) = self.answers.iter().position(is_it)
                && let Some((_, answer)) = self.answers.remove(position)
            {
                return Ok(answer);
            }
            self.read(deadline)?;
        }
    }

    /// Waits until the program pauses or has ended.
    pub fn stop(&mut self, deadline: Instant) -> Result<Value, ChannelError> {
        loop {
            if let Some(stop) = self.stops.pop_front() {
                return Ok(stop);
            }
            self.read(deadline)?;
        }
    }

    /// Forgets what an earlier program did.
    pub fn forget(&mut self) {
        self.stops.clear();
        self.answers.clear();
    }

    /// Sends one command and waits for its answer.
    pub fn call(&mut self, command: &str, deadline: Instant) -> Result<Answer, ChannelError> {
        let token = self.request(command);
        self.flush(deadline)?;
        self.answer(token, deadline)
    }
}

/// A text as a quoted word of a command.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
