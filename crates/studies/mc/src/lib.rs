//! Metamorphic coverage: the code that one run of a pair covers and the other does not.
//!
//! [`Pair`]s come from a folder, from a manifest or from running a command ([`run_pairs`]);
//! [`CoverageMeasure`] reads both sides of each and says what differs, per pair, per method and per file.
//! [`MethodComparison`] holds methods against each other. The writers are pure functions from a measure
//! to a text.
//!
//! The user's command runs on both inputs in a sandbox, and `template.rs` puts the inputs into the command
//! without turning them into code. Every side is read once, with several threads, and the differences are
//! united. [`MethodComparison`] has means, variation and correlation with bugs, for which [`FixLines`] are the
//! lines that a patch touches.

mod cobertura;
mod compare;
mod error;
#[doc(hidden)]
pub mod fuzz;
mod html;
mod lcov;
mod measure;
mod pairs;
mod parallel;
mod patches;
mod run;
mod statistics;
mod summary;
mod template;

pub use cobertura::cobertura;
pub use compare::{MethodComparison, MethodRow, Spread};
pub use error::McError;
pub use html::html;
pub use lcov::lcov;
pub use measure::{CoverageMeasure, LineCounts, PairResult, Seconds};
pub use pairs::{Pair, from_folder, from_manifest};
pub use patches::{FixLines, fix_lines};
pub use run::{FailedPair, RunMeasure, RunOptions, RunPair, read_inputs, run_pairs};
pub use statistics::quartiles;
pub use summary::{CodeCounts, MeasureSummary, summary};
