//! One report: the contents of each source file, and what of it ran.

use crate::Bits;
use std::path::PathBuf;
use std::sync::Arc;

/// One way out of a decision, named so that two reports of one build agree about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch {
    /// The line of the decision, from 1.
    pub line: u32,
    /// Which decision of the line.
    pub group: u64,
    /// Which way out of it.
    pub arm: u64,
}

/// A function by its name and the line where it begins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Function {
    /// The line where it begins, from 1; 0 if the format does not say.
    pub line: u32,
    /// Its name in the tool's report.
    pub name: Arc<str>,
}

/// The contents of a source file, each list sorted and without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SourceShape {
    /// The lines that can run, from 1.
    pub lines: Vec<u32>,
    /// The branches.
    pub branches: Vec<Branch>,
    /// The functions.
    pub functions: Vec<Function>,
    /// Whether branches are nested ranges (`group` to `arm`), of which a report lists only those
    /// that ran another number of times than the range around them.
    pub nested: bool,
}

/// What ran of one source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCoverage {
    /// The source file, as the report names it.
    pub path: Arc<str>,
    /// Its contents.
    pub shape: Arc<SourceShape>,
    /// Which of the lines ran.
    pub lines: Bits,
    /// Which of the branches were taken.
    pub branches: Bits,
    /// Which of the functions were called.
    pub functions: Bits,
}

/// What one coverage file, or several merged ones, say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverageReport {
    /// The file or folder that it was read from.
    pub origin: PathBuf,
    /// The source files, sorted by path.
    pub files: Vec<FileCoverage>,
}

impl CoverageReport {
    /// How many lines, branches and functions there are.
    pub fn totals(&self) -> [usize; 3] {
        self.files.iter().fold([0; 3], |[lines, branches, functions], file| {
            [
                lines + file.shape.lines.len(),
                branches + file.shape.branches.len(),
                functions + file.shape.functions.len(),
            ]
        })
    }

    /// How many lines, branches and functions ran.
    pub fn covered(&self) -> [usize; 3] {
        self.files.iter().fold([0; 3], |[lines, branches, functions], file| {
            [
                lines + file.lines.count(),
                branches + file.branches.count(),
                functions + file.functions.count(),
            ]
        })
    }
}
