//! Says what can go wrong on the way to a debugger, and what the user can do about it.

use std::io;
use std::path::PathBuf;

use debunk_sandbox::SandboxError;

use crate::{Product, Version};

/// A failure to find or to install a debugger; the text fits after "failed to" or can be used
/// alone.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ToolchainError {
    /// No such debugger is known.
    #[error("find a debugger called {text:?}; the known ones are {}", known_names())]
    UnknownName {
        /// What the user wrote.
        text: String,
    },
    /// The text after `@` is not a version.
    #[error(
        "read {product}@{text}: {text:?} is no version; write {product}@20.1.0, {product}@20 or \
         {product}@latest"
    )]
    BadVersion {
        /// The debugger.
        product: Product,
        /// What the user wrote after `@`.
        text: String,
    },
    /// There is nothing after the colon.
    #[error("read {product}: with nothing after the colon; write {product}:/path/to/binary")]
    NoPath {
        /// The debugger.
        product: Product,
    },
    /// debunk cannot fetch this debugger.
    #[error(
        "fetch {product}, for which debunk has no source; write {product} for the one of the \
         system, or {product}:/path/to/binary"
    )]
    NotFetchable {
        /// The debugger.
        product: Product,
    },
    /// There is no Python of that version.
    #[error(
        "find Python {request} for {product}@{request} on the PATH or among pyenv's ({}); install \
         it, or give the path of one: {product}:/path/to/python3",
        found_pythons(.found)
    )]
    NoPython {
        /// The debugger.
        product: Product,
        /// The version as the user wrote it.
        request: String,
        /// The available versions.
        found: Vec<String>,
    },
    /// The debugger has to be built on this machine, and has not been yet.
    #[error("find {product}: it has to be built first; run debunk setup {product}")]
    NotSetUp {
        /// The debugger.
        product: Product,
    },
    /// A step of building a debugger failed.
    #[error("set up {product}: {what}")]
    SetUp {
        /// The debugger.
        product: Product,
        /// What went wrong, and what to do about it.
        what: String,
    },
    /// The cache folder cannot be used.
    #[error(
        "use the cache at {}: {reason}; set DEBUNK_CACHE to a folder that can be written to",
        .path.display()
    )]
    Cache {
        /// The folder or the file in it.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// No folder for the cache is known.
    #[error("find a folder for the cache; set DEBUNK_CACHE to a folder that can be written to")]
    NoCacheFolder,
    /// The debugger is not on this machine and cannot be fetched.
    #[error("find {product} on the PATH (looked for {}); {install}", .looked_for.join(", "))]
    NotFound {
        /// The debugger.
        product: Product,
        /// The names that were searched for.
        looked_for: Vec<String>,
        /// How to install it.
        install: String,
    },
    /// The binary exists but does not report its version.
    #[error(
        "learn the version of {product} from {}: {what}; check that it runs when started by hand",
        .binary.display()
    )]
    Broken {
        /// The debugger.
        product: Product,
        /// The binary that was run.
        binary: PathBuf,
        /// What happened.
        what: String,
    },
    /// The debugger is older than the protocol that debunk speaks.
    #[error(
        "{product} {version} has no inspector that debunk can speak to; use {product}{} or newer",
        older_sign(*.product, *.oldest_major)
    )]
    TooOld {
        /// The debugger.
        product: Product,
        /// The version that is too old.
        version: Version,
        /// The first major version that is supported.
        oldest_major: u32,
    },
    /// There is no package manager to fetch with.
    #[error(
        "fetch {product}: neither npm nor python3 with pip is on the PATH; install one of them \
         (on Debian: apt-get install -y npm), or give the path of a binary: \
         {product}:/path/to/binary"
    )]
    NoClient {
        /// The debugger.
        product: Product,
    },
    /// The system's package manager did not install it.
    #[error(
        "install {product}: {what}; install npm or python3 with pip, or give the path of a binary: \
         {product}:/path/to/binary"
    )]
    NotInstalled {
        /// The debugger.
        product: Product,
        /// What happened.
        what: String,
    },
    /// Only npm has it, and npm is missing.
    #[error(
        "fetch {product}, which only npm has: npm is not on the PATH; install it (on Debian: \
         apt-get install -y npm), or give the path of a binary: {product}:/path/to/binary"
    )]
    NoNpm {
        /// The debugger.
        product: Product,
    },
    /// The registry has no such version.
    #[error(
        "find {product}@{request} in the registry: {client} has no such version of {package}; \
         choose another version"
    )]
    NoSuchVersion {
        /// The debugger.
        product: Product,
        /// The version as the user wrote it.
        request: String,
        /// The package manager that was used.
        client: &'static str,
        /// The requested package.
        package: String,
    },
    /// The package manager failed.
    #[error("run `{command}`: {what}; check the network and the settings of the package manager")]
    Client {
        /// The command as it can be typed.
        command: String,
        /// What happened.
        what: String,
    },
    /// The package is not the one that the registry describes.
    #[error(
        "verify {package}: the registry promises {promised} but {found} came; fetch it again, or \
         clean the package manager's cache"
    )]
    Integrity {
        /// The package with its version.
        package: String,
        /// What the registry says.
        promised: String,
        /// The hash of what was fetched.
        found: String,
    },
    /// The package does not contain the binary as expected.
    #[error("unpack {}: {what}; choose another version", .archive.display())]
    Archive {
        /// The file to unpack.
        archive: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// There are no packages for this machine.
    #[error(
        "fetch a debugger for {platform}, for which there are no packages; give the path of a \
         binary, such as node:/path/to/binary"
    )]
    Platform {
        /// The system and the processor.
        platform: String,
    },
    /// Another process is fetching the same thing, and does not finish.
    #[error(
        "wait for another debunk that fetches the same; if there is none, remove {}",
        .lock.display()
    )]
    Busy {
        /// The lock that the other one holds.
        lock: PathBuf,
    },
    /// A process could not be run.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

fn found_pythons(found: &[String]) -> String {
    if found.is_empty() {
        "there is none".to_owned()
    } else {
        format!("found {}", found.join(", "))
    }
}

fn known_names() -> String {
    Product::all().map(Product::name).collect::<Vec<_>>().join(", ")
}

/// Products that can be fetched are listed by the names that users can give.
fn older_sign(product: Product, oldest_major: u32) -> String {
    let sign = if product.source().is_ok() { '@' } else { ' ' };
    format!("{sign}{oldest_major}")
}
