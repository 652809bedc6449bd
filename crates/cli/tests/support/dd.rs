//! What the tests of `debunk dd` have in common.

use super::{debunk, text};
use std::fs;
use std::path::Path;

/// Runs `debunk dd` in a folder: its exit code and everything it wrote.
pub fn dd(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = debunk(folder, &[&["dd"], arguments].concat());
    let words = format!("{}{}", text(&output.stdout), text(&output.stderr));
    (output.status.code().unwrap_or(-1), words)
}

/// A new folder with these files.
pub fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    for (name, content) in files {
        fs::write(folder.path().join(name), content).expect("file");
    }
    folder
}

/// The text of a file.
pub fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Runs `debunk dd`, checks its exit code and that it printed something.
#[track_caller]
pub fn check(folder: &Path, arguments: &[&str], code: i32, words: &str) -> String {
    let (real, text) = dd(folder, arguments);
    assert_eq!(real, code, "{arguments:?}: {text}");
    assert!(text.contains(words), "{words} is missing: {text}");
    text
}
