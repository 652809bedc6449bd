//! The one door to every language that debunk knows: what it finds in a program is chosen by the
//! program's language.
//!
//! [`analyse`] finds the sites that relations may change, [`parts`] what a reduction may remove,
//! and [`instrument`] makes the copy that the witness runs. JavaScript, C and Python are parsed. Of
//! programs in Go and Rust only the lines are known, so that relations which change actions apply
//! to them, and no variable of theirs counts as certain.
//!
//! JavaScript has a crate of its own; the other languages are folders of this one, behind the functions
//! of `door.rs`:
//!
//! * `tree` makes plain lists of nodes from texts with a tree-sitter grammar, parents before children, and
//!   has what such languages share: parts by a table of kinds, lines with one plain statement, and the
//!   sites of a program whose syntax is not known. The parsers are in `debunk-grammars`.
//! * `c` knows what is declared where, where a name can be inserted, which literals need not be constant,
//!   which locals no macro can see, and on which lines a variable may hold garbage: C shows variables
//!   before they have a value, and such values are never compared.
//! * `python` knows that an assignment makes a name local, that a parameter can be called by its name,
//!   that a statement may need a line of its own, and that the blanks before it have a meaning.
//!
//! What is not certain is left out: an empty list of sites makes a relation inapplicable, a wrong one
//! makes it raise false alarms.

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
