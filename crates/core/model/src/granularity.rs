//! How finely a debugger knows places, and what follows from that.

use crate::{Language, Location, SourceMap};
use serde::{Deserialize, Serialize};

/// How finely a debugger knows places. The debugger decides; findings record it as `whole_lines`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "bool", into = "bool")]
pub enum Granularity {
    /// Lines and columns.
    #[default]
    Columns,
    /// Lines only: locations have column 0, and breakpoints are requested by line.
    Lines,
}

impl Granularity {
    /// The granularity of most debuggers for a language, where no debugger can be asked.
    pub fn usual(language: Language) -> Self {
        Self::from(language != Language::JavaScript)
    }

    /// Whether it is lines only.
    pub fn is_lines(self) -> bool {
        self == Granularity::Lines
    }

    /// Whether columns are known.
    pub fn is_columns(&self) -> bool {
        *self == Granularity::Columns
    }

    /// The coarser of the two.
    pub fn and(self, other: Self) -> Self {
        Self::from(self.is_lines() || other.is_lines())
    }

    /// A place as the debugger knows it.
    pub fn place(self, at: Location) -> Location {
        match self {
            Granularity::Columns => at,
            Granularity::Lines => Location::new(at.line, 0),
        }
    }

    /// The range between two places as the debugger knows it: with the whole last line.
    pub fn range(self, (from, to): (Location, Location)) -> (Location, Location) {
        match self {
            Granularity::Columns => (from, to),
            Granularity::Lines => (Location::new(from.line, 0), Location::new(to.line + 1, 0)),
        }
    }

    /// A map between the places that the debugger knows in two programs.
    pub fn map(self, map: SourceMap) -> SourceMap {
        match self {
            Granularity::Columns => map,
            Granularity::Lines => map.by_lines(),
        }
    }
}

impl From<bool> for Granularity {
    fn from(whole_lines: bool) -> Self {
        if whole_lines { Granularity::Lines } else { Granularity::Columns }
    }
}

impl From<Granularity> for bool {
    fn from(granularity: Granularity) -> Self {
        granularity.is_lines()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_no_columns() {
        let (from, to) = (Location::new(3, 4), Location::new(3, 9));
        assert_eq!(Granularity::Columns.range((from, to)), (from, to));
        let whole = (Location::new(3, 0), Location::new(4, 0));
        assert_eq!(Granularity::Lines.range((from, to)), whole);
        assert_eq!(Granularity::Lines.place(from), whole.0);
    }

    #[test]
    fn findings_record_it_as_whole_lines() {
        let text = serde_json::to_string(&[Granularity::Lines, Granularity::Columns]);
        assert_eq!(text.expect("JSON"), "[true,false]");
        let read: Granularity = serde_json::from_str("true").expect("a granularity");
        assert_eq!(read, Granularity::Lines);
    }
}
