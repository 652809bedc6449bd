//! Who decides whether a smaller case still shows the same contradiction.

use crate::case::Case;
use debunk_delta::TestVerdict;

/// Decides whether a case shows the wanted contradiction.
pub trait Judge: Sync {
    /// The answer from whatever processes are at hand, and the sessions that it took.
    fn judge(&self, case: &Case) -> (TestVerdict, u64);

    /// The answer from fresh processes, and the sessions that it took.
    fn confirm(&self, case: &Case) -> (TestVerdict, u64) {
        self.judge(case)
    }
}
