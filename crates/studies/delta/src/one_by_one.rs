//! The plainest minimising search: one delta at a time.

use crate::{Proposal, Search, TestOutcome};

/// What is assumed before anything was tried: tries and successes.
const PRIOR_TRIES: f64 = 8.0;
const PRIOR_HITS: f64 = 1.0;

/// Leaves out one delta at a time, from the last to the first and round again, until each was tried
/// in vain since the last success. For lists of which nearly everything is needed.
///
/// Candidates are lists of the numbers of the kept deltas, in ascending order.
#[derive(Clone, Debug)]
pub struct OneByOne {
    kept: Vec<usize>,
    /// The position that is tried next.
    position: usize,
    misses: usize,
    patience: usize,
    hits_max: usize,
    tries: f64,
    hits: f64,
}

impl OneByOne {
    /// A search over `count` deltas.
    pub fn new(count: usize) -> Self {
        Self {
            kept: (0..count).collect(),
            position: count.saturating_sub(1),
            misses: 0,
            patience: usize::MAX,
            hits_max: usize::MAX,
            tries: PRIOR_TRIES,
            hits: PRIOR_HITS,
        }
    }

    /// Gives up after this many tries without any success at all.
    pub fn patience(mut self, misses: usize) -> Self {
        self.patience = misses;
        self
    }

    /// Ends with the first success.
    pub fn first_only(mut self) -> Self {
        self.hits_max = 1;
        self
    }

    /// The deltas that are left.
    pub fn kept(&self) -> &[usize] {
        &self.kept
    }

    fn is_over(&self) -> bool {
        let hits = (self.hits - PRIOR_HITS) as usize;
        self.misses >= self.kept.len()
            || hits >= self.hits_max
            || (hits == 0 && self.misses >= self.patience)
    }
}

impl Search for OneByOne {
    type Candidate = Vec<usize>;

    fn propose(&mut self) -> Option<Proposal<Vec<usize>>> {
        if self.is_over() {
            return None;
        }
        let mut candidate = self.kept.clone();
        candidate.remove(self.position);
        Some(Proposal { candidate, likelihood: self.hits / self.tries })
    }

    fn answer(&mut self, outcome: TestOutcome) {
        if self.is_over() {
            return;
        }
        self.tries += 1.0;
        if outcome.is_fail() {
            self.hits += 1.0;
            self.misses = 0;
            self.kept.remove(self.position);
        } else {
            self.misses += 1;
        }
        let last = self.kept.len().saturating_sub(1);
        self.position = if self.position == 0 { last } else { self.position - 1 };
    }
}
