//! The queries that verdicts make on a log.

use crate::log::{Log, LogEntry};
use debunk_model::{Location, LoggedStatement, Span};

impl Log {
    /// The entries of one statement, in order.
    pub fn runs_of(&self, statement: usize) -> Vec<usize> {
        self.positions(|entry| entry.statement == statement)
    }

    /// The entries of all statements that begin on a line, in order.
    pub fn runs_on_line(&self, line: u32) -> Vec<usize> {
        self.positions(|entry| self.statement_of(entry).start.line == line)
    }

    /// Whether a statement that begins at `location` ran; `None` if no statement begins there, or
    /// if the log ends too early to say no.
    pub fn did_run(&self, location: Location) -> Option<bool> {
        let starting = self.statements_starting_at(location);
        if starting.is_empty() {
            return None;
        }
        let ran = self.entries.iter().any(|entry| starting.contains(&entry.statement));
        (ran || !self.truncated).then_some(ran)
    }

    /// The statements that begin at `location`, outermost first.
    pub fn statements_starting_at(&self, location: Location) -> Vec<usize> {
        let mut found: Vec<usize> = (0..self.statements.len())
            .filter(|&statement| self.statements[statement].start == location)
            .collect();
        found.sort_by_key(|&statement| std::cmp::Reverse(length(self.statements[statement].span)));
        found
    }

    /// The innermost statement around a byte offset of the program.
    pub fn innermost_statement(&self, offset: u32) -> Option<usize> {
        (0..self.statements.len())
            .filter(|&statement| self.statements[statement].span.contains(offset))
            .min_by_key(|&statement| length(self.statements[statement].span))
    }

    /// The entries of one activation, in order.
    pub fn entries_of(&self, activation: usize) -> Vec<usize> {
        self.positions(|entry| entry.activation == activation)
    }

    /// The next entry after `index`, however deep: where a step in leads.
    pub fn next_at_any_depth(&self, index: usize) -> Option<usize> {
        (index + 1 < self.entries.len()).then_some(index + 1)
    }

    /// The next entry after `index` that is not in a call made from there: where a step over leads.
    /// An activation that is suspended meanwhile counts as left.
    pub fn next_at_same_depth(&self, index: usize) -> Option<usize> {
        let depth = self.entries.get(index)?.depth;
        self.after(index, |entry| entry.depth <= depth)
    }

    /// The next entry after `index` in the activation itself, whatever happens in between.
    pub fn next_in_activation(&self, index: usize) -> Option<usize> {
        let activation = self.entries.get(index)?.activation;
        self.after(index, |entry| entry.activation == activation)
    }

    /// The next entry after `index` with fewer calls running: where a step out leads at the latest.
    /// The statement that made the call was logged before it and is not logged again.
    pub fn next_in_caller(&self, index: usize) -> Option<usize> {
        let depth = self.entries.get(index)?.depth;
        self.after(index, |entry| entry.depth < depth)
    }

    /// The activations that were running at entry `index`, innermost first, by the calls that made or
    /// resumed them, as far as the log knows what resumed them.
    pub fn callers_at(&self, index: usize) -> Vec<usize> {
        let first = self.entries.get(index).map(|entry| entry.activation);
        let callers = std::iter::successors(first, |&activation| self.parent_at(activation, index));
        // In a sound log nobody is among their own callers.
        callers.take(self.activations.len()).collect()
    }

    /// The activation that had called or resumed another one last at entry `index`.
    fn parent_at(&self, activation: usize, index: usize) -> Option<usize> {
        let until = self.resumptions.partition_point(|it| it.time <= index);
        let resumed = self.resumptions[..until].iter().rfind(|it| it.activation == activation);
        match resumed {
            Some(resumption) => resumption.parent,
            None => self.activations.get(activation)?.parent,
        }
    }

    fn statement_of(&self, entry: &LogEntry) -> &LoggedStatement {
        &self.statements[entry.statement]
    }

    fn positions(&self, is_wanted: impl Fn(&LogEntry) -> bool) -> Vec<usize> {
        let all = self.entries.iter().enumerate();
        all.filter(|(_, entry)| is_wanted(entry)).map(|(index, _)| index).collect()
    }

    fn after(&self, index: usize, is_wanted: impl Fn(&LogEntry) -> bool) -> Option<usize> {
        let found = self.entries.iter().skip(index + 1).position(is_wanted);
        found.map(|distance| index + 1 + distance)
    }
}

fn length(span: Span) -> u32 {
    span.end - span.start
}
