//! Finds the programs to debug: those built in, those in files and folders, and those of a
//! checkout of test262.
//!
//! Nothing in here runs or parses a program. What cannot be used is never dropped silently:
//! it becomes a [`Skip`] with its reason, so that a campaign can say what it did not look at.
//!
//! [`load()`] and [`built_in()`] give a [`Corpus`] of [`CorpusEntry`]s, with which every campaign and
//! comparison begins.
//!
//! A folder may hold several languages; [`Corpus::of_languages`] keeps those that a debugger supports. A
//! checkout of test262 is interpreted by its own rules.

mod built_in;
mod draft;
mod entry;
mod error;
mod front_matter;
#[doc(hidden)]
pub mod fuzz;
mod harness;
mod join;
mod load;
mod read;
mod scan;
mod test262;
mod walk;

pub use built_in::{built_in, built_in_of, built_in_with};
pub use entry::{Corpus, CorpusEntry, Expectation, Skip};
pub use error::CorpusError;
pub use load::{LoadOptions, load};
