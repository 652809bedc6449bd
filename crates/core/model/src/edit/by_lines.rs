//! The map between the lines of a text before and after edits, for debuggers that know no columns.

use super::{LocationOrigin, SourceMap};
use crate::{LineIndex, Location, Span};

/// The offsets of the text on a line; where the line begins, if it is empty.
fn offsets(text: &str, lines: &LineIndex, line: u32) -> Vec<u32> {
    let span = lines.line_span(line).unwrap_or(Span::new(0, 0));
    let stands = |(_, character): &(usize, char)| !character.is_whitespace();
    let shown = span.of(text).char_indices().filter(stands);
    let offsets: Vec<u32> = shown.map(|(offset, _)| span.start + offset as u32).collect();
    if offsets.is_empty() { vec![span.start] } else { offsets }
}

impl SourceMap {
    /// The same map for a debugger that knows lines only: a location is its line, and maps to where
    /// the first remaining part of that line goes.
    pub fn by_lines(self) -> Self {
        Self { whole_lines: true, ..self }
    }

    pub(super) fn forward_line(&self, old: u32) -> Option<Location> {
        self.old_lines.line_span(old)?;
        let offsets = offsets(&self.old_text, &self.old_lines, old);
        let new = offsets.into_iter().find_map(|offset| self.forward_offset(offset))?;
        Some(Location::new(self.new_lines.location(&self.new_text, new).line, 0))
    }

    pub(super) fn back_line(&self, new: u32) -> LocationOrigin {
        if self.new_lines.line_span(new).is_none() {
            return LocationOrigin::Nowhere;
        }
        let mut lines = Vec::new();
        for offset in offsets(&self.new_text, &self.new_lines, new) {
            match self.back_offset(offset) {
                LocationOrigin::At(old) | LocationOrigin::Within(old, _) => lines.push(old.line),
                LocationOrigin::Inserted | LocationOrigin::Nowhere => {}
            }
        }
        lines.retain(|&line| self.forward_line(line) == Some(Location::new(new, 0)));
        match (lines.iter().min(), lines.iter().max()) {
            (Some(&first), Some(&last)) if first == last => {
                LocationOrigin::At(Location::new(first, 0))
            }
            (Some(&first), Some(&last)) => {
                LocationOrigin::Within(Location::new(first, 0), Location::new(last + 1, 0))
            }
            _ => LocationOrigin::Inserted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Edit;

    fn map(text: &str, edits: Vec<Edit>) -> SourceMap {
        SourceMap::apply(&text.into(), edits).expect("edits fit").by_lines()
    }

    const fn line(line: u32) -> Location {
        Location::new(line, 0)
    }

    #[test]
    fn a_statement_on_a_line_of_its_own_moves_the_next() {
        let map = map("a;\n  b;\n", vec![Edit::insert(5, "x;\n  ")]);
        assert_eq!(&**map.new_text(), "a;\n  x;\n  b;\n");
        assert_eq!(map.forward(line(2)), Some(line(3)));
        assert_eq!(map.back(line(3)), LocationOrigin::At(line(2)));
        assert!(map.is_inserted(line(2)));
    }

    #[test]
    fn a_statement_on_the_same_line_moves_nothing() {
        let map = map("a;\nb;\n", vec![Edit::insert(3, "x; ")]);
        assert_eq!(map.forward(line(2)), Some(line(2)));
        assert_eq!(map.back(line(2)), LocationOrigin::At(line(2)));
    }

    #[test]
    fn a_line_is_where_the_first_is_that_is_left_of_it() {
        let removed = map("a; b;\nc;\n", vec![Edit::delete(Span::new(0, 3))]);
        assert_eq!(removed.forward(line(1)), Some(line(1)));
        let gone = map("a;\nc;\n", vec![Edit::delete(Span::new(0, 2))]);
        assert_eq!(gone.forward(line(1)), None);
        let joined = map("a;\nb;\n", vec![Edit::replace(Span::new(2, 3), " ")]);
        assert_eq!(joined.forward(line(2)), Some(line(1)));
        assert!(joined.back(line(1)).is(line(1)) && joined.back(line(1)).is(line(2)));
    }

    #[test]
    fn a_blank_line_is_inserted() {
        let map = map("{\n  b;\n}", vec![Edit::insert(4, "\n")]);
        assert_eq!(map.forward(line(2)), Some(line(3)));
        assert_eq!(map.back(line(2)), LocationOrigin::Inserted);
    }
}
