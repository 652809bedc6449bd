//! Removes the folders of debunk processes that ended without cleaning up.

use std::fs::{self, DirEntry};
use std::path::Path;

use crate::area::remove_folder;
use crate::marker::Marker;

/// The name prefix of every area folder; the owner's process ID follows.
pub(crate) const FOLDER_PREFIX: &str = "debunk-";

/// Removes every stale area in `root`.
///
/// A name is only a hint where to look: only folders with debunk's own marker are removed. Whatever
/// cannot be read or removed is left alone.
pub(crate) fn sweep_stale(root: &Path) {
    // Markers name the folder by its path without links.
    let Ok(root) = root.canonicalize() else { return };
    let Ok(entries) = fs::read_dir(root) else { return };
    for entry in entries.flatten() {
        sweep_one(&entry);
    }
}

fn sweep_one(entry: &DirEntry) {
    let Some(owner) = entry.file_name().to_str().and_then(owner_of) else { return };
    let path = entry.path();
    let Some((marker, file)) = Marker::read(&path) else { return };
    if marker.pid() != owner || marker.owner_lives() {
        return;
    }
    // The owner's process ID may mean nothing here (a container that shares the folder), so the
    // lock has the last word. It is held until the folder is gone.
    if file.try_lock().is_ok() {
        remove_folder(&path);
    }
}

/// Reads the process ID out of `debunk-<ID>-<random>`.
fn owner_of(name: &str) -> Option<libc::pid_t> {
    let (number, random) = name.strip_prefix(FOLDER_PREFIX)?.split_once('-')?;
    let number = number.parse().ok().filter(|number| *number > 0)?;
    (!random.is_empty()).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_owners_out_of_names() {
        assert_eq!(owner_of("debunk-17-abc"), Some(17));
        for name in ["debunk-17", "debunk-17-", "debunk-x-abc", "debunk--1-abc", "other-17-abc"] {
            assert_eq!(owner_of(name), None, "{name}");
        }
    }
}
