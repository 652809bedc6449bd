//! Watches a conversation and lists every violation of the protocol. Pure: messages in, violations
//! out.

use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The limit of violations kept per kind.
const EXAMPLES_MAX: usize = 5;

/// One thing that the adapter did and the protocol does not allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Departure {
    /// The kind of violation.
    pub kind: &'static str,
    /// What happened, in words.
    pub what: String,
}

/// The state of a conversation.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    /// Requests without a response, by number.
    open: BTreeMap<i64, String>,
    answered: BTreeSet<i64>,
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
    last_seq: Option<i64>,
    counts: BTreeMap<&'static str, usize>,
    departures: Vec<Departure>,
}

/// The fields that a body must have, with their types.
type Fields = &'static [(&'static str, Type)];

#[derive(Clone, Copy)]
enum Type {
    Text,
    Number,
    Truth,
    List,
}

impl Type {
    fn fits(self, value: &Value) -> bool {
        match self {
            Type::Text => value.is_string(),
            Type::Number => value.is_i64() || value.is_u64(),
            Type::Truth => value.is_boolean(),
            Type::List => value.is_array(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Type::Text => "a text",
            Type::Number => "a whole number",
            Type::Truth => "true or false",
            Type::List => "a list",
        }
    }
}

/// What the bodies of responses must have.
fn response_fields(command: &str) -> Fields {
    match command {
        "setBreakpoints" => &[("breakpoints", Type::List)],
        "stackTrace" => &[("stackFrames", Type::List)],
        "scopes" => &[("scopes", Type::List)],
        "variables" => &[("variables", Type::List)],
        "threads" => &[("threads", Type::List)],
        "evaluate" => &[("result", Type::Text), ("variablesReference", Type::Number)],
        _ => &[],
    }
}

/// What the elements of their lists must have.
fn element_fields(command: &str) -> Option<(&'static str, Fields)> {
    Some(match command {
        "setBreakpoints" => ("breakpoints", &[("verified", Type::Truth)]),
        "stackTrace" => (
            "stackFrames",
            &[
                ("id", Type::Number),
                ("name", Type::Text),
                ("line", Type::Number),
                ("column", Type::Number),
            ],
        ),
        "scopes" => (
            "scopes",
            &[
                ("name", Type::Text),
                ("variablesReference", Type::Number),
                ("expensive", Type::Truth),
            ],
        ),
        "variables" => (
            "variables",
            &[("name", Type::Text), ("value", Type::Text), ("variablesReference", Type::Number)],
        ),
        "threads" => ("threads", &[("id", Type::Number), ("name", Type::Text)]),
        _ => return None,
    })
}

fn event_fields(event: &str) -> Fields {
    match event {
        "stopped" => &[("reason", Type::Text)],
        "exited" => &[("exitCode", Type::Number)],
        "output" => &[("output", Type::Text)],
        "thread" => &[("reason", Type::Text), ("threadId", Type::Number)],
        "breakpoint" => &[("reason", Type::Text)],
        "continued" => &[("threadId", Type::Number)],
        _ => &[],
    }
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

    fn depart(&mut self, kind: &'static str, what: String) {
        let count = self.counts.entry(kind).or_default();
        *count += 1;
        let departure = Departure { kind, what };
        if *count <= EXAMPLES_MAX && !self.departures.contains(&departure) {
            self.departures.push(departure);
        }
    }

    /// Notes a message of ours.
    pub fn sent(&mut self, message: &Value) {
        if message["type"].as_str() != Some("request") {
            return;
        }
        let seq = message["seq"].as_i64().unwrap_or_default();
        let command = message["command"].as_str().unwrap_or_default().to_owned();
        if command == "setBreakpoints" {
            let asked = message["arguments"]["breakpoints"].as_array().map_or(0, Vec::len);
            let file = message["arguments"]["source"]["path"].as_str().unwrap_or_default();
            self.asked_breakpoints.insert(seq, (asked, file.to_owned()));
        }
        if matches!(command.as_str(), "continue" | "next" | "stepIn" | "stepOut" | "restart") {
            self.is_stopped = false;
        }
        self.open.insert(seq, command);
    }

    /// Judges a message of the adapter.
    pub fn received(&mut self, message: &Value) {
        if !message.is_object() {
            return self.depart("no-object", format!("a message is no object: {message}"));
        }
        self.number(message);
        match message["type"].as_str() {
            Some("response") => self.response(message),
            Some("event") => self.event(message),
            Some("request") => {
                if !message["command"].is_string() {
                    self.depart("missing-field", "a request without a command".to_owned());
                }
            }
            Some(other) => self.depart("unknown-type", format!("a message of the type {other:?}")),
            None => self.depart("missing-field", "a message without a type".to_owned()),
        }
    }

    fn number(&mut self, message: &Value) {
        match message["seq"].as_i64() {
            None => self.depart("missing-field", "a message without a number (seq)".to_owned()),
            Some(seq) if seq <= 0 => {
                self.depart("wrong-number", format!("a message has the number (seq) {seq}"));
            }
            Some(seq) => {
                if self.last_seq.is_some_and(|last| seq <= last) {
                    let what = "the numbers (seq) of messages do not grow".to_owned();
                    self.depart("wrong-number", what);
                }
                self.last_seq = Some(seq);
            }
        }
    }

    fn response(&mut self, message: &Value) {
        let Some(seq) = message["request_seq"].as_i64() else {
            let what = "a response that does not say to which request (request_seq)".to_owned();
            return self.depart("missing-field", what);
        };
        let told = message["command"].as_str().unwrap_or_default().to_owned();
        let Some(command) = self.open.remove(&seq) else {
            return if self.answered.contains(&seq) {
                self.depart("duplicate-response", format!("a second response to {told}"))
            } else {
                let what = format!("a response to a request that was never sent ({told}, {seq})");
                self.depart("unknown-request", what)
            };
        };
        self.answered.insert(seq);
        if told.is_empty() {
            self.depart("missing-field", format!("the response to {command} has no command"));
        } else if told != command {
            self.depart("wrong-command", format!("the response to {command} says {told}"));
        }
        match message["success"].as_bool() {
            None => {
                let what = format!("the response to {command} does not say whether it succeeded");
                self.depart("missing-field", what);
            }
            Some(false) => {
                let has_reason = message["message"].is_string()
                    || message["body"]["error"]["format"].is_string();
                if !has_reason {
                    self.depart("missing-field", format!("{command} is refused without a reason"));
                }
            }
            Some(true) => self.good_response(seq, &command, &message["body"]),
        }
    }

    fn good_response(&mut self, seq: i64, command: &str, body: &Value) {
        if command == "initialize" {
            self.initialize_answered = true;
        }
        self.fields(&format!("the response to {command}"), body, response_fields(command));
        if let Some((list, fields)) = element_fields(command) {
            let elements = body[list].as_array().map(Vec::as_slice).unwrap_or_default();
            for element in elements {
                self.fields(&format!("an element of {list}"), element, fields);
            }
        }
        if command == "setBreakpoints" {
            let told = body["breakpoints"].as_array().map(Vec::as_slice).unwrap_or_default();
            let (asked, file) = self.asked_breakpoints.remove(&seq).unwrap_or_default();
            if told.len() != asked {
                let what = format!("{asked} breakpoints were asked for and {} told", told.len());
                self.depart("wrong-count", what);
            }
            let ids: Vec<i64> = told.iter().filter_map(|one| one["id"].as_i64()).collect();
            let distinct: BTreeSet<i64> = ids.iter().copied().collect();
            if distinct.len() < ids.len() {
                let what = "two breakpoints have one id".to_owned();
                self.depart("shared-breakpoint", what);
            }
            self.breakpoints.extend(&ids);
            self.standing.insert(file, ids);
        }
    }

    fn fields(&mut self, whose: &str, body: &Value, fields: Fields) {
        for (name, wanted) in fields {
            match &body[*name] {
                Value::Null => self.depart("missing-field", format!("{whose} has no {name}")),
                value if !wanted.fits(value) => {
                    let what = format!("{whose}: {name} is {value}, not {}", wanted.name());
                    self.depart("wrong-type", what);
                }
                _ => {}
            }
        }
    }

    fn event(&mut self, message: &Value) {
        let Some(event) = message["event"].as_str() else {
            return self.depart("missing-field", "an event without a name".to_owned());
        };
        let body = &message["body"];
        self.fields(&format!("the event {event}"), body, event_fields(event));
        if !self.initialize_answered && !matches!(event, "output" | "telemetry") {
            let what = format!("the event {event} before the response to initialize");
            self.depart("wrong-order", what);
        }
        if self.is_terminated && !matches!(event, "exited" | "output" | "thread" | "module") {
            self.depart("wrong-order", format!("the event {event} after terminated"));
        }
        match event {
            "initialized" => {
                self.initialized_events += 1;
                if self.initialized_events > 1 {
                    self.depart("wrong-order", "a second event initialized".to_owned());
                }
            }
            "stopped" => self.stopped(body),
            "continued" => self.is_stopped = false,
            "terminated" => {
                self.is_terminated = true;
                self.is_stopped = false;
            }
            "exited" => self.is_stopped = false,
            "breakpoint" => self.breakpoint(body),
            _ => {}
        }
    }

    fn stopped(&mut self, body: &Value) {
        if self.is_stopped {
            let what = "a second event stopped, with nothing in between that runs the program";
            self.depart("stopped-twice", what.to_owned());
        }
        self.is_stopped = true;
        if self.initialized_events == 0 {
            self.depart("wrong-order", "the event stopped before initialized".to_owned());
        }
        let stops_all = body["allThreadsStopped"].as_bool().unwrap_or(false);
        if body["threadId"].is_null() && !stops_all {
            self.depart("missing-field", "the event stopped does not say which thread".to_owned());
        } else if !body["threadId"].is_null() && !body["threadId"].is_i64() {
            let what = format!("the event stopped: threadId is {}", body["threadId"]);
            self.depart("wrong-type", what);
        }
    }

    fn breakpoint(&mut self, body: &Value) {
        let breakpoint = &body["breakpoint"];
        let id = breakpoint["id"].as_i64();
        let is_new = body["reason"].as_str() == Some("new");
        match id {
            Some(id) if is_new => {
                self.breakpoints.insert(id);
                self.standing.entry(String::new()).or_default().push(id);
            }
            Some(id) if !self.breakpoints.contains(&id) => {
                let what = "the event breakpoint is about one that was never told".to_owned();
                self.depart("unknown-breakpoint", what);
                // A known one is not reported again.
                self.breakpoints.insert(id);
                self.standing.entry(String::new()).or_default().push(id);
            }
            Some(id) => {
                let is_removal = body["reason"].as_str() == Some("removed");
                if !is_removal && !self.standing.values().flatten().any(|other| *other == id) {
                    let what = "the event breakpoint is about one that setBreakpoints has replaced";
                    self.depart("stale-breakpoint", what.to_owned());
                }
            }
            None => {
                let what = "the event breakpoint does not say which one (id)".to_owned();
                self.depart("missing-field", what);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The kinds of violations in a conversation; ours are requests.
    fn check(messages: &[Value], expected: &[&str]) {
        let mut checker = Checker::new();
        for message in messages {
            let is_ours = message["type"] == "request" && message["ours"] == true;
            if is_ours { checker.sent(message) } else { checker.received(message) }
        }
        let kinds: Vec<&str> = checker.departures().iter().map(|one| one.kind).collect();
        assert_eq!(kinds, expected, "{:?}", checker.departures());
    }

    fn ask(seq: i64, command: &str) -> Value {
        json!({ "ours": true, "seq": seq, "type": "request", "command": command,
                "arguments": { "breakpoints": [{ "line": 1 }] } })
    }

    fn answer(seq: i64, to: i64, command: &str, body: Value) -> Value {
        json!({ "seq": seq, "type": "response", "request_seq": to, "command": command,
                "success": true, "body": body })
    }

    fn event(seq: i64, name: &str, body: Value) -> Value {
        json!({ "seq": seq, "type": "event", "event": name, "body": body })
    }

    fn begun() -> Vec<Value> {
        vec![
            ask(1, "initialize"),
            answer(1, 1, "initialize", json!({})),
            event(2, "initialized", json!({})),
        ]
    }

    fn after(more: &[Value], expected: &[&str]) {
        check(&[begun(), more.to_vec()].concat(), expected);
    }

    #[test]
    fn a_conversation_by_the_book_has_no_departures() {
        let breakpoints = json!({ "breakpoints": [{ "id": 4, "verified": true, "line": 1 }] });
        let stopped = json!({ "reason": "step", "threadId": 1 });
        after(
            &[
                ask(2, "setBreakpoints"),
                answer(3, 2, "setBreakpoints", breakpoints),
                event(4, "breakpoint", json!({ "reason": "changed", "breakpoint": { "id": 4 } })),
                event(5, "stopped", stopped.clone()),
                ask(3, "next"),
                event(6, "stopped", stopped),
                answer(7, 3, "next", Value::Null),
                event(8, "exited", json!({ "exitCode": 0 })),
                event(9, "terminated", Value::Null),
            ],
            &[],
        );
    }

    #[test]
    fn responses_are_matched_with_requests() {
        after(&[answer(3, 77, "next", json!({}))], &["unknown-request"]);
        let twice =
            [ask(2, "next"), answer(3, 2, "next", json!({})), answer(4, 2, "next", json!({}))];
        after(&twice, &["duplicate-response"]);
        after(&[ask(2, "next"), answer(3, 2, "stepIn", json!({}))], &["wrong-command"]);
        let silent = json!({ "seq": 3, "type": "response", "request_seq": 2, "command": "next",
                             "success": false });
        after(&[ask(2, "next"), silent], &["missing-field"]);
    }

    #[test]
    fn order_and_repetition_of_events_are_watched() {
        check(&[event(1, "initialized", json!({}))], &["wrong-order"]);
        after(&[event(3, "initialized", json!({}))], &["wrong-order"]);
        let stopped = json!({ "reason": "step", "threadId": 1 });
        after(
            &[event(3, "stopped", stopped.clone()), event(4, "stopped", stopped.clone())],
            &["stopped-twice"],
        );
        after(&[event(3, "terminated", json!({})), event(4, "stopped", stopped)], &["wrong-order"]);
    }

    #[test]
    fn missing_fields_and_wrong_types_are_told() {
        after(&[event(3, "stopped", json!({ "threadId": 1 }))], &["missing-field"]);
        after(&[event(3, "stopped", json!({ "reason": "step" }))], &["missing-field"]);
        after(&[event(3, "exited", json!({ "exitCode": "0" }))], &["wrong-type"]);
        let frames = json!({ "stackFrames": [{ "id": 1, "name": "f", "line": "3", "column": 0 }] });
        after(&[ask(2, "stackTrace"), answer(3, 2, "stackTrace", frames)], &["wrong-type"]);
        let none = json!({ "breakpoints": [] });
        after(&[ask(2, "setBreakpoints"), answer(3, 2, "setBreakpoints", none)], &["wrong-count"]);
    }

    #[test]
    fn unknown_breakpoints_and_numbers_are_told() {
        let foreign = json!({ "reason": "changed", "breakpoint": { "id": 9 } });
        after(&[event(3, "breakpoint", foreign)], &["unknown-breakpoint"]);
        let told = |id: i64| json!({ "breakpoints": [{ "id": id, "verified": false }] });
        let changed = |id: i64| json!({ "reason": "changed", "breakpoint": { "id": id } });
        let replaced = [
            ask(2, "setBreakpoints"),
            answer(3, 2, "setBreakpoints", told(1)),
            ask(3, "setBreakpoints"),
            answer(4, 3, "setBreakpoints", told(2)),
        ];
        let about =
            |id: i64| [replaced.to_vec(), vec![event(5, "breakpoint", changed(id))]].concat();
        let shared = json!({ "breakpoints": [{ "id": 1, "verified": true }, { "id": 1, "verified": true }] });
        let two = json!({ "ours": true, "seq": 2, "type": "request", "command": "setBreakpoints",
                          "arguments": { "breakpoints": [{ "line": 1 }, { "line": 2 }] } });
        after(&[two, answer(3, 2, "setBreakpoints", shared)], &["shared-breakpoint"]);
        after(&about(1), &["stale-breakpoint"]);
        after(&about(2), &[]);
        after(
            &[event(0, "thread", json!({ "reason": "started", "threadId": 1 }))],
            &["wrong-number"],
        );
        after(&[json!({ "seq": 3, "type": "telegram" })], &["unknown-type"]);
        after(&[json!(7)], &["no-object"]);
    }
}
