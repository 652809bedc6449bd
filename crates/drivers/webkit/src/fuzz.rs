//! What fuzzing feeds: messages as WebKit would send them.

use crate::coverage::dead_spans;
use crate::events::{Connection, Message};
use crate::frames::FrameReader;
use crate::protocol::{BasicBlock, Property, RemoteObject};
use crate::values;
use debunk_model::{Goal, Program, ScopeKind};
use debunk_wire::Framing;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Reads messages that end with NUL bytes, and each as every kind of answer.
pub fn messages(data: &[u8]) {
    let Ok(channel) = debunk_wire::fuzz::channel(Framing::NulEnded, data) else { return };
    let mut connection = Connection::new(channel);
    let deadline = Instant::now() + Duration::from_secs(1);
    let program = Program::javascript("program.js", Goal::Script, "let a = 1;\nprint(a);\n");
    let reader = FrameReader::new(&program, "1".to_owned(), BTreeSet::new());
    while let Ok(message) = connection.next(deadline) {
        match message {
            Message::Event(paused) => {
                let _ = (reader.is_at_end(&paused), reader.is_outside(&connection, &paused));
                let _ = reader.frames(&connection, &paused);
                let _ = paused.call_frames.first().map(|top| reader.scopes(top));
            }
            Message::Reply(_, Ok(text)) => answer(&text),
            Message::Reply(..) => {}
        }
    }
    answer(&String::from_utf8_lossy(data));
}

fn answer(text: &str) {
    if let Ok(object) = serde_json::from_str::<RemoteObject>(text) {
        let _ = (values::normal_form(&object), values::exception(&object), values::text(&object));
    }
    if let Ok(properties) = serde_json::from_str::<Vec<Property>>(text) {
        let _ = properties.iter().map(values::property).count();
        let _ = values::scope(ScopeKind::Own, false, properties);
    }
    if let Ok(blocks) = serde_json::from_str::<Vec<BasicBlock>>(text) {
        let _ = dead_spans("let a = '\u{1f41e}';\nprint(a);\n", &blocks);
    }
}
