//! Pairs of debuggers for C and Python: known differences are accepted, wrong answers are reported.

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;
use support::{check, text};

const C_PROGRAM: &str = "\
#include <stdio.h>

enum colour { RED, GREEN };
struct point { int x; double y; };

static int add(int a, int b) {
    int sum = a + b;
    return sum;
}

int main(void) {
    enum colour colour = GREEN;
    struct point point = { 3, 0.1 };
    char letter = 'q';
    int total = 0;
    for (int i = 0; i < 3; i++) {
        total = add(total, i);
    }
    printf(\"%d %d %c\\n\", total, point.x + (int)colour, letter);
    return 0;
}
";

const PYTHON_PROGRAM: &str = "\
import math


class Box:
    def __init__(self, size):
        self.size = size

    def half(self):
        result = self.size / 2
        return result


def total(numbers):
    all_of_them = 0
    for number in numbers:
        all_of_them += number
    return all_of_them


box = Box(7)
print(box.half())
print(total([1, 2, 3]), math.floor(2.5))
";

/// Compares two debuggers in a few runs on one program, and returns the summary.
#[track_caller]
fn compare(pair: [&str; 2], more: &[&str], code: i32) -> String {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("p.c"), C_PROGRAM).expect("file");
    fs::write(folder.path().join("p.py"), PYTHON_PROGRAM).expect("file");
    let mut arguments = vec!["compare", pair[0], pair[1], "--runs", "6", "--gate", "0"];
    arguments.extend(["--jobs", "1", "--no-reduce", "--out", "out", "--corpus", "p.c", "p.py"]);
    arguments.extend(more);
    let words = check(folder.path(), &arguments, code);
    assert!(words.contains("6 runs on 1 program") || code == 2, "{words}");
    words
}

fn python() -> String {
    let script = "import sys; print(sys.executable)";
    let output = Command::new("python3").args(["-c", script]).output().expect("python3");
    text(&output.stdout).trim().to_owned()
}

#[test]
fn gdb_and_lldb_differ_on_one_binary_in_known_ways_only() {
    let words = compare(["gdb-mi", "lldb-dap"], &[], 0);
    assert!(words.contains("where there is no code, gdb takes the next line"), "{words}");
}

#[test]
fn the_rules_are_what_keeps_gdb_and_lldb_together() {
    let words = compare(["gdb-mi", "lldb-dap"], &["--no-rules"], 1);
    assert!(words.contains("variables/"), "{words}");
}

#[test]
fn debugpy_and_bdb_differ_in_known_ways_only() {
    compare(["debugpy", "bdb"], &[], 0);
}

#[test]
fn two_releases_of_gdb_differ_in_known_ways_only() {
    compare(["gdb-mi", "gdb"], &[], 0);
}

#[test]
fn binaries_of_gcc_and_clang_differ_in_known_ways_only() {
    let words = compare(["gdb-mi", "gdb-mi"], &["--cc", "gcc", "--cc-b", "clang"], 0);
    assert!(words.contains("(compiled by gcc -O0 -g) against gdb-mi"), "{words}");
    assert!(words.contains("(compiled by clang -O0 -g), seed 1"), "{words}");
}

#[test]
fn a_python_is_named_by_its_version_or_its_path() {
    let python = python();
    let output = Command::new(&python).arg("--version").output().expect("python");
    let version = text(&output.stdout).trim().replace("Python ", "");
    let minor = version.rsplit_once('.').expect("a version").0;
    let words = compare([&format!("bdb@{minor}"), &format!("bdb:{python}")], &[], 0);
    assert!(words.contains("0 differences in 0 classes"), "{words}");
    let words = compare([&format!("debugpy:{python}"), "bdb"], &[], 0);
    assert!(words.contains(&format!("(Python {version})")), "{words}");
}

#[test]
fn a_missing_python_is_a_clear_error() {
    for (name, expected) in [
        ("bdb@3.99", "bdb:/path/to/python3"),
        ("debugpy@3.99", "find Python 3.99"),
        ("bdb@three", "is not a version"),
        ("debugpy:/no/such/python", "/no/such/python"),
    ] {
        let words = compare([name, "bdb"], &[], 2);
        assert!(words.contains(expected), "{name}: {words}");
    }
}

#[test]
fn programs_that_need_a_newer_python_are_left_out() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("new.py"), "# needs: 3.98\nprint(1)\n").expect("file");
    fs::write(folder.path().join("old.py"), PYTHON_PROGRAM).expect("file");
    let mut arguments = vec!["compare", "bdb", "bdb", "--runs", "2", "--gate", "0"];
    arguments.extend(["--out", "out", "--corpus", "new.py", "old.py"]);
    let words = check(folder.path(), &arguments, 0);
    assert!(words.contains("skipped new.py: it needs version 3.98"), "{words}");
    assert!(words.contains("2 runs on 1 program"), "{words}");
}

/// A difference between two compilers records them.
#[test]
fn a_difference_of_two_compilers_is_reproducible() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("p.c"), C_PROGRAM).expect("file");
    let out = find_difference(folder.path());
    let kept = fs::read_dir(out).expect("folder").next().expect("a difference").expect("entry");
    let kept = kept.path().to_string_lossy().into_owned();
    let words = check(folder.path(), &["replay", &kept], 1);
    assert!(words.contains("still differ, exactly as it was found"), "{words}");
    assert!(words.contains("compiled by gcc -O2 -g"), "{words}");
}

/// Optimised code pauses elsewhere than unoptimised code.
fn find_difference(folder: &Path) -> std::path::PathBuf {
    let mut arguments = vec!["compare", "gdb-mi", "gdb-mi", "--corpus", "p.c", "--out", "out"];
    arguments.extend(["--runs", "4", "--gate", "0", "--jobs", "1", "--no-reduce"]);
    arguments.extend(["--cflags-b", "-O2 -g"]);
    check(folder, &arguments, 1);
    folder.join("out/differences")
}
