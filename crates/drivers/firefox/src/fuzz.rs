//! What fuzzing feeds: packets as Firefox would send them.

use crate::connection::{Connection, Event, Message};
use crate::contents::{property, reported};
use crate::positions::Positions;
use crate::scopes::{find, objects, variables};
use crate::stack::Sources;
use crate::values::{Headings, exception, normal_form};
use debunk_model::LineIndex;
use debunk_wire::Framing;
use serde_json::Value;
use std::time::{Duration, Instant};

const TEXT: &str = "let a = '\u{1f41e}';\nfunction f() { return a; }\nprint(f());\n";

/// Reads packets after their lengths, and each as every kind of answer.
pub fn packets(data: &[u8]) {
    let Ok(channel) = debunk_wire::fuzz::channel(Framing::LengthFirst, data) else { return };
    let mut connection = Connection::new(channel);
    let deadline = Instant::now() + Duration::from_secs(1);
    let lines = LineIndex::new(TEXT);
    while let Ok(message) = connection.next(deadline) {
        let value = match message {
            Message::Event(
                Event::Paused(value)
                | Event::Evaluated(value)
                | Event::NewSource(value)
                | Event::TargetAvailable(value)
                | Event::TargetDestroyed(value),
            )
            | Message::Answer(_, Ok(value)) => value,
            Message::Answer(..) => continue,
        };
        answer(&value, &lines);
    }
    if let Ok(value) = serde_json::from_slice(data) {
        answer(&value, &lines);
    }
}

fn answer(value: &Value, lines: &LineIndex) {
    let headings = Headings { text: TEXT, lines };
    let _ = (normal_form(value, &headings), exception(value, &headings));
    let _ = (variables(value, &headings), find(value, "a"), objects(value));
    let _ = (reported(value, &headings), property(value, &headings));
    let positions = Positions::read(value, TEXT, lines, 40);
    let mut sources = Sources::default();
    sources.note(value);
    if let Some(frames) = value["frames"].as_array() {
        let _ = (sources.know_all(frames), sources.frames(frames, &positions));
    }
}
