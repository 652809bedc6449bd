//! The three answers that a test can give.

/// What a test says about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TestOutcome {
    /// The failure does not show.
    Pass,
    /// The failure shows: the candidate is still interesting.
    Fail,
    /// Inconclusive: the candidate does not build, hangs, or fails in another way.
    Unresolved,
}

impl TestOutcome {
    /// Whether the failure shows.
    pub fn is_fail(self) -> bool {
        self == TestOutcome::Fail
    }
}
