//! The general delta debugging algorithm: isolates a minimal difference.

use crate::{Outcome, Proposal, Search};

const LIKELIHOOD: f64 = 0.4;

/// Two lists of deltas of which one passes and one fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The deltas with which the test passes.
    pub passing: Vec<usize>,
    /// The deltas with which it fails; they contain all of `passing`.
    pub failing: Vec<usize>,
}

impl Difference {
    /// The deltas that make the difference.
    pub fn deltas(&self) -> Vec<usize> {
        self.failing.iter().copied().filter(|delta| !self.passing.contains(delta)).collect()
    }
}

/// Narrows the difference between no deltas (which passes) and all of them (which fails) from
/// both sides, until no smaller one can be told.
///
/// Candidates are lists of the numbers of the deltas that are applied, in ascending order.
#[derive(Clone, Debug)]
pub struct Isolate {
    passing: Vec<usize>,
    failing: Vec<usize>,
    parts: usize,
    /// Answers of this round: what is kept of the passing side with each part added, and of the
    /// failing side with each part taken away.
    added: Vec<Outcome>,
    taken: Vec<Outcome>,
    is_over: bool,
}

impl Isolate {
    /// A search over `count` deltas.
    pub fn new(count: usize) -> Self {
        Self {
            passing: Vec::new(),
            failing: (0..count).collect(),
            parts: 2,
            added: Vec::new(),
            taken: Vec::new(),
            is_over: count < 2,
        }
    }

    /// The difference as far as it has been narrowed.
    pub fn difference(&self) -> Difference {
        Difference { passing: self.passing.clone(), failing: self.failing.clone() }
    }

    fn part(&self, number: usize) -> Vec<usize> {
        let deltas = self.difference().deltas();
        let bound = |number: usize| number * deltas.len() / self.parts;
        deltas[bound(number)..bound(number + 1)].to_vec()
    }

    fn with(&self, part: &[usize]) -> Vec<usize> {
        let mut all: Vec<usize> = self.passing.iter().chain(part).copied().collect();
        all.sort_unstable();
        all
    }

    fn without(&self, part: &[usize]) -> Vec<usize> {
        self.failing.iter().copied().filter(|delta| !part.contains(delta)).collect()
    }

    fn restart(&mut self, passing: Vec<usize>, failing: Vec<usize>, parts: usize) {
        (self.passing, self.failing) = (passing, failing);
        let size = self.failing.len() - self.passing.len();
        self.parts = parts.clamp(2, size.max(2));
        self.added.clear();
        self.taken.clear();
        self.is_over = size < 2;
    }

    /// All parts were tried and none of them decides at once.
    fn end_round(&mut self) {
        let first = |answers: &[Outcome], wanted| answers.iter().position(|one| *one == wanted);
        if let Some(number) = first(&self.added, Outcome::Pass) {
            let passing = self.with(&self.part(number));
            self.restart(passing, self.failing.clone(), self.parts - 1);
        } else if let Some(number) = first(&self.taken, Outcome::Fail) {
            let failing = self.without(&self.part(number));
            self.restart(self.passing.clone(), failing, self.parts - 1);
        } else {
            let size = self.failing.len() - self.passing.len();
            if self.parts < size {
                let parts = (self.parts * 2).min(size);
                self.restart(self.passing.clone(), self.failing.clone(), parts);
            } else {
                self.is_over = true;
            }
        }
    }
}

impl Search for Isolate {
    type Candidate = Vec<usize>;

    fn propose(&mut self) -> Option<Proposal<Vec<usize>>> {
        if self.is_over {
            return None;
        }
        // With two parts, what is taken away by one is what is added by the other.
        let candidate = if self.added.len() < self.parts {
            self.with(&self.part(self.added.len()))
        } else {
            self.without(&self.part(self.taken.len()))
        };
        Some(Proposal { candidate, likelihood: LIKELIHOOD })
    }

    fn answer(&mut self, outcome: Outcome) {
        if self.is_over {
            return;
        }
        if self.added.len() < self.parts {
            let candidate = self.with(&self.part(self.added.len()));
            match outcome {
                Outcome::Fail => self.restart(self.passing.clone(), candidate, 2),
                // With two parts, adding one is taking the other away: this passes, so the
                // difference is in the rest.
                Outcome::Pass if self.parts == 2 => {
                    self.restart(candidate, self.failing.clone(), 2)
                }
                _ => self.added.push(outcome),
            }
            return;
        }
        let candidate = self.without(&self.part(self.taken.len()));
        if outcome == Outcome::Pass {
            return self.restart(candidate, self.failing.clone(), 2);
        }
        self.taken.push(outcome);
        if self.taken.len() == self.parts {
            self.end_round();
        }
    }
}
