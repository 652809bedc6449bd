//! Composes the stages into tests and tests into a campaign: prepare programs, run initial
//! sessions, follow relations, guard violations, hand over findings, report events.
//!
//! A [`TestRunner`] runs one test; a [`Campaign`] runs many of them with several workers, collects
//! their results in the order of their numbers ([`in_order`]), and reports each as an [`Event`].
//! The counts are a [`Tally`]. [`replay()`] runs a finding again, and [`smoke_test`] refuses a
//! debugger that fails on a program of which everything is known. This is where drivers, relations,
//! witness and store meet; the command line is above it.

mod arbiter;
mod campaign;
mod check;
mod event;
mod execution;
mod guide;
mod other_files;
mod pool;
mod replay;
mod runner;
mod search;
mod session_run;
mod smoke;
mod standing;
mod test_run;
mod verdict;

pub use campaign::{
    Campaign, CampaignError, Options, STATE_FILE, Summary, foreign_file, none_left,
};
pub use check::{CheckedProgram, ProgramSkip, check_program};
pub use event::{Event, Guard, Rejected, RelationCount, Tally};
pub use execution::{Breaker, Cut, Execution, Share, SkippedTest};
pub use guide::{Guide, Proposal, Queue, TestCoverage};
pub use pool::{Blocks, Numbers, in_order};
pub use replay::{Attempt, Attempted, Replayed, again as rerun, replay};
pub use runner::{TestRunner, WorkerTools};
pub use search::Search;
pub use session_run::{Ended, run_session};
pub use smoke::{Refusal, smoke_test};
pub use test_run::{TestContext, TestOutcome, TestResult, class_of};
pub use verdict::{judge, verdict};
