//! Differential testing: one program under two debuggers side by side.
//!
//! Both get the same action at the same time, their answers are compared, and the run ends at
//! the first difference. Differences that are alike make up a class; those that are known are
//! accepted by rules and only counted.
//!
//! A [`Comparison`] is a batch of runs (`debunk-batch`); [`judge()`] lists the disagreements of one
//! pair of answers, a `Difference` is the first that no [`AcceptRule`] accepts. It stands beside
//! `debunk-campaign`.
//!
//! # How two debuggers are compared
//!
//! Both sessions get the same action at the same time, each on a thread of its own. Breakpoints are set and
//! judged before the start, so that one which went elsewhere is a difference of its own. [`judge()`] lists all
//! disagreements about one answer in the order in which they matter. The first that no rule accepts ends the
//! run. What remains comparable after an accepted one depends on what differs ([`Aftermath`]): a run ends
//! where the two programs are no longer at the same point; a breakpoint location is removed on both sides; and
//! once the number of frames differs, variables are no longer compared and a step out ends the run.
//!
//! Lines are compared between engines of different make, columns between two versions of one. `plain.rs` says
//! what the text of a value means, where debuggers write the same value in several ways. Programs that already
//! differ without a debugger are left out. A difference must be reproducible, with the same actions, to count.
//! Before all that, each debugger is compared with itself; what differs there is reported as its noise.
//!
//! # Rules
//!
//! The shipped rules are the files in `rules/`. An [`AcceptRule`] is bound to the parse, not to the text: the
//! kind of code ([`Spot`]) where the action was triggered and where each debugger is, the state of a variable
//! by its declaration ([`VariableState`]), how the places relate to each other and to what was requested, and
//! releases. It carries its reason, evidence, and examples ([`Example`]), by which a test checks that it accepts
//! what it is meant for and nothing next to it. `rules/historical.toml` holds bugs that were reported, which no
//! rule may accept.
//!
//! Before a rule is used, both sessions are heard ([`Hearing`]). What the log of the run proves wrong is accepted
//! by no rule by design, and by a rule for a known bug only for the debugger that has it.
//!
//! [`Inspection`] is what people found out about classes afterwards, and [`statistics`] has the numbers behind
//! the figures.

mod accept;
mod comparison;
mod difference;
mod example;
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
pub use comparison::{CompareOptions, CompareSummary, Comparison, is_alike};
pub use difference::{Aftermath, class_of};
pub use example::{Beside, Example};
pub use inspection::{ClassView, InspectError, Inspection};
pub use judge::{Answers, judge};
pub use lie::{Lie, OneLie, Situation, Standpoint};
pub use places::Places;
pub use rules::{Ignored, RuleError, RuleSet, baseline, engine_family};
pub use run::{Hearing, Measure, PairRun, RunEnd, RunError, TwoDrivers, no_hearing, run_pair};
pub use spots::Spot;
pub use states::VariableState;
pub use verdict::{Witness, hear_both, verdict};
pub use view::view;
