//! What every search order has in common.

use crate::TestOutcome;

/// A candidate that a search wants to test.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal<C> {
    /// The candidate.
    pub candidate: C,
    /// How likely the search believes a [`TestOutcome::Fail`] to be, from 0 to 1. It steers only what
    /// is tested ahead, never the result.
    pub likelihood: f64,
}

/// A search order as a state that can be copied, to find out what it would do next for an unknown
/// answer.
///
/// It must be deterministic: the same answers lead to the same proposals.
pub trait Search: Clone {
    /// What is tested.
    type Candidate;

    /// The next candidate, or `None` if the search is over. If called again without an answer in
    /// between, it returns the same.
    fn propose(&mut self) -> Option<Proposal<Self::Candidate>>;

    /// Takes the answer for the last proposed candidate.
    fn answer(&mut self, outcome: TestOutcome);
}
