//! Twenty-one small programs with metamorphic relations, faults planted into them, and how well
//! debunk-concolic locates these.
//!
//! The programs are those with which the method was published, written anew in JavaScript.
//! [`subjects()`] lists them, [`evaluate()`] locates every planted fault of a [`EvaluationOptions`], and
//! [`summarise`] makes of the results what `debunk localize eval` prints.

mod evaluate;
mod measure;
mod subjects;
pub mod tables;

pub use evaluate::{
    EvaluationOptions, Evaluator, FaultSearch, SubjectEvaluation, evaluate, planted,
};
pub use measure::{EvaluationSummary, MutantMeasure, SearchEnding, summarise};
pub use subjects::{SubjectProgram, subjects};
