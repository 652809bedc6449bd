//! Says what went wrong around a reduction, and what the user can do about it.

use debunk_sandbox::SandboxError;
use std::io;
use std::path::PathBuf;

/// Why something could not be reduced; the text fits after "failed to".
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DdError {
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
    /// The command could not be started at all.
    #[error("run the command: failed to {0}")]
    Command(SandboxError),
    /// The command does not find the whole input interesting.
    #[error("begin: the command does not find {what} interesting ({how}); {hint}")]
    NotInteresting {
        /// What was tested.
        what: String,
        /// How the command ended.
        how: String,
        /// What to do.
        hint: &'static str,
    },
    /// The command gave two answers to one question before anything was reduced.
    #[error(
        "begin: the command is flaky: for {what} it said first '{first}', then \
         '{second}'; make it deterministic, or ask it several times with --repeat"
    )]
    Flaky {
        /// What was tested.
        what: String,
        /// The first answer.
        first: &'static str,
        /// The second answer.
        second: &'static str,
    },
    /// The journal belongs to something else.
    #[error(
        "resume {}: it is the journal of another reduction ({what} differs); give the same \
         options, or omit --resume to start over", .path.display()
    )]
    OtherJournal {
        /// The journal.
        path: PathBuf,
        /// What differs.
        what: String,
    },
    /// There is nothing to resume.
    #[error("resume: there is no journal {}; omit --resume to start over", .0.display())]
    NoJournal(PathBuf),
    /// The would-be result did not have the answer of a result.
    #[error(
        "write the result {}: the command was never asked about exactly this content; run debunk \
         again, and if that does not help, report a bug in debunk", .0.display()
    )]
    Untested(PathBuf),
    /// The user gave something that cannot be used.
    #[error("{0}")]
    Usage(String),
}

/// Its message is part of ours, so that it is no source that would be printed once more.
impl From<SandboxError> for DdError {
    fn from(error: SandboxError) -> Self {
        Self::Command(error)
    }
}

impl DdError {
    /// Makes an error about a file.
    pub(crate) fn file(
        doing: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> DdError {
        let path = path.into();
        move |reason| DdError::File { doing, path, reason }
    }
}
