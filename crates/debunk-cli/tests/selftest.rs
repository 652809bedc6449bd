//! The self-test, as a user runs it.

mod support;

use serde_json::Value;
use std::fs;
use support::{debunk, text};

/// debugpy runs hooks of a program while it looks at variables (bugs/native/05). A fault that changes
/// steps makes that show by other actions than without it.
#[test]
fn a_bug_of_the_debugger_itself_is_no_merit_of_a_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let fault = "step-over-becomes-continue";
    let output = debunk(
        folder.path(),
        &[
            ["selftest", "-d", "debugpy", "--faults", fault, "--json"].as_slice(),
            &["--tests", "12", "--further", "0", "--out", "out"],
        ]
        .concat(),
    );
    let words = format!("{}{}", text(&output.stdout), text(&output.stderr));
    let report: Value = serde_json::from_str(&text(&output.stdout)).expect(&words);
    let own = report["nothing_planted"].as_array().expect("what it does wrong by itself");
    let is_output = |kind: &str| kind.contains("outcome") || kind.contains("output-changed");
    assert!(own.iter().any(|told| is_output(&told["class"].to_string())), "{words}");
    for entry in fs::read_dir(folder.path().join("out").join(fault)).into_iter().flatten() {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(!is_output(&name), "{name} is told of the fault\n{words}");
    }
}
