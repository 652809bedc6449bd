//! Which disagreements are alike, and what is left to compare after one is accepted.

use crate::places::Places;
use crate::run::triggered_at;
use debunk_model::{Action, Trace};
use debunk_results::{Difference, DifferenceClass, DifferenceKind};

/// How an accepted difference affects the rest of its run. It is a property of what differs, not of
/// the rule that accepts it: what differs on purpose can no longer be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aftermath {
    /// The two programs are no longer at the same point: the run is over.
    Derailed,
    /// The breakpoint is removed from both, and the run continues without it.
    BreakpointTakenAway,
    /// The two count frames differently: variables, which belong to a frame, are not compared from
    /// here on, and a step out, which leaves one, ends the run.
    FramesApart,
    /// Everything else is still comparable.
    Comparable,
}

impl Aftermath {
    /// What is left to compare if a difference is accepted.
    pub fn of(difference: &Difference) -> Self {
        match difference.kind {
            DifferenceKind::BreakpointRemoval
            | DifferenceKind::Termination
            | DifferenceKind::PausedLine => Aftermath::Derailed,
            DifferenceKind::BreakpointLocation => Aftermath::BreakpointTakenAway,
            DifferenceKind::CallStack if difference.about.ends_with(" frames") => {
                Aftermath::FramesApart
            }
            DifferenceKind::CallStack | DifferenceKind::Variables => Aftermath::Comparable,
        }
    }
}

/// The class of a difference in the answer to `action`, with what the first debugger did before.
pub fn class_of(
    kind: DifferenceKind,
    action: &Action,
    before: &Trace,
    places: Places<'_>,
) -> DifferenceClass {
    let Places { program, lines, sites } = places;
    let line = triggered_at(action, before).map(|location| location.line);
    let node = line.map_or("Program", |line| sites.line_kind(&program.text, lines, line));
    DifferenceClass { kind, action: action.kind().to_owned(), node: node.to_owned() }
}
