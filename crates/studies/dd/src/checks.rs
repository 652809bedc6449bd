//! Repeats some questions at the end, to see whether the command is flaky.

use crate::refused::RefusedTexts;
use debunk_delta::TestOutcome;
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
    pub refused: RefusedTexts,
    /// What was proposed last.
    pub proposed: Option<Arc<Vec<u8>>>,
    /// How many were asked.
    pub done: u32,
    /// The same text got two answers: first this one, then that one.
    pub flaky: Option<(TestOutcome, TestOutcome)>,
}

impl Checks {
    /// The next question with its expected answer: alternately the result and a rejected text.
    pub fn next(&self, best: &Arc<Vec<u8>>) -> Option<(Arc<Vec<u8>>, TestOutcome)> {
        if self.done >= CHECKS_MAX.min(1 + self.answers / ANSWERS_PER_CHECK) {
            return None;
        }
        match self.refused.last() {
            Some(refused) if self.done % 2 == 1 => Some((refused.clone(), TestOutcome::Pass)),
            _ => Some((best.clone(), TestOutcome::Fail)),
        }
    }

    /// Takes the first answer about the last proposal.
    pub fn note(&mut self, outcome: TestOutcome) {
        self.answers += u32::from(outcome != TestOutcome::Unresolved);
        let proposed = self.proposed.take();
        if let Some(text) = proposed.filter(|_| outcome == TestOutcome::Pass) {
            self.refused.note(text);
        }
    }

    /// Takes the answer to the repeated question.
    pub fn compare(&mut self, best: &Arc<Vec<u8>>, outcome: TestOutcome) {
        if let Some((_, expected)) = self.next(best)
            && outcome != expected
        {
            self.flaky = Some((expected, outcome));
        }
        self.done += 1;
    }
}
