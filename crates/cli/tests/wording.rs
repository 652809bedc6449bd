//! Error messages as users read them: each fits after "failed to", and says what, on which thing, why, and what to
//! do about it.

use regex::Regex;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The verbs with which a message may begin.
const VERBS: [&str; 36] = [
    "begin", "build", "compare", "compile", "create", "drive", "exchange", "fetch", "find",
    "finish", "follow", "generate", "guide", "inspect", "install", "learn", "list", "localise",
    "measure", "merge", "open", "read", "reduce", "replay", "resume", "run", "set", "start",
    "test", "unpack", "use", "verify", "wait", "watch", "work", "write",
];

/// Errors that are parts of other sentences, and where.
const CLAUSES: [(&str, &str); 7] = [
    ("AnalysisError", "the reason why a program is skipped: p.js does not parse"),
    ("ChannelError", "how a connection ended, in an observation"),
    ("FramingError", "how a connection ended, in an observation"),
    ("IllegalAction", "a mistake of a caller, never of the user"),
    ("OpenError", "the reason why a program is skipped: p.js does not parse"),
    ("RuleError", "follows the file: read rules.toml: it is not a rule file"),
    ("RunError", "the reason why a run is skipped"),
];

/// All source files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() && name != "target" && name != "programs" && name != "tests" {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
}

/// The errors in a source text: the type, and its message with placeholders.
fn messages(text: &str) -> Vec<(String, String)> {
    let pattern = r#"(?s)(?:enum|struct) (\w+Error|\w+) |#\[error\(\s*"((?:[^"\\]|\\.)*)""#;
    let pattern = Regex::new(pattern).expect("a pattern");
    let continued = Regex::new(r"\\\n\s*").expect("a pattern");
    let mut name = String::new();
    let mut found: Vec<(String, String)> = Vec::new();
    for hit in pattern.captures_iter(text) {
        if let Some(declared) = hit.get(1) {
            declared.as_str().clone_into(&mut name);
            // The message of a struct stands before it.
            found.iter_mut().filter(|it| it.0.is_empty()).for_each(|it| it.0.clone_from(&name));
        } else if let (Some(message), Some(all)) = (hit.get(2), hit.get(0)) {
            let is_of_struct = text[..all.start()].ends_with('\n');
            let owner = if is_of_struct { String::new() } else { name.clone() };
            found.push((owner, continued.replace_all(message.as_str(), "").into_owned()));
        }
    }
    found
}

/// What is wrong with a message, if anything is.
fn complaint(message: &str) -> Option<&'static str> {
    let first = message.split([' ', ':']).next().unwrap_or_default();
    let is_open = ["{0}", "{doing}"].contains(&first);
    if !is_open && !VERBS.contains(&first) {
        return Some("does not begin with a verb that fits after \"failed to\"");
    }
    if message.ends_with(['.', ' ', ':', ';', ',']) {
        return Some("ends in nothing");
    }
    message.contains("  ").then_some("has two blanks in a row")
}

#[test]
fn every_error_fits_after_failed_to() {
    let mut paths = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates"), &mut paths);
    let (mut count, mut complaints) = (0, Vec::new());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a text");
        for (name, message) in messages(&text) {
            count += 1;
            let is_clause = CLAUSES.iter().any(|(clause, _)| *clause == name);
            if let Some(what) = complaint(&message).filter(|_| !is_clause) {
                complaints.push(format!("{}: {name}: {message:?} {what}", path.display()));
            }
        }
    }
    assert!(count > 80, "only {count} messages were found");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn messages_are_judged_by_their_form() {
    assert_eq!(complaint("read {path}: {error}"), None);
    assert_eq!(complaint("{doing} {path}: {error}"), None);
    assert!(complaint("the file is missing").is_some());
    assert!(complaint("read the file: ").is_some());
    assert!(complaint("read  the file").is_some());
    let text = "pub enum AError {\n    #[error(\n        \"read {0}: \\\n         why\"\n    )]\n    One,\n}";
    assert_eq!(messages(text), [("AError".to_owned(), "read {0}: why".to_owned())]);
}

/// What debunk writes to standard error in an empty folder, which holds one file `empty.txt`.
fn said(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_debunk"));
    let output = command.args(arguments).current_dir(folder).output().expect("debunk runs");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn composed_sentences_say_what_failed_and_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("empty.txt"), "").expect("a file");
    let check = |arguments: &[&str], expected: &str| {
        assert_eq!(said(folder.path(), arguments), format!("debunk: failed to {expected}\n"));
    };
    check(
        &["dd", "min", "empty.txt", "--", "false"],
        "begin: the command does not find the whole input interesting (exit code 1); it must end with exit code \
         0 there, or with another one under --invert",
    );
    check(
        &["dd", "min", "empty.txt", "--", "./missing.sh"],
        "run the command: failed to find the program ./missing.sh; check its path, and that it can be executed",
    );
    check(&["dd", "min", ".", "--", "true"], "read .: it is a folder; give a file");
    check(
        &["dd", "min", "empty.txt", "--timeout", "0", "--", "true"],
        "read --timeout 0: it must be a number of seconds above 0",
    );
    check(
        &["dd", "min", "empty.txt", "--resume", "--", "true"],
        "resume: there is no journal empty.reduced.txt.journal; omit --resume to start over",
    );
    check(
        &["dd", "isolate", "empty.txt", "empty.txt", "--", "true"],
        "begin: the command finds the good input interesting as well (exit code 0); give two inputs for which it \
         answers differently",
    );
    check(
        &["dd", "states", "empty.txt", "--good", "--bad", "--at", "x"],
        "read --at: x is not a place; give LINE or LINE:HIT, both from 1",
    );
    check(
        &["dd", "schedule", "empty.txt", "--", "true"],
        "read empty.txt: it holds no number of a task",
    );
    check(&["localize", "nowhere.js"], "read nowhere.js: No such file or directory (os error 2)");
    check(
        &["localize", "empty.txt"],
        "use empty.txt: it must export a function P; it must export relations",
    );
    check(
        &["mc", "compare", "empty.txt"],
        "find pairs in empty.txt: the manifest has no line; write one JSON object per line",
    );
    check(&["inspect", "."], "inspect .: there is no comparison in it; debunk compare writes one");
}
