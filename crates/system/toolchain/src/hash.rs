//! Hashes files in the notations that npm and our own records use.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256, Sha512};

/// The notation of the only kind of hash that is accepted from npm.
pub(crate) const NPM_HASH_PREFIX: &str = "sha512-";

/// The SHA-512 of a file as npm writes it.
pub(crate) fn npm_integrity(path: &Path) -> io::Result<String> {
    let mut hasher = Sha512::new();
    io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(format!("{NPM_HASH_PREFIX}{}", STANDARD.encode(hasher.finalize())))
}

/// The SHA-256 of a file as hexadecimal digits.
pub(crate) fn sha256(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(hexadecimal(&hasher.finalize()))
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Writes to a file and hashes the written bytes.
pub(crate) struct HashingFile {
    file: File,
    hasher: Sha256,
}

impl HashingFile {
    pub(crate) fn new(file: File) -> HashingFile {
        HashingFile { file, hasher: Sha256::new() }
    }

    /// Syncs the file to the disk, closes it and returns its SHA-256.
    pub(crate) fn finish(self) -> io::Result<String> {
        self.file.sync_all()?;
        Ok(hexadecimal(&self.hasher.finalize()))
    }
}

impl Write for HashingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.hasher.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
