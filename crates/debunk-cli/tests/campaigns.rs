//! Whole campaigns of 300 tests on the debuggers of other languages, as a user runs them.

mod support;

use serde_json::Value;
use std::fs;
use std::sync::{Mutex, PoisonError};
use support::{debunk, text};

/// One after the other, each with all cores.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Runs 300 tests; every finding has to be of a relation that is known to find something there.
fn campaign(debugger: &str, known: &[&str]) {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().expect("a folder");
    let output = debunk(
        folder.path(),
        &["run", "-d", debugger, "--tests", "300", "--rounds", "2", "--no-reduce", "-o", "out"],
    );
    let words = format!("{}{}", text(&output.stdout), text(&output.stderr));
    let summary = fs::read_to_string(folder.path().join("out/summary.json")).expect(&words);
    let summary: Value = serde_json::from_str(&summary).expect("JSON");
    let tally = &summary["tally"];
    assert_eq!(tally["tests"], 300, "{words}");
    assert_eq!(summary["complete"], true, "{words}");
    let classes = tally["classes"].as_object().cloned().unwrap_or_default();
    let unknown: Vec<&String> = classes
        .keys()
        .filter(|class| !known.iter().any(|relation| class.starts_with(relation)))
        .collect();
    assert!(unknown.is_empty(), "{debugger} has new findings: {unknown:?}\n{words}");
    let code = if classes.is_empty() { 0 } else { 1 };
    assert_eq!(output.status.code(), Some(code), "{words}");
}

#[test]
fn gdb_passes_300_tests() {
    campaign("gdb-mi", &[]);
}

#[test]
fn delve_passes_300_tests() {
    campaign("delve", &[]);
}

#[test]
fn lldb_dap_lies_only_in_known_ways_in_300_tests() {
    // Pending steps, a restart after the end that does nothing, and steps that should end at
    // breakpoints which do not pause: bugs/native/01, 02 and 24.
    campaign(
        "lldb-dap",
        &[
            "replace-by-finer/",
            "interrupt-step/",
            "restart/hung/",
            "add-logpoint/paused-elsewhere/step",
            "add-logpoint/missed-pause/step",
            "never-true-condition/paused-elsewhere/step",
            "never-true-condition/missed-pause/step",
        ],
    );
}

#[test]
fn debugpy_lies_only_in_known_ways_in_300_tests() {
    // Looking runs the program, and breakpoints or logpoints on one line: bugs/native/05 and 16.
    campaign(
        "debugpy",
        &[
            "keep-output/output-changed/",
            "add-breakpoint/outcome/",
            "replace-by-finer/outcome/",
            "never-true-condition/",
            "add-logpoint/",
        ],
    );
}
