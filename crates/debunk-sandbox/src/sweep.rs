//! Removes the folders of debunk processes that ended without being able to clean up.

use std::fs::{self, DirEntry, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

use crate::area::remove_folder;

/// How the folder of every area starts; the number of the owning process follows.
pub(crate) const FOLDER_PREFIX: &str = "debunk-";
/// The file in an area that its owner holds locked.
pub(crate) const LOCK_NAME: &str = "lock";
/// A folder without a lock file may be one that is being made right now.
const UNLOCKED_AGE_S: u64 = 60;

/// Removes every stale area in `root`; whatever cannot be read or removed is left alone.
pub(crate) fn sweep_stale(root: &Path) {
    let Ok(entries) = fs::read_dir(root) else { return };
    for entry in entries.flatten() {
        sweep_one(&entry);
    }
}

fn sweep_one(entry: &DirEntry) {
    let Some(owner) = entry.file_name().to_str().and_then(owner_of) else { return };
    if process_exists(owner) || !is_own_folder(entry) {
        return;
    }
    match File::open(entry.path().join(LOCK_NAME)) {
        // The number of the owner may mean nothing here (a container that shares the folder), so
        // the lock has the last word. It is held until the folder is gone.
        Ok(lock) => {
            if lock.try_lock().is_ok() {
                remove_folder(&entry.path());
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound && is_old(entry) => {
            remove_folder(&entry.path());
        }
        Err(_) => {}
    }
}

/// Reads the process number out of `debunk-<number>-<random>`.
fn owner_of(name: &str) -> Option<libc::pid_t> {
    let (number, random) = name.strip_prefix(FOLDER_PREFIX)?.split_once('-')?;
    let number = number.parse().ok().filter(|number| *number > 0)?;
    (!random.is_empty()).then_some(number)
}

fn process_exists(pid: libc::pid_t) -> bool {
    // SAFETY: signal 0 only asks whether the process is there.
    let answer = unsafe { libc::kill(pid, 0) };
    answer == 0 || io::Error::last_os_error().raw_os_error() != Some(libc::ESRCH)
}

/// Whether this is a real folder (and no link to one) that belongs to the present user.
fn is_own_folder(entry: &DirEntry) -> bool {
    // SAFETY: the call takes no arguments and cannot fail.
    let user = unsafe { libc::geteuid() };
    entry.metadata().is_ok_and(|data| data.is_dir() && data.uid() == user)
}

fn is_old(entry: &DirEntry) -> bool {
    let age = entry.metadata().and_then(|data| data.modified()).ok();
    age.and_then(|time| time.elapsed().ok()) > Some(Duration::from_secs(UNLOCKED_AGE_S))
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
