//! Files of Python's own standard library, run as programs: whether their copies print the same.

use debunk_model::{Language, Program};
use debunk_native::{Builder, Compilers, NativeRunner};
use debunk_sandbox::TempArea;
use debunk_session::{PlainRun, PlainRunner};
use debunk_witness::{WitnessResult, witness_against};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Of 100 files that can be run, how many must have a log.
const LOGGED_PERCENT_MIN: usize = 40;
/// Fewer files prove nothing.
const FILES_MIN: usize = 30;

/// The files that have a part for being run as programs.
fn files() -> Vec<PathBuf> {
    let script = "import os; print(os.path.dirname(os.__file__))";
    let output = Command::new("python3").args(["-c", script]).output().expect("Python runs");
    let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let entries = fs::read_dir(folder).expect("the library").map(|it| it.expect("file").path());
    let is_program = |path: &PathBuf| {
        path.extension().is_some_and(|it| it == "py")
            && fs::read_to_string(path).is_ok_and(|text| text.contains("__name__ == "))
    };
    let mut files: Vec<PathBuf> = entries.filter(is_program).collect();
    files.sort();
    files
}

/// The first words of a reason, without names and numbers.
fn kind(reason: &str) -> String {
    let end = reason.find([':', '"', '\'']).unwrap_or(reason.len());
    reason[..end].trim().to_owned()
}

#[test]
fn copies_of_the_standard_library_print_what_it_prints() {
    let area = TempArea::new().expect("temporary folder");
    let mut runner = NativeRunner::new(Builder::new(&area, Compilers::default()));
    let (mut run, mut logged) = (0, 0);
    let mut table: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("text");
        let program = Program::script(name.clone(), Language::Python, text);
        // What prints something else each time, or does not end, is no measure.
        let PlainRun::Ended(plain) = runner.run(&program) else { continue };
        if runner.run(&program) != PlainRun::Ended(plain.clone()) {
            continue;
        }
        run += 1;
        let reason = match witness_against(&mut runner, &program, &plain) {
            WitnessResult::Neutral(log) => {
                logged += 1;
                let end = if log.truncated { ", truncated" } else { "" };
                format!("has a log{end}")
            }
            WitnessResult::NotNeutral(doubt) => kind(&doubt.reason),
            WitnessResult::Failed(reason) => kind(&reason),
        };
        table.entry(reason).or_default().push(name);
    }
    for (reason, names) in &table {
        println!("{:>3} {reason}: {}", names.len(), names.join(" "));
    }
    assert!(run >= FILES_MIN, "only {run} files can be run");
    assert!(logged * 100 >= run * LOGGED_PERCENT_MIN, "{logged} of {run} have a log: {table:#?}");
    let changed: Vec<&String> = table.keys().filter(|it| it.starts_with("changed what")).collect();
    assert!(changed.is_empty(), "{table:#?}");
}
