//! Probabilistic delta debugging: minimises with fewer tests by learning what is needed.

use crate::{Proposal, Search, TestOutcome};

/// The lowest and highest initial estimate.
const ESTIMATE_LOWEST: f64 = 0.000_1;
const ESTIMATE_HIGHEST: f64 = 0.999;

/// Minimises a list of deltas. Each has an estimate of how likely it is needed; the next test
/// leaves out the set with the highest expected gain, and a test in vain raises the estimates.
///
/// Candidates are lists of the numbers of the kept deltas, in ascending order. Later deltas are
/// left out before earlier ones, since earlier ones rarely depend on later ones.
#[derive(Clone, Debug)]
pub struct Probable {
    deltas: Vec<Delta>,
    /// The deltas that the current candidate leaves out.
    chosen: Vec<usize>,
    confirm: Confirmation,
}

#[derive(Clone, Debug)]
struct Delta {
    estimate: f64,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Needed,
    Removed,
}

/// What is done once every delta is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Confirmation {
    /// Nothing.
    Never,
    /// Single deltas are left out until none can be; this many in a row could not.
    Misses { position: usize, misses: usize },
}

impl Probable {
    /// A search over `count` deltas, each of which is needed with the same probability.
    pub fn new(count: usize, estimate: f64) -> Self {
        Self::with_estimates(vec![estimate; count])
    }

    /// A search with an estimate for each delta.
    pub fn with_estimates(estimates: Vec<f64>) -> Self {
        let delta = |estimate: f64| Delta {
            estimate: estimate.clamp(ESTIMATE_LOWEST, ESTIMATE_HIGHEST),
            state: State::Open,
        };
        let deltas = estimates.into_iter().map(delta).collect();
        Self { deltas, chosen: Vec::new(), confirm: Confirmation::Never }
    }

    /// Continues until the result is 1-minimal.
    pub fn one_minimal(mut self) -> Self {
        self.confirm = Confirmation::Misses { position: self.deltas.len(), misses: 0 };
        self
    }

    /// The deltas that are left.
    pub fn kept(&self) -> Vec<usize> {
        (0..self.deltas.len()).filter(|&n| self.deltas[n].state != State::Removed).collect()
    }

    /// The deltas that were left out.
    pub fn removed(&self) -> Vec<usize> {
        (0..self.deltas.len()).filter(|&n| self.deltas[n].state == State::Removed).collect()
    }

    fn candidate(&self) -> Vec<usize> {
        let mut kept = self.kept();
        kept.retain(|number| self.chosen.binary_search(number).is_err());
        kept
    }

    /// The likelihood that none of the chosen deltas is needed.
    fn likelihood(&self) -> f64 {
        self.chosen.iter().map(|&number| 1.0 - self.deltas[number].estimate).product()
    }

    /// Chooses the open deltas whose removal promises most.
    fn choose(&mut self) {
        let mut open: Vec<usize> =
            (0..self.deltas.len()).filter(|&n| self.deltas[n].state == State::Open).collect();
        let estimate = |number: usize| self.deltas[number].estimate;
        open.sort_by(|&a, &b| estimate(a).total_cmp(&estimate(b)).then(b.cmp(&a)));
        let (mut best_gain, mut best_length, mut chance) = (0.0, 0, 1.0);
        for (position, &number) in open.iter().enumerate() {
            chance *= 1.0 - estimate(number);
            let gain = (position + 1) as f64 * chance;
            if gain > best_gain {
                (best_gain, best_length) = (gain, position + 1);
            }
        }
        open.truncate(best_length);
        open.sort_unstable();
        self.chosen = open;
    }

    /// The next single delta to try once all are decided.
    fn choose_single(&mut self) {
        let Confirmation::Misses { position, misses } = &mut self.confirm else { return };
        let kept = self.deltas.iter().filter(|delta| delta.state != State::Removed).count();
        if *misses >= kept {
            return;
        }
        loop {
            *position = if *position == 0 { self.deltas.len() - 1 } else { *position - 1 };
            if self.deltas[*position].state != State::Removed {
                self.chosen = vec![*position];
                return;
            }
        }
    }

    fn confirmed(&mut self, is_fail: bool) {
        if let Confirmation::Misses { misses, .. } = &mut self.confirm {
            *misses = if is_fail { 0 } else { *misses + 1 };
        }
    }

    fn is_decided(&self) -> bool {
        self.deltas.iter().all(|delta| delta.state != State::Open)
    }
}

impl Search for Probable {
    type Candidate = Vec<usize>;

    fn propose(&mut self) -> Option<Proposal<Vec<usize>>> {
        if self.chosen.is_empty() {
            if self.is_decided() {
                self.choose_single();
            } else {
                self.choose();
            }
        }
        if self.chosen.is_empty() {
            return None;
        }
        Some(Proposal { candidate: self.candidate(), likelihood: self.likelihood() })
    }

    fn answer(&mut self, outcome: TestOutcome) {
        let was_decided = self.is_decided();
        let chance = self.likelihood();
        let chosen = std::mem::take(&mut self.chosen);
        for &number in &chosen {
            let delta = &mut self.deltas[number];
            if outcome.is_fail() {
                delta.state = State::Removed;
            } else if chosen.len() == 1 {
                delta.state = State::Needed;
                delta.estimate = ESTIMATE_HIGHEST;
            } else {
                let raised = delta.estimate / (1.0 - chance);
                delta.estimate = raised.clamp(ESTIMATE_LOWEST, ESTIMATE_HIGHEST);
            }
        }
        if was_decided {
            self.confirmed(outcome.is_fail());
        }
    }
}
