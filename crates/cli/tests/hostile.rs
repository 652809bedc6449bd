//! Hostile programs on every debugger: no finding, and no skip without a true reason.

mod support;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use support::{Ran, run};

/// One after the other, each with all cores.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn hostile() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/corpus/hostile")
}

/// The folders with programs of a language. What is added to one changes which test gets which program there, and
/// with that which of its real bugs a debugger shows; so new programs go into a folder of their own.
fn folders(language: &str) -> [PathBuf; 2] {
    [hostile().join(language), hostile().join("more").join(language)]
}

/// The programs in a folder.
fn programs(folder: &Path) -> BTreeSet<PathBuf> {
    fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect()
}

/// The words of which some must be in the reason, by program.
fn reasons() -> BTreeSet<(String, String)> {
    let table = fs::read_to_string(hostile().join("skips.tsv")).expect("the table");
    let rows = table.lines().filter_map(|line| line.split_once('\t'));
    rows.map(|(name, words)| (name.to_owned(), words.to_owned())).collect()
}

/// Bugs that a debugger really has, by debugger, program and class, each with its page.
fn known() -> BTreeMap<[String; 3], String> {
    let table = fs::read_to_string(hostile().join("known.tsv")).expect("the table");
    let rows = table.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    rows.map(|row| match <[String; 4]>::try_from(row) {
        Ok([debugger, program, class, page]) => ([debugger, program, class], page),
        Err(row) => panic!("a row of {} parts: {row:?}", row.len()),
    })
    .collect()
}

/// The class of a finding, as in the summary.
fn class(finding: &Value) -> String {
    let parts = ["relation", "kind", "action", "node"].map(|part| &finding["class"][part]);
    parts.map(|part| part.as_str().unwrap_or("")).join("/")
}

/// Tests every program once.
fn check(debugger: &str, language: &str, left_out: Option<&str>) {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    for folder in folders(language) {
        check_folder(debugger, &folder, left_out);
    }
}

fn check_folder(debugger: &str, folder: &Path, left_out: Option<&str>) {
    let (corpus, count) = (folder.to_string_lossy(), programs(folder).len().to_string());
    let relations = left_out.map(support::all_relations_but).unwrap_or_default();
    let arguments = ["-d", debugger, "--corpus", &corpus, "-n", &count];
    let Ran { summary, findings, words, .. } = run(&arguments, &relations);
    let known = known();
    for finding in &findings {
        let program = finding["initial"]["program"]["name"].as_str().unwrap_or("").to_owned();
        let row = [debugger.to_owned(), program, class(finding)];
        assert!(known.contains_key(&row), "{row:?} is not known\n{words}");
    }
    assert_eq!(summary["tally"]["findings"], findings.len(), "{words}");
    assert_eq!(summary["tally"]["skipped"], 0, "{words}");
    let reasons = reasons();
    for skip in summary["skips"].as_array().into_iter().flatten() {
        let (name, reason) = (skip["name"].as_str().unwrap_or(""), skip["reason"].as_str());
        let reason = reason.unwrap_or("");
        let is_module = reason == "is a module, which this debugger cannot run";
        // It knows old JavaScript only, and there are programs for that.
        let is_new = debugger == "duktape" && reason.starts_with("does not parse on this engine");
        let is_module = is_module || is_new && !name.starts_with("old-");
        let is_expected = reasons.iter().any(|(of, words)| of == name && reason.contains(words));
        assert!(is_module || is_expected, "{debugger} skips {name}: {reason}");
    }
}

#[test]
fn there_are_enough_of_them_and_each_says_what_it_attacks() {
    for (language, least) in [("javascript", 24), ("c", 18), ("python", 18)] {
        let names: BTreeSet<PathBuf> =
            folders(language).iter().flat_map(|it| programs(it)).collect();
        assert!(names.len() >= least, "{language}: {}", names.len());
        for name in names {
            let text = fs::read_to_string(&name).expect("a text");
            let first = text.lines().next().unwrap_or_default();
            assert!(first.contains(" Attacks "), "{} begins with {first:?}", name.display());
        }
    }
}

#[test]
fn every_known_bug_has_a_page_and_a_program() {
    let bugs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bugs");
    for ([debugger, program, class], page) in known() {
        assert!(bugs.join(&page).join("README.md").is_file(), "{debugger} {class}: {page}");
        let language = if program.ends_with(".py") {
            "python"
        } else if program.ends_with(".c") {
            "c"
        } else {
            "javascript"
        };
        let exists = folders(language).iter().any(|folder| folder.join(&program).is_file());
        assert!(exists, "{program}");
    }
}

#[test]
fn node_is_not_accused() {
    check("node", "javascript", None);
}

#[test]
fn chromium_is_not_accused() {
    check("chromium", "javascript", None);
}

#[test]
fn gdb_is_not_accused() {
    check("gdb-mi", "c", None);
}

#[test]
fn lldb_dap_is_not_accused() {
    // A restart after the end does nothing: bugs/native/02.
    check("lldb-dap", "c", Some("restart"));
}

#[test]
fn bdb_is_not_accused() {
    check("bdb", "python", None);
}

#[test]
fn deno_is_not_accused() {
    check("deno", "javascript", None);
}

#[test]
fn firefox_is_not_accused() {
    check("firefox", "javascript", None);
}

#[test]
fn bun_is_not_accused() {
    check("bun", "javascript", None);
}

#[test]
fn debugpy_is_not_accused() {
    check("debugpy", "python", None);
}

/// How deep a program gets depends on the frames of its copy, so its log proves nothing about the depth. It is tested
/// by itself, because a run whose only program is skipped ends with 3.
#[test]
fn a_program_that_counts_its_depth_silently_is_skipped() {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let program = hostile().join("alone/silent-recursion.js");
    let corpus = program.to_string_lossy();
    for debugger in ["node", "deno", "deno", "deno", "chromium"] {
        let folder = tempfile::tempdir().expect("a folder");
        let arguments = ["run", "-d", debugger, "--corpus", &corpus, "-n", "1"];
        let words = support::check(folder.path(), &arguments, 3);
        // A copy that logs every level of the recursion may not end in time.
        let reasons = ["it looks at how it is run", "is not deterministic", "cannot be compared"];
        assert!(reasons.iter().any(|reason| words.contains(reason)), "{debugger}: {words}");
    }
}

/// gdb steps over such a line one instruction at a time, which takes minutes.
#[test]
fn gdb_is_not_accused_of_a_hang_in_a_long_loop() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "#include <stdio.h>\nint main(void) {\n  long v = 0;\n  \
                for (long i = 0; i < 20000000; i++) v += i;\n  printf(\"%ld\\n\", v);\n  return 0;\n}\n";
    fs::write(folder.path().join("loop.c"), text).expect("written");
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let arguments = "run -d gdb-mi --corpus loop.c -n 8 -s 3 --rounds 1 --no-reduce -o o";
    support::check(folder.path(), &arguments.split(' ').collect::<Vec<_>>(), 0);
    let summary = fs::read_to_string(folder.path().join("o/summary.json")).expect("a summary");
    assert!(summary.contains("where a loop may take long"), "{summary}");
}
