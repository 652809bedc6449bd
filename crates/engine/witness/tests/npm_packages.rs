//! Files of the packages that npm itself consists of, run as programs: whether their copies print the same.

use crate::support;
use debunk_model::{Goal, Program};
use debunk_session::PlainRun;
use debunk_witness::{WitnessResult, witness_against};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a file finds around it. What it requires is there and does nothing.
const BEFORE: &str = "var module = { exports: {} }, exports = module.exports, __filename = '/a.js', \
    __dirname = '/', process = { env: {}, argv: [], platform: 'linux', version: 'v20.0.0', versions: {}, \
    cwd() { return '/'; }, nextTick() {}, emitWarning() {}, on() {} }, \
    Buffer = { from() { return []; }, alloc() { return []; }, isBuffer() { return false; } }; \
    function require(name) { function required() { return required; } \
    required.join = required.resolve = String; required.inherits = function () {}; \
    return required; } ";
/// Calls what a file exports.
const AFTER: &str = "
;(function () {
  var samples = [[], ['a-b c', 2], [[3, 1, 2], function (x) { return x; }], [{ a: 1, b: [2] }, 'a']];
  function use(name, exported) {
    samples.forEach(function (sample) {
      try { print(name, typeof exported.apply({}, sample)); } catch (error) { print(name, error && error.name); }
    });
  }
  var all = module.exports;
  if (typeof all === 'function') use('all', all);
  Object.keys(all).forEach(function (name) { if (typeof all[name] === 'function') use(name, all[name]); });
})();
";
/// Larger files take long.
const SIZE_MAX_BYTES: usize = 20_000;
/// Of 100 files that can be run, how many must have a log.
const LOGGED_PERCENT_MIN: usize = 95;
/// Fewer files prove nothing.
const FILES_MIN: usize = 100;
const TRUNCATED: &str = "has a log, truncated";
/// One file of this number is tested, and every file if the variable `ALL` is set.
const SHARE: usize = 4;
const ALL: &str = "DEBUNK_TEST_ALL_PACKAGES";

/// The folder of the packages.
fn packages() -> PathBuf {
    let output = Command::new("npm").args(["root", "--global"]).output().expect("npm runs");
    let root = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Path::new(&root).join("npm/node_modules")
}

fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of packages") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            add_files(&path, files);
        } else if path.extension().is_some_and(|it| it == "js") {
            files.push(path);
        }
    }
}

/// The files that are scripts, as programs. A file with `import` or `export` would be a module.
fn programs() -> Vec<Program> {
    let (root, mut files) = (packages(), Vec::new());
    add_files(&root, &mut files);
    files.sort();
    let share = if std::env::var_os(ALL).is_some() { 1 } else { SHARE };
    files.into_iter().step_by(share).filter_map(|path| program(&root, &path)).collect()
}

fn program(root: &Path, path: &Path) -> Option<Program> {
    let text = fs::read_to_string(path).ok()?;
    let is_module = ["import ", "export "]
        .iter()
        .any(|word| text.lines().any(|line| line.trim_start().starts_with(word)));
    let is_for_here = text.len() <= SIZE_MAX_BYTES && !is_module && !text.starts_with("#!");
    let name = path.strip_prefix(root).ok()?.to_string_lossy().into_owned();
    let text = format!("{BEFORE}{text}{AFTER}");
    is_for_here.then(|| Program::javascript(name, Goal::Script, text))
}

#[test]
fn copies_of_the_files_of_npm_packages_print_what_they_print() {
    let mut runner = support::runner("node");
    let (mut run, mut logged) = (0, 0);
    let mut table: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for program in programs() {
        // What prints something else each time, or does not end, is no measure.
        let PlainRun::Ended(plain) = runner.run(&program) else { continue };
        if runner.run(&program) != PlainRun::Ended(plain.clone()) {
            continue;
        }
        run += 1;
        let reason = match witness_against(&mut *runner, &program, &plain) {
            WitnessResult::Neutral(log) => {
                logged += 1;
                (if log.truncated { TRUNCATED } else { "has a log" }).to_owned()
            }
            WitnessResult::NotNeutral(doubt) => doubt.reason,
            WitnessResult::Failed(reason) => reason,
        };
        table.entry(reason).or_default().push(program.name);
    }
    for (reason, names) in table.iter().filter(|(reason, _)| !reason.starts_with("has a log")) {
        println!("{:>3} {reason}: {}", names.len(), names.join(" "));
    }
    let truncated = table.get(TRUNCATED).map_or(0, Vec::len);
    println!("{logged} of {run} have a log, {truncated} of them truncated");
    assert!(run >= FILES_MIN, "only {run} files can be run");
    assert!(logged * 100 >= run * LOGGED_PERCENT_MIN, "{logged} of {run} have a log: {table:#?}");
}
