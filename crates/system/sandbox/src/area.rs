//! Owns the private folder in which everything that debunk runs lives.

use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, File, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::SandboxError;
use crate::janitor::Janitor;
use crate::marker::Marker;
use crate::mounts::{FrameKey, MountFrame};
use crate::removal::remove_all;
use crate::sweep::{self, FOLDER_PREFIX};
use crate::view::FileView;

const PRIVATE_MODE: u32 = 0o700;
const RANDOM_CHARS: usize = 10;
const FRAME_PREFIX: &str = "root-";
/// A process that was just killed may still create a file while its folder is being removed.
const REMOVE_TRIES: u32 = 5;
const REMOVE_PAUSE_MS: u64 = 10;

/// A private folder that is removed with its last clone, even after `kill -9` of the owner.
///
/// A small shell process, the janitor, waits for the end of the owner; it then kills every process
/// group that was started in this area and removes the folder. If the janitor is killed too (power
/// loss, a container that ends), the next `TempArea::new` on the machine sweeps the folder. It
/// recognises the folder by the marker in it and never by its name.
#[derive(Clone, Debug)]
pub struct TempArea {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    next_folder: AtomicU64,
    /// The device and inode number of the folder; a folder with other numbers is somebody else's.
    identity: (u64, u64),
    /// Locked for as long as the area lives, so that sweepers leave it alone.
    _marker: File,
    janitor: Janitor,
    frames: Mutex<BTreeMap<FrameKey, Arc<MountFrame>>>,
}

impl TempArea {
    /// Makes a new area in the folder for temporary files and sweeps the stale ones there.
    pub fn new() -> Result<TempArea, SandboxError> {
        let root = std::env::temp_dir();
        sweep::sweep_stale(&root);
        TempArea::new_in(&root)
    }

    fn new_in(root: &Path) -> Result<TempArea, SandboxError> {
        let failed = |reason| SandboxError::Folder { folder: root.to_path_buf(), reason };
        let folder = tempfile::Builder::new()
            .prefix(&format!("{FOLDER_PREFIX}{}-", std::process::id()))
            .rand_bytes(RANDOM_CHARS)
            .permissions(Permissions::from_mode(PRIVATE_MODE))
            .tempdir_in(root)
            .map_err(failed)?;
        let path = folder.path().canonicalize().map_err(failed)?;
        let identity = identity_of(&path).map_err(failed)?;
        let marker = Marker::write(&path).map_err(failed)?;
        let janitor =
            Janitor::start(&path, identity).map_err(|reason| SandboxError::Janitor { reason })?;
        // From here on the area owns the folder, not the guard that made it.
        let _ = folder.keep();
        let next_folder = AtomicU64::new(0);
        let frames = Mutex::default();
        let inner = Inner { path, next_folder, identity, _marker: marker, janitor, frames };
        Ok(TempArea { inner: Arc::new(inner) })
    }

    /// Where the area is.
    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    /// Makes a folder inside the area, named after `prefix`, which is removed on drop.
    pub fn subfolder(&self, prefix: &str) -> Result<TempFolder, SandboxError> {
        let number = self.inner.next_folder.fetch_add(1, Ordering::Relaxed);
        let path = self.path().join(format!("{prefix}-{number}"));
        DirBuilder::new()
            .mode(PRIVATE_MODE)
            .create(&path)
            .map_err(|reason| SandboxError::Folder { folder: self.path().to_path_buf(), reason })?;
        Ok(TempFolder { path, _area: self.clone() })
    }

    /// What all children that see the paths in `view` have in common in their file systems.
    pub(crate) fn frame(&self, view: &FileView) -> io::Result<Arc<MountFrame>> {
        let key = FrameKey::new(view, self.path());
        let mut frames = self.inner.frames.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(frame) = frames.get(&key) {
            return Ok(frame.clone());
        }
        let root = self.path().join(format!("{FRAME_PREFIX}{}", frames.len()));
        DirBuilder::new().create(&root)?;
        let frame = Arc::new(MountFrame::new(view, &key, self.path(), &root)?);
        frames.insert(key, frame.clone());
        Ok(frame)
    }

    pub(crate) fn janitor(&self) -> &Janitor {
        &self.inner.janitor
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // If something cannot be removed here, the janitor tries again; its field drops afterwards.
        // Somebody may have moved the folder away and made another one under its name.
        if identity_of(&self.path).is_ok_and(|identity| identity == self.identity) {
            remove_folder(&self.path);
        }
    }
}

/// A folder inside a [`TempArea`]; it is removed on drop and keeps its area alive until then.
#[derive(Debug)]
pub struct TempFolder {
    path: PathBuf,
    _area: TempArea,
}

impl TempFolder {
    /// Where the folder is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        remove_folder(&self.path);
    }
}

/// What distinguishes a folder from every other one, whatever its name.
fn identity_of(folder: &Path) -> io::Result<(u64, u64)> {
    let data = fs::symlink_metadata(folder)?;
    Ok((data.dev(), data.ino()))
}

/// Removes a folder with everything in it, as far as possible.
pub(crate) fn remove_folder(path: &Path) {
    for _ in 0..REMOVE_TRIES {
        match remove_all(path) {
            Ok(()) => return,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(_) => thread::sleep(Duration::from_millis(REMOVE_PAUSE_MS)),
        }
    }
}
