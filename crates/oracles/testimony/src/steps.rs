//! Where steps must end.

use crate::charge::ChargeKind;
use crate::moments::Moment;
use crate::places::LoggedText;
use debunk_model::Action;

/// Words of a statement that may suspend its function: where it resumes is the debugger's choice.
const SUSPENDS: [&str; 2] = ["await", "yield"];

/// Whether the log of this program shows depths exactly and nothing is ever suspended, so that every
/// step can be judged.
pub(crate) fn can_be_judged(places: LoggedText<'_>) -> bool {
    !places.sites.has_suspension && shows_depths(places)
}

/// Whether the log of this program shows depths exactly, so that steps can be judged as long as nothing
/// is suspended.
pub(crate) fn shows_depths(places: LoggedText<'_>) -> bool {
    places.log.functions.iter().all(|function| function.exit_is_seen)
}

impl LoggedText<'_> {
    /// The first entry after a moment that a step cannot pass.
    pub(crate) fn step_limit(&self, from: &Moment, action: &Action) -> Option<usize> {
        if self.sites.has_suspension {
            return self.step_limit_until_suspended(from, action);
        }
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

    /// As [`LoggedText::step_limit`], in a program whose functions may be suspended: only what comes
    /// next in the call itself, or in one that it begins, as long as it runs without a break.
    fn step_limit_until_suspended(&self, from: &Moment, action: &Action) -> Option<usize> {
        let log = self.log;
        let start = from.entry?;
        let here = log.entries.get(start)?;
        let text = log.statements[here.statement].span.of(&self.program.text);
        if SUSPENDS.iter().any(|word| text.contains(word)) {
            return None;
        }
        let is_first = |index: usize| {
            let activation = log.entries[index].activation;
            log.entries.iter().position(|entry| entry.activation == activation) == Some(index)
        };
        for index in from.latest..log.entries.len() {
            let entry = &log.entries[index];
            let is_same = entry.activation == here.activation;
            if !is_same && entry.depth <= here.depth {
                return None;
            }
            let is_within = match action {
                Action::StepOver => is_same,
                Action::StepIn => {
                    let is_called =
                        log.activations[entry.activation].parent == Some(here.activation);
                    is_same || is_called && is_first(index)
                }
                _ => return None,
            };
            if is_within && self.is_sure(&log.statements[entry.statement]) {
                return Some(index);
            }
        }
        None
    }

    /// Whether a step from one moment to another ended at the very next thing that runs: in the same call,
    /// or, for a step in, in one that was begun or resumed from there.
    pub(crate) fn ends_at_next(&self, from: &Moment, to: &Moment, action: &Action) -> bool {
        let (Some(here), Some(there)) = (from.entry, to.entry) else { return false };
        let entries = &self.log.entries;
        let (before, after) = (&entries[here], &entries[there]);
        let is_same = before.activation == after.activation;
        let mut between = entries.get(here + 1..there).unwrap_or_default().iter();
        to.at_start
            && there > here
            && match action {
                Action::StepIn => there == here + 1 && (is_same || after.depth == before.depth + 1),
                Action::StepOver => is_same && between.all(|entry| entry.depth > before.depth),
                _ => false,
            }
    }

    /// What is wrong with a step from one moment to another; `is_asked` if it ended at a breakpoint
    /// or a `debugger` statement.
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
        if !can_be_judged(*self) {
            return None;
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
