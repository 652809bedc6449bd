//! What every search order has in common.

use crate::Outcome;

/// A candidate that a search wants to have tested.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal<C> {
    /// The candidate.
    pub candidate: C,
    /// How likely the search believes a [`Outcome::Fail`] to be, from 0 to 1. It steers only what
    /// is tested ahead, never the result.
    pub likelihood: f64,
}

/// A search order as a state that can be copied, so that it can be asked what it would do next
/// for an answer that is not known yet.
///
/// It must be deterministic: the same answers lead to the same proposals.
pub trait Search: Clone {
    /// What is tested.
    type Candidate;

    /// The next candidate, or nothing when the search is over. Asked again without an answer in
    /// between, it gives the same.
    fn propose(&mut self) -> Option<Proposal<Self::Candidate>>;

    /// Takes the answer for the candidate that was proposed last.
    fn answer(&mut self, outcome: Outcome);
}
