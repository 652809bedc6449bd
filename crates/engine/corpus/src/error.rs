//! Why programs could not be found at all.

use std::io;
use std::path::PathBuf;

/// Why a requested path gives no corpus. Each message fits after "failed to".
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// Nothing has this path.
    #[error("find `{}`: there is no such file or folder; check the path", path.display())]
    Missing {
        /// The path as it was given.
        path: PathBuf,
    },
    /// The folder holds no program.
    #[error(
        "find a program in the folder `{}`: it holds no .js, .mjs or .cjs file; \
         name a folder with programs, or a file",
        path.display()
    )]
    NoProgram {
        /// The folder as it was given.
        path: PathBuf,
    },
    /// The folder cannot be listed.
    #[error("list the folder `{}`: {error}; make it readable or name another one", path.display())]
    Unlisted {
        /// The folder as it was given.
        path: PathBuf,
        /// The system's error; part of the message, hence not its source.
        error: io::Error,
    },
}
