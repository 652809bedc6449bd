//! What fuzzing feeds: files of every language that dd parses.

use crate::hunks::{Cut, apply, hunks};
use crate::language::FileLanguage;
use crate::render::render;
use crate::syntax::SyntaxReader;
use debunk_delta::TreeShape;

/// Parses a file in a language and writes it out again; an unreduced file stays the same.
///
/// # Panics
/// If it does not.
pub fn grammar(data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else { return };
    let all = FileLanguage::ALL;
    let grammar = SyntaxReader::new(all[usize::from(choice) % all.len()]);
    let _ = grammar.errors(text);
    let Some(syntax) = grammar.parse(text) else { return };
    let written = render(&syntax, &TreeShape::whole(&syntax.tree));
    assert_eq!(written, text, "a file that is not reduced changes");
}

/// Cuts a difference into hunks and applies all, which gives the new file, and none, the old one.
///
/// # Panics
/// If it does not.
pub fn difference(data: &[u8]) {
    let Some((&cut, texts)) = data.split_first() else { return };
    let (old, new) = texts.split_at(texts.len() * usize::from(cut) / 256);
    for cut in [Cut::Lines, Cut::Words] {
        let parts = hunks(old, new, cut);
        let all: Vec<usize> = (0..parts.len()).collect();
        assert_eq!(apply(old, &parts, &all), new);
        assert_eq!(apply(old, &parts, &[]), old);
    }
}
