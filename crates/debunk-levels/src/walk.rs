//! How far a step by lines may go at most, by what the machine did.

use crate::activation::Placed;
use crate::table::LineTable;
use crate::trace::{LevelTrace, Step};
use std::collections::BTreeSet;

/// The moment at which a step must have ended at the latest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Due {
    /// The last moment at which it may end.
    pub by: usize,
    /// The moment that is passed by otherwise.
    pub at: usize,
    /// What a step that goes on passes by.
    pub what: Missed,
}

/// What is passed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Missed {
    /// A line in the function where the step began, or in one it returned to.
    Line,
    /// A line in a function that was called.
    LineOfCallee,
    /// A whole call.
    Call,
}

/// The run of the machine.
pub(crate) struct Run<'run> {
    pub table: &'run LineTable,
    pub trace: &'run LevelTrace,
    pub placed: &'run [Placed],
}

/// A call that a step in has come to.
struct Callee {
    lines: BTreeSet<u32>,
    entered: usize,
    has_statement: bool,
}

/// The state of a walk: the activation that lines count in, and the line on which it is.
struct Walk {
    /// The activation in which the step began.
    start: usize,
    id: usize,
    depth: usize,
    lines: BTreeSet<u32>,
    inlined: usize,
    callee: Option<Callee>,
    /// How often another statement of the same line was passed.
    same_line: u64,
    inlined_passed: u64,
}

impl Run<'_> {
    pub fn address(&self, at: usize) -> u64 {
        self.trace.moments[at].address()
    }

    /// The moment by which a step from `from` has to end, if there is one, and how often the step
    /// passed by a statement of its own line and one of an inlined call.
    pub fn due(&self, from: usize, step: Step) -> (Option<Due>, u64, u64) {
        let start = &self.placed[from];
        let mut walk = Walk {
            start: start.id,
            id: start.id,
            depth: start.depth(),
            lines: self.table.lines_over(self.address(from)),
            inlined: self.table.inline_depth(self.address(from)),
            callee: None,
            same_line: 0,
            inlined_passed: 0,
        };
        walk.lines.extend(self.trace.moments[from].frames.first().map(|frame| frame.line));
        for at in from + 1..self.placed.len() {
            if let Some(due) = self.look(&mut walk, at, step) {
                return (Some(due), walk.same_line, walk.inlined_passed);
            }
        }
        (None, walk.same_line, walk.inlined_passed)
    }

    /// Follows the walk by one moment.
    fn look(&self, walk: &mut Walk, at: usize, step: Step) -> Option<Due> {
        let placed = &self.placed[at];
        let is_tail_callee = placed.depth() == walk.depth && placed.id != walk.id;
        if placed.depth() > walk.depth || is_tail_callee {
            return if step == Step::Into { self.look_at_callee(walk, at) } else { None };
        }
        if let Some(callee) = walk.callee.take()
            && callee.has_statement
        {
            return Some(Due { by: at - 1, at: callee.entered, what: Missed::Call });
        }
        if placed.depth() < walk.depth {
            let call = self.address(at).saturating_sub(1);
            walk.id = placed.id;
            walk.depth = placed.depth();
            walk.lines = self.table.lines_over(call);
            walk.inlined = self.table.inline_depth(call);
        }
        let statements = self.table.statements_at(self.address(at));
        let must_leave = step == Step::Out && walk.id == walk.start;
        if statements.is_empty() || must_leave {
            return None;
        }
        if self.table.inline_depth(self.address(at)) > walk.inlined && step != Step::Into {
            walk.inlined_passed += 1;
            return None;
        }
        if !statements.is_disjoint(&walk.lines) {
            walk.same_line += 1;
            return None;
        }
        Some(Due { by: at, at, what: Missed::Line })
    }

    /// In a function that was called: its first line may belong to its prologue, the next must not
    /// be passed by.
    fn look_at_callee(&self, walk: &mut Walk, at: usize) -> Option<Due> {
        let address = self.address(at);
        let Some(callee) = &mut walk.callee else {
            let lines = self.table.lines_over(address);
            walk.callee = Some(Callee { lines, entered: at, has_statement: false });
            return None;
        };
        let statements = self.table.statements_at(address);
        if statements.is_empty() {
            return None;
        }
        callee.has_statement = true;
        let is_other = statements.is_disjoint(&callee.lines);
        is_other.then_some(Due { by: at, at, what: Missed::LineOfCallee })
    }
}
