//! The exit codes, which scripts rely on.

use std::process::ExitCode;

/// How debunk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything ran, nothing was found.
    Nothing,
    /// Something was found.
    Findings,
    /// Wrong usage, bad input, or a failure of debunk or its surroundings.
    Usage,
    /// Nothing could be run.
    NothingRan,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Nothing => 0,
            Exit::Findings => 1,
            Exit::Usage => 2,
            Exit::NothingRan => 3,
        })
    }
}

/// Marks an error after which nothing could be run.
#[derive(Debug)]
pub(crate) struct NothingRan(pub String);

impl std::fmt::Display for NothingRan {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for NothingRan {}
