//! `debunk mc` as a user sees it: its output, its files, and its exit codes.

use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

fn debunk(folder: &Path, args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_debunk");
    Command::new(program).args(args).current_dir(folder).output().expect("debunk runs")
}

fn pair(folder: &Path, name: &str, first: &str, second: &str) {
    let pair = folder.join("pairs").join(name);
    std::fs::create_dir_all(&pair).expect("a folder");
    for (side, lines) in [("first", first), ("second", second)] {
        let text = format!("SF:a.c\n{lines}\nend_of_record\n");
        std::fs::write(pair.join(format!("{side}.info")), text).expect("a file");
    }
}

#[test]
fn numbers_files_and_a_comparison_are_written() {
    let folder = TempDir::new().expect("a folder");
    pair(folder.path(), "broad/1/x", "DA:1,1\nDA:2,1\nDA:3,0", "DA:1,1\nDA:2,0\nDA:3,1");
    pair(folder.path(), "narrow/1/x", "DA:1,1\nDA:2,1\nDA:3,0", "DA:1,1\nDA:2,1\nDA:3,1");
    let args = [
        "mc",
        "measure",
        "pairs",
        "--json",
        "--html",
        "mc.html",
        "--lcov",
        "mc.info",
        "--cobertura",
        "mc.xml",
    ];
    let output = debunk(folder.path(), &args);
    assert!(output.status.success(), "{output:?}");
    let numbers: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(numbers["covered"]["lines"], 3);
    assert_eq!(numbers["mc"]["lines"], 2);
    assert_eq!(numbers["methods"][0]["name"], "broad");
    for name in ["mc.html", "mc.info", "mc.xml"] {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
    let output = debunk(folder.path(), &["mc", "compare", "pairs"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("MC is 2.0 times smaller"), "{text}");
}

#[test]
fn a_node_program_is_run_twice() {
    let folder = TempDir::new().expect("a folder");
    let program = "if (process.argv[2] === '1') {\n  console.log('one');\n}\n";
    std::fs::write(folder.path().join("a.js"), program).expect("a file");
    let args = ["mc", "run", "--json", "--first", "1", "--second", "2", "--", "node", "a.js"];
    let output = debunk(folder.path(), &args);
    assert!(output.status.success(), "{output:?}");
    let numbers: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(numbers["mc"]["lines"], 2, "{numbers}");
}

#[test]
fn failures_of_the_command_are_told() {
    let folder = TempDir::new().expect("a folder");
    let program = "if (process.argv[2] !== '1') {\n  process.exitCode = 7;\n}\n";
    std::fs::write(folder.path().join("a.js"), program).expect("a file");
    let run = |more: &[&str]| {
        let args = [&["mc", "run", "--json"], more, &["--", "node", "a.js", "{input}"]].concat();
        let output = debunk(folder.path(), &args);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let numbers = serde_json::from_slice(&output.stdout).unwrap_or(serde_json::Value::Null);
        (output.status.code(), errors, numbers)
    };
    let (code, errors, _) = run(&["--first", "1", "--second", "2"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("failed on the second side (exit code 7)"), "{errors}");
    let (code, errors, numbers) =
        run(&["--first", "1", "--second", "2", "--allow-one-sided-failure"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(errors.contains("second side of pair 1"), "{errors}");
    assert_eq!(numbers["failed_pairs"][0]["first"], serde_json::Value::Null);
    // Both sides fail, the second one with two inputs.
    let (code, errors, numbers) = run(&["--first", "3", "--second", "1", "--second", "2"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(errors.contains("failed on both sides of pair 1"), "{errors}");
    assert_eq!(numbers["failed_pairs"][0]["pair"], "1");
}

#[test]
fn errors_end_with_2_and_say_what_where_and_what_next() {
    let folder = TempDir::new().expect("a folder");
    let cases: [(&[&str], &str); 3] = [
        (&["mc", "measure", "missing"], "missing"),
        (&["mc", "measure", "."], "'first'"),
        (&["mc", "run", "--first", "1", "--second", "2", "--", "true"], "without leaving coverage"),
    ];
    for (args, expected) in cases {
        let output = debunk(folder.path(), args);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(expected), "{args:?}: {text}");
    }
}

/// Whether debunk ends with exit code `code` and prints this on its error output.
fn refuses(folder: &Path, args: &[&str], code: i32, words: &str) {
    let output = debunk(folder, args);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {text}");
    assert!(text.contains(words), "{args:?}: {text}");
}

#[test]
fn a_debugger_that_cannot_count_guides_nothing() {
    let folder = TempDir::new().expect("a folder");
    let words = "of its own code runs";
    for guide in ["coverage", "mc"] {
        let args = ["run", "-d", "node", "-n", "2", "--guide", guide];
        refuses(folder.path(), &args, 2, words);
    }
    refuses(folder.path(), &["mc", "guide", "-d", "node"], 2, words);
    refuses(folder.path(), &["mc", "relations", "-d", "bdb"], 2, words);
    refuses(folder.path(), &["run", "-d", "node", "--guide", "luck"], 2, "coverage, mc");
    let files = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(files, 0, "nothing is written");
}

#[test]
fn a_debugger_that_was_not_built_says_how_to_build_it() {
    let folder = TempDir::new().expect("a folder");
    for command in [["run", "-d"], ["selftest", "-d"], ["mc", "guide"]] {
        let mut args = command.to_vec();
        if command[1] == "guide" {
            args.push("-d");
        }
        args.extend(["duktape", "--cache", "empty"]);
        refuses(folder.path(), &args, 3, "run debunk setup duktape");
    }
    let output = debunk(folder.path(), &["doctor", "--cache", "empty"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("debunk setup duktape"));
}
