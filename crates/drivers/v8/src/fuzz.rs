//! What fuzzing feeds: messages as V8 would send them.

use crate::coverage::{CoveredFunction, dead_spans};
use crate::events::{Connection, Event, Message};
use crate::protocol::{ExceptionDetails, Property, RemoteObject};
use crate::stack::Stack;
use crate::values;
use debunk_model::ScopeKind;
use debunk_wire::Framing;
use std::time::{Duration, Instant};

/// Reads messages that end with NUL bytes, and each as every kind of answer.
pub fn messages(data: &[u8]) {
    let Ok(channel) = debunk_wire::fuzz::channel(Framing::NulEnded, data) else { return };
    let mut connection = Connection::new(channel);
    let deadline = Instant::now() + Duration::from_secs(1);
    while let Ok(message) = connection.next(deadline) {
        match message {
            Message::Event(Event::Paused(paused)) => {
                for frame in &paused.call_frames {
                    let _ = values::scope_kinds(&frame.scope_chain);
                }
                let _ = Stack::new("1", &connection, paused.call_frames).frames();
            }
            Message::Reply(_, Ok(text)) => answer(&text),
            _ => {}
        }
    }
    answer(&String::from_utf8_lossy(data));
}

fn answer(text: &str) {
    if let Ok(object) = serde_json::from_str::<RemoteObject>(text) {
        let _ = values::normal_form(&object);
    }
    if let Ok(details) = serde_json::from_str::<ExceptionDetails>(text) {
        let _ = values::exception(&details);
    }
    if let Ok(properties) = serde_json::from_str::<Vec<Property>>(text) {
        let _ = properties.iter().map(values::property).count();
        let _ = values::scope(ScopeKind::Own, properties);
    }
    if let Ok(functions) = serde_json::from_str::<Vec<CoveredFunction>>(text) {
        let _ = dead_spans("let a = '\u{1f41e}';\nprint(a);\n", &functions);
    }
}
