//! The parts of a program that did not run, from V8's block coverage.

use debunk_model::Span;
use serde::Deserialize;

/// One function of a coverage report.
#[derive(Deserialize)]
pub(crate) struct CoveredFunction {
    pub ranges: Vec<CoveredRange>,
}

/// A range of UTF-16 offsets with its count; inner ranges override outer ones.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CoveredRange {
    pub start_offset: usize,
    pub end_offset: usize,
    pub count: u64,
}

/// The maximal ranges of `text` whose innermost count is zero.
pub(crate) fn dead_spans(text: &str, functions: &[CoveredFunction]) -> Vec<Span> {
    let length = text.encode_utf16().count();
    let mut ranges: Vec<&CoveredRange> =
        functions.iter().flat_map(|function| &function.ranges).collect();
    // Outer ranges first, so that inner ones paint over them.
    ranges.sort_by_key(|range| (range.start_offset, usize::MAX - range.end_offset));
    let mut is_dead = vec![false; length];
    for range in ranges {
        let end = range.end_offset.min(length);
        if range.start_offset < end {
            is_dead[range.start_offset..end].fill(range.count == 0);
        }
    }
    let mut spans: Vec<Span> = Vec::new();
    let mut unit = 0;
    for (offset, character) in text.char_indices() {
        let end = (offset + character.len_utf8()) as u32;
        if is_dead[unit] {
            match spans.last_mut() {
                Some(last) if last.end == offset as u32 => last.end = end,
                _ => spans.push(Span::new(offset as u32, end)),
            }
        }
        unit += character.len_utf16();
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_ranges_override_outer_ones() {
        let json = r#"[
            {"ranges":[{"startOffset":0,"endOffset":10,"count":1},
                       {"startOffset":2,"endOffset":8,"count":0}]},
            {"ranges":[{"startOffset":4,"endOffset":6,"count":3}]}]"#;
        let functions: Vec<CoveredFunction> = serde_json::from_str(json).expect("valid");
        assert_eq!(dead_spans("0123456789", &functions), [Span::new(2, 4), Span::new(6, 8)]);
    }

    #[test]
    fn offsets_are_utf16_on_the_wire_and_bytes_here() {
        let json = r#"[{"ranges":[{"startOffset":0,"endOffset":4,"count":1},
                                  {"startOffset":2,"endOffset":3,"count":0}]}]"#;
        let functions: Vec<CoveredFunction> = serde_json::from_str(json).expect("valid");
        assert_eq!(dead_spans("𝒳ab", &functions), [Span::new(4, 5)]);
    }
}
