//! `debunk localize` as a user meets it: exit codes, messages, files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const FAULTY: &str = include_str!("../../../docs/examples/maxsub.js");

fn localize(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_debunk"))
        .arg("localize")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("debunk runs")
}

#[track_caller]
fn check(program: &str, arguments: &[&str], code: i32, words: &str) -> String {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("program.js"), program).expect("written");
    let output = localize(folder.path(), &[&["program.js"], arguments].concat());
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(words), "{said}");
    said
}

#[test]
fn the_critical_branch_is_told() {
    let said = check(FAULTY, &["--input", "[4,-2,1]"], 1, "the runs part at line 8: cnt < 0");
    assert!(said.contains("[2,-2,1] fails too"), "{said}");
    assert!(said.contains("A[1] + A[2] < 0"), "{said}");
    assert!(said.contains("cnt = -1"), "{said}");
    check(FAULTY, &["--input", "[4,-2,1]", "--json"], 1, "\"conclusion\": \"located\"");
    check(FAULTY, &["--solver", "z3"], 1, "the runs part at");
}

#[test]
fn answers_have_exit_codes() {
    check(FAULTY, &["--input", "[1,2]"], 0, "violates no relation");
    check(FAULTY, &["--input", "[1,"], 2, "write it as JSON");
    check(FAULTY, &["--relation", "other"], 2, "there is reverse");
    check(FAULTY, &["--solver", "no-such-solver"], 2, "no-such-solver");
    check("export function P(", &[], 2, "does not parse");
    let endless = FAULTY.replace("let ans = 0", "for (;;) {} let ans = 0");
    check(&endless, &["--fuel", "20"], 3, "did not end");
    let right = FAULTY.replace("/* cnt = 0 is missing */", "cnt = 0;");
    check(&right, &["--tests", "2000"], 0, "no violation");
}

#[test]
fn a_page_is_written_and_the_evaluation_writes_its_tables() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("program.js"), FAULTY).expect("written");
    localize(folder.path(), &["program.js", "--html", "page.html"]);
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert!(page.contains("class=\"critical\""), "{page}");
    let arguments = ["eval", "--per-program", "2", "-n", "200", "--programs", "Maxsub,Prim"];
    let output = localize(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let tables = fs::read_to_string(folder.path().join("debunk-localize/tables.md"));
    assert!(tables.expect("tables").contains("| published | 2330 | 88.4% |"));
}

#[test]
fn a_session_rests_at_the_critical_branch() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("program.js"), FAULTY).expect("written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_debunk"))
        .args(["localize", "program.js", "--input", "[2,-2,1]", "--session", "-d", "node"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("debunk runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, b"=cnt\nq\n").expect("written");
    drop(stdin);
    let output = child.wait_with_output().expect("ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("at the critical branch"), "{said}");
    let (_, resting) = said.split_once("at the critical branch").expect("rests");
    assert!(resting.contains("cnt = -1") && resting.contains("evaluate"), "{said}");
}
