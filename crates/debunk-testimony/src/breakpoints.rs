//! Breakpoints: which entries of the log must pause, and where a breakpoint may stand.

use crate::charge::{Charge, ChargeKind};
use crate::places::Places;
use debunk_model::{Action, Location, Observation, StatementKind, Trace, TraceStep};

/// The breakpoints that stand at some step of a trace.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    /// Those that pause whenever they are reached.
    pub(crate) always: Vec<Location>,
    /// Those with a condition.
    pub(crate) sometimes: Vec<Location>,
}

/// Conditions that are never true, whatever the program does.
const NEVER_TRUE: [&str; 3] = ["false", "1 > 2", "(\"log point\", void 0)"];

impl Standing {
    /// The breakpoints that stand before step `index`.
    pub(crate) fn before(trace: &Trace, index: usize) -> Self {
        let mut all: Vec<(Location, Location, Option<&str>)> = Vec::new();
        for step in &trace.steps[..index.min(trace.steps.len())] {
            match (&step.action, &step.observation) {
                (
                    Action::AddBreakpoint { at, condition },
                    Observation::BreakpointSet { at: actual },
                ) => all.push((*at, *actual, condition.as_deref())),
                (Action::RemoveBreakpoint { at }, Observation::BreakpointRemoved) => {
                    all.retain(|(requested, ..)| requested != at);
                }
                _ => {}
            }
        }
        let mut standing = Self::default();
        for (_, actual, condition) in all {
            match condition {
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
    pub(crate) fn armed(&self, standing: &Standing) -> Vec<usize> {
        let statements: Vec<usize> = standing
            .always
            .iter()
            .filter_map(|at| self.begun_at(*at))
            .filter(|statement| is_reached_each_time(self.log.statements[*statement].kind))
            .collect();
        let entries = self.log.entries.iter().enumerate();
        entries
            .filter(|(_, entry)| statements.contains(&entry.statement))
            .map(|(index, _)| index)
            .collect()
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
