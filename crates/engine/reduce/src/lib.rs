//! Reduces findings. The failing object is a program, the actions of a session, and the
//! transformation that makes the follow-up of it; all three are reduced together, and what is left
//! shows the same contradiction, with the same side proven wrong.
//!
//! A [`Case`] is what gets smaller, and a [`Judge`] says whether a smaller one still shows the
//! contradiction. [`reduce_finding`] and [`reduce_difference`] ask the real debuggers; which case
//! is tried next is decided by `debunk-delta`. Reductions come after all tests of a campaign or a
//! comparison, and before the report.

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
mod reduce;
mod tree;

pub use case::{Case, Size};
pub use classes::{
    CLASSES_FILE, Classes, ClassesError, First, Joined, ReducedClass, Told, differences_of,
    findings_of, reduce_classes,
};
pub use difference::{Pair, ReducedDifference, reduce_difference};
pub use finding::{REDUCTION_FILE, ReduceError, ReducedFinding, ReductionRecord, reduce_finding};
pub use form::{form, form_of_difference};
pub use judge::Judge;
pub use reduce::{Effort, Ended, Figures, Limits, Progress, reduce};
