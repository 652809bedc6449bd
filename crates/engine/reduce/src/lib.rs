//! Reduces findings. The failing object is a program, the actions of a session, and the
//! transformation that makes the follow-up of it; all three are reduced together, and what is left
//! shows the same contradiction, with the same side proven wrong.
//!
//! A [`Case`] is what gets smaller, and a [`Judge`] says whether a smaller one still shows the
//! contradiction. [`reduce_finding`] and [`reduce_difference`] ask the real debuggers; which case
//! is tried next is decided by `debunk-delta`. Reductions come after all tests of a campaign or a
//! comparison, and before the report.
//!
//! # How findings are reduced
//!
//! A reduction never reprints a program. A smaller program is a list of deletions and replacements at byte
//! ranges of the text, so that a location map says where every breakpoint and every edit of the transformation
//! went (`carry.rs`). Breakpoints in deleted text go, and with them their removals; planned steps are
//! renumbered; the actions of the follow-up are carried along by the map of its own edits, as a relation does
//! it. `slide-breakpoints` is applied again, since where breakpoints slide is the debugger's choice.
//!
//! A pass proposes smaller cases (`pass.rs`): statements, actions, nested parts, plainer questions (`question.rs`), then
//! short texts in place of long ones. A case is first parsed, then run without the debugger, since a hang costs 2 s there and 8 s in a
//! session; only then are sessions run. Neutrality and verdict are checked only when the contradiction is
//! present. A result counts only if it also fails in fresh processes.
//!
//! The engine of `debunk-delta` counts what is used, not what is tested ahead, so that a limit of sessions ends
//! a reduction at the same case with any number of jobs. In a campaign every reduction has processes of its own
//! and one job, and several classes are reduced side by side. [`form()`] names what is left; classes with the
//! same form are joined.

mod bench;
mod carry;
mod case;
mod classes;
mod difference;
mod finding;
mod form;
mod judge;
mod note;
mod pass;
mod pool;
mod question;
mod reduce;
mod tree;

pub use case::Case;
pub use classes::{ClassProgress, ClassReduction, reduce_classes};
pub use difference::{DifferencePair, ReducedDifference, reduce_difference};
pub use finding::{ReduceError, ReducedFinding, reduce_finding};
pub use form::{form, form_of_difference};
pub use judge::Judge;
pub use reduce::{Effort, ReductionLimits, ReductionProgress, reduce};
