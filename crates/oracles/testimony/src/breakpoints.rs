//! Breakpoints: which entries of the log must pause, and where a breakpoint may be set.

use crate::charge::{Charge, ChargeKind};
use crate::moments::Moment;
use crate::places::{LoggedText, PlaceMeaning, is_part_of_loop};
use debunk_model::{
    Action, LineIndex, Location, LoggedStatement, NEVER_TRUE, Observation, Span, StatementKind,
    Trace, TraceStep,
};

/// The breakpoints that are set at some step of a trace.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActiveBreakpoints {
    /// Those that pause whenever they are reached.
    pub(crate) always: Vec<Location>,
    /// Those with a condition.
    pub(crate) sometimes: Vec<Location>,
    /// Those with a condition that is never true.
    pub(crate) never: Vec<Location>,
}

/// An entry at which the program must pause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequiredPause {
    /// The entry.
    pub(crate) entry: usize,
    /// The entry before which the pause must have occurred, if it may occur in the middle of the
    /// statement.
    pub(crate) before: Option<usize>,
}

impl RequiredPause {
    /// Whether the program ran past it from one moment to another, or to its end, without a pause.
    pub(crate) fn is_missed(&self, from: &Moment, to: Option<&Moment>) -> bool {
        let is_hit = from.begins && from.entry == Some(self.entry);
        // If it was set in the middle of the statement, the program may already be past its place.
        if self.entry < from.latest || is_hit {
            return false;
        }
        let Some(to) = to else { return true };
        // This many entries have certainly been written.
        let begun = to.entry.filter(|_| to.begins);
        let written = begun.map_or(to.earliest.max(from.earliest), |entry| entry + 1);
        match self.before {
            Some(next) => next < written,
            None => self.entry + usize::from(begun.is_some()) < written,
        }
    }
}

/// Whether a condition is one of those that are never true, whatever the program does.
pub fn is_never_true(condition: &str) -> bool {
    NEVER_TRUE.iter().any(|conditions| conditions.contains(&condition))
}

impl ActiveBreakpoints {
    /// The breakpoints that are set before step `index`.
    pub(crate) fn before(trace: &Trace, index: usize) -> Self {
        let mut standing = Self::default();
        for breakpoint in trace.standing_before(index) {
            let actual = breakpoint.actual;
            match breakpoint.condition {
                None => standing.always.push(actual),
                Some(condition) if is_never_true(condition) => {
                    standing.never.push(actual);
                }
                Some(_) => standing.sometimes.push(actual),
            }
        }
        standing
    }

    /// Whether a pause at this place can be due to one of them.
    pub(crate) fn explains(&self, at: Location) -> bool {
        self.always.contains(&at) || self.sometimes.contains(&at)
    }
}

/// Whether a breakpoint at the start of a statement of this kind is reached with each entry.
fn is_reached_each_time(kind: StatementKind) -> bool {
    use StatementKind as K;
    matches!(
        kind,
        K::Expression | K::Declaration | K::Return | K::Throw | K::If | K::Debugger | K::Test
    )
}

impl LoggedText<'_> {
    /// The entries at which the program must pause, in order.
    pub(crate) fn armed(&self, standing: &ActiveBreakpoints) -> Vec<RequiredPause> {
        let statements: Vec<(usize, bool)> = standing
            .always
            .iter()
            .filter_map(|at| {
                let is_start = matches!(self.spot(*at), PlaceMeaning::Start(_));
                Some((self.begun_at(*at)?, is_start))
            })
            .filter(|(statement, _)| is_reached_each_time(self.log.statements[*statement].kind))
            .collect();
        let due = |index: usize| {
            let entry = &self.log.entries[index];
            let (_, is_start) = statements.iter().find(|(known, _)| *known == entry.statement)?;
            if *is_start {
                return Some(RequiredPause { entry: index, before: None });
            }
            // The arguments of a call come first, and an error in them skips it.
            let next = self.log.next_in_activation(index)?;
            let following = &self.log.statements[self.log.entries[next].statement];
            let is_normal = self.follows_directly(&self.log.statements[entry.statement], following);
            is_normal.then_some(RequiredPause { entry: index, before: Some(next) })
        };
        (0..self.log.entries.len()).filter_map(due).collect()
    }

    /// Whether the second statement can only come next once the first one is done: it follows in
    /// the same block, or is in the head of the loop whose body ends there.
    fn follows_directly(&self, statement: &LoggedStatement, other: &LoggedStatement) -> bool {
        let around = |span: Span, is_wanted: &dyn Fn(&str) -> bool| {
            let nodes = self.sites.nodes.iter().filter(|node| {
                is_wanted(node.kind) && node.span.encloses(span) && node.span != span
            });
            nodes.min_by_key(|node| node.span.end - node.span.start)
        };
        let is_block = |kind: &str| {
            matches!(kind, "BlockStatement" | "FunctionBody" | "Program" | "SwitchCase")
        };
        let is_loop = |kind: &str| {
            matches!(
                kind,
                "ForStatement"
                    | "ForInStatement"
                    | "ForOfStatement"
                    | "WhileStatement"
                    | "DoWhileStatement"
            )
        };
        let Some(block) = around(statement.span, &is_block).map(|node| node.span) else {
            return false;
        };
        if other.span.start >= statement.span.end {
            return around(other.span, &is_block).is_some_and(|node| node.span == block);
        }
        is_part_of_loop(other.kind)
            && around(block, &|_| true)
                .is_some_and(|node| is_loop(node.kind) && node.span.encloses(other.span))
    }

    /// What is wrong with the location of a breakpoint.
    pub(crate) fn placing(&self, index: usize, step: &TraceStep) -> Option<Charge> {
        let Action::AddBreakpoint { at: asked, .. } = &step.action else { return None };
        let from = self.offset(*asked)?;
        let function = self.function_at(from);
        let passed = |until: Option<u32>| {
            self.log.statements.iter().enumerate().find(|(number, statement)| {
                statement.function == function
                    && statement.span.start >= from
                    // The place after a return still belongs to it.
                    && until.is_none_or(|until| statement.span.end < until)
                    && self.is_sure(statement)
                    && self.log.entries.iter().any(|entry| entry.statement == *number)
            })
        };
        let (until, said) = match &step.observation {
            Observation::BreakpointSet { at } if at < asked => {
                (None, format!("it is set before that, at {at}"))
            }
            Observation::BreakpointSet { at } => {
                (Some(self.offset(*at)?), format!("it is set at {at}"))
            }
            Observation::BreakpointRefused { .. } => (None, "it is refused".to_owned()),
            _ => return None,
        };
        let (_, statement) = passed(until)?;
        let proof = format!(
            "the statement at {} runs, and a breakpoint requested at {asked} could be set there, \
             but {said}",
            statement.start
        );
        Some(Charge { step: index, kind: ChargeKind::Misplaced, proof })
    }
}

/// Whether a statement of JavaScript begins there that pauses by itself, in the middle of whatever was
/// requested.
pub(crate) fn is_debugger_statement(text: &str, at: Location) -> bool {
    let offset = LineIndex::new(text).offset(text, at);
    let rest = offset.and_then(|offset| text.get(offset as usize..));
    rest.is_some_and(|rest| rest.starts_with("debugger"))
}
