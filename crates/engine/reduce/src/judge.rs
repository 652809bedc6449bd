//! Who says whether a smaller case still shows the same contradiction.

use crate::case::Case;
use debunk_delta::Outcome;

/// Says whether a case shows what is being looked for.
pub trait Judge: Sync {
    /// The answer, by whatever processes are at hand, and the sessions that it took.
    fn judge(&self, case: &Case) -> (Outcome, u64);

    /// The answer in fresh processes, and the sessions that it took.
    fn confirm(&self, case: &Case) -> (Outcome, u64) {
        self.judge(case)
    }
}
