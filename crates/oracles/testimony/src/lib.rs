//! What a log of a program's run says about a debugger's answers: pure, so that it can be tested
//! without an engine.
//!
//! A [`Log`] holds every statement that ran, in order. [`Testimony::examine`] follows a session
//! through it: at each answer there must be a moment of the run at which a truthful debugger could
//! have given it. Where there is none, the answer is a [`Charge`] against the debugger. Wherever
//! debuggers have a choice, every choice counts as truthful.

mod alone;
mod breakpoints;
mod by_lines;
mod charge;
mod examine;
mod excerpt;
mod infer;
mod log;
mod moments;
mod neutral;
mod optimised;
mod places;
mod queries;
mod steps;
mod uses;
mod values;
mod verdict;

pub use alone::contradicts_itself;
pub use breakpoints::is_never_true;
pub use charge::{Charge, ChargeKind};
pub use examine::{Moments, Testimony};
pub use excerpt::{Excerpt, ExcerptEntry, WitnessRecord};
pub use infer::{Seen, infer, infer_by_lines, infer_ordered, infer_unseen};
pub use log::{Activation, Entry, Log, Returned, UNINITIALISED, UNKNOWN, agrees};
pub use neutral::same_run;
pub use verdict::{Heard, Liar, Verdict, weigh};

#[cfg(test)]
mod tests;
