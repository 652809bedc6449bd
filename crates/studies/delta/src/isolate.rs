//! The general delta debugging algorithm: isolates a minimal difference.

use crate::parts::{Parts, Step};
use crate::{Proposal, Search, TestOutcome};

/// A rejected cut makes others less likely that are nearer than this part of the whole.
const REACH: f64 = 1.0 / 16.0;
/// The limit of rejected cuts before parts from the middle are tried.
const CREDIT_MAX: u32 = 8;
/// What progress by parts is worth.
const CREDIT_AFTER_PARTS: u32 = 2;
/// How likely a candidate fails; nothing is known about it.
const LIKELIHOOD: f64 = 0.4;

/// Two lists of deltas of which one passes and one fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IsolatedDifference {
    /// The deltas with which the test passes.
    pub passing: Vec<usize>,
    /// The deltas with which it fails; they contain all of `passing`.
    pub failing: Vec<usize>,
}

impl IsolatedDifference {
    /// The deltas that make the difference.
    pub fn deltas(&self) -> Vec<usize> {
        let is_new = |delta: &usize| self.passing.binary_search(delta).is_err();
        self.failing.iter().copied().filter(is_new).collect()
    }
}

/// Narrows the difference between no deltas (which passes) and all of them (which fails) from both
/// sides, until no smaller one can be found.
///
/// First it cuts the difference in two, by weight, and adds what is before the cut. Neighbours
/// often need each other, so an unresolved cut is tried again some distance away. If too many are
/// rejected, it continues with parts of the difference in the classic order.
///
/// Candidates are lists of the numbers of the applied deltas, in ascending order. Every answer
/// except an unresolved one narrows the difference at once.
#[derive(Clone, Debug)]
pub struct Isolate {
    passing: Vec<usize>,
    failing: Vec<usize>,
    weights: Vec<u32>,
    /// The deltas that make the difference, in order.
    open: Vec<usize>,
    /// The cuts that are known to be unresolved.
    refused: Vec<usize>,
    /// How many more cuts may be rejected before parts are tried.
    credit: u32,
    /// What is tried if there is no credit left.
    parts: Option<Parts>,
}

impl Isolate {
    /// A search over `count` deltas.
    pub fn new(count: usize) -> Self {
        let failing: Vec<usize> = (0..count).collect();
        Self {
            passing: Vec::new(),
            open: failing.clone(),
            failing,
            weights: vec![1; count],
            refused: Vec::new(),
            credit: CREDIT_MAX,
            parts: None,
        }
    }

    /// Sets the weight of each delta. A missing weight is 1.
    pub fn weights(mut self, weights: impl IntoIterator<Item = u32>) -> Self {
        for (own, weight) in self.weights.iter_mut().zip(weights) {
            *own = weight.max(1);
        }
        self
    }

    /// The difference as far as it has been narrowed.
    pub fn difference(&self) -> IsolatedDifference {
        IsolatedDifference { passing: self.passing.clone(), failing: self.failing.clone() }
    }

    fn step(&self) -> Option<Step> {
        if self.open.len() < 2 {
            return None;
        }
        let cut = if self.credit > 0 { self.cut().map(Step::Cut) } else { None };
        cut.or_else(|| self.parts.as_ref()?.step())
    }

    /// The cut that is most informative if it is resolved, and is likely to be.
    fn cut(&self) -> Option<usize> {
        let whole: f64 = self.open.iter().map(|&delta| f64::from(self.weights[delta])).sum();
        let reach = (self.open.len() as f64 * REACH).max(1.0);
        let mut before = 0.0;
        let mut best = None;
        let mut best_worth = 0.0;
        for cut in 1..self.open.len() {
            before += f64::from(self.weights[self.open[cut - 1]]);
            let distance =
                self.refused.iter().map(|other| other.abs_diff(cut) as f64).reduce(f64::min);
            let trust = distance.map_or(1.0, |distance| distance / (distance + reach));
            let worth = information(before / whole) * trust;
            if worth > best_worth {
                (best, best_worth) = (Some(cut), worth);
            }
        }
        best
    }

    fn candidate(&self, step: &Step) -> Vec<usize> {
        let added = match step {
            Step::Cut(cut) => &self.open[..*cut],
            Step::Add(part) => part.as_slice(),
            Step::Take(part) => {
                let is_kept = |delta: &usize| part.binary_search(delta).is_err();
                return self.failing.iter().copied().filter(is_kept).collect();
            }
        };
        let mut all: Vec<usize> = self.passing.iter().chain(added).copied().collect();
        all.sort_unstable();
        all
    }

    /// Takes the answer about a cut.
    fn answer_cut(&mut self, cut: usize, outcome: TestOutcome) {
        match outcome {
            TestOutcome::Unresolved => {
                self.refused.push(cut);
                self.credit -= 1;
                return;
            }
            // Rejections beyond the cut still lead to the same contents.
            TestOutcome::Pass => {
                self.refused.retain(|other| *other > cut);
                self.refused.iter_mut().for_each(|other| *other -= cut);
            }
            TestOutcome::Fail => self.refused.retain(|other| *other < cut),
        }
        self.credit = (self.credit + 1).min(CREDIT_MAX);
    }
}

/// How informative an answer is that is yes with this likelihood: at most 1, for one half.
fn information(likelihood: f64) -> f64 {
    let part = |chance: f64| if chance > 0.0 { -chance * chance.log2() } else { 0.0 };
    part(likelihood) + part(1.0 - likelihood)
}

impl Search for Isolate {
    type Candidate = Vec<usize>;

    fn propose(&mut self) -> Option<Proposal<Vec<usize>>> {
        let step = self.step()?;
        Some(Proposal { candidate: self.candidate(&step), likelihood: LIKELIHOOD })
    }

    fn answer(&mut self, outcome: TestOutcome) {
        let Some(step) = self.step() else { return };
        match outcome {
            TestOutcome::Unresolved => {}
            TestOutcome::Fail => self.failing = self.candidate(&step),
            TestOutcome::Pass => self.passing = self.candidate(&step),
        }
        if outcome != TestOutcome::Unresolved {
            self.open = self.difference().deltas();
            if let Some(parts) = &mut self.parts {
                parts.narrow(&self.open);
            }
        }
        match (step, &mut self.parts) {
            (Step::Cut(cut), _) => self.answer_cut(cut, outcome),
            (_, Some(parts)) if outcome == TestOutcome::Unresolved => parts.miss(),
            _ => {
                self.credit = CREDIT_AFTER_PARTS;
                self.refused.clear();
            }
        }
        let has_cuts = self.credit > 0 && self.refused.len() + 1 < self.open.len();
        if !has_cuts && self.parts.is_none() {
            self.parts = Some(Parts::of(&self.open));
        }
    }
}
