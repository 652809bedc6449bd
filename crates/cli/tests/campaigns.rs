//! Whole campaigns on the debuggers of other languages, as a user runs them.

mod support;

use std::sync::{Mutex, PoisonError};
use support::{Ran, all_relations_but, run};

/// How many tests each of them has.
const TESTS: u32 = 150;

/// One after the other, each with all cores.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Runs the tests; every finding has to be of a relation that is known to find something there.
fn campaign(debugger: &str, known: &[&str]) {
    campaign_of(debugger, &[], known);
}

/// The same with these relations only, if any are named.
fn campaign_of(debugger: &str, relations: &[String], known: &[&str]) {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let Ran { code, summary, words, .. } =
        run(&["-d", debugger, "--tests", &TESTS.to_string()], relations);
    let tally = &summary["tally"];
    assert_eq!(tally["tests"], TESTS, "{words}");
    assert_eq!(summary["complete"], true, "{words}");
    let classes = tally["classes"].as_object().cloned().unwrap_or_default();
    let unknown: Vec<&String> = classes
        .keys()
        .filter(|class| !known.iter().any(|relation| class.starts_with(relation)))
        .collect();
    assert!(unknown.is_empty(), "{debugger} has new findings: {unknown:?}\n{words}");
    let expected = if classes.is_empty() { 0 } else { 1 };
    assert_eq!(code, Some(expected), "{words}");
}

#[test]
fn gdb_passes_a_campaign() {
    campaign("gdb-mi", &[]);
}

#[test]
fn delve_passes_a_campaign() {
    campaign("delve", &[]);
}

#[test]
fn lldb_dap_lies_only_in_known_ways() {
    // Pending steps, and steps that should end at breakpoints which do not pause: bugs/native/01
    // and 24. A restart after the end does nothing (02), which takes 8 s each time. Expressions of children
    // do not parse (40), and scopes of several frames show one of them (41).
    let relations = all_relations_but("restart");
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
            "evaluate-paths/evaluate-differs/evaluate/",
            "inspect-frames/look-changed/look-at-callers/",
            // A name that the scope of another frame shows.
            "inspect-frames/evaluate-differs/evaluate/",
        ],
    );
}

#[test]
fn debugpy_lies_only_in_known_ways() {
    // Looking runs the program, and breakpoints or logpoints on one line: bugs/native/05 and 16.
    campaign(
        "debugpy",
        &[
            "keep-output/output-changed/",
            "add-breakpoint/outcome/",
            "replace-by-finer/outcome/",
            "never-true-condition/",
            "add-logpoint/",
            // What is asked runs the program, too, which then reaches a breakpoint.
            "expand-values/missed-pause/",
            "evaluate-paths/missed-pause/",
            "evaluate-expressions/look-changed/expand/",
            "evaluate-expressions/missed-pause/",
            "evaluate-expressions/outcome/",
            "witness/output-changed/",
        ],
    );
}
