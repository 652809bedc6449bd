//! What the user sees while a finding is reduced.

use crate::commands::search_line::SearchLine;
use debunk_reduce::ReductionProgress;

/// A progress line.
pub(crate) struct ReduceProgress {
    line: SearchLine,
    before: usize,
}

impl ReduceProgress {
    /// A line for a program of this many bytes.
    pub fn new(before: usize) -> Self {
        Self { line: SearchLine::new(), before }
    }

    /// Shows the progress of the reduction.
    pub fn show(&self, progress: &ReductionProgress) {
        let ReductionProgress { tests, sessions, bytes } = progress;
        let before = self.before;
        self.line.show(format!("{bytes} of {before} bytes | {tests} tests, {sessions} sessions |"));
    }

    /// The work is over.
    pub fn finish(&self) {
        self.line.finish();
    }
}
