//! The one door to every language that debunk knows: what it finds in a program is chosen by the
//! program's language.
//!
//! [`analyse`] finds the sites that relations may change, [`parts`] what a reduction may remove,
//! and [`instrument`] makes the copy that the witness runs. JavaScript, C and Python are parsed. Of
//! programs in Go and Rust only the lines are known, so that relations which change actions apply
//! to them, and no variable of theirs counts as certain.

mod c;
mod door;
mod error;
mod python;
mod tree;

pub use debunk_javascript::CopyStyle;
pub use door::{analyse, instrument, may_run_threads, parses, parts};
pub use error::AnalysisError;

/// Programs above this size are not analysed: the analysis would cost more than the test.
pub const PROGRAM_LIMIT_BYTES: usize = debunk_javascript::PROGRAM_LIMIT_BYTES;

#[cfg(test)]
mod tests;
