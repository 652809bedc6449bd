//! Reads the coverage files of many tools into one model.
//!
//! [`CoverageReader`] turns a file or a folder into a [`CoverageReport`]: per source file which lines, branches
//! and functions there are ([`SourceShape`]) and which of them ran. A [`Universe`] numbers everything
//! that is in a set of reports; a [`CoverageSet`] is one report as bitmaps over these numbers, so
//! that a difference is an XOR and a union an OR.
//!
//! A file's format is recognised by its content. JSON, XML and text are read as streams; raw counters are
//! handed to the compiler's own tools in a sandbox. A [`Universe`] refuses reports that contradict each
//! other, as reports of two builds do. Blocks of V8 that a report does not list count like the block
//! around them.

mod builder;
mod cobertura;
mod error;
mod input;
mod jacoco;
mod json;
mod lcov;
mod paths;
mod raw;
mod read;
mod report;
mod universe;
mod xml;

pub use debunk_base::Bits;
pub use error::CoverageError;
pub use read::{CoverageReader, Format, ReadOptions};
pub use report::{Branch, CoverageReport, FileCoverage, Function, SourceShape};
pub use universe::{CodeKind, CoverageSet, Universe, UniverseFile};
