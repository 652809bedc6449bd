//! Differential testing: one program under two debuggers side by side.
//!
//! Both get the same action at the same time, their answers are compared, and the run ends at
//! the first difference. Differences that are alike make up a class; those that are known are
//! accepted by rules and only counted.
//!
//! A [`Comparison`] runs many programs; [`judge()`] lists the disagreements of one pair of answers,
//! a [`Difference`] is the first that no [`AcceptRule`] accepts. It stands beside `debunk-campaign`
//! and uses the same sessions, witness and store.

mod accept;
mod campaign;
mod difference;
mod example;
mod folder;
mod inspection;
mod judge;
mod lie;
mod places;
mod plain;
mod release;
#[cfg(test)]
mod rule_tests;
mod rules;
mod run;
mod spots;
mod states;
pub mod statistics;
mod verdict;
mod view;

pub use accept::{AcceptRule, Side};
pub use campaign::{
    CompareError, CompareEvent, CompareOptions, CompareSummary, CompareTally, Comparison, Noise,
    RunCounts, STATE_FILE, is_alike,
};
pub use difference::{Aftermath, Class, Difference, DifferenceKind};
pub use example::{Beside, Example};
pub use folder::{DIFFERENCE_FILE, DifferenceReport, read, write, write_reduced};
pub use inspection::{ClassView, InspectError, Inspection, Judgement, Mark};
pub use judge::{Answers, Precision, judge};
pub use lie::{Lie, OneLie, Situation, Standpoint};
pub use places::Places;
pub use rules::{Ignored, RuleError, RuleSet, RuleUse, baseline, engine_family};
pub use run::{
    Fixed, Hearing, Measure, PairRun, RunEnd, RunError, TwoDrivers, no_hearing, run_pair,
};
pub use spots::Spot;
pub use states::VariableState;
pub use verdict::{Witness, hear_both, verdict};
pub use view::view;
