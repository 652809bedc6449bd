//! Reads a file as a program's text, within limits, and names it.

use debunk_model::{Goal, Language};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path};
use std::sync::Arc;

/// Above this size a file is not a program to step through but data or a bundle.
const LARGEST_PROGRAM_BYTES: u64 = 512 * 1024;

/// The text of the file at `path`, or why it cannot be used.
pub(crate) fn read_text(path: &Path) -> Result<Arc<str>, String> {
    let mut bytes = Vec::new();
    let size = read_at_most(path, &mut bytes).map_err(|error| cannot_be_read(&error))?;
    if size > LARGEST_PROGRAM_BYTES {
        return Err(format!("is too large: {size} bytes"));
    }
    text_of(&bytes)
}

/// Fills `bytes` and returns the file's size; a file known to be too large is not read.
fn read_at_most(path: &Path, bytes: &mut Vec<u8>) -> io::Result<u64> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    if size > LARGEST_PROGRAM_BYTES {
        return Ok(size);
    }
    // The file may grow meanwhile, and some file systems report no size at all.
    let read = file.take(LARGEST_PROGRAM_BYTES + 1).read_to_end(bytes)?;
    Ok(read as u64)
}

/// The bytes as text, or why they are not text.
pub(crate) fn text_of(bytes: &[u8]) -> Result<Arc<str>, String> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Ok(Arc::from(text)),
        _ => Err("is not text".to_owned()),
    }
}

/// The reason for a skip that the operating system gave.
pub(crate) fn cannot_be_read(error: &io::Error) -> String {
    format!("cannot be read: {error}")
}

/// The language and goal of a file name's extension; `None` if it is not a program's.
pub(crate) fn kind_by_extension(path: &Path) -> Option<(Language, Goal)> {
    Language::of_extension(path.extension()?.to_str()?)
}

/// A relative path as a name: the same on every platform.
pub(crate) fn name_of(relative: &Path) -> String {
    let parts = relative.components().filter_map(|component| match component {
        Component::Normal(part) => Some(part.to_string_lossy()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}
