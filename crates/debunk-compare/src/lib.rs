//! Differential testing: one program under two debuggers side by side.
//!
//! Both get the same action at the same time, their answers are compared, and the run ends at
//! the first difference. Differences that are alike make up a class; those that are known are
//! accepted by rules and only counted.

mod campaign;
mod difference;
mod folder;
mod inspection;
mod judge;
mod lie;
mod places;
mod plain;
mod rules;
mod run;
pub mod statistics;
mod verdict;
mod view;

pub use campaign::{
    CompareError, CompareEvent, CompareOptions, CompareSummary, CompareTally, Comparison, Noise,
    RunCounts, STATE_FILE, is_alike,
};
pub use difference::{Class, Difference, DifferenceKind};
pub use folder::{DIFFERENCE_FILE, DifferenceReport, read, write, write_reduced};
pub use inspection::{ClassView, InspectError, Inspection, Judgement, Mark};
pub use judge::{Precision, judge};
pub use lie::{Lie, OneLie, Situation, Standpoint};
pub use places::Places;
pub use rules::{AcceptRule, Ignored, RuleError, RuleSet, baseline, engine_family};
pub use run::{Fixed, Measure, PairRun, RunEnd, RunError, TwoDrivers, run_pair};
pub use verdict::{Witness, verdict};
pub use view::view;
