//! What fuzzing feeds: conversations with a debug adapter, and descriptions of one.

use crate::checker::Checker;
use crate::connection::Connection;
use crate::javascript::normal_form;
use crate::pause::reported_location;
use crate::spec::AdapterSpec;
use debunk_wire::Framing;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Reads a stream of an adapter, watched by the checker.
pub fn stream(data: &[u8]) {
    let Ok(channel) = debunk_wire::fuzz::channel(Framing::ContentLength, data) else { return };
    let mut connection = Connection::new(channel);
    let deadline = Instant::now() + Duration::from_secs(1);
    for command in ["initialize", "launch", "stackTrace"] {
        connection.request(command, json!({}));
    }
    while connection.wait(deadline).is_ok() {}
    let mut checker = Checker::new();
    let text = String::from_utf8_lossy(data);
    for message in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        checker.sent(&message);
        checker.received(&message);
        let _ = (reported_location(&message, true), reported_location(&message["body"], false));
        let _ = normal_form(
            message["value"].as_str().unwrap_or_default(),
            message["type"].as_str().unwrap_or_default(),
        );
    }
    let _ = checker.departures();
}

/// Reads the description of an adapter.
pub fn spec(data: &[u8]) {
    if let Ok(spec) = String::from_utf8_lossy(data).parse::<AdapterSpec>() {
        let _ = (spec.port_pattern(), spec.needs_program(), spec.locals_rank("Locals"));
    }
}
