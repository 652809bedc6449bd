//! `debunk dd` with commands that hang, are flaky, are missing, write to their input or never fail.

mod support;

use std::fs;
use std::path::Path;
use support::dd::{check, folder_with, read};

/// Two versions with twenty changes in two files; `broken` is in the new one only.
fn two_versions(folder: &Path) {
    for (version, word) in [("old", "fine"), ("new", "broken")] {
        let root = folder.join(version);
        fs::create_dir(&root).expect("folder");
        let line = |number: usize| format!("line {number}\n{version} {number}\n");
        let lines: String = (0..10).map(line).collect();
        fs::write(root.join("a.txt"), &lines).expect("file");
        fs::write(root.join("b.txt"), format!("{lines}{word}\n")).expect("file");
    }
}

#[test]
fn odd_commands_get_a_clear_message() {
    let folder = folder_with(&[("f.txt", "one\ntwo\nthree\n"), ("g.txt", "one\n")]);
    let path = folder.path();
    two_versions(path);
    for (arguments, code, words) in [
        (&["min", "f.txt", "--", "no-such-program"][..], 2, "no-such-program"),
        (&["min", "f.txt", "--", "sh", "-c", "no-such-thing $1"], 2, "not found"),
        (&["min", "f.txt", "--", "false"], 2, "does not find the whole input interesting"),
        (
            &["min", "f.txt", "--timeout", "0.3", "--", "sh", "-c", "sleep 60"],
            2,
            "did not end within 0.3 s",
        ),
        (&["min", "f.txt", "--", "true"], 0, "even an empty file interesting"),
        (&["min", "missing.txt", "--", "true"], 2, "missing.txt"),
        (&["min", ".", "--", "true"], 2, "it is a folder"),
        (&["min", "f.txt"], 2, "COMMAND"),
        (&["min", "f.txt", "--timeout", "0", "--", "true"], 2, "number of seconds"),
        (&["min", "f.txt", "--out", "f.txt", "--", "true"], 2, "--in-place"),
        (&["min", "f.txt", "--out", "/proc/none", "--", "true"], 2, "/proc/none"),
        (&["isolate", "g.txt", "f.txt", "--", "true"], 2, "the good input interesting as well"),
        (&["isolate", "g.txt", "f.txt", "--", "false"], 2, "does not find the bad input"),
        (&["isolate", "g.txt", "f.txt", "--", "no-such-program"], 2, "no-such-program"),
        (
            &["isolate", "g.txt", "f.txt", "--", "sh", "-c", "no-such-thing"],
            2,
            "check that its program is installed",
        ),
        (
            &["isolate", "g.txt", "f.txt", "--timeout", "0.3", "--", "sh", "-c", "sleep 60"],
            2,
            "allow it more time with --timeout",
        ),
        (&["changes", "none", "nor-this", "--", "true"], 2, "run git"),
        (&["changes", "old", "new", "--", "true"], 2, "the new version does not fail"),
        (&["changes", "old", "new", "--", "false"], 2, "the old version does not pass"),
        (&["changes", "old", "new", "--", "no-such-program"], 2, "no-such-program"),
        (
            &["changes", "old", "new", "--", "sh", "-c", "no-such-thing"],
            2,
            "check that its program is installed",
        ),
        (&["changes", "old", "new", "--build", "false", "--", "true"], 2, "does not pass"),
        (
            &["changes", "old", "new", "--timeout", "0.3", "--", "sleep", "60"],
            2,
            "allow it more time with --timeout",
        ),
        (&["states", "none.js", "--good", "--bad", "--at", "1"], 2, "none.js"),
        (&["states", "f.txt", "--good", "--bad", "--at", "x"], 2, "is not a place"),
        (&["schedule", "f.txt", "--", "true"], 2, "no number of a task"),
    ] {
        check(path, arguments, code, words);
    }
    assert_eq!(read(path, "f.txt"), "one\ntwo\nthree\n");
    // Not even a journal is left behind.
    assert_eq!(fs::read_dir(path).expect("folder").count(), 5);
}

#[test]
fn a_command_that_hangs_is_killed_and_reported() {
    let folder = folder_with(&[("f.txt", "one\ntwo needle\nthree\n")]);
    // It hangs if a line is missing.
    let script = "grep -q one \"$1\" || sleep 60; grep -q needle \"$1\"";
    let arguments =
        ["min", "f.txt", "--timeout", "0.4", "-g", "line", "--", "sh", "-c", script, "sh"];
    check(folder.path(), &arguments, 0, "because it did not end within 0.4 s");
    assert_eq!(read(folder.path(), "f.reduced.txt"), "one\ntwo needle\n");
}

#[test]
fn a_flaky_command_is_reported() {
    let text: String = (0..40).map(|number| format!("line {number}\n")).collect();
    let folder = folder_with(&[("f.txt", &text)]);
    // Every third answer differs.
    let script =
        "echo x >> count; n=$(wc -l < count); [ $((n % 3)) -ne 0 ] && grep -q 'line 7$' \"$1\"";
    let arguments = ["min", "f.txt", "-j1", "-g", "line", "--", "sh", "-c", script, "sh"];
    check(folder.path(), &arguments, 1, "the command is flaky");
    // Not even the whole input is always interesting.
    let folder = folder_with(&[("f.txt", &text)]);
    let script = "echo x >> count; n=$(wc -l < count); [ $((n % 2)) -eq 0 ]";
    let arguments = ["min", "f.txt", "-j1", "--", "sh", "-c", script];
    check(folder.path(), &arguments, 2, "the command is flaky");
}

#[test]
fn a_command_that_writes_to_its_file_does_no_harm() {
    let (name, text, needle, result) = (
        "a.js",
        "function outer(first) {\n  if (first) {\n    debugger;\n  }\n}\nouter(1);\n",
        "debugger",
        "debugger",
    );
    let folder = folder_with(&[(name, text)]);
    let script = format!("grep -q {needle} \"$1\"; code=$?; echo spoilt > \"$1\"; exit $code");
    let arguments = ["min", name, "--", "sh", "-c", &script, "sh"];
    check(folder.path(), &arguments, 0, "changed or removed its file");
    assert_eq!(read(folder.path(), "a.reduced.js"), result);
    assert_eq!(read(folder.path(), name), text);
    // A command that changes the input itself is detected as well.
    let script = format!("echo spoilt > {name}; grep -q {needle} \"$1\"");
    let arguments = ["min", name, "--", "sh", "-c", &script, "sh"];
    check(folder.path(), &arguments, 0, "was changed during the run");
    assert_eq!(read(folder.path(), "a.reduced.js"), result);
}

#[test]
fn a_command_that_hangs_in_between_is_reported() {
    let good = "one\n-\ntwo\n-\nthree\n-\nfour\n";
    let bad = "1\n-\n2\n-\n3\n-\n4\n";
    let folder = folder_with(&[("good.txt", good), ("bad.txt", bad)]);
    two_versions(folder.path());
    // It hangs if the first line is new and the last one is not.
    let script = "grep -q 1 \"$1\" && grep -q four \"$1\" && sleep 60; grep -q 3 \"$1\"";
    let ask = ["--timeout", "0.4", "--", "sh", "-c", script, "sh"];
    let arguments = [&["isolate", "good.txt", "bad.txt", "-g", "line"][..], &ask].concat();
    check(folder.path(), &arguments, 0, "because it did not end within 0.4 s");
    let script =
        "grep -q 'new 2' a.txt && ! grep -q broken b.txt && sleep 60; ! grep -q broken b.txt";
    let ask = ["--timeout", "0.4", "--", "sh", "-c", script];
    let arguments = [&["changes", "old", "new", "--group", "none"][..], &ask].concat();
    let said = check(folder.path(), &arguments, 0, "because it did not end within 0.4 s");
    assert!(said.contains("+broken"), "{said}");
}

#[test]
fn a_flaky_command_is_reported_whatever_it_is_asked_about() {
    let (good, bad) = ("a\n-\nb\n-\nc\n", "1\n-\n2\n-\n3\n");
    let folder = folder_with(&[("good.txt", good), ("bad.txt", bad)]);
    two_versions(folder.path());
    // The first answers are right; from the fourth on all is good.
    let script = "echo x >> count; [ $(wc -l < count) -lt 4 ] && grep -q 2 \"$1\"";
    let ask = ["-j1", "-g", "line", "--", "sh", "-c", script, "sh"];
    let arguments = [&["isolate", "good.txt", "bad.txt"][..], &ask].concat();
    check(folder.path(), &arguments, 1, "the command is flaky");
    let count = folder.path().join("count");
    fs::remove_file(&count).expect("a count");
    let script = format!(
        "echo x >> {0}; [ $(wc -l < {0}) -ge 4 ] || ! grep -q broken b.txt",
        count.display()
    );
    let arguments = ["changes", "old", "new", "-j1", "--", "sh", "-c", &script];
    check(folder.path(), &arguments, 1, "it said first 'bad', then 'good'");
    // Even the versions themselves have no stable answer.
    fs::remove_file(&count).expect("a count");
    let script = format!("echo x >> {0}; [ $(wc -l < {0}) -ne 1 ]", count.display());
    let arguments = ["changes", "old", "new", "-j1", "--", "sh", "-c", &script];
    check(folder.path(), &arguments, 2, "the command is flaky: for the old version");
}

#[test]
fn a_command_that_writes_to_the_versions_does_no_harm() {
    let folder = tempfile::tempdir().expect("folder");
    two_versions(folder.path());
    // It spoils both files after it has read them.
    let script = "! grep -q broken b.txt; code=$?; echo spoilt > a.txt; rm b.txt; exit $code";
    let arguments = ["changes", "old", "new", "--", "sh", "-c", script];
    let said = check(folder.path(), &arguments, 0, "changed or removed files that differ");
    assert!(said.contains("+broken"), "{said}");
    assert!(read(folder.path(), "new/b.txt").contains("broken"));
    let script = "grep -q 2 \"$1\"; code=$?; echo spoilt > \"$1\"; exit $code";
    fs::write(folder.path().join("good.txt"), "a\nb\nc\n").expect("file");
    fs::write(folder.path().join("bad.txt"), "1\n2\n3\n").expect("file");
    let arguments = ["isolate", "good.txt", "bad.txt", "--", "sh", "-c", script, "sh"];
    check(folder.path(), &arguments, 0, "changed or removed its file");
    assert_eq!(read(folder.path(), "bad.txt"), "1\n2\n3\n");
}
