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
/// Candidates are lists of the numbers of the deltas that are applied, in ascending order. Every
/// answer but an unresolved one narrows the difference at once.
#[derive(Clone, Debug)]
pub struct Isolate {
    passing: Vec<usize>,
    failing: Vec<usize>,
    /// The difference, cut up.
    parts: Vec<Vec<usize>>,
    /// The part that is tried next, and whether it is added to the passing side or taken away
    /// from the failing one.
    number: usize,
    is_taken: bool,
    /// Tries in vain since the last success.
    misses: usize,
}

impl Isolate {
    /// A search over `count` deltas.
    pub fn new(count: usize) -> Self {
        let failing: Vec<usize> = (0..count).collect();
        Self {
            passing: Vec::new(),
            parts: halves(std::slice::from_ref(&failing)),
            failing,
            number: 0,
            is_taken: false,
            misses: 0,
        }
    }

    /// The difference as far as it has been narrowed.
    pub fn difference(&self) -> Difference {
        Difference { passing: self.passing.clone(), failing: self.failing.clone() }
    }

    fn is_over(&self) -> bool {
        self.parts.len() < 2
    }

    fn candidate(&self) -> Vec<usize> {
        let part = &self.parts[self.number];
        if self.is_taken {
            return self.failing.iter().copied().filter(|delta| !part.contains(delta)).collect();
        }
        let mut all: Vec<usize> = self.passing.iter().chain(part).copied().collect();
        all.sort_unstable();
        all
    }

    fn begin(&mut self, parts: Vec<Vec<usize>>) {
        self.parts = parts;
        (self.number, self.is_taken, self.misses) = (0, false, 0);
    }

    /// Goes on to the next part, or to smaller parts when all were tried.
    fn miss(&mut self) {
        self.misses += 1;
        // With two parts, taking one away is adding the other.
        let tries = if self.parts.len() == 2 { 2 } else { 2 * self.parts.len() };
        if self.misses >= tries {
            let finer = halves(&self.parts);
            let is_finer = finer.len() > self.parts.len();
            return self.begin(if is_finer { finer } else { Vec::new() });
        }
        self.number += 1;
        if self.number == self.parts.len() {
            self.number = 0;
            self.is_taken = !self.is_taken;
        }
    }
}

/// Cuts each part into two, where it has more than one delta.
fn halves(parts: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let halve = |part: &Vec<usize>| {
        let (first, second) = part.split_at(part.len() / 2);
        [first.to_vec(), second.to_vec()]
    };
    parts.iter().flat_map(halve).filter(|part| !part.is_empty()).collect()
}

impl Search for Isolate {
    type Candidate = Vec<usize>;

    fn propose(&mut self) -> Option<Proposal<Vec<usize>>> {
        if self.is_over() {
            return None;
        }
        Some(Proposal { candidate: self.candidate(), likelihood: LIKELIHOOD })
    }

    fn answer(&mut self, outcome: Outcome) {
        if self.is_over() {
            return;
        }
        // The part holds the whole difference, or it has nothing to do with it.
        let holds_all = (outcome == Outcome::Fail) != self.is_taken;
        match outcome {
            Outcome::Unresolved => return self.miss(),
            Outcome::Fail => self.failing = self.candidate(),
            Outcome::Pass => self.passing = self.candidate(),
        }
        if holds_all {
            let part = self.parts.swap_remove(self.number);
            return self.begin(halves(&[part]));
        }
        self.parts.remove(self.number);
        self.misses = 0;
        if self.parts.len() == 1 {
            let parts = halves(&self.parts);
            return self.begin(parts);
        }
        if self.number == self.parts.len() {
            self.number = 0;
            self.is_taken = !self.is_taken;
        }
    }
}
