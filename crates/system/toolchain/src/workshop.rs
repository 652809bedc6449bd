//! Builds a debugger on this machine: sources from the distribution, the user's tools, and a place
//! in the cache for the result.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cache::Package;
use crate::debian;
use crate::host::{Host, complaint};
use crate::locate::from_cache;
use crate::{Cache, Located, Product, ToolchainError, Version};

const BUILD_TIMEOUT: Duration = Duration::from_secs(1_200);

/// A folder in which a debugger is built; it is removed afterwards, whatever the result.
pub struct Workshop<'cache> {
    host: Host,
    cache: &'cache Cache,
    product: Product,
    folder: tempfile::TempDir,
    _lock: File,
}

impl<'cache> Workshop<'cache> {
    /// Opens a workshop; nobody else builds the same thing at the same time.
    ///
    /// # Errors
    /// If the cache cannot be used.
    pub fn open(product: Product, cache: &'cache Cache) -> Result<Self, ToolchainError> {
        let lock = cache.lock(product, "setup")?;
        let folder = cache.scratch(product)?;
        Ok(Self { host: Host::this(), cache, product, folder, _lock: lock })
    }

    /// Where the build runs.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn failed(&self, what: String) -> ToolchainError {
        ToolchainError::SetUp { product: self.product, what }
    }

    /// Fetches the source of a package with apt and unpacks its main archive; returns the folder.
    ///
    /// # Errors
    /// If it is not available, or not what it should be.
    pub fn source(&self, package: &str) -> Result<PathBuf, ToolchainError> {
        let failed = |error: std::io::Error| self.failed(error.to_string());
        let packed = self.folder().join("packed");
        let unpacked = self.folder().join("source");
        for folder in [&packed, &unpacked] {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        debian::fetch_source(&self.host, self.product, package, &packed)?;
        let mut archives = fs::read_dir(&packed).map_err(failed)?.flatten();
        let archive = archives
            .find(|entry| entry.file_name().to_string_lossy().contains(".orig.tar."))
            .ok_or_else(|| self.failed(format!("the source of {package} has no archive")))?;
        let archive = archive.path().display().to_string();
        let into = unpacked.display().to_string();
        self.run("tar", &["-xf", &archive, "--strip-components=1", "-C", &into])?;
        Ok(unpacked)
    }

    /// Runs a tool of the user's in the workshop and returns its output.
    ///
    /// # Errors
    /// If it is missing or fails.
    pub fn run(&self, program: &str, arguments: &[&str]) -> Result<String, ToolchainError> {
        let path = if program.contains('/') {
            Some(self.folder().join(program))
        } else {
            self.host.find(program)
        };
        let missing = || self.failed(format!("it needs {program}, which is not on the PATH"));
        let path = path.ok_or_else(missing)?;
        let run = self.host.run(&path, arguments, Some(self.folder()), BUILD_TIMEOUT)?;
        if run.exit.success() {
            return Ok(run.stdout_text());
        }
        Err(self.failed(format!("{program} fails: {}", complaint(&run))))
    }

    /// Puts files of the workshop into the cache; the first of them is started as the debugger.
    ///
    /// # Errors
    /// If it cannot be written, or does not report its version.
    pub fn publish(self, version: &Version, files: &[&str]) -> Result<Located, ToolchainError> {
        let failed = |error: std::io::Error| self.failed(error.to_string());
        let made = self.folder().join("made");
        fs::create_dir_all(&made).map_err(failed)?;
        for file in files {
            fs::rename(self.folder().join(file), made.join(file)).map_err(failed)?;
        }
        let first = files.first().copied().unwrap_or_default();
        let script =
            |place: &Path| format!("#!/bin/sh\nexec '{}' \"$@\"\n", place.join(first).display());
        let integrity = "built here".to_owned();
        let name = self.product.name();
        let package = Package { name, integrity, version: Some(version) };
        let cached =
            self.cache.store_folder(self.product, &self.host, &made, version, package, script)?;
        Ok(from_cache(self.product, cached))
    }
}
