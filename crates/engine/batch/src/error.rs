//! Why a batch could not begin or continue.

use crate::smoke::Refusal;
use debunk_results::{Execution, FindingError, ProgramSkip, StoreError};
use std::io;
use std::path::PathBuf;

/// Why a batch could not begin or continue.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The output folder is in use.
    #[error(
        "use {folder} for the results: it holds a {noun} already; add --resume to continue it, or give another --out"
    )]
    OutputTaken {
        /// The folder.
        folder: PathBuf,
        /// What it holds.
        noun: &'static str,
    },
    /// The output folder belongs to somebody else.
    #[error(
        "use {folder} for the results: it holds {file}, which debunk did not write; give a new folder"
    )]
    OutputForeign {
        /// The folder.
        folder: PathBuf,
        /// One of the files.
        file: String,
    },
    /// There is nothing to resume.
    #[error("resume {folder}: there is no {noun} in it; leave --resume out to begin one")]
    NothingToResume {
        /// The folder.
        folder: PathBuf,
        /// What was looked for.
        noun: &'static str,
    },
    /// A file or folder of the output cannot be used.
    #[error("use {path} for the results: {error}")]
    Output {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A guided search cannot be resumed.
    #[error("resume a search guided by {0}: what it has learnt is not kept; begin it anew")]
    GuidedResume(&'static str),
    /// The debugger cannot guide a search.
    #[error(
        "guide the search by {guide}: {debugger} does not report which of its own code runs; duktape and \
         debugpy-counted do, see debunk setup"
    )]
    NoCoverage {
        /// The debugger.
        debugger: String,
        /// What was to guide it.
        guide: &'static str,
    },
    /// The state cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A finding or a difference cannot be kept.
    #[error(transparent)]
    Discovery(#[from] FindingError),
    /// No program can be used.
    #[error("find a program that {purpose}: {}", none_left(.skips))]
    NoPrograms {
        /// What the programs are for.
        purpose: &'static str,
        /// All programs, and why none of them can be used.
        skips: Vec<ProgramSkip>,
    },
    /// A debugger did not pass the smoke test.
    #[error("use the debugger: {0}")]
    Refused(Box<Refusal>),
}

impl BatchError {
    /// Whether nothing could be run because of the debuggers or the programs, rather than because of
    /// how debunk was used.
    pub fn is_nothing_ran(&self) -> bool {
        matches!(self, Self::NoPrograms { .. } | Self::Refused(_))
    }

    /// What is known of a batch that could not begin because of a debugger or the programs.
    pub fn execution(&self, unit: &str, planned: u64) -> Option<Execution> {
        match self {
            Self::NoPrograms { skips, .. } => {
                Some(Execution::refused(unit, planned, skips, self.to_string()))
            }
            Self::Refused(refusal) => {
                Some(Execution::refused(unit, planned, &[], refusal.to_string()))
            }
            _ => None,
        }
    }
}

/// Why no program is left.
fn none_left(skips: &[ProgramSkip]) -> String {
    match skips.first() {
        None => "none was given".to_owned(),
        Some(ProgramSkip { name, reason }) => {
            format!("all {} were skipped, for example {name}, which {reason}", skips.len())
        }
    }
}
