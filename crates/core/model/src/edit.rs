//! Text edits at exact ranges, and the location map that follows from them.

mod by_lines;

use crate::{LineIndex, Location, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One replacement of a span by a text. An empty span inserts, an empty text deletes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Edit {
    /// What to replace.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

impl Edit {
    /// An insertion.
    pub fn insert(offset: u32, text: impl Into<String>) -> Self {
        Self { span: Span::new(offset, offset), text: text.into() }
    }

    /// A deletion.
    pub fn delete(span: Span) -> Self {
        Self { span, text: String::new() }
    }

    /// A replacement.
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }
}

/// Why edits cannot be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// Two edits overlap.
    Overlap,
    /// An edit reaches past the text or splits a character.
    OutOfBounds,
}

/// Where a location of the new text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocationOrigin {
    /// From exactly this location of the old text.
    At(Location),
    /// From inside the replacement of this old range.
    Within(Location, Location),
    /// It is in inserted text.
    Inserted,
    /// It is not a location of the new text.
    Nowhere,
}

impl LocationOrigin {
    /// Whether the new location corresponds to `old`.
    pub fn is(self, old: Location) -> bool {
        match self {
            LocationOrigin::At(location) => location == old,
            LocationOrigin::Within(start, end) => start <= old && old < end,
            LocationOrigin::Inserted | LocationOrigin::Nowhere => false,
        }
    }
}

/// The map between the locations of a text before and after a set of edits.
///
/// A location at the start of a replaced range maps to the start of its replacement. A location at
/// an insertion point maps to the end of the inserted text, because the statement there has moved.
/// A location in deleted text maps to nothing.
#[derive(Clone, Debug)]
pub struct SourceMap {
    edits: Vec<Edit>,
    old_text: std::sync::Arc<str>,
    new_text: std::sync::Arc<str>,
    old_lines: LineIndex,
    new_lines: LineIndex,
    /// Whether only lines count.
    whole_lines: bool,
}

impl SourceMap {
    /// The map of a text that did not change.
    pub fn identity(text: &std::sync::Arc<str>) -> Self {
        let lines = LineIndex::new(text);
        Self {
            edits: Vec::new(),
            old_text: text.clone(),
            new_text: text.clone(),
            old_lines: lines.clone(),
            new_lines: lines,
            whole_lines: false,
        }
    }

    /// Applies the edits, given in any order.
    ///
    /// # Errors
    /// If they overlap or do not fit the text.
    pub fn apply(text: &std::sync::Arc<str>, mut edits: Vec<Edit>) -> Result<Self, EditError> {
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let mut new_text = String::with_capacity(text.len() + 64);
        let mut done = 0u32;
        for edit in &edits {
            if edit.span.start < done || edit.span.end < edit.span.start {
                return Err(EditError::Overlap);
            }
            let kept = text.get(done as usize..edit.span.start as usize);
            new_text.push_str(kept.ok_or(EditError::OutOfBounds)?);
            new_text.push_str(&edit.text);
            done = edit.span.end;
        }
        new_text.push_str(text.get(done as usize..).ok_or(EditError::OutOfBounds)?);
        let new_text: std::sync::Arc<str> = new_text.into();
        Ok(Self {
            edits,
            old_text: text.clone(),
            old_lines: LineIndex::new(text),
            new_lines: LineIndex::new(&new_text),
            new_text,
            whole_lines: false,
        })
    }

    /// The text after the edits.
    pub fn new_text(&self) -> &std::sync::Arc<str> {
        &self.new_text
    }

    /// The edits, sorted.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether nothing changed.
    pub fn is_identity(&self) -> bool {
        self.edits.is_empty()
    }

    fn forward_offset(&self, old: u32) -> Option<u32> {
        let mut shift = 0i64;
        for edit in &self.edits {
            if edit.span.start > old {
                break;
            }
            let is_insertion = edit.span.start == edit.span.end;
            if edit.span.contains(old) {
                let survives = old == edit.span.start && !edit.text.is_empty();
                return survives.then_some((i64::from(old) + shift) as u32);
            }
            debug_assert!(is_insertion || edit.span.end <= old);
            shift += edit.text.len() as i64 - i64::from(edit.span.end - edit.span.start);
        }
        Some((i64::from(old) + shift) as u32)
    }

    /// Where a location of the old text is in the new one; `None` if it was removed or is not a
    /// location of the old text.
    pub fn forward(&self, old: Location) -> Option<Location> {
        if self.is_identity() {
            return Some(old);
        }
        if self.whole_lines {
            return self.forward_line(old.line);
        }
        let offset = self.old_lines.offset(&self.old_text, old)?;
        let offset = self.forward_offset(offset)?;
        let new = self.new_lines.location(&self.new_text, offset);
        // An inserted `\r` before a `\n` joins both into one line end, with no location inside.
        (self.new_lines.offset(&self.new_text, new) == Some(offset)).then_some(new)
    }

    /// Where a location of the new text comes from.
    pub fn back(&self, new: Location) -> LocationOrigin {
        if self.is_identity() {
            return LocationOrigin::At(new);
        }
        if self.whole_lines {
            return self.back_line(new.line);
        }
        let Some(offset) = self.new_lines.offset(&self.new_text, new) else {
            return LocationOrigin::Nowhere;
        };
        self.back_offset(offset)
    }

    fn back_offset(&self, offset: u32) -> LocationOrigin {
        let mut shift = 0i64;
        for edit in &self.edits {
            let new_start = (i64::from(edit.span.start) + shift) as u32;
            let new_span = Span::new(new_start, new_start + edit.text.len() as u32);
            if new_start > offset {
                break;
            }
            if new_span.contains(offset) {
                return if edit.span.start == edit.span.end {
                    LocationOrigin::Inserted
                } else {
                    LocationOrigin::Within(
                        self.old_lines.location(&self.old_text, edit.span.start),
                        self.old_lines.location(&self.old_text, edit.span.end),
                    )
                };
            }
            shift += edit.text.len() as i64 - i64::from(edit.span.end - edit.span.start);
        }
        let old = (i64::from(offset) - shift) as u32;
        LocationOrigin::At(self.old_lines.location(&self.old_text, old))
    }

    /// Whether a location of the new text lies in inserted text.
    pub fn is_inserted(&self, new: Location) -> bool {
        self.back(new) == LocationOrigin::Inserted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn map(text: &str, edits: Vec<Edit>) -> SourceMap {
        SourceMap::apply(&text.into(), edits).expect("edits fit")
    }

    #[test]
    fn insertion_moves_what_stood_there() {
        let map = map("a;\nb;", vec![Edit::insert(3, "x; ")]);
        assert_eq!(&**map.new_text(), "a;\nx; b;");
        assert_eq!(map.forward(Location::new(2, 0)), Some(Location::new(2, 3)));
        assert_eq!(map.back(Location::new(2, 0)), LocationOrigin::Inserted);
        assert_eq!(map.back(Location::new(2, 3)), LocationOrigin::At(Location::new(2, 0)));
    }

    #[test]
    fn deletion_drops_locations() {
        let map = map("a; dead; b;", vec![Edit::delete(Span::new(3, 9))]);
        assert_eq!(&**map.new_text(), "a; b;");
        assert_eq!(map.forward(Location::new(1, 3)), None);
        assert_eq!(map.forward(Location::new(1, 9)), Some(Location::new(1, 3)));
        assert_eq!(map.back(Location::new(1, 3)), LocationOrigin::At(Location::new(1, 9)));
    }

    #[test]
    fn replacement_keeps_its_start_and_answers_for_its_inside() {
        let map = map("f(5);", vec![Edit::replace(Span::new(2, 3), "(4 + 1)")]);
        assert_eq!(map.forward(Location::new(1, 2)), Some(Location::new(1, 2)));
        assert!(map.back(Location::new(1, 5)).is(Location::new(1, 2)));
        assert!(map.back(Location::new(1, 9)).is(Location::new(1, 3)));
    }

    #[test]
    fn a_line_end_that_became_half_of_one_is_no_place() {
        let map = map("\nx", vec![Edit::insert(0, "a\r")]);
        assert_eq!(map.forward(Location::new(1, 0)), None);
        assert_eq!(map.forward(Location::new(2, 0)), Some(Location::new(2, 0)));
    }

    #[test]
    fn overlapping_edits_are_refused() {
        let edits = vec![Edit::delete(Span::new(0, 3)), Edit::delete(Span::new(2, 4))];
        assert_eq!(SourceMap::apply(&"abcdef".into(), edits).err(), Some(EditError::Overlap));
    }

    proptest! {
        #[test]
        fn forward_then_back_is_the_same_place(
            text in "[a-d\n]{1,60}",
            raw in proptest::collection::vec((0usize..60, 0usize..6, "[x-z\n]{0,5}"), 0..5),
        ) {
            let mut edits = Vec::new();
            let mut free_from = 0;
            let mut sorted = raw;
            sorted.sort();
            for (start, length, inserted) in sorted {
                let start = start.max(free_from).min(text.len());
                let end = (start + length).min(text.len());
                edits.push(Edit::replace(Span::new(start as u32, end as u32), inserted));
                free_from = end + 1;
            }
            let edits: Vec<Edit> =
                edits.into_iter().filter(|edit| edit.span.end <= text.len() as u32).collect();
            let Ok(map) = SourceMap::apply(&text.as_str().into(), edits) else { return Ok(()) };
            let lines = LineIndex::new(&text);
            for offset in 0..=text.len() {
                let old = lines.location(&text, offset as u32);
                if let Some(new) = map.forward(old) {
                    prop_assert!(map.back(new).is(old), "{old} -> {new} -> {:?}", map.back(new));
                }
            }
        }
    }
}
