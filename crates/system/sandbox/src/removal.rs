//! Removes a folder with everything in it, however deeply a program has nested it.
//!
//! Nested folders are moved up before they are emptied, so nothing recurses, no path gets long, and
//! two descriptors are enough. No link is followed, even if it replaces a folder meanwhile: every
//! folder is opened as a folder, relative to its parent.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::fs::{self, AtFlags, CWD, Dir, Mode, OFlags};
use rustix::io::Errno;

const FOLDER: OFlags =
    OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC).union(OFlags::RDONLY);
const NAME_ONLY: OFlags =
    OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC).union(OFlags::PATH);

/// Removes a folder with everything in it.
///
/// # Errors
/// If something in it cannot be removed.
pub(crate) fn remove_all(path: &Path) -> io::Result<()> {
    let root = open(CWD, &CString::new(path.as_os_str().as_encoded_bytes())?)?;
    let mut moved = RemovalFolder { root: root.as_fd(), count: 0 };
    loop {
        let names = names(root.as_fd())?;
        if names.is_empty() {
            break;
        }
        for name in &names {
            if let Some(folder) = unlink(root.as_fd(), name)? {
                moved.empty(folder.as_fd())?;
                fs::unlinkat(&root, name.as_c_str(), AtFlags::REMOVEDIR)?;
            }
        }
    }
    Ok(fs::unlinkat(CWD, path, AtFlags::REMOVEDIR)?)
}

/// The place that folders are moved to.
struct RemovalFolder<'root> {
    root: BorrowedFd<'root>,
    count: u64,
}

impl RemovalFolder<'_> {
    /// Removes the files of a folder and moves its subfolders up.
    fn empty(&mut self, folder: BorrowedFd<'_>) -> io::Result<()> {
        for name in names(folder)? {
            if unlink(folder, &name)?.is_none() {
                continue;
            }
            loop {
                self.count += 1;
                let new = format!(".removed-{}", self.count);
                match fs::renameat(folder, name.as_c_str(), self.root, &*new) {
                    Ok(()) => break,
                    Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(())
    }
}

/// Removes an entry unless it is a folder; returns the folder if it is one.
fn unlink(parent: BorrowedFd<'_>, name: &CStr) -> io::Result<Option<OwnedFd>> {
    match fs::unlinkat(parent, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(None),
        Err(Errno::ISDIR | Errno::PERM | Errno::ACCESS) => open(parent, name).map(Some),
        Err(error) => Err(error.into()),
    }
}

/// Opens a folder; if its owner has removed its own access rights, restores them.
fn open(parent: impl AsFd, name: &CStr) -> io::Result<OwnedFd> {
    let unlocked = fs::openat(&parent, name, NAME_ONLY, Mode::empty())?;
    // The descriptor refers to this very folder, whatever has its name by now.
    let itself = format!("/proc/self/fd/{}", unlocked.as_raw_fd());
    fs::chmod(&*itself, Mode::RWXU)?;
    Ok(fs::openat(CWD, &*itself, FOLDER.difference(OFlags::NOFOLLOW), Mode::empty())?)
}

fn names(folder: BorrowedFd<'_>) -> io::Result<Vec<CString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let name = entry?.file_name().to_owned();
        if !matches!(name.as_bytes(), b"." | b"..") {
            names.push(name);
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// A folder that a shell script has filled.
    fn filled(script: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let done = Command::new("/bin/sh").args(["-c", script]).current_dir(folder.path()).status();
        assert!(done.expect("a shell").success());
        folder
    }

    #[test]
    fn deep_folders_are_removed() {
        let folder = filled("mkdir own");
        let mut inner =
            open(CWD, &CString::new(folder.path().join("own").to_str().unwrap()).unwrap())
                .expect("a folder");
        for _ in 0..4_000 {
            fs::mkdirat(&inner, "d", Mode::RWXU).expect("a folder");
            inner = fs::openat(&inner, "d", FOLDER, Mode::empty()).expect("a folder");
        }
        remove_all(&folder.path().join("own")).expect("removed");
        assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
    }

    #[test]
    fn closed_folders_and_odd_names_are_removed() {
        let script = "mkdir -p own/a/b own/.removed-1/x; touch own/a/b/f own/.removed-2 'own/a
'; chmod 0 own/a/b own/a";
        let folder = filled(script);
        remove_all(&folder.path().join("own")).expect("removed");
        assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
    }

    #[test]
    fn links_are_not_followed() {
        let script = "mkdir kept own; touch kept/file; ln -s ../kept own/link; ln -s kept to-kept; mkdir own/d; ln -s ../../kept own/d/link";
        let folder = filled(script);
        remove_all(&folder.path().join("own")).expect("removed");
        assert!(remove_all(&folder.path().join("to-kept")).is_err());
        assert!(folder.path().join("kept/file").exists());
    }
}
