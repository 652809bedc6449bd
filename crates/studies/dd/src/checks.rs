//! Repeats some questions at the end, to see whether the command is flaky.

use crate::refused::Refused;
use debunk_delta::Outcome;
use std::sync::Arc;

/// How often answers are checked: once, and once more per this many answers.
const ANSWERS_PER_CHECK: u32 = 50;
const CHECKS_MAX: u32 = 6;

/// Questions that are repeated at the end, to see whether the command is flaky.
#[derive(Clone, Default)]
pub(crate) struct Checks {
    /// How many conclusive answers there were.
    answers: u32,
    /// The texts that were not interesting.
    pub refused: Refused,
    /// What was proposed last.
    pub proposed: Option<Arc<Vec<u8>>>,
    /// How many were asked.
    pub done: u32,
    /// The same text got two answers: first this one, then that one.
    pub flaky: Option<(Outcome, Outcome)>,
}

impl Checks {
    /// The next question with its expected answer: alternately the result and a rejected text.
    pub fn next(&self, best: &Arc<Vec<u8>>) -> Option<(Arc<Vec<u8>>, Outcome)> {
        if self.done >= CHECKS_MAX.min(1 + self.answers / ANSWERS_PER_CHECK) {
            return None;
        }
        match self.refused.last() {
            Some(refused) if self.done % 2 == 1 => Some((refused.clone(), Outcome::Pass)),
            _ => Some((best.clone(), Outcome::Fail)),
        }
    }

    /// Takes the first answer about the last proposal.
    pub fn note(&mut self, outcome: Outcome) {
        self.answers += u32::from(outcome != Outcome::Unresolved);
        let proposed = self.proposed.take();
        if let Some(text) = proposed.filter(|_| outcome == Outcome::Pass) {
            self.refused.note(text);
        }
    }

    /// Takes the answer to the repeated question.
    pub fn compare(&mut self, best: &Arc<Vec<u8>>, outcome: Outcome) {
        if let Some((_, expected)) = self.next(best)
            && outcome != expected
        {
            self.flaky = Some((expected, outcome));
        }
        self.done += 1;
    }
}
