//! Records all files of a debugger that is a folder of files, and notices if one has changed.
//!
//! When a bundle is put into the cache, all of it is hashed: names, modes, contents, link targets.
//! Before each use, only the metadata of each file is read (size, times, inode, mode), which takes
//! milliseconds; if that differs from last time, everything is hashed again. This notices files
//! that were edited, truncated, replaced, added or lost, by accident or by another program. It does
//! not notice a disk that silently returns other bytes, and it does not stop somebody who may write
//! to the cache, since they can write the record as well.

use crate::cache::UNFINISHED_NAME;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hash::hexadecimal;

/// Deeper nesting is an error.
const DEPTH_MAX: usize = 64;
const BUFFER_BYTES: usize = 1 << 16;

/// All files of a folder, as two hashes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Contents {
    /// The hash of names, modes and contents.
    sha256: String,
    /// The hash of the files' metadata when the other hash was last right.
    stamps: String,
    files: usize,
}

impl Contents {
    /// Hashes a folder.
    pub(crate) fn of(folder: &Path) -> io::Result<Contents> {
        let files = list(folder)?;
        Ok(Contents {
            sha256: hash(folder, &files, content)?,
            stamps: hash(folder, &files, stamp)?,
            files: files.len(),
        })
    }

    /// Whether the folder was touched since the last check, or `None` if its contents changed.
    pub(crate) fn verify(&mut self, folder: &Path) -> io::Result<Option<bool>> {
        let files = list(folder)?;
        let stamps = hash(folder, &files, stamp)?;
        if stamps == self.stamps {
            return Ok(Some(false));
        }
        let is_same = files.len() == self.files && hash(folder, &files, content)? == self.sha256;
        self.stamps = stamps;
        Ok(is_same.then_some(true))
    }
}

/// All files and links below a folder, in order, without the record itself and what Python writes
/// beside its modules: Python checks that against the modules by itself.
fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut ahead = vec![(folder.to_owned(), 0)];
    while let Some((place, depth)) = ahead.pop() {
        for entry in fs::read_dir(&place)? {
            let entry = entry?;
            let (path, name) = (entry.path(), entry.file_name());
            let is_own = depth == 0 && (is_record(folder, &path) || is_added_by_debunk(&name));
            if is_own || name == "__pycache__" {
                continue;
            }
            if !entry.file_type()?.is_dir() {
                files.push(path);
            } else if depth < DEPTH_MAX {
                ahead.push((path, depth + 1));
            } else {
                return Err(io::Error::other("its folders are too deep"));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Whether debunk itself adds or removes a file of this name later: its marker, and the scripts by
/// which other Pythons use a bundle, which are rewritten before each use.
fn is_added_by_debunk(name: &OsStr) -> bool {
    name == UNFINISHED_NAME || name.as_bytes().starts_with(b"python-")
}

/// Whether a file of the folder is the record of its binary, or a temporary version of it.
fn is_record(folder: &Path, path: &Path) -> bool {
    let product = folder.parent().and_then(Path::file_name).unwrap_or_default();
    let mut record = product.to_owned();
    record.push(".json");
    let name = path.file_name().unwrap_or_default();
    name == record || name.as_bytes().starts_with(b".tmp")
}

fn hash(
    folder: &Path,
    files: &[PathBuf],
    mut add: impl FnMut(&Path, &mut Sha256) -> io::Result<()>,
) -> io::Result<String> {
    let mut hasher = Sha256::new();
    for path in files {
        let name = path.strip_prefix(folder).unwrap_or(path).as_os_str().as_bytes();
        hasher.update((name.len() as u64).to_le_bytes());
        hasher.update(name);
        add(path, &mut hasher)?;
    }
    Ok(hexadecimal(&hasher.finalize()))
}

fn content(path: &Path, hasher: &mut Sha256) -> io::Result<()> {
    let data = fs::symlink_metadata(path)?;
    hasher.update(data.permissions().mode().to_le_bytes());
    if data.is_symlink() {
        hasher.update(fs::read_link(path)?.as_os_str().as_bytes());
        return Ok(());
    }
    let mut own = Sha256::new();
    let mut file = fs::File::open(path)?;
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            count => own.update(&buffer[..count]),
        }
    }
    hasher.update(own.finalize());
    Ok(())
}

fn stamp(path: &Path, hasher: &mut Sha256) -> io::Result<()> {
    let data = fs::symlink_metadata(path)?;
    let numbers = [
        data.ino(),
        data.len(),
        u64::from(data.mode()),
        data.mtime() as u64,
        data.mtime_nsec() as u64,
        data.ctime() as u64,
        data.ctime_nsec() as u64,
    ];
    for number in numbers {
        hasher.update(number.to_le_bytes());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bundle as it lies in the cache.
    fn bundle() -> (tempfile::TempDir, PathBuf) {
        let root = tempfile::tempdir().expect("a folder");
        let folder = root.path().join("debugpy/1.0.0");
        fs::create_dir_all(folder.join("site/deep")).expect("a folder");
        for (name, text) in
            [("debugpy", "#!/bin/sh\n"), ("site/a.py", "a"), ("site/deep/b.py", "b")]
        {
            fs::write(folder.join(name), text).expect("a file");
        }
        std::os::unix::fs::symlink("a.py", folder.join("site/link.py")).expect("a link");
        (root, folder)
    }

    #[track_caller]
    fn check(change: impl FnOnce(&Path), expected: Option<bool>) {
        let (_root, folder) = bundle();
        let mut contents = Contents::of(&folder).expect("hashed");
        assert_eq!(contents.verify(&folder).expect("verified"), Some(false));
        change(&folder);
        assert_eq!(contents.verify(&folder).expect("verified"), expected);
        if expected.is_some() {
            assert_eq!(contents.verify(&folder).expect("verified"), Some(false));
        }
    }

    #[test]
    fn a_changed_file_is_noticed() {
        let write = |name: &'static str, text: &'static str| {
            move |folder: &Path| fs::write(folder.join(name), text).expect("a file")
        };
        check(write("site/deep/b.py", "B"), None);
        check(write("site/deep/b.py", ""), None);
        check(write("site/json.py", "planted"), None);
        check(write("notes.json", "planted"), None);
        check(|folder| fs::remove_file(folder.join("site/a.py")).expect("gone"), None);
        check(
            |folder| {
                fs::rename(folder.join("site/a.py"), folder.join("site/c.py")).expect("moved");
            },
            None,
        );
        check(
            |folder| {
                let mode = fs::Permissions::from_mode(0o777);
                fs::set_permissions(folder.join("site/a.py"), mode).expect("a mode");
            },
            None,
        );
        check(
            |folder| {
                fs::remove_file(folder.join("site/link.py")).expect("gone");
                std::os::unix::fs::symlink("deep/b.py", folder.join("site/link.py"))
                    .expect("a link");
            },
            None,
        );
    }

    #[test]
    fn what_is_the_same_again_is_taken_and_the_record_does_not_count() {
        let rewrite = |folder: &Path| fs::write(folder.join("site/a.py"), "a").expect("a file");
        check(rewrite, Some(true));
        check(|folder| fs::write(folder.join("debugpy.json"), "{}").expect("a file"), Some(false));
        check(
            |folder| {
                fs::create_dir(folder.join("site/__pycache__")).expect("a folder");
                fs::write(folder.join("site/__pycache__/a.pyc"), "x").expect("a file");
            },
            Some(false),
        );
    }
}
