//! Records what a cached binary was when it was put into the cache.

use std::fs::{self, Metadata};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::contents::Contents;
use crate::{Version, hash};

const NS_PER_S: i64 = 1_000_000_000;

/// The content of `<binary>.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The package that the binary came in.
    pub(crate) package: String,
    /// The version that the binary itself reports.
    pub(crate) version: Version,
    /// The version of the engine inside, if the binary reports it.
    pub(crate) engine: Option<String>,
    /// The hash of the package, with the name of the kind of hash.
    pub(crate) integrity: String,
    /// The hash of the binary.
    pub(crate) sha256: String,
    /// The file's metadata when the hash was last right.
    pub(crate) stamp: Stamp,
    /// All files of a debugger that is a folder of files; none for a single binary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) contents: Option<Contents>,
}

/// Changes whenever somebody writes to the file, and costs nothing to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    size: u64,
    modified_ns: i64,
    changed_ns: i64,
}

impl Stamp {
    pub(crate) fn of(binary: &Path) -> io::Result<Stamp> {
        let data: Metadata = fs::metadata(binary)?;
        let ns = |seconds: i64, rest: i64| seconds.saturating_mul(NS_PER_S).saturating_add(rest);
        Ok(Stamp {
            size: data.len(),
            modified_ns: ns(data.mtime(), data.mtime_nsec()),
            changed_ns: ns(data.ctime(), data.ctime_nsec()),
        })
    }
}

impl Record {
    /// Reads the record of a binary; an unreadable one counts as missing.
    pub(crate) fn read(binary: &Path) -> Option<Record> {
        serde_json::from_slice(&fs::read(path_of(binary)).ok()?).ok()
    }

    pub(crate) fn write(&self, binary: &Path) -> io::Result<()> {
        write_atomically(&path_of(binary), &serde_json::to_vec_pretty(self)?)
    }

    /// Whether the binary is unchanged, with all files beside it that it needs. Hashes are computed
    /// only if a file was touched, since the binaries have around 100 MB.
    pub(crate) fn verify(&mut self, binary: &Path, is_bundle: bool) -> io::Result<bool> {
        let stamp = Stamp::of(binary)?;
        let is_touched = stamp != self.stamp;
        if is_touched && hash::sha256(binary)? != self.sha256 {
            return Ok(false);
        }
        self.stamp = stamp;
        let is_changed = is_bundle && {
            let Some(was_touched) = self.verify_contents(binary)? else { return Ok(false) };
            was_touched
        };
        if is_touched || is_changed {
            self.write(binary)?;
        }
        Ok(true)
    }

    /// Whether the files beside the binary were touched; `None` if they changed. A record from
    /// before folders were hashed adopts the files as they are.
    fn verify_contents(&mut self, binary: &Path) -> io::Result<Option<bool>> {
        let folder = binary.parent().ok_or(io::ErrorKind::InvalidInput)?;
        match &mut self.contents {
            Some(contents) => contents.verify(folder),
            None => {
                self.contents = Some(Contents::of(folder)?);
                Ok(Some(true))
            }
        }
    }

    /// Removes a binary with its record; the record goes last, so that no binary is without one.
    pub(crate) fn remove(binary: &Path) -> io::Result<()> {
        for path in [binary, &path_of(binary)] {
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }
}

fn path_of(binary: &Path) -> PathBuf {
    let mut name = binary.as_os_str().to_os_string();
    name.push(".json");
    name.into()
}

/// Writes a small file atomically: a reader sees either the old or the new one.
pub(crate) fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
