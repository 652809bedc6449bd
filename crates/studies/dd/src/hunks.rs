//! The difference between two texts, cut into pieces that can be applied one by one.

use crate::flat::{characters, lines};
use similar::{Algorithm, DiffTag, capture_diff_slices};
use std::ops::Range;

/// How finely texts are cut before they are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    Lines,
    Words,
    Characters,
}

/// A place of the old text with its new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hunk {
    pub old: Range<usize>,
    pub new: Vec<u8>,
    /// The line of the old text at which it begins, from 1, and that of the new one.
    pub old_line: usize,
    pub new_line: usize,
}

/// The hunks that lead from one text to the other, in order.
pub(crate) fn hunks(old: &[u8], new: &[u8], cut: Cut) -> Vec<Hunk> {
    let (old_parts, new_parts) = (parts(old, cut), parts(new, cut));
    let texts = |text: &'_ [u8], parts: &[Range<usize>]| -> Vec<Vec<u8>> {
        parts.iter().map(|part| text[part.clone()].to_vec()).collect()
    };
    let (old_texts, new_texts) = (texts(old, &old_parts), texts(new, &new_parts));
    let start = |parts: &[Range<usize>], number: usize, end: usize| {
        parts.get(number).map_or(end, |part| part.start)
    };
    let bytes = |parts: &[Range<usize>], range: Range<usize>, end: usize| {
        start(parts, range.start, end)..start(parts, range.end, end)
    };
    let line = |text: &[u8], end: usize| 1 + text[..end].iter().filter(|&&b| b == b'\n').count();
    capture_diff_slices(Algorithm::Myers, &old_texts, &new_texts)
        .into_iter()
        .filter(|change| change.tag() != DiffTag::Equal)
        .map(|change| {
            let old_range = bytes(&old_parts, change.old_range(), old.len());
            let new_range = bytes(&new_parts, change.new_range(), new.len());
            Hunk {
                old_line: line(old, old_range.start),
                new_line: line(new, new_range.start),
                old: old_range,
                new: new[new_range].to_vec(),
            }
        })
        .collect()
}

fn parts(text: &[u8], cut: Cut) -> Vec<Range<usize>> {
    match cut {
        Cut::Lines => lines(text),
        Cut::Characters => characters(text),
        Cut::Words => words(text),
    }
}

/// Words, runs of spaces and single signs; nothing is left out.
fn words(text: &[u8]) -> Vec<Range<usize>> {
    let kind = |byte: u8| match byte {
        _ if byte.is_ascii_whitespace() => 1,
        _ if byte.is_ascii_alphanumeric() || byte == b'_' || byte > 127 => 2,
        _ => 0,
    };
    let mut words: Vec<Range<usize>> = Vec::new();
    for (position, &byte) in text.iter().enumerate() {
        match words.last_mut() {
            Some(last) if kind(byte) != 0 && kind(text[last.start]) == kind(byte) => {
                last.end = position + 1;
            }
            _ => words.push(position..position + 1),
        }
    }
    words
}

/// The old text with the chosen hunks applied.
pub(crate) fn apply(old: &[u8], hunks: &[Hunk], chosen: &[usize]) -> Vec<u8> {
    let mut text = Vec::with_capacity(old.len());
    let mut position = 0;
    for &number in chosen {
        let hunk = &hunks[number];
        text.extend_from_slice(&old[position..hunk.old.start]);
        text.extend_from_slice(&hunk.new);
        position = hunk.old.end;
    }
    text.extend_from_slice(&old[position..]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_hunks_lead_from_one_text_to_the_other() {
        let pairs =
            [("a\nb\nc\n", "a\nx\nc\nd\n"), ("", "new"), ("gone\n", ""), ("f(a, b)", "f(b, cc)")];
        for (old, new) in pairs {
            for cut in [Cut::Lines, Cut::Words, Cut::Characters] {
                let found = hunks(old.as_bytes(), new.as_bytes(), cut);
                let all: Vec<usize> = (0..found.len()).collect();
                assert_eq!(apply(old.as_bytes(), &found, &all), new.as_bytes(), "{cut:?}");
                assert_eq!(apply(old.as_bytes(), &found, &[]), old.as_bytes());
            }
        }
    }

    #[test]
    fn one_hunk_is_applied_alone() {
        let found = hunks(b"a\nb\nc\n", b"A\nb\nC\n", Cut::Lines);
        assert_eq!(found.len(), 2);
        assert_eq!(apply(b"a\nb\nc\n", &found, &[1]), b"a\nb\nC\n");
        assert_eq!((found[1].old_line, found[1].new_line), (3, 3));
    }
}
