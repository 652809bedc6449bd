//! The self-test, as a user runs it.

mod support;

use serde_json::Value;
use std::fs;
use support::{debunk, text};

/// debugpy runs hooks of a program while it reads variables (bugs/native/05). A fault that changes
/// steps makes that show through other actions than without it.
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
    assert!(own.iter().any(|finding| is_output(&finding["class"].to_string())), "{words}");
    for entry in fs::read_dir(folder.path().join("out").join(fault)).into_iter().flatten() {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(!is_output(&name), "{name} is reported of the fault\n{words}");
    }
}

/// The verdicts of a self-test, as JSON.
fn verdicts(folder: &std::path::Path, arguments: &[&str]) -> (Value, Option<i32>, String) {
    let output = debunk(folder, &[&["selftest", "--json"], arguments].concat());
    let words = format!("{}{}", text(&output.stdout), text(&output.stderr));
    let report: Value = serde_json::from_str(&text(&output.stdout)).expect(&words);
    (report["verdicts"].clone(), output.status.code(), words)
}

#[test]
fn verdicts_on_planted_faults_blame_no_honest_session() {
    let folder = tempfile::tempdir().expect("a folder");
    let faults =
        "breakpoint-lost-while-paused,condition-ignored,step-out-overshoots,variable-wrong";
    let arguments =
        ["-d", "node", "--verdicts", "--faults", faults, "--tests", "60", "--further", "20"];
    let (verdicts, code, words) = verdicts(folder.path(), &arguments);
    assert_eq!(code, Some(0), "{words}");
    assert_eq!(verdicts["wrong"], 0, "{words}");
    assert!(verdicts["right"].as_u64() >= Some(4), "{words}");
}

/// A session that never pauses at a breakpoint lies, although its lie shows after the moment at which the
/// other one lied.
#[test]
fn a_side_that_lies_after_the_contradiction_is_not_honest() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["-d", "bun", "--verdicts", "--faults", "order-matters", "--tests", "5"];
    let (verdicts, code, words) = verdicts(folder.path(), &arguments);
    assert_eq!(code, Some(0), "{words}");
    assert_eq!(verdicts["wrong"], 0, "{words}");
    assert!(verdicts["right"].as_u64() >= Some(1), "{words}");
}

/// bdb rejects blank lines by design, and the planted fault moves a breakpoint from one to the next line.
#[test]
fn a_debugger_that_rejects_blank_lines_is_not_blamed_for_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = "a = 1\n\nb = 2\n\nc = 3\n\nd = 4\n\nprint(a, b, c, d)\n";
    fs::write(folder.path().join("blank.py"), program).expect("written");
    let mut arguments = vec!["-d", "bdb", "--verdicts", "--corpus", "blank.py"];
    arguments.extend(["--faults", "breakpoint-slides-too-far", "--tests", "60"]);
    arguments.extend(["--relations", "add-breakpoint,never-true-condition", "--further", "60"]);
    let (verdicts, code, words) = verdicts(folder.path(), &arguments);
    assert_eq!(code, Some(0), "{words}");
    assert_eq!(verdicts["wrong"], 0, "{words}");
    assert!(words.contains("refused"), "the case is missing: {words}");
}

/// V8 8.4 pauses at the end of an asynchronous function that was left by an error.
#[test]
fn the_version_that_answers_otherwise_shows_who_lied() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = "async function rejects(n) {\n  n = n + 1;\n  throw n;\n}\n\
                   rejects(1).catch(() => {});\nrejects(2).catch(() => {});\n";
    fs::write(folder.path().join("rejects.js"), program).expect("written");
    let arguments = ["-d", "node@14", "--against", "node@20", "--corpus", "rejects.js"];
    let more = ["--relations", "witness", "--tests", "40"];
    let (verdicts, code, words) = verdicts(folder.path(), &[&arguments[..], &more].concat());
    assert_eq!(code, Some(0), "{words}");
    assert_eq!(verdicts["wrong"], 0, "{words}");
    assert!(verdicts["right"].as_u64() >= Some(1), "{words}");
}
