//! The one door to every language that debunk knows: what it finds in a program is chosen by the
//! program's language.
//!
//! [`analyse`] finds the sites that relations may change, [`parts`] what a reduction may remove,
//! and [`instrument`] makes the copy that the witness runs. Every language is parsed; of a program that its
//! grammar does not understand only the lines are known.
//!
//! Each language is a folder with its `FACTS`: how its programs are analysed, and the texts with which
//! debuggers of that language are tried. The list of languages in `debunk-model` names the folders.
//! The parser of JavaScript has a crate of its own; the others are here:
//!
//! * `tree` makes plain lists of nodes from texts with a tree-sitter grammar, parents before children, and
//!   has what such languages share: parts and places by tables of kinds, variables in blocks, copies in which
//!   calls log each statement, lines with one plain statement, and the sites of a program whose syntax is not
//!   known. The parsers are in `debunk-grammars`.
//! * `c` knows what is declared where, where a name can be inserted, which literals need not be constant,
//!   which locals no macro can see, and on which lines a variable may hold garbage: C shows variables
//!   before they have a value, and such values are never compared. `cpp` is analysed by it, too; what objects
//!   hold is compared with the log only.
//! * `python` knows that an assignment makes a name local, that a parameter can be called by its name,
//!   that a statement may need a line of its own, and that the blanks before it have a meaning.
//! * `go` and `rust` find out the types of variables as far as the text shows them: only numbers are assigned
//!   by relations. In `go` nothing is compared where chance decides, as in the order of a map; in `rust` nothing
//!   is touched that may be moved, or lent for writing.
//!
//! What is not certain is left out: an empty list of sites makes a relation inapplicable, a wrong one
//! makes it raise false alarms.

mod error;
mod facts;
mod needed_file;
mod tree;

/// Declares the folder of each language, and finds its facts there.
macro_rules! folders {
    ($($variant:ident, $folder:ident, $name:literal, $words:ident,
       [$($extension:ident: $goal:ident),*];)*) => {
        $(mod $folder;)*

        fn facts_of(language: Language) -> &'static Facts {
            match language { $(Language::$variant => &$folder::FACTS,)* }
        }
    };
}

debunk_model::for_each_language!(folders);

pub use debunk_javascript::CopyStyle;
use debunk_model::Language;
pub use error::AnalysisError;
use facts::Facts;
pub use facts::{
    SmokeProgram, analyse, bench_program, instrument, is_parsed, may_run_threads, needed_file,
    parses, parts, sample_program, smoke_program,
};

/// Programs above this size are not analysed: the analysis would cost more than the test.
pub const PROGRAM_LIMIT_BYTES: usize = debunk_javascript::PROGRAM_LIMIT_BYTES;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
