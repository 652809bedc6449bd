//! Says why metamorphic coverage could not be measured, and what the user can do about it.

use debunk_coverage::CoverageError;
use debunk_sandbox::SandboxError;
use std::io;
use std::path::PathBuf;

/// Why metamorphic coverage could not be measured; the text fits after "failed to".
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum McError {
    /// A file could not be read or written.
    #[error("{doing} {}: {reason}", .path.display())]
    File {
        /// What was tried.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// A line of a manifest is wrong.
    #[error("read {} at line {line}: {what}", .path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        what: String,
    },
    /// There are no pairs.
    #[error("find pairs in {}: {hint}", .path.display())]
    NoPairs {
        /// Where they were searched for.
        path: PathBuf,
        /// What is expected there.
        hint: &'static str,
    },
    /// One side of a pair cannot be read.
    #[error("measure the {side} side of pair {pair}: failed to {reason}")]
    Side {
        /// The name of the pair.
        pair: String,
        /// Which side, "first" or "second".
        side: &'static str,
        /// Why not.
        reason: Box<CoverageError>,
    },
    /// The user's command left no coverage behind.
    #[error(
        "measure the {side} side of pair {pair}: the command ended ({how}) without leaving \
             coverage in its folder; {hint}"
    )]
    NoCoverage {
        /// The name of the pair.
        pair: String,
        /// Which side, "first" or "second".
        side: &'static str,
        /// How the command ended.
        how: String,
        /// What to do.
        hint: &'static str,
    },
    /// The command failed for one of the two inputs.
    #[error(
        "measure pair {pair}: the command failed on the {side} side ({how}) but not on the {other} \
         side, so the two runs cannot be compared; fix the input or the command, or give \
         --allow-one-sided-failure if this is intended"
    )]
    OneSidedFailure {
        /// The name of the pair.
        pair: String,
        /// The side on which it failed.
        side: &'static str,
        /// The side on which it did not.
        other: &'static str,
        /// How it ended.
        how: String,
    },
    /// The command was killed.
    #[error(
        "measure the {side} side of pair {pair}: the command did not end within {seconds} s, so its \
         coverage is incomplete; raise --timeout"
    )]
    TooLong {
        /// The name of the pair.
        pair: String,
        /// Which side, "first" or "second".
        side: &'static str,
        /// How long it was allowed to take.
        seconds: f64,
    },
    /// Reports do not fit together.
    #[error(transparent)]
    Coverage(#[from] CoverageError),
    /// A command could not be started.
    #[error("run the command: failed to {0}")]
    Command(SandboxError),
    /// The user gave something that cannot be used.
    #[error("{0}")]
    Usage(String),
}

/// Its message is part of ours, so that it is no source that would be printed once more.
impl From<SandboxError> for McError {
    fn from(error: SandboxError) -> Self {
        Self::Command(error)
    }
}

impl McError {
    /// Makes an error about a file.
    pub(crate) fn file(
        doing: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> McError {
        let path = path.into();
        move |reason| McError::File { doing, path, reason }
    }
}
