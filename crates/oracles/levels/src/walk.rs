//! How far a step by lines may go at most, given what the machine did.

use crate::activation::{ActivationPlace, inlined_frames};
use crate::exception::Exception;
use crate::table::LineTable;
use crate::trace::{LevelMoment, LevelStep, LevelTrace};
use std::collections::BTreeSet;

/// The latest moment at which a step must have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Due {
    /// The last moment at which it may end.
    pub by: usize,
    /// The moment that is missed otherwise.
    pub at: usize,
    /// What a step misses if it continues.
    pub what: Missed,
}

/// What is missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Missed {
    /// A line in the function where the step began, or in one it returned to.
    Line,
    /// The line to which a library function jumped back.
    LineAfterJump,
    /// A line in a function that was called.
    LineOfCallee,
    /// A whole call.
    Call,
}

/// Lines at which stepping by lines has ended, with their activation.
pub(crate) type Seen = BTreeSet<(usize, u32)>;

/// A step by lines that has begun.
pub(crate) struct Begun<'run> {
    /// The moment of the machine.
    pub from: usize,
    pub step: LevelStep,
    /// The moment of the run by lines.
    pub shown: &'run LevelMoment,
    pub seen: &'run Seen,
}

/// The run of the machine.
pub(crate) struct Run<'run> {
    pub table: &'run LineTable,
    pub trace: &'run LevelTrace,
    pub placed: &'run [ActivationPlace],
}

/// A call that a step in has reached.
struct Callee {
    lines: BTreeSet<u32>,
    entered: usize,
    has_statement: bool,
}

/// Where a step began.
struct Start {
    id: usize,
    address: u64,
    lines: BTreeSet<u32>,
}

/// The state of a walk: the activation in which lines count, and its current line.
struct Walk {
    start: Start,
    id: usize,
    depth: usize,
    lines: BTreeSet<u32>,
    inlined: usize,
    callee: Option<Callee>,
    /// Whether a library function has jumped back over its callers.
    has_jumped: bool,
    /// What was skipped on purpose.
    passed: Vec<Exception>,
}

impl Run<'_> {
    pub fn address(&self, at: usize) -> u64 {
        self.trace.moments[at].address()
    }

    /// The moment by which a step has to end, if there is one, and what it skips on purpose.
    pub fn due(&self, begun: &Begun<'_>) -> (Option<Due>, Vec<Exception>) {
        let Begun { from, step, shown, seen } = *begun;
        let start = &self.placed[from];
        let mut lines = self.table.lines_over(self.address(from));
        lines.extend(shown.frames.first().map(|frame| frame.line));
        let mut walk = Walk {
            id: start.id,
            depth: start.depth(),
            lines: lines.clone(),
            start: Start { id: start.id, address: self.address(from), lines },
            // At the beginning of an inlined call its frame may be hidden.
            inlined: inlined_frames(self.table, &shown.frames),
            callee: None,
            has_jumped: false,
            passed: Vec::new(),
        };
        for at in from + 1..self.placed.len() {
            if let Some(due) = self.look(&mut walk, at, step, seen) {
                return (Some(due), walk.passed);
            }
        }
        (None, walk.passed)
    }

    /// Follows the walk by one moment.
    fn look(&self, walk: &mut Walk, at: usize, step: LevelStep, seen: &Seen) -> Option<Due> {
        let placed = &self.placed[at];
        let by = &self.trace.moments[at].by;
        walk.has_jumped |= by.len() > 1 && by.last() == Some(&LevelStep::Instruction);
        let is_tail_callee = placed.depth() == walk.depth && placed.id != walk.id;
        if placed.depth() > walk.depth || is_tail_callee {
            return if step == LevelStep::Into { self.look_at_callee(walk, at) } else { None };
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
        let inlined = self.table.inline_depth(self.address(at));
        if inlined <= walk.inlined && self.table.is_inline_entry(self.address(at)) {
            // A part of an inlined call that was moved away counts as another call.
            walk.inlined = inlined.saturating_sub(1);
        }
        if step == LevelStep::Out && walk.has_jumped {
            // Calls that were jumped out of never return.
            return None;
        }
        let must_leave = step == LevelStep::Out && walk.id == walk.start.id;
        if statements.is_empty() || must_leave {
            return None;
        }
        if inlined > walk.inlined && step != LevelStep::Into {
            walk.passed.push(Exception::InlinedCall);
            return None;
        }
        if !statements.is_disjoint(&walk.lines) {
            walk.passed.push(Exception::SameLine);
            return None;
        }
        let is_elsewhere = self.table.is_statement_elsewhere(self.address(at));
        if is_elsewhere || !self.table.lines_over(self.address(at)).is_disjoint(&walk.lines) {
            walk.passed.push(Exception::SeveralLines);
            return None;
        }
        if walk.id != walk.start.id && !statements.is_disjoint(&walk.start.lines) {
            let function = |address| self.table.function_at(address).map(|one| one.entry);
            if function(self.address(at)) == function(walk.start.address) {
                walk.passed.push(Exception::Recursion);
                return None;
            }
        }
        let is_seen = statements.iter().all(|line| seen.contains(&(placed.id, *line)));
        if is_seen && !self.table.is_first_of_line(self.address(at)) {
            walk.passed.push(Exception::FirstInstruction);
            walk.lines.extend(statements);
            return None;
        }
        let what = if walk.has_jumped { Missed::LineAfterJump } else { Missed::Line };
        Some(Due { by: at, at, what })
    }

    /// In a called function: its first line may belong to its prologue, the next must not be
    /// missed.
    fn look_at_callee(&self, walk: &mut Walk, at: usize) -> Option<Due> {
        let address = self.address(at);
        let Some(callee) = &mut walk.callee else {
            let lines = self.table.lines_over(address);
            walk.callee = Some(Callee { lines, entered: at, has_statement: false });
            return None;
        };
        let statements = self.table.statements_at(address);
        if statements.is_empty() || self.table.is_statement_elsewhere(address) {
            return None;
        }
        callee.has_statement = true;
        let is_other = statements.is_disjoint(&callee.lines);
        is_other.then_some(Due { by: at, at, what: Missed::LineOfCallee })
    }
}
