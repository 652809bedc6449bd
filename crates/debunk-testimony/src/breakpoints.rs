//! Breakpoints: which entries of the log must pause, and where a breakpoint may stand.

use crate::charge::{Charge, ChargeKind};
use crate::moments::Moment;
use crate::places::{Places, Spot};
use debunk_model::{
    Action, Location, LoggedStatement, Observation, Span, StatementKind, Trace, TraceStep,
};

/// The breakpoints that stand at some step of a trace.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    /// Those that pause whenever they are reached.
    pub(crate) always: Vec<Location>,
    /// Those with a condition.
    pub(crate) sometimes: Vec<Location>,
}

/// An entry at which the program must pause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Armed {
    /// The entry.
    pub(crate) entry: usize,
    /// The entry by which the pause must have come.
    pub(crate) due: usize,
}

impl Armed {
    /// Whether the program went on past it from one moment to another without a pause.
    pub(crate) fn is_missed(&self, from: &Moment, until: usize) -> bool {
        let is_hit = from.begins && from.entry == Some(self.entry);
        // When it was set in the middle of the statement, its place may have been passed.
        self.entry >= from.latest && self.due < until && !is_hit
    }
}

/// Conditions that are never true, whatever the program does. The last one is what a log point is
/// made of: an expression whose value is undefined.
pub const NEVER_TRUE: [&str; 3] = ["false", "1 > 2", "(\"log point\", void 0)"];

impl Standing {
    /// The breakpoints that stand before step `index`.
    pub(crate) fn before(trace: &Trace, index: usize) -> Self {
        let mut standing = Self::default();
        for breakpoint in trace.standing_before(index) {
            let actual = breakpoint.actual;
            match breakpoint.condition {
                None => standing.always.push(actual),
                Some(condition) if NEVER_TRUE.contains(&condition) => {}
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

/// Whether a breakpoint at the begin of a statement of this kind is reached with each entry.
fn is_reached_each_time(kind: StatementKind) -> bool {
    use StatementKind as K;
    matches!(
        kind,
        K::Expression | K::Declaration | K::Return | K::Throw | K::If | K::Debugger | K::Test
    )
}

impl Places<'_> {
    /// The entries at which the program must pause, in order.
    pub(crate) fn armed(&self, standing: &Standing) -> Vec<Armed> {
        let statements: Vec<(usize, bool)> = standing
            .always
            .iter()
            .filter_map(|at| {
                let is_start = matches!(self.spot(*at), Spot::Start(_));
                Some((self.begun_at(*at)?, is_start))
            })
            .filter(|(statement, _)| is_reached_each_time(self.log.statements[*statement].kind))
            .collect();
        let due = |index: usize| {
            let entry = &self.log.entries[index];
            let (_, is_start) = statements.iter().find(|(known, _)| *known == entry.statement)?;
            if *is_start {
                return Some(Armed { entry: index, due: index });
            }
            // The arguments of a call come first, and an error in them leaves it out.
            let next = self.log.next_in_activation(index)?;
            let following = &self.log.statements[self.log.entries[next].statement];
            let is_normal = self.follows_directly(&self.log.statements[entry.statement], following);
            is_normal.then_some(Armed { entry: index, due: next })
        };
        (0..self.log.entries.len()).filter_map(due).collect()
    }

    /// Whether one statement stands behind another one in the same block.
    fn follows_directly(&self, statement: &LoggedStatement, other: &LoggedStatement) -> bool {
        let block = |span: Span| {
            let blocks = self.sites.nodes.iter().filter(|node| {
                matches!(node.kind, "BlockStatement" | "FunctionBody" | "Program" | "SwitchCase")
                    && node.span.encloses(span)
                    && node.span != span
            });
            blocks.min_by_key(|node| node.span.end - node.span.start).map(|node| node.span)
        };
        other.span.start >= statement.span.end && block(statement.span) == block(other.span)
    }

    /// What is wrong with where a breakpoint stands.
    pub(crate) fn placing(&self, index: usize, step: &TraceStep) -> Option<Charge> {
        let Action::AddBreakpoint { at: asked, .. } = &step.action else { return None };
        let from = self.offset(*asked)?;
        let function = self.function_at(from);
        let passed = |until: Option<u32>| {
            self.log.statements.iter().enumerate().find(|(number, statement)| {
                statement.function == function
                    && statement.span.start >= from
                    // Behind a return is still a place of it.
                    && until.is_none_or(|until| statement.span.end < until)
                    && self.is_sure(statement)
                    && self.log.entries.iter().any(|entry| entry.statement == *number)
            })
        };
        let (until, said) = match &step.observation {
            Observation::BreakpointSet { at } if at < asked => {
                (None, format!("it stands before that, at {at}"))
            }
            Observation::BreakpointSet { at } => {
                (Some(self.offset(*at)?), format!("it stands at {at}"))
            }
            Observation::BreakpointRefused { .. } => (None, "it is refused".to_owned()),
            _ => return None,
        };
        let (_, statement) = passed(until)?;
        let proof = format!(
            "the statement at {} runs, and a breakpoint asked for at {asked} could stand there, \
             but {said}",
            statement.start
        );
        Some(Charge { step: index, kind: ChargeKind::Misplaced, proof })
    }
}
