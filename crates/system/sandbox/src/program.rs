//! Finds programs as a shell does, and makes names that nobody can guess.

use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Finds the program that `name` means, with the folders of `path` (the text of a PATH variable).
///
/// A name with a slash in it is already a path, and is only checked. Relative folders on the PATH
/// are skipped, since they would let the folder in which debunk runs choose its tools.
pub fn find_program(name: impl AsRef<OsStr>, path: &OsStr) -> Option<PathBuf> {
    let name = Path::new(name.as_ref());
    if name.components().count() > 1 || name.is_absolute() {
        return is_program(name).then(|| name.to_path_buf());
    }
    std::env::split_paths(path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|candidate| is_program(candidate))
}

/// A name that nobody can guess, for an address that must not be found.
pub fn unguessable() -> String {
    let mut bytes = [0; 16];
    // The call cannot fail once the machine has booted.
    let _ = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty());
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn is_program(path: &Path) -> bool {
    const ANY_EXECUTE_BIT: u32 = 0o111;
    std::fs::metadata(path)
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & ANY_EXECUTE_BIT != 0)
}
