//! `debunk levels` as a user sees it: its output, its files, and its exit codes.

mod support;

use std::path::Path;
use support::debunk;
use tempfile::TempDir;

/// gdb never shows the body of this loop if it is optimised.
const LOOP: &str = "#include <stdio.h>

int values[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};

int main(void) {
    for (int i = 0; i < 9; i++)
        printf(\"%d\\n\", values[i]);
    return 0;
}
";

fn with_loop() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("loop.c"), LOOP).expect("a file");
    folder
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect(name)
}

#[test]
fn levels_that_agree_end_with_zero() {
    let folder = with_loop();
    let output = debunk(folder.path(), &["levels", "--corpus", "loop.c", "-n", "3", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let events: Vec<serde_json::Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let tests = events.iter().filter(|event| event["type"] == "level-test");
    assert_eq!(
        tests.filter(|test| test["data"]["steps"].as_u64() > Some(5)).count(),
        3,
        "{events:?}"
    );
    let summary = read(&folder.path().join("debunk-levels"), "summary.txt");
    assert!(summary.contains("0 contradictions"), "{summary}");
}

#[test]
fn a_contradiction_comes_with_a_report_and_commands_that_show_it() {
    let folder = with_loop();
    let args = ["levels", "--corpus", "loop.c", "--cflags", "-O1 -g", "-o", "out"];
    let output = debunk(folder.path(), &args);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let found = folder.path().join("out/findings/000000-skipped-line-loop");
    let report = read(&found, "report.md");
    assert!(report.contains("passes by line 7 of main"), "{report}");
    assert!(report.contains("line 7  statement"), "{report}");
    let compile = ["gcc", "-O1", "-g", "-w", "-o", "program", "program.c"];
    let compiled =
        std::process::Command::new(compile[0]).args(&compile[1..]).current_dir(&found).status();
    assert!(compiled.expect("gcc").success());
    let gdb = ["-q", "--nx", "--batch", "-x", "reproduce.gdb", "./program"];
    let played =
        std::process::Command::new("gdb").args(gdb).current_dir(&found).output().expect("gdb");
    let text = String::from_utf8_lossy(&played.stdout);
    let (instructions, lines) = text.split_once("== by lines").expect("both sides");
    assert!(instructions.contains("program.c:7"), "{text}");
    assert!(!lines.contains("program.c:7"), "{text}");
}

#[test]
fn what_cannot_step_by_instructions_is_refused() {
    let folder = with_loop();
    let output = debunk(folder.path(), &["levels", "-d", "bdb", "--corpus", "loop.c"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("by instructions"), "{text}");
    std::fs::write(folder.path().join("broken.c"), "int main(void) { return }\n").expect("a file");
    let output = debunk(folder.path(), &["levels", "--corpus", "broken.c"]);
    assert_eq!(output.status.code(), Some(3), "nothing could be run: {output:?}");
    let output = debunk(folder.path(), &["levels", "--corpus", "missing.c"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}
