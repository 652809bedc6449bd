//! What the tests of the command line have in common.

// Each test file uses its part of this.
#![allow(dead_code)]

pub mod dd;

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs debunk in a folder.
pub fn debunk(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_debunk"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("debunk runs")
}

/// What a process wrote.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs debunk in a folder, checks its exit code and gives all that it wrote.
#[track_caller]
pub fn check(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = debunk(folder, arguments);
    let words = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {words}");
    words
}
