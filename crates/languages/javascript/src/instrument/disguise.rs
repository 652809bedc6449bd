//! Marks the inserted text, so that a copy can hide it from the program.

use debunk_model::{Edit, Program, Span};
use std::fmt::Write;

/// Where the header expects the table of insertions.
const TABLE: &str = "SHIFTS";
/// The placeholder for the header's own length, which includes the table: a text of fixed width.
const OWN_LENGTH: &str = "'##########'";

/// An alternative place for an insertion before the first statement of a line: the end of an
/// earlier line, so that the statement keeps its column. Only after text that cannot miss a
/// semicolon.
fn end_of_line_before(text: &str, offset: u32) -> u32 {
    let before = &text[..offset as usize];
    let earlier = before.trim_end();
    let is_first = before[earlier.len()..].contains('\n');
    match is_first && earlier.ends_with([';', '{']) && !has_comment(earlier) {
        true => earlier.len() as u32,
        false => offset,
    }
}

/// Whether the last line may contain a comment.
fn has_comment(text: &str) -> bool {
    let line = text.rsplit(['\n', '\r', '\u{2028}', '\u{2029}']).next().unwrap_or(text);
    line.contains("//") || line.contains("*")
}

/// Puts a border around every insertion, by which functions return their own text.
pub(super) fn hide(program: &Program, name: &str, is_disguised: bool, edits: &mut [Edit]) {
    let border = format!("/*{name}*/");
    if is_disguised {
        return disguise(program, &border, edits);
    }
    for edit in edits {
        edit.text = format!("{border}{}{border}", edit.text);
    }
}

/// The same, with the table of all insertions in the header.
fn disguise(program: &Program, border: &str, edits: &mut [Edit]) {
    // The order of insertions at one place is kept.
    edits.sort_by_key(|edit| edit.span.start);
    for edit in &mut *edits {
        let at = end_of_line_before(&program.text, edit.span.start);
        edit.span = Span::new(at, at);
    }
    let lines = program.lines();
    let mut table = String::from("[");
    for edit in &mut *edits {
        edit.text = format!("{border}{}{border}", edit.text);
        let at = lines.location(&program.text, edit.span.start);
        let _ = write!(table, "[{},{},", at.line, at.column);
        let _ = match edit.text.contains(TABLE) {
            true => write!(table, "{OWN_LENGTH}],"),
            false => write!(table, "{}],", edit.text.encode_utf16().count()),
        };
    }
    table.push(']');
    for edit in edits.iter_mut().filter(|edit| edit.text.contains(TABLE)) {
        let text = edit.text.replace(TABLE, &table);
        let length = format!("'{:010}'", text.encode_utf16().count());
        edit.text = text.replace(OWN_LENGTH, &length);
    }
}
