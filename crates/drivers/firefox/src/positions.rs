//! Where breakpoints can be set, and where a requested one slides to.
//!
//! The server does not slide: a breakpoint at an impossible place silently does nothing. The front
//! end of the developer tools requests all positions and slides by itself, and so does the driver,
//! by the same rule.

use debunk_model::{LineIndex, Location};
use serde_json::Value;
use std::collections::BTreeSet;

/// The positions of one program.
///
/// The engine sees one line more than the program has, with the program's address. The end of the
/// whole text is a position: it is the end of the program.
pub(crate) struct Positions {
    all: BTreeSet<Location>,
    end: Location,
    /// The end as the engine sees it.
    end_on_wire: Location,
}

impl Positions {
    /// Reads the answer about a text that begins with the program's; whatever follows the program
    /// counts as its end. The line with the address has `address_columns`.
    pub fn read(answer: &Value, text: &str, lines: &LineIndex, address_columns: u32) -> Self {
        let end = lines.location(text, text.len() as u32);
        let mut all = BTreeSet::new();
        for (line, columns) in answer["positions"].as_object().into_iter().flatten() {
            let line: u32 = line.parse().unwrap_or(0);
            for column in columns.as_array().into_iter().flatten().filter_map(Value::as_u64) {
                let is_inside = (1..=lines.line_count()).contains(&line);
                all.insert(if is_inside {
                    Location::new(line, u32::try_from(column).unwrap_or(u32::MAX))
                } else {
                    end
                });
            }
        }
        let end_on_wire = Location::new(lines.line_count() + 1, address_columns);
        Self { all, end, end_on_wire }
    }

    /// The actual place of a breakpoint requested at `location`: the first position at or after it
    /// in its line, else the first of the next line that has one.
    pub fn slide(&self, location: Location) -> Option<Location> {
        self.all.range(location..).next().copied()
    }

    /// One of our locations as the engine's.
    pub fn on_wire(&self, location: Location) -> Location {
        if location == self.end { self.end_on_wire } else { location }
    }

    /// One of the engine's locations as ours.
    pub fn in_program(&self, location: Location) -> Location {
        if location.line >= self.end_on_wire.line { self.end } else { location }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn breakpoints_slide_forward_only() {
        let text = "let a = 1;\n\nf(); g();\n";
        let answer = json!({ "positions": { "1": [8], "3": [0, 5], "6": [37] } });
        let positions = Positions::read(&answer, text, &LineIndex::new(text), 37);
        let slide = |line, column| positions.slide(Location::new(line, column));
        assert_eq!(slide(1, 0), Some(Location::new(1, 8)));
        assert_eq!(slide(1, 9), Some(Location::new(3, 0)));
        assert_eq!(slide(2, 0), Some(Location::new(3, 0)));
        assert_eq!(slide(3, 2), Some(Location::new(3, 5)));
        assert_eq!(slide(3, 6), Some(Location::new(4, 0)));
        assert_eq!(positions.on_wire(Location::new(4, 0)), Location::new(5, 37));
        assert_eq!(positions.in_program(Location::new(5, 37)), Location::new(4, 0));
        assert_eq!(slide(4, 1), None);
    }
}
