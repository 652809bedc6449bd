//! What a log of a program's run says about a debugger's answers: pure, so that it can be tested
//! without an engine.
//!
//! A [`Log`] holds every statement that ran, in order. [`Testimony::examine`] follows a session
//! through it: at each answer there must be a moment of the run at which a truthful debugger could
//! have given it. Where there is none, the answer is a [`Charge`] against the debugger. Wherever
//! debuggers have a choice, every choice counts as truthful.
//!
//! # From a log to a verdict
//!
//! The log answers how often a line ran, what came next at a depth, and which value a variable had.
//! [`Testimony::examine`] keeps, for each answer, the set of moments of the run at which a truthful
//! debugger could have given it. Where the set becomes empty the answer is charged, with the sentence that
//! proves it. An [`Excerpt`] is the part of a log that is kept with a finding.
//!
//! * [`weigh`] makes a [`Verdict`] of what both sides of a contradiction are charged with.
//! * [`contradicts_itself`] looks at one session alone.
//! * [`infer()`], [`infer_ordered`] and [`infer_unseen`] look at how two sessions relate in time.
//! * [`same_run`] says whether a changed program runs like the one it was made from.
//! * `by_lines` follows the pauses on plain lines, for debuggers that know lines only, and
//!   [`infer_by_lines`] believes a pause only if its time is known.
//! * `optimised` is for optimised code, of which little can be charged.
//! * [`evaluate`] computes expressions over logged values; `contents` compares what a value holds.
//! * `Testimony::uses` counts the answers that are accepted only because of a quirk.
//!
//! Where none of this decides, the arbiter of `debunk-campaign` runs further sessions.

mod alone;
mod breakpoints;
mod by_lines;
mod callers;
mod charge;
mod contents;
mod examine;
mod excerpt;
mod expression;
mod forms;
mod infer;
mod layouts;
mod log;
mod moments;
mod neutral;
mod optimised;
mod places;
mod queries;
mod questions;
mod returns;
mod steps;
mod uses;
mod values;
mod variants;
mod verdict;

pub use alone::contradicts_itself;
pub use breakpoints::is_never_true;
pub use charge::{Charge, ChargeKind};
pub use examine::{Moments, Testimony, UndecidedExpression};
pub use excerpt::{Excerpt, ExcerptEntry, WitnessRecord};
pub use expression::{ExpressionEvaluator, ExpressionValue, LoggedValues, ValueSource, evaluate};
pub use infer::{TimedSide, infer, infer_by_lines, infer_ordered, infer_unseen};
pub use log::{
    Activation, ChildOrder, Log, LogEntry, LoggedChild, LoggedContents, Resumption, ReturnEntry,
    UNINITIALISED, UNKNOWN, agrees,
};
pub use neutral::same_run;
pub use verdict::{ContradictionSide, Liar, SideWords, Verdict, weigh};

#[cfg(test)]
mod tests;
