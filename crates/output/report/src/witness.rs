//! What really happened, in compact form: repeated names and values are stored once.

use debunk_model::Trace;
use debunk_testimony::Excerpt;
use serde::Serialize;
use std::collections::BTreeMap;

/// A log for a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct WitnessView {
    /// Every name, value and function that occurs.
    texts: Vec<String>,
    /// Line, column, depth, function, then names and values in turn, as indices into the texts.
    entries: Vec<Vec<usize>>,
    /// Whether more happened.
    cut: bool,
    /// For each step of the session, the entry that it may be at.
    at: Vec<Option<usize>>,
}

#[derive(Default)]
struct Texts<'excerpt> {
    numbers: BTreeMap<&'excerpt str, usize>,
    texts: Vec<String>,
}

impl<'excerpt> Texts<'excerpt> {
    fn number(&mut self, text: &'excerpt str) -> usize {
        let Self { numbers, texts } = self;
        *numbers.entry(text).or_insert_with(|| {
            texts.push(text.to_owned());
            texts.len() - 1
        })
    }
}

/// The view of a log beside a session.
pub(crate) fn view(excerpt: &Excerpt, trace: &Trace) -> WitnessView {
    let mut texts = Texts::default();
    let entries = excerpt.entries.iter().map(|entry| {
        let mut packed = vec![entry.line as usize, entry.column as usize, entry.depth as usize];
        packed.push(texts.number(&entry.function));
        for (name, value) in &entry.values {
            packed.extend([texts.number(name), texts.number(value)]);
        }
        packed
    });
    let entries = entries.collect();
    WitnessView { texts: texts.texts, entries, cut: excerpt.cut, at: excerpt.followed_by(trace) }
}
