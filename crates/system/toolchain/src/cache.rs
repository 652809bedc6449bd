//! Keeps fetched debuggers on the disk, and hands out only those that are still intact.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::contents::Contents;
use crate::hash::HashingFile;
use crate::host::Host;
use crate::probe::probe;
use crate::product::Platform;
use crate::record::{Record, Stamp, write_atomically};
use crate::{Product, ToolchainError, Version, VersionRequest};

const BINARY_MODE: u32 = 0o755;
/// A name that nobody gives by accident: a folder with this name, six random characters and nothing
/// else is debunk's own.
const UNPACK_PREFIX: &str = ".debunk-unpacking-";
const UNPACK_RANDOM_CHARS: usize = 6;
/// Anything older was left behind by a killed process.
const UNPACK_AGE_S: u64 = 3600;
const LOCK_PATIENCE_S: u64 = 600;
const LOCK_PAUSE_MS: u64 = 50;
/// The file that marks a folder as debunk's own until it has a record.
pub(crate) const UNFINISHED_NAME: &str = ".debunk-unfinished";
const UNFINISHED_TEXT: &str = "debunk has not finished this folder and may replace it\n";
/// Which version a request such as `20` last meant, for use without a network.
const RESOLVED_NAME: &str = "resolved.json";

/// The folder in which debunk keeps the debuggers that it fetched.
///
/// A binary is at `<platform>/<product>/<version>/<product>`, with a record beside it. A debugger
/// that is a folder of files has all of them there; its record covers all of them.
#[derive(Debug)]
pub struct Cache {
    root: PathBuf,
}

/// A binary in the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cached {
    pub(crate) binary: PathBuf,
    pub(crate) version: Version,
    pub(crate) engine: Option<String>,
}

/// A package that was fetched and verified.
pub(crate) struct Package<'a> {
    pub(crate) name: &'a str,
    pub(crate) integrity: String,
    /// The version that the binary must have, if known.
    pub(crate) version: Option<&'a Version>,
}

impl Cache {
    /// Opens the cache in `folder`, or else in `$DEBUNK_CACHE`, `$XDG_CACHE_HOME/debunk` or
    /// `~/.cache/debunk`, and makes sure that it can be written to.
    pub fn open(folder: Option<&Path>) -> Result<Cache, ToolchainError> {
        let folder = folder.map(Path::to_path_buf).or_else(default_folder);
        let folder = folder.ok_or(ToolchainError::NoCacheFolder)?;
        let failed = |reason| ToolchainError::Cache { path: folder.clone(), reason };
        let root = std::path::absolute(&folder).map_err(failed)?;
        fs::create_dir_all(&root).map_err(failed)?;
        tempfile::tempfile_in(&root).map_err(failed)?;
        Ok(Cache { root })
    }

    /// Where the cache is.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The versions of a product in the cache, oldest first.
    pub fn versions(&self, product: Product) -> Vec<Version> {
        let Ok(folder) = self.product_folder(product) else { return Vec::new() };
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut versions: Vec<Version> = entries
            .filter(|entry| entry.path().join(product.name()).is_file())
            .filter_map(|entry| read_version(entry.file_name().to_str()?))
            .collect();
        versions.sort();
        versions
    }

    /// The binary with this version, if it exists and is intact; a damaged one is removed.
    pub(crate) fn look_up(
        &self,
        product: Product,
        version: &Version,
    ) -> Result<Option<Cached>, ToolchainError> {
        let binary = self.binary_path(product, version)?;
        let failed = |reason| ToolchainError::Cache { path: binary.clone(), reason };
        let Some(mut record) = Record::read(&binary) else { return Ok(None) };
        match record.verify(&binary, product.facts().bundle.is_some()) {
            Ok(true) => {}
            Ok(false) => {
                // Without its record nothing else would show that the folder is debunk's.
                if let Some(folder) = binary.parent().filter(|_| product.facts().bundle.is_some()) {
                    fs::write(folder.join(UNFINISHED_NAME), UNFINISHED_TEXT).map_err(failed)?;
                }
                return Record::remove(&binary).map(|()| None).map_err(failed);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        }
        Ok(Some(Cached { binary, version: record.version, engine: record.engine }))
    }

    /// The newest intact binary that the request allows.
    pub(crate) fn newest(
        &self,
        product: Product,
        request: &VersionRequest,
    ) -> Result<Option<Cached>, ToolchainError> {
        for version in self.versions(product).into_iter().rev().filter(|v| request.matches(v)) {
            if let Some(cached) = self.look_up(product, &version)? {
                return Ok(Some(cached));
            }
        }
        Ok(None)
    }

    /// Puts the binary that `unpack` writes into the cache, once it has reported its version.
    pub(crate) fn store(
        &self,
        product: Product,
        host: &Host,
        package: Package<'_>,
        unpack: impl FnOnce(&mut dyn Write) -> Result<(), ToolchainError>,
    ) -> Result<Cached, ToolchainError> {
        let folder = self.product_folder(product)?;
        let failed = |reason| ToolchainError::Cache { path: folder.clone(), reason };
        remove_leftovers(&folder);
        let new = tempfile::Builder::new()
            .prefix(UNPACK_PREFIX)
            .rand_bytes(UNPACK_RANDOM_CHARS)
            .tempfile_in(&folder);
        let (file, path) = new.map_err(failed)?.into_parts();
        file.set_permissions(Permissions::from_mode(BINARY_MODE)).map_err(failed)?;
        let mut file = HashingFile::new(file);
        unpack(&mut file)?;
        let sha256 = file.finish().map_err(failed)?;
        let told = probe(host, product, &path)?;
        check_version(product, &path, &told.version, package.version)?;
        let binary = self.binary_path(product, &told.version)?;
        let publish = || -> io::Result<()> {
            fs::create_dir_all(binary.parent().ok_or(io::ErrorKind::InvalidInput)?)?;
            path.persist(&binary)?;
            let record = Record {
                package: package.name.to_owned(),
                version: told.version.clone(),
                engine: told.engine.clone(),
                integrity: package.integrity,
                sha256,
                stamp: Stamp::of(&binary)?,
                contents: None,
            };
            record.write(&binary)
        };
        publish().map_err(failed)?;
        Ok(Cached { binary, version: told.version, engine: told.engine })
    }

    /// Waits until no other process (or thread) fetches the same thing.
    pub(crate) fn lock(&self, product: Product, what: &str) -> Result<File, ToolchainError> {
        let path = self.product_folder(product)?.join(format!("lock-{what}"));
        let failed = |reason| ToolchainError::Cache { path: path.clone(), reason };
        let file = File::create(&path).map_err(failed)?;
        let deadline = Instant::now() + Duration::from_secs(LOCK_PATIENCE_S);
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::Error(reason)) => return Err(failed(reason)),
                Err(TryLockError::WouldBlock) if Instant::now() >= deadline => {
                    return Err(ToolchainError::Busy { lock: path });
                }
                Err(TryLockError::WouldBlock) => {
                    thread::sleep(Duration::from_millis(LOCK_PAUSE_MS));
                }
            }
        }
    }

    /// Notes which version a request means today. If that fails, it does no harm today.
    pub(crate) fn remember(&self, product: Product, request: &VersionRequest, version: &Version) {
        let Ok(folder) = self.product_folder(product) else { return };
        let mut resolved = read_resolved(&folder);
        if resolved.insert(request.to_string(), version.clone()).as_ref() == Some(version) {
            return;
        }
        if let Ok(text) = serde_json::to_vec_pretty(&resolved) {
            let _ = write_atomically(&folder.join(RESOLVED_NAME), &text);
        }
    }

    /// What the request last meant, if that is still in the cache, or else the newest cached
    /// version.
    pub(crate) fn recall(
        &self,
        product: Product,
        request: &VersionRequest,
    ) -> Result<Option<Cached>, ToolchainError> {
        let resolved = read_resolved(&self.product_folder(product)?);
        if let Some(version) = resolved.get(&request.to_string())
            && let Some(cached) = self.look_up(product, version)?
        {
            return Ok(Some(cached));
        }
        self.newest(product, request)
    }

    /// Puts a folder into the cache whose binary is the script that `script` makes for the folder's
    /// final path.
    pub(crate) fn store_folder(
        &self,
        product: Product,
        host: &Host,
        unpacked: &Path,
        version: &Version,
        package: Package<'_>,
        script: impl FnOnce(&Path) -> String,
    ) -> Result<Cached, ToolchainError> {
        let binary = self.binary_path(product, version)?;
        let failed = |reason| ToolchainError::Cache { path: binary.clone(), reason };
        let folder = binary.parent().map(Path::to_path_buf).unwrap_or_default();
        let publish = || -> io::Result<()> {
            if folder.exists() {
                // Only debunk's own files are replaced.
                if Record::read(&binary).is_none() && !is_unfinished(&folder) {
                    return Err(io::Error::other("debunk did not make it; move it away"));
                }
                fs::remove_dir_all(&folder)?;
            }
            fs::write(unpacked.join(UNFINISHED_NAME), UNFINISHED_TEXT)?;
            fs::create_dir_all(folder.parent().ok_or(io::ErrorKind::InvalidInput)?)?;
            fs::rename(unpacked, &folder)?;
            fs::write(&binary, script(&folder))?;
            fs::set_permissions(&binary, Permissions::from_mode(BINARY_MODE))
        };
        publish().map_err(failed)?;
        let told = probe(host, product, &binary)?;
        check_version(product, &binary, &told.version, Some(version))?;
        let record = Record {
            package: package.name.to_owned(),
            version: told.version.clone(),
            engine: None,
            integrity: package.integrity,
            sha256: crate::hash::sha256(&binary).map_err(failed)?,
            stamp: Stamp::of(&binary).map_err(failed)?,
            contents: Some(Contents::of(&folder).map_err(failed)?),
        };
        record.write(&binary).map_err(failed)?;
        // From here on the record says who owns it.
        fs::remove_file(folder.join(UNFINISHED_NAME)).map_err(failed)?;
        Ok(Cached { binary, version: told.version, engine: None })
    }

    /// An empty folder in the cache, on the same disk as its final place.
    pub(crate) fn scratch(&self, product: Product) -> Result<tempfile::TempDir, ToolchainError> {
        let folder = self.product_folder(product)?;
        let made = tempfile::Builder::new().prefix(UNPACK_PREFIX).tempdir_in(&folder);
        made.map_err(|reason| ToolchainError::Cache { path: folder, reason })
    }

    fn product_folder(&self, product: Product) -> Result<PathBuf, ToolchainError> {
        let folder = self.root.join(Platform::this()?.to_string()).join(product.name());
        let failed = |reason| ToolchainError::Cache { path: folder.clone(), reason };
        fs::create_dir_all(&folder).map_err(failed)?;
        Ok(folder)
    }

    fn binary_path(&self, product: Product, version: &Version) -> Result<PathBuf, ToolchainError> {
        Ok(self.product_folder(product)?.join(&version.text).join(product.name()))
    }
}

/// Whether debunk made the folder and was interrupted before it wrote the record.
fn is_unfinished(folder: &Path) -> bool {
    fs::read(folder.join(UNFINISHED_NAME)).is_ok_and(|text| text == UNFINISHED_TEXT.as_bytes())
}

fn read_version(text: &str) -> Option<Version> {
    text.parse().ok().or_else(|| Version::lenient(text))
}

fn default_folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let shared = || variable("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
    let home = || std::env::home_dir().map(|home| home.join(".cache"));
    variable("DEBUNK_CACHE").or_else(|| Some(shared().or_else(home)?.join("debunk")))
}

/// A package must contain the version that its name says.
fn check_version(
    product: Product,
    binary: &Path,
    found: &Version,
    expected: Option<&Version>,
) -> Result<(), ToolchainError> {
    match expected {
        Some(expected) if found != expected => {
            let what = format!("it says {found} but its package says {expected}");
            Err(ToolchainError::Broken { product, binary: binary.into(), what })
        }
        _ => Ok(()),
    }
}

fn read_resolved(folder: &Path) -> BTreeMap<String, Version> {
    let text = fs::read(folder.join(RESOLVED_NAME)).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

fn remove_leftovers(folder: &Path) {
    let is_leftover = |entry: &fs::DirEntry| {
        let data = entry.metadata().ok();
        let is_file = data.as_ref().is_some_and(std::fs::Metadata::is_file);
        let age = data.and_then(|data| data.modified().ok()?.elapsed().ok());
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(UNPACK_PREFIX));
        let is_own = random.is_some_and(|random| {
            random.len() == UNPACK_RANDOM_CHARS
                && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        is_own && is_file && age > Some(Duration::from_secs(UNPACK_AGE_S))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().filter(is_leftover) {
        // The disk only stays a little fuller if this fails.
        let _ = fs::remove_file(entry.path());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::FileTimes;
    use std::time::SystemTime;

    #[test]
    fn only_leftovers_of_debunk_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let old = SystemTime::now() - Duration::from_secs(2 * UNPACK_AGE_S);
        let file = |name: &str| {
            let path = folder.path().join(name);
            let file = File::create(&path).expect("a file");
            file.set_times(FileTimes::new().set_modified(old)).expect("an old file");
            path
        };
        let own = file(".debunk-unpacking-Ab3dE9");
        let kept =
            ["unpack-notes.txt", ".debunk-unpacking-", ".debunk-unpacking-my-notes"].map(file);
        remove_leftovers(folder.path());
        assert!(!own.exists());
        assert!(kept.iter().all(|path| path.exists()));
    }

    #[test]
    fn a_folder_of_the_user_in_the_cache_is_not_replaced() {
        let root = tempfile::tempdir().expect("a folder");
        let cache = Cache::open(Some(root.path())).expect("a cache");
        let version: Version = "1.2.3".parse().expect("a version");
        let binary = cache.binary_path(Product::DEBUGPY, &version).expect("a place");
        let own = binary.parent().expect("a folder").to_owned();
        fs::create_dir_all(&own).expect("a folder");
        fs::write(own.join("thesis.tex"), "months of work").expect("a file");
        let scratch = cache.scratch(Product::DEBUGPY).expect("a folder");
        let package = Package { name: "debugpy", integrity: String::new(), version: None };
        let host = Host::with_path("/usr/bin:/bin".into());
        let stored = |unpacked: &Path, package| {
            cache.store_folder(Product::DEBUGPY, &host, unpacked, &version, package, |_| {
                "#!/bin/sh\necho 1.2.3\n".to_owned()
            })
        };
        let error = stored(scratch.path(), package).expect_err("a refusal").to_string();
        assert!(error.contains("debunk did not make it"), "{error}");
        assert!(own.join("thesis.tex").exists());

        fs::rename(&own, root.path().join("elsewhere")).expect("room");
        for _ in 0..2 {
            let scratch = cache.scratch(Product::DEBUGPY).expect("a folder").keep();
            let package = Package { name: "debugpy", integrity: String::new(), version: None };
            stored(&scratch, package).expect("what debunk made is replaced");
        }
        assert!(!own.join(UNFINISHED_NAME).exists());
        let find = || cache.look_up(Product::DEBUGPY, &version).expect("a cache");
        assert!(find().is_some(), "what was just stored is intact");
        fs::write(own.join("added.py"), "").expect("a file");
        assert!(find().is_none(), "a bundle with a file more is damaged");
        let scratch = cache.scratch(Product::DEBUGPY).expect("a folder").keep();
        let package = Package { name: "debugpy", integrity: String::new(), version: None };
        stored(&scratch, package).expect("what is damaged is replaced");
        assert!(find().is_some());
    }
}
