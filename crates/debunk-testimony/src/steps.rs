//! Where steps must end.

use crate::charge::ChargeKind;
use crate::moments::Moment;
use crate::places::Places;
use debunk_model::Action;

/// Whether the log of this program tells depths exactly, so that steps can be judged.
pub(crate) fn can_be_judged(places: Places<'_>) -> bool {
    !places.sites.has_suspension
        && places.log.functions.iter().all(|function| function.exit_is_seen)
}

impl Places<'_> {
    /// The first entry after a moment that a step cannot pass.
    pub(crate) fn step_limit(&self, from: &Moment, action: &Action) -> Option<usize> {
        let log = self.log;
        let here = log.entries.get(from.entry?)?;
        let is_limit = |index: &usize| {
            let entry = &log.entries[*index];
            let is_within = match action {
                Action::StepOver => entry.activation == here.activation || entry.depth < here.depth,
                Action::StepOut => entry.depth < here.depth,
                Action::StepIn => {
                    entry.depth <= here.depth
                        || log.activations[entry.activation].parent == Some(here.activation)
                }
                _ => false,
            };
            is_within && self.is_sure(&log.statements[entry.statement])
        };
        (from.latest..log.entries.len()).find(is_limit)
    }

    /// What is wrong with a step from one moment to another; `is_asked` when a breakpoint or a
    /// `debugger` statement is where it ended.
    pub(crate) fn step_fault(
        &self,
        from: &Moment,
        to: &Moment,
        action: &Action,
        is_asked: bool,
    ) -> Option<ChargeKind> {
        if !action.is_step() {
            return None;
        }
        if self.step_limit(from, action).is_some_and(|limit| to.earliest > limit + 1) {
            return Some(ChargeKind::StepTooFar);
        }
        let (Some(here), Some(there)) = (from.entry, to.entry) else { return None };
        let (left, entered) =
            (self.log.entries[here].activation, self.log.entries[there].activation);
        let is_early = match action {
            Action::StepOut => entered == left && self.log.activations[left].parent.is_some(),
            Action::StepOver => {
                to.at_start
                    && entered != left
                    && there >= from.latest
                    && self.log.callers_at(there).contains(&left)
            }
            _ => false,
        };
        (is_early && !is_asked).then_some(ChargeKind::StepTooShort)
    }
}
