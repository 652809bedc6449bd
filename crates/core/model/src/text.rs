//! Locations in a program's text, and the conversion between locations and byte offsets.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A place in a program: the line counts from 1, the column counts UTF-16 code units from 0.
///
/// This is the only kind of location outside a driver; each driver converts from its protocol's own
/// bases at its edge.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Location {
    /// Line, from 1.
    pub line: u32,
    /// Column in UTF-16 code units, from 0.
    pub column: u32,
}

impl Location {
    /// A location from its line (from 1) and column (from 0).
    pub const fn new(line: u32, column: u32) -> Self {
        Self { line, column }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}

/// A half-open range of byte offsets in a program's text.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from its two ends.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Whether `offset` lies in the span (the end does not).
    pub const fn contains(&self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether all of `other` lies in the span.
    pub const fn encloses(&self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The text that the span covers.
    pub fn of<'text>(&self, text: &'text str) -> &'text str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// Where each line of a text begins, by JavaScript's line terminators: LF, CR, CRLF, U+2028 and
/// U+2029.
#[derive(Clone, Debug)]
pub struct LineIndex {
    /// Byte offset of each line's first byte.
    starts: Vec<u32>,
    /// Byte offset where each line's content ends, before its terminator.
    ends: Vec<u32>,
}

impl LineIndex {
    /// Indexes `text`.
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        let mut ends = Vec::new();
        let mut chars = text.char_indices().peekable();
        while let Some((offset, character)) = chars.next() {
            let mut next = offset + character.len_utf8();
            match character {
                '\n' | '\u{2028}' | '\u{2029}' => {}
                '\r' => {
                    if chars.next_if(|&(_, following)| following == '\n').is_some() {
                        next += 1;
                    }
                }
                _ => continue,
            }
            ends.push(offset as u32);
            starts.push(next as u32);
        }
        ends.push(text.len() as u32);
        Self { starts, ends }
    }

    /// The number of lines; a text that ends with a terminator has an empty last line.
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The span of line `line` (from 1) without its terminator.
    pub fn line_span(&self, line: u32) -> Option<Span> {
        let index = (line as usize).checked_sub(1)?;
        Some(Span::new(*self.starts.get(index)?, *self.ends.get(index)?))
    }

    /// The location of a byte offset of `text`, which must be the text that was indexed.
    pub fn location(&self, text: &str, offset: u32) -> Location {
        let index = self.starts.partition_point(|&start| start <= offset).max(1) - 1;
        let start = self.starts[index] as usize;
        let prefix = text.get(start..offset as usize).unwrap_or("");
        Location::new(index as u32 + 1, prefix.encode_utf16().count() as u32)
    }

    /// The byte offset of a location; `None` if it lies outside the text or inside a surrogate
    /// pair. The position just past a line's last character counts as inside.
    pub fn offset(&self, text: &str, location: Location) -> Option<u32> {
        let span = self.line_span(location.line)?;
        let mut remaining = location.column;
        for (offset, character) in span.of(text).char_indices() {
            if remaining == 0 {
                return Some(span.start + offset as u32);
            }
            remaining = remaining.checked_sub(character.len_utf16() as u32)?;
        }
        (remaining == 0).then_some(span.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_line_terminators_count() {
        let text = "a\r\nb\rc\nd\u{2028}e";
        let index = LineIndex::new(text);
        assert_eq!(index.line_count(), 5);
        let last = text.find('e').map(|offset| offset as u32);
        assert_eq!(index.location(text, last.unwrap_or_default()), Location::new(5, 0));
        assert_eq!(index.offset(text, Location::new(5, 0)), last);
    }

    #[test]
    fn columns_are_utf16() {
        let text = "let 𝒳 = 1;";
        let index = LineIndex::new(text);
        assert_eq!(index.offset(text, Location::new(1, 7)), text.find('=').map(|o| o as u32));
        assert_eq!(index.offset(text, Location::new(1, 5)), None);
    }

    proptest! {
        #[test]
        fn offsets_and_locations_are_inverse(text in "[a-c𝒳é\n\r\u{2028}]{0,40}") {
            let index = LineIndex::new(&text);
            for (offset, _) in text.char_indices() {
                let location = index.location(&text, offset as u32);
                let back = index.offset(&text, location);
                // The bytes of a terminator all count as the end of their line, but the LF of a
                // CRLF has no location.
                if let Some(back) = back {
                    prop_assert!(back as usize <= offset);
                    if !matches!(text.as_bytes()[offset], b'\n') {
                        prop_assert_eq!(back as usize, offset);
                    }
                }
            }
        }
    }
}
