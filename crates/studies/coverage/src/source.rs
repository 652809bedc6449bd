//! Reads the source files that reports name.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The largest source that is read.
const SOURCE_LIMIT_BYTES: u64 = 64 * 1024 * 1024;

/// Reads a source file that a report names. A report may name anything, such as a device that never
/// ends or a pipe that never answers.
///
/// # Errors
/// If it is no regular file, is too large, or cannot be read.
pub fn read_source(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(SOURCE_LIMIT_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > SOURCE_LIMIT_BYTES {
        return Err(io::Error::other(format!("it has more than {SOURCE_LIMIT_BYTES} bytes")));
    }
    Ok(bytes)
}
