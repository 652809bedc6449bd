//! Whole campaigns of 300 tests on the debuggers of other languages, as a user runs them.

mod support;

use serde_json::Value;
use std::fs;
use std::sync::{Mutex, PoisonError};
use support::{debunk, text};

/// One after the other, each with all cores.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Every relation but one.
fn all_but(left_out: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let listed = debunk(folder.path(), &["relations", "--json"]);
    let relations: Value = serde_json::from_slice(&listed.stdout).expect("JSON");
    let names = relations.as_array().into_iter().flatten();
    let names = names.filter_map(|relation| relation["name"].as_str().map(str::to_owned));
    names.filter(|name| name != left_out).collect()
}

/// Runs 300 tests; every finding has to be of a relation that is known to find something there.
fn campaign(debugger: &str, known: &[&str]) {
    campaign_of(debugger, &[], known);
}

/// The same with these relations only, if any are named.
fn campaign_of(debugger: &str, relations: &[String], known: &[&str]) {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().expect("a folder");
    let mut arguments =
        vec!["run", "-d", debugger, "--tests", "300", "--rounds", "1", "--no-reduce", "-o", "out"];
    if !relations.is_empty() {
        arguments.push("--relations");
        arguments.extend(relations.iter().map(String::as_str));
    }
    let output = debunk(folder.path(), &arguments);
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
    // Pending steps, and steps that should end at breakpoints which do not pause: bugs/native/01
    // and 24. A restart after the end does nothing (02), which takes 8 s each time.
    let relations = all_but("restart");
    assert!(relations.len() > 20, "{relations:?}");
    campaign_of(
        "lldb-dap",
        &relations,
        &[
            "replace-by-finer/",
            "interrupt-step/",
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
