//! What the user sees while candidates are tested.

use crate::commands::search_line::SearchLine;
use debunk_delta::SearchCounts;

/// A progress line; how much is left is unknown.
pub(crate) struct DdProgress {
    line: SearchLine,
    before: usize,
    unit: &'static str,
}

impl DdProgress {
    /// A line for something of that size, counted in `unit`.
    pub fn new(before: usize, unit: &'static str) -> Self {
        Self { line: SearchLine::new(), before, unit }
    }

    /// Shows the progress of the search.
    pub fn show(&self, counts: &SearchCounts, size: usize) {
        self.line.show(format!(
            "{} of {} {} | {} tests, {} cached, {} dropped |",
            size, self.before, self.unit, counts.tests, counts.cached, counts.dropped
        ));
    }

    /// The work is over.
    pub fn finish(&self) {
        self.line.finish();
    }
}
