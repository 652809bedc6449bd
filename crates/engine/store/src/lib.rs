//! Results and resumable state of a campaign or a comparison, each in one SQLite file. All SQL
//! lives here.
//!
//! Tests are recorded in the order of their numbers, without times, and committed in groups. At the end
//! the file is written anew, so that the same campaign gives the same file.
//!
//! A [`Store`] belongs to a campaign, a [`ComparisonStore`] to a comparison; an [`Identity`]
//! refuses to resume one with other options.
//!
//! Commits come by count and by time, so that a kill loses little.

mod comparison;
mod journal;
mod tests_file;

pub use comparison::{ComparisonStore, RunRow};
pub use journal::{Identity, StoreError};
pub use tests_file::{FindingRow, Store, TestRow};
