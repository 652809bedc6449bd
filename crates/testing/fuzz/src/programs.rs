//! Programs and edits of them.

use debunk_languages::{CopyStyle, analyse, instrument, parses, parts};
use debunk_model::{Edit, Goal, Language, Location, Program, SourceMap, Span};
use std::sync::Arc;

/// Applies edits to a text and maps every place, forwards and backwards.
///
/// # Panics
/// If a place that has an image does not map back to where it came from.
pub(crate) fn edits(data: &[u8]) {
    let Some((head, text)) = data.split_at_checked(24) else { return };
    let text: Arc<str> = String::from_utf8_lossy(text).into();
    let edits: Vec<Edit> = head
        .chunks_exact(6)
        .map(|bytes| {
            let number = |at: usize| u32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
            let inserted = "a\r\nb\u{1f41e}".chars().take(usize::from(bytes[4] % 6));
            Edit { span: Span { start: number(0), end: number(2) }, text: inserted.collect() }
        })
        .collect();
    let Ok(map) = SourceMap::apply(&text, edits) else { return };
    let line_count = text.lines().count() as u32 + 2;
    for line in 0..line_count.min(64) {
        for column in [0, 1, 2, 3, 7, u32::MAX] {
            let old = Location::new(line, column);
            let _ = map.back(old);
            if let Some(new) = map.forward(old) {
                let back = map.back(new);
                assert!(back.is(old), "{old:?} goes to {new:?}, which comes from {back:?}");
            }
        }
    }
}

fn program(language: Language, text: &str) {
    let program = Program { language, ..Program::javascript("program", Goal::Script, text) };
    let _ = (parses(&program), parts(&program));
    let Ok(_) = analyse(&program) else { return };
    let style = CopyStyle { disguised: text.len().is_multiple_of(2), ..CopyStyle::default() };
    let _ = instrument(&program, style);
}

/// Everything that is done with the text of a JavaScript program.
pub(crate) fn javascript(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    program(Language::JavaScript, &text);
    let module = Program::javascript("program.js", Goal::Module, &*text);
    let _ = (debunk_javascript::mutants(&module), debunk_javascript::shadow::imports(&module));
    let options = debunk_javascript::shadow::ShadowOptions::default();
    let _ = debunk_javascript::shadow::shadow(&module, &options);
}

/// Everything that is done with the text of a C program.
pub(crate) fn c(data: &[u8]) {
    program(Language::C, &String::from_utf8_lossy(data));
}

/// Everything that is done with the text of a C++ program.
pub(crate) fn cpp(data: &[u8]) {
    program(Language::Cpp, &String::from_utf8_lossy(data));
}

/// Everything that is done with the text of a Go program.
pub(crate) fn go(data: &[u8]) {
    program(Language::Go, &String::from_utf8_lossy(data));
}

/// Everything that is done with the text of a Rust program.
pub(crate) fn rust(data: &[u8]) {
    program(Language::Rust, &String::from_utf8_lossy(data));
}

/// Everything that is done with the text of a Python program.
pub(crate) fn python(data: &[u8]) {
    program(Language::Python, &String::from_utf8_lossy(data));
}
