//! The resumable state of a batch in one SQLite file. All SQL lives in this module.
//!
//! Rows are recorded in the order of their numbers, without times, and committed in groups. At the
//! end the file is written anew, so that the same batch gives the same file. An [`Identity`] refuses
//! to resume one with other options. Commits come by count and by time, so that a kill loses little.

mod journal;
mod row;
#[allow(clippy::module_inception)]
mod store;

pub use journal::{Identity, StoreError};
pub use row::{LevelResult, MutantResult, Row, RowResult, RunResult, TestResult};
pub use store::Store;
