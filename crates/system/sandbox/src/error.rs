//! Says what can go wrong around a child process, and what the user can do about it.

use std::io;
use std::path::PathBuf;

/// A failure around a child process or its folder; the text fits after "failed to".
///
/// The messages contain their cause, so that no caller has to walk a chain of sources.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// The private folder, or one inside it, could not be created.
    #[error(
        "create a private folder in {}: {reason}; check that TMPDIR names a folder that can be \
         written to and has space left", .folder.display()
    )]
    Folder {
        /// The folder that should contain the new one.
        folder: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// The process that cleans up after debunk could not be started.
    #[error("start the clean-up process /bin/sh: {reason}; debunk needs a POSIX shell there")]
    Janitor {
        /// The system's error.
        reason: io::Error,
    },
    /// There is no such program.
    #[error("find the program {program} on the PATH; install it or give its full path")]
    NoProgram {
        /// The name that was searched for.
        program: String,
    },
    /// There is no such program, which was given by its path.
    #[error("find the program {path}; check its path, and that it can be executed")]
    NoProgramThere {
        /// The path.
        path: String,
    },
    /// An argument or environment variable cannot be passed to any process.
    #[error("start {program}: {what} contains a zero byte; remove it")]
    ZeroByte {
        /// The program that should have started.
        program: String,
        /// Which text is wrong.
        what: String,
    },
    /// The program exists but did not start.
    #[error("start {program} ({step}): {reason}; check that it runs when started by hand")]
    Start {
        /// The program that should have started.
        program: String,
        /// The step that failed.
        step: &'static str,
        /// The system's error.
        reason: io::Error,
    },
    /// Talking to the child over its pipes failed.
    #[error("exchange text with the child process: {reason}; it may have been killed")]
    Exchange {
        /// The system's error.
        reason: io::Error,
    },
    /// The output ended without the expected line.
    #[error(
        "read the expected line before the child process closed its output; it last wrote: {text:?}"
    )]
    OutputEnded {
        /// The last 4 KiB that the child wrote.
        text: String,
    },
    /// The expected line did not arrive in time.
    #[error(
        "read the expected line in time; the child process last wrote: {text:?}; allow it more time"
    )]
    OutputLate {
        /// The last 4 KiB that the child wrote.
        text: String,
    },
}
