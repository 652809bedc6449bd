//! Ends isolated children that fill the disk: each file has a limit, but a program can write many.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::Duration;

use crate::keeper::KeeperLine;

/// The size limit for the folders of one child; a browser profile takes some 100 MiB.
const BYTES_LIMIT: u64 = 1024 * 1024 * 1024;
const FILES_LIMIT: u64 = 50_000;
const LOOK_MS: u64 = 500;
const BLOCK_BYTES: u64 = 512;

struct WatchedChild {
    folders: Vec<PathBuf>,
    line: Arc<KeeperLine>,
}

static CHILDREN: Mutex<BTreeMap<libc::pid_t, WatchedChild>> = Mutex::new(BTreeMap::new());

fn children() -> MutexGuard<'static, BTreeMap<libc::pid_t, WatchedChild>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Watches the folders of a child from now on.
pub(crate) fn watch(leader: libc::pid_t, folders: Vec<PathBuf>, line: Arc<KeeperLine>) {
    static WATCHER: Once = Once::new();
    children().insert(leader, WatchedChild { folders, line });
    WATCHER.call_once(|| {
        // Without the thread this limit is missing, which is no reason to stop.
        let _ = thread::Builder::new().name("debunk-disk".into()).spawn(look_for_ever);
    });
}

/// Forgets a child that has ended.
pub(crate) fn forget(leader: libc::pid_t) {
    children().remove(&leader);
}

fn look_for_ever() {
    loop {
        thread::sleep(Duration::from_millis(LOOK_MS));
        let all: Vec<_> =
            children().values().map(|one| (one.folders.clone(), one.line.clone())).collect();
        for (folders, line) in all {
            let mut left = DiskRoom { bytes: BYTES_LIMIT, files: FILES_LIMIT };
            if !folders.iter().all(|folder| left.has_room_for(folder)) {
                line.end_all();
            }
        }
    }
}

/// What the folders may still hold.
struct DiskRoom {
    bytes: u64,
    files: u64,
}

impl DiskRoom {
    /// Subtracts the content of the folder; false if it is too much, or nested too deep to look at.
    fn has_room_for(&mut self, folder: &Path) -> bool {
        let mut open = vec![folder.to_owned()];
        while let Some(folder) = open.pop() {
            let entries = match fs::read_dir(&folder) {
                Ok(entries) => entries,
                Err(error) if error.kind() == ErrorKind::InvalidFilename => return false,
                // If something cannot be read, it is gone, or its owner hid it, and that can only
                // be the child.
                Err(_) => continue,
            };
            for entry in entries.flatten() {
                let Ok(data) = entry.metadata() else { continue };
                let bytes = data.blocks() * BLOCK_BYTES;
                if bytes > self.bytes || self.files == 0 {
                    return false;
                }
                self.bytes -= bytes;
                self.files -= 1;
                if data.is_dir() {
                    open.push(entry.path());
                }
            }
        }
        true
    }
}
