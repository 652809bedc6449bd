//! One resumable batch of numbered work behind `run`, `compare`, `levels` and `localize eval`.
//!
//! A [`Batch`] opens its output folder or refuses it ([`BatchError`]), has the debuggers pass the
//! [`smoke_test`], and checks which programs can be used ([`check_program`]). It then does the
//! numbers of a [`Task`] with several workers in order, repeats those that an earlier part skipped,
//! gives a debugger up that runs nothing any more ([`Breaker`]), keeps what was found and records
//! every number, so that an interrupted batch can be resumed. Whatever happens is an `Event`; how
//! it ended is an `Execution`.
//!
//! | | folder and state | programs | skips | resumed |
//! |---|---|---|---|---|
//! | `run`, `compare` | both | checked on the debugger's engine | repeated | yes |
//! | `levels` | folder only | built by the task, since only compiled C programs can be used | counted | no |
//! | `localize eval` | folder only | its own 21 programs | none | no |
//!
//! `levels` and `localize eval` take minutes and are not resumed: their results hold whole
//! recordings of instructions, and measures that are compared with each other, which no row keeps.

mod batch;
mod breaker;
mod check;
mod error;
mod output;
mod smoke;

#[cfg(test)]
mod tests;

pub use batch::{
    Batch, BatchPlan, Collect, Halt, Hook, ItemOutcome, Listener, Programs, Task,
    corpus_fingerprint, program_of,
};
pub use breaker::Breaker;
pub use check::{CheckedProgram, check_program};
pub use error::BatchError;
pub use output::{BatchKind, OutputFolder, foreign_file};
pub use smoke::{Refusal, smoke_test};
