//! What the tests of the command line have in common.

// Each test file uses its part of this.
#![allow(dead_code)]

pub mod dd;

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs debunk in a folder. What a campaign or a comparison writes has to fit the schemas.
#[track_caller]
pub fn debunk(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_debunk"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("debunk runs");
    if matches!(arguments.first(), Some(&("run" | "compare"))) {
        let is_out = |word: &&str| ["-o", "--out"].contains(word);
        for pair in arguments.windows(2).filter(|pair| is_out(&pair[0])) {
            debunk_schemas::check_folder(&folder.join(pair[1]));
        }
        if arguments.contains(&"--json") {
            debunk_schemas::check_lines("event", &text(&output.stdout));
        }
    }
    output
}

/// What a process wrote.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs debunk in a folder, checks its exit code and returns everything it wrote.
#[track_caller]
pub fn check(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = debunk(folder, arguments);
    let words = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {words}");
    words
}

/// A finished campaign: its exit code, its summary, what it found, and everything debunk wrote.
pub struct Ran {
    pub code: Option<i32>,
    pub summary: Value,
    pub findings: Vec<Value>,
    pub words: String,
}

/// Runs `debunk run` in its own folder, with these relations if any are named.
pub fn run(arguments: &[&str], relations: &[String]) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    let mut all = vec!["run", "--rounds", "1", "--no-reduce", "-o", "out"];
    all.extend(arguments);
    if !relations.is_empty() {
        all.push("--relations");
        all.extend(relations.iter().map(String::as_str));
    }
    let output = debunk(folder.path(), &all);
    let words = format!("{}{}", text(&output.stdout), text(&output.stderr));
    let summary = fs::read_to_string(folder.path().join("out/summary.json")).expect(&words);
    let summary = serde_json::from_str(&summary).expect("JSON");
    let findings = fs::read_dir(folder.path().join("out/findings")).into_iter().flatten();
    let findings = findings.flatten().map(|entry| entry.path().join("finding.json"));
    let findings = findings.map(|file| fs::read_to_string(file).expect("a finding"));
    let findings = findings.map(|text| serde_json::from_str(&text).expect("JSON")).collect();
    Ran { code: output.status.code(), summary, findings, words }
}

/// Every relation except one.
pub fn all_relations_but(left_out: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let listed = debunk(folder.path(), &["relations", "--json"]);
    let relations: Value = serde_json::from_slice(&listed.stdout).expect("JSON");
    let names = relations.as_array().into_iter().flatten();
    let names = names.filter_map(|relation| relation["name"].as_str().map(str::to_owned));
    names.filter(|name| name != left_out).collect()
}
