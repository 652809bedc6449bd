//! Makes findings small. The failing object is a program, the actions of a session, and the
//! transformation that makes the follow-up of it; all three are reduced together, and what is
//! left shows the same contradiction, with the same side proven wrong.

mod bench;
mod carry;
mod case;
mod finding;
mod judge;
mod note;
mod pass;
mod pool;
mod reduce;
mod tree;

pub use case::{Case, Size};
pub use finding::{REDUCTION_FILE, ReduceError, ReducedFinding, reduce_finding};
pub use judge::Judge;
pub use reduce::{Effort, Ended, Figures, Limits, Progress, reduce};
