//! What fuzzing feeds: bytes as Duktape and its host would send them.

use crate::contents::read;
use crate::driver::outcome;
use crate::frame::{Frames, take_text, text_of};
use crate::value::{Messages, Value, normal_form, write};
use debunk_shell::contents::Shown;

/// Reads frames, and their contents as messages of the debugger, as outcomes and as texts.
///
/// # Panics
/// If a value that was read differs after writing and reading it.
pub fn messages(data: &[u8]) {
    let mut frames = Frames::default();
    frames.feed(data);
    while let Ok(Some(frame)) = frames.next() {
        contents(&frame.data);
    }
    contents(data);
}

fn contents(data: &[u8]) {
    let _ = (outcome(data), text_of(data), take_text(&mut &*data));
    let mut messages = Messages::default();
    messages.feed(b"\n");
    messages.feed(data);
    while let Ok(Some(values)) = messages.next() {
        let _ = read(Shown::All, &values).len();
        for value in &values {
            let _ = normal_form(value);
            again(value);
        }
    }
}

fn again(value: &Value) {
    let mut bytes = Vec::new();
    write(value, &mut bytes);
    let Ok(Some((read, length))) = crate::value::read(&bytes) else { return };
    assert_eq!(length, bytes.len(), "{value:?} is not read whole");
    assert_eq!(normal_form(&read), normal_form(value), "{value:?} is not read again");
}
