//! Where a failing and a passing run diverge.

use crate::trace::{TraceEvent, TracedRun};
use serde_json::Value;

/// An input with its run.
#[derive(Clone, Copy)]
pub(crate) struct TracedInput<'run> {
    pub input: &'run Value,
    pub run: &'run TracedRun,
}

/// Where a failing and a passing run diverge.
#[derive(Clone, Debug)]
pub(crate) struct Divergence {
    pub relation: String,
    pub failing: Value,
    pub passing: Value,
    pub failing_run: TracedRun,
    pub passing_run: TracedRun,
    /// The event of the failing run that is the critical branch.
    pub event: usize,
    /// How many conditions that depend on the input come after it in the failing run.
    pub suffix: usize,
    /// How many conditions of P come after it in the failing run.
    pub suffix_of_all: usize,
    /// Values that were held fixed to find the passing input.
    pub pins: usize,
    /// Whether the passing run was found by flipping exactly this condition.
    pub is_exact: bool,
}

impl Divergence {
    /// The first condition of P that two runs decide differently; `None` if they decide the same,
    /// or if they diverge by something that is not a condition.
    pub fn of(
        relation: &str,
        failing: TracedInput<'_>,
        passing: TracedInput<'_>,
        pins: usize,
    ) -> Option<Self> {
        let (ours, theirs) = (failing.run.branches(), passing.run.branches());
        let at = ours.iter().zip(&theirs).position(|(a, b)| (a.1, a.2) != (b.1, b.2))?;
        if ours[at].1 != theirs[at].1 {
            return None;
        }
        let after = &ours[at + 1..];
        let suffix = after.iter().filter(|(event, ..)| failing.run.depends(*event)).count();
        Some(Self {
            relation: relation.to_owned(),
            failing: failing.input.clone(),
            passing: passing.input.clone(),
            failing_run: failing.run.clone(),
            passing_run: passing.run.clone(),
            event: ours[at].0,
            suffix,
            suffix_of_all: after.len(),
            pins,
            is_exact: false,
        })
    }

    /// How many conditions that depend on the input the failing run has.
    pub fn length(&self) -> usize {
        self.failing_run.steps().iter().filter(|step| step.is_free).count()
    }

    /// The place of the critical branch.
    pub fn site(&self) -> usize {
        match self.failing_run.events.get(self.event) {
            Some(TraceEvent::Branch { site, .. }) => *site,
            _ => 0,
        }
    }
}

/// Of two divergences of one failing run, the one with the longer common prefix.
pub(crate) fn keep_later(best: &mut Option<Divergence>, other: Option<Divergence>) {
    if let Some(other) = other
        && best.as_ref().is_none_or(|best| {
            (other.suffix, other.suffix_of_all) < (best.suffix, best.suffix_of_all)
        })
    {
        *best = Some(other);
    }
}
