//! Says why coverage could not be read, and what the user can do about it.

use debunk_sandbox::SandboxError;
use std::io;
use std::path::PathBuf;

/// Why coverage could not be read; the text fits after "failed to".
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CoverageError {
    /// A file could not be opened or read.
    #[error("read {}: {reason}", .path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// A file or folder is empty.
    #[error("read {}: {what}; was the program run with coverage?", .path.display())]
    Empty {
        /// The file or folder.
        path: PathBuf,
        /// In which way it is empty.
        what: String,
    },
    /// The content has no known format.
    #[error(
        "read {}: {what}; supported formats are lcov, gcov, gcovr, llvm-cov, coverage.py, V8 and istanbul \
         JSON, Cobertura and JaCoCo XML, .gcda and .profraw", .path.display()
    )]
    Unknown {
        /// The file.
        path: PathBuf,
        /// What it looks like.
        what: String,
    },
    /// The content is malformed.
    #[error("read {} as {format} at {position}: {what}; regenerate the file", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The format it seemed to have.
        format: &'static str,
        /// Where, such as "line 3".
        position: String,
        /// What is wrong there.
        what: String,
    },
    /// Two reports contradict each other about the contents of a source file.
    #[error(
        "merge {} with {}: they come from different builds ({file}: {what}); measure both with \
         the same build, or give --any-build to accept them",
        .path.display(), .other.display()
    )]
    Mismatch {
        /// The report that does not match.
        path: PathBuf,
        /// The report that it was compared with.
        other: PathBuf,
        /// The source file.
        file: String,
        /// What contradicts.
        what: String,
    },
    /// It exceeds a limit.
    #[error("read {}: it has more than {limit} {what}; split it", .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// What there is too much of.
        what: &'static str,
        /// How much is allowed.
        limit: usize,
    },
    /// A tool that reads raw files failed.
    #[error("read {} with {tool}: {what}; {hint}", .path.display())]
    Tool {
        /// The raw file or its folder.
        path: PathBuf,
        /// The tool.
        tool: String,
        /// What it said.
        what: String,
        /// What to do.
        hint: String,
    },
    /// A tool could not be started.
    #[error("read raw coverage: failed to {0}")]
    Sandbox(#[from] SandboxError),
    /// A source file that is needed to understand the coverage is missing or different.
    #[error("read {}: {what}; V8's coverage can only be read together with its sources", .path.display())]
    Source {
        /// The coverage file.
        path: PathBuf,
        /// What is wrong with the source.
        what: String,
    },
}
