//! Watches a conversation and lists every violation of the protocol, on either side. Pure: messages
//! in, violations out.

use crate::departure::{Departure, DepartureKind, Peer};
use crate::protocol::{MessageKind, Mismatch, Protocol};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The limit of violations kept per kind and side.
const EXAMPLES_MAX: usize = 5;

/// Events that an adapter may send before it has answered `initialize`, and after `terminated`.
const EARLY_EVENTS: [&str; 2] = ["output", "telemetry"];
const LATE_EVENTS: [&str; 4] = ["exited", "output", "thread", "module"];

/// What one side has sent.
#[derive(Clone, Debug, Default)]
struct Party {
    /// Its requests without a response, by number.
    open: BTreeMap<i64, String>,
    answered: BTreeSet<i64>,
    last_seq: Option<i64>,
    /// What it has declared that it can do.
    capabilities: BTreeSet<String>,
    counts: BTreeMap<DepartureKind, usize>,
}

impl Party {
    /// Notes which capabilities an object declares, or takes back.
    fn declare(&mut self, capabilities: &Value) {
        for (name, value) in capabilities.as_object().into_iter().flatten() {
            match value.as_bool() {
                Some(true) => drop(self.capabilities.insert(name.clone())),
                Some(false) => drop(self.capabilities.remove(name)),
                None => {}
            }
        }
    }
}

/// The state of a conversation.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    client: Party,
    adapter: Party,
    initialize_answered: bool,
    initialized_events: u32,
    is_stopped: bool,
    is_terminated: bool,
    /// All that were ever reported.
    breakpoints: BTreeSet<i64>,
    /// Those of the last answer for each file.
    standing: BTreeMap<String, Vec<i64>>,
    /// How many were requested in which file, by the number of the request.
    asked_breakpoints: BTreeMap<i64, (usize, String)>,
    departures: Vec<Departure>,
}

impl Checker {
    /// A conversation that has not started.
    pub fn new() -> Self {
        Self::default()
    }

    /// What was noticed so far.
    pub fn departures(&self) -> &[Departure] {
        &self.departures
    }

    fn party(&mut self, peer: Peer) -> &mut Party {
        match peer {
            Peer::Client => &mut self.client,
            Peer::Adapter => &mut self.adapter,
        }
    }

    fn depart(&mut self, by: Peer, kind: DepartureKind, what: impl Into<String>) {
        let count = self.party(by).counts.entry(kind).or_default();
        *count += 1;
        let is_kept = *count <= EXAMPLES_MAX;
        let departure = Departure { kind, by, what: what.into() };
        if is_kept && !self.departures.contains(&departure) {
            self.departures.push(departure);
        }
    }

    fn depart_all(&mut self, by: Peer, mismatches: Vec<Mismatch>) {
        for Mismatch { kind, what } in mismatches {
            self.depart(by, kind, what);
        }
    }

    /// Judges a message of ours.
    pub fn sent(&mut self, message: &Value) {
        self.message(Peer::Client, message);
    }

    /// Judges a message of the adapter.
    pub fn received(&mut self, message: &Value) {
        self.message(Peer::Adapter, message);
    }

    fn message(&mut self, by: Peer, message: &Value) {
        if !message.is_object() {
            let what = format!("a message is no object: {message}");
            return self.depart(by, DepartureKind::NoObject, what);
        }
        self.number(by, message);
        match message["type"].as_str() {
            Some("request") => self.request(by, message),
            Some("response") => self.response(by, message),
            Some("event") => self.event(by, message),
            Some(other) => {
                let what = format!("a message of the type {other:?}");
                self.depart(by, DepartureKind::UnknownType, what);
            }
            None => self.depart(by, DepartureKind::MissingField, "a message without a type"),
        }
    }

    fn number(&mut self, by: Peer, message: &Value) {
        let Some(seq) = message["seq"].as_i64() else {
            let what = "a message without a number (seq)";
            return self.depart(by, DepartureKind::MissingField, what);
        };
        if seq <= 0 {
            let what = format!("a message has the number (seq) {seq}");
            return self.depart(by, DepartureKind::WrongNumber, what);
        }
        let last = self.party(by).last_seq.replace(seq);
        if last.is_some_and(|last| seq <= last) {
            let what = "the numbers (seq) of messages do not grow";
            self.depart(by, DepartureKind::WrongNumber, what);
        }
    }

    fn request(&mut self, by: Peer, message: &Value) {
        let Some(command) = message["command"].as_str() else {
            return self.depart(by, DepartureKind::MissingField, "a request without a command");
        };
        let arguments = &message["arguments"];
        match Protocol::get().requests.get(command).filter(|kind| kind.from == by) {
            None => {
                let what = format!("the request {command}, which the protocol does not have here");
                self.depart(by, DepartureKind::UnknownCommand, what);
            }
            Some(kind) => {
                let whose = format!("the request {command}");
                self.declared(by, &whose, kind);
                if let Some(part) = &kind.arguments {
                    let checked = Protocol::get().check_part(&whose, "arguments", part, arguments);
                    self.depart_all(by, checked);
                }
            }
        }
        if !self.initialize_answered && command != "initialize" {
            let what = format!("the request {command} before the response to initialize");
            self.depart(by, DepartureKind::WrongOrder, what);
        }
        let seq = message["seq"].as_i64().unwrap_or_default();
        if by == Peer::Client {
            self.note_request(seq, command, arguments);
        }
        self.party(by).open.insert(seq, command.to_owned());
    }

    /// Notes what a request of ours changes.
    fn note_request(&mut self, seq: i64, command: &str, arguments: &Value) {
        match command {
            "initialize" => self.client.declare(arguments),
            "setBreakpoints" => {
                let asked = arguments["breakpoints"].as_array().map_or(0, Vec::len);
                let file = arguments["source"]["path"].as_str().unwrap_or_default();
                self.asked_breakpoints.insert(seq, (asked, file.to_owned()));
            }
            "continue" | "next" | "stepIn" | "stepOut" | "restart" => self.is_stopped = false,
            _ => {}
        }
    }

    /// Whether the other side has declared what a message needs.
    fn declared(&mut self, by: Peer, whose: &str, kind: &MessageKind) {
        let Some(needs) = &kind.needs else { return };
        if !self.party(by.other()).capabilities.contains(needs) {
            let what = format!("{whose}, although the other side did not declare {needs}");
            self.depart(by, DepartureKind::Undeclared, what);
        }
    }

    fn response(&mut self, by: Peer, message: &Value) {
        let Some(seq) = message["request_seq"].as_i64() else {
            let what = "a response that does not say to which request (request_seq)";
            return self.depart(by, DepartureKind::MissingField, what);
        };
        let named = message["command"].as_str().unwrap_or_default().to_owned();
        let asking = self.party(by.other());
        let Some(command) = asking.open.remove(&seq) else {
            return if asking.answered.contains(&seq) {
                let what = format!("a second response to {named}");
                self.depart(by, DepartureKind::DuplicateResponse, what)
            } else {
                let what = format!("a response to a request that was never sent ({named}, {seq})");
                self.depart(by, DepartureKind::UnknownRequest, what)
            };
        };
        asking.answered.insert(seq);
        if named.is_empty() {
            let what = format!("the response to {command} has no command");
            self.depart(by, DepartureKind::MissingField, what);
        } else if named != command {
            let what = format!("the response to {command} says {named}");
            self.depart(by, DepartureKind::WrongCommand, what);
        }
        match message["success"].as_bool() {
            None => {
                let what = format!("the response to {command} does not say whether it succeeded");
                self.depart(by, DepartureKind::MissingField, what);
            }
            Some(false) => self.refusal(by, &command, message),
            Some(true) => self.good_response(by, seq, &command, &message["body"]),
        }
    }

    fn refusal(&mut self, by: Peer, command: &str, message: &Value) {
        let error = &message["body"]["error"];
        if !error.is_null() {
            let whose = format!("the refusal of {command}");
            let checked = Protocol::get().check_error(&whose, error);
            self.depart_all(by, checked);
        }
        if !message["message"].is_string() && !error["format"].is_string() {
            let what = format!("{command} is refused without a reason");
            self.depart(by, DepartureKind::MissingField, what);
        }
    }

    fn good_response(&mut self, by: Peer, seq: i64, command: &str, body: &Value) {
        let kind = Protocol::get().requests.get(command);
        if let Some(part) = kind.and_then(|kind| kind.body.as_ref()) {
            let whose = format!("the response to {command}");
            let checked = Protocol::get().check_part(&whose, "body", part, body);
            self.depart_all(by, checked);
        }
        match command {
            "initialize" => {
                self.initialize_answered = true;
                self.adapter.declare(body);
            }
            "setBreakpoints" => self.set_breakpoints(by, seq, body),
            _ => {}
        }
    }

    fn set_breakpoints(&mut self, by: Peer, seq: i64, body: &Value) {
        let reported = body["breakpoints"].as_array().map(Vec::as_slice).unwrap_or_default();
        let (asked, file) = self.asked_breakpoints.remove(&seq).unwrap_or_default();
        if reported.len() != asked {
            let what =
                format!("{asked} breakpoints were requested and {} reported", reported.len());
            self.depart(by, DepartureKind::WrongCount, what);
        }
        let ids: Vec<i64> = reported.iter().filter_map(|one| one["id"].as_i64()).collect();
        let distinct: BTreeSet<i64> = ids.iter().copied().collect();
        if distinct.len() < ids.len() {
            self.depart(by, DepartureKind::SharedBreakpoint, "two breakpoints have one id");
        }
        self.breakpoints.extend(&ids);
        self.standing.insert(file, ids);
    }

    fn event(&mut self, by: Peer, message: &Value) {
        let Some(event) = message["event"].as_str() else {
            return self.depart(by, DepartureKind::MissingField, "an event without a name");
        };
        if by == Peer::Client {
            let what = format!("the event {event}, which only an adapter sends");
            return self.depart(by, DepartureKind::UnknownCommand, what);
        }
        let body = &message["body"];
        // Adapters may have events of their own.
        if let Some(kind) = Protocol::get().events.get(event) {
            let whose = format!("the event {event}");
            self.declared(by, &whose, kind);
            if let Some(part) = &kind.body {
                let checked = Protocol::get().check_part(&whose, "body", part, body);
                self.depart_all(by, checked);
            }
        }
        if !self.initialize_answered && !EARLY_EVENTS.contains(&event) {
            let what = format!("the event {event} before the response to initialize");
            self.depart(by, DepartureKind::WrongOrder, what);
        }
        if self.is_terminated && !LATE_EVENTS.contains(&event) {
            let what = format!("the event {event} after terminated");
            self.depart(by, DepartureKind::WrongOrder, what);
        }
        self.note_event(by, event, body);
    }

    /// Notes what an event changes, and whether it can happen now.
    fn note_event(&mut self, by: Peer, event: &str, body: &Value) {
        match event {
            "initialized" => {
                self.initialized_events += 1;
                if self.initialized_events > 1 {
                    self.depart(by, DepartureKind::WrongOrder, "a second event initialized");
                }
            }
            "stopped" => self.stopped(by, body),
            "continued" | "exited" => self.is_stopped = false,
            "terminated" => {
                self.is_terminated = true;
                self.is_stopped = false;
            }
            "breakpoint" => self.breakpoint(by, body),
            "capabilities" => self.adapter.declare(&body["capabilities"]),
            _ => {}
        }
    }

    fn stopped(&mut self, by: Peer, body: &Value) {
        if self.is_stopped {
            let what = "a second event stopped, with nothing in between that runs the program";
            self.depart(by, DepartureKind::StoppedTwice, what);
        }
        self.is_stopped = true;
        if self.initialized_events == 0 {
            self.depart(by, DepartureKind::WrongOrder, "the event stopped before initialized");
        }
        let stops_all = body["allThreadsStopped"].as_bool().unwrap_or(false);
        if body["threadId"].is_null() && !stops_all {
            let what = "the event stopped does not say which thread";
            self.depart(by, DepartureKind::MissingField, what);
        }
    }

    fn breakpoint(&mut self, by: Peer, body: &Value) {
        let id = body["breakpoint"]["id"].as_i64();
        let is_new = body["reason"].as_str() == Some("new");
        match id {
            Some(id) if is_new => self.announce(id),
            Some(id) if !self.breakpoints.contains(&id) => {
                let what = "the event breakpoint is about one that was never announced";
                self.depart(by, DepartureKind::UnknownBreakpoint, what);
                // A known one is not reported again.
                self.announce(id);
            }
            Some(id) => {
                let is_removal = body["reason"].as_str() == Some("removed");
                if !is_removal && !self.standing.values().flatten().any(|other| *other == id) {
                    let what = "the event breakpoint is about one that setBreakpoints has replaced";
                    self.depart(by, DepartureKind::StaleBreakpoint, what);
                }
            }
            None => {
                let what = "the event breakpoint does not say which one (id)";
                self.depart(by, DepartureKind::MissingField, what);
            }
        }
    }

    fn announce(&mut self, id: i64) {
        self.breakpoints.insert(id);
        self.standing.entry(String::new()).or_default().push(id);
    }
}

#[cfg(test)]
#[path = "checker_tests.rs"]
mod tests;
