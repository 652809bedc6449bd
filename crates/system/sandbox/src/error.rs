//! Says what can go wrong around a child process, and what the user can do about it.

use std::io;
use std::path::PathBuf;

/// A failure around a child process or its folder; the text fits after "failed to".
///
/// The messages contain their cause, so that no caller has to walk a chain of sources.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// The private folder, or one inside it, could not be made.
    #[error(
        "create a private folder in {}: {reason}; check that TMPDIR names a folder that can be \
         written to and has space left", .folder.display()
    )]
    Folder {
        /// The folder that should contain the new one.
        folder: PathBuf,
        /// What the system answered.
        reason: io::Error,
    },
    /// The process that cleans up after debunk could not be started.
    #[error("start the clean-up process /bin/sh: {reason}; debunk needs a POSIX shell there")]
    Janitor {
        /// What the system answered.
        reason: io::Error,
    },
    /// There is no such program.
    #[error("find the program {program} on the PATH; install it or give its full path")]
    NoProgram {
        /// The name that was looked for.
        program: String,
    },
    /// An argument or environment variable cannot be passed to any process.
    #[error("start {program}: {what} contains a zero byte; remove it")]
    ZeroByte {
        /// The program that should have started.
        program: String,
        /// Which text is at fault.
        what: String,
    },
    /// The program is there but did not start.
    #[error("start {program} ({step}): {reason}; check that it runs when started by hand")]
    Start {
        /// The program that should have started.
        program: String,
        /// What was being done when it failed.
        step: &'static str,
        /// What the system answered.
        reason: io::Error,
    },
    /// Talking to the child over its pipes failed.
    #[error("exchange text with the child process: {reason}; it may have been killed")]
    Exchange {
        /// What the system answered.
        reason: io::Error,
    },
    /// The output ended and the awaited line was not in it.
    #[error("find the awaited line before the child closed its output; it last wrote: {text:?}")]
    OutputEnded {
        /// The last 4 KiB that the child wrote.
        text: String,
    },
    /// The awaited line did not come in time.
    #[error("find the awaited line in time; the child last wrote: {text:?}; allow it more time")]
    OutputLate {
        /// The last 4 KiB that the child wrote.
        text: String,
    },
}
