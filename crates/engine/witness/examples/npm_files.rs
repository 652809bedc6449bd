//! Watches files of npm packages that run by themselves, and prints how many behave as they do
//! unwatched: `npm_files ENGINE FOLDER [PACKAGE...]`. Packages that are not in the folder yet are
//! fetched with the user's own npm.

#[path = "../tests/support/mod.rs"]
mod support;

use debunk_model::{Goal, Program};
use debunk_witness::{WitnessResult, witness};
use flate2::read::GzDecoder;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// What is fetched if no package is named.
const PACKAGES: [&str; 46] = [
    "lodash",
    "highlight.js",
    "underscore",
    "moment",
    "dayjs",
    "acorn",
    "esprima",
    "marked",
    "big.js",
    "bignumber.js",
    "decimal.js",
    "long",
    "d3-array",
    "d3-scale",
    "d3-format",
    "d3-color",
    "d3-time",
    "d3-path",
    "d3-ease",
    "d3-hierarchy",
    "d3-random",
    "async",
    "q",
    "bluebird",
    "es6-promise",
    "immutable",
    "immer",
    "redux",
    "rxjs",
    "lz-string",
    "js-sha256",
    "blueimp-md5",
    "json5",
    "js-yaml",
    "validator",
    "chroma-js",
    "handlebars",
    "mustache",
    "seedrandom",
    "regenerator-runtime",
    "fflate",
    "pako",
    "ramda",
    "prismjs",
    "escodegen",
    "uglify-js",
];
/// So that one package with many similar files does not dominate the numbers.
const FILES_PER_PACKAGE: usize = 60;
const FILE_LIMIT_BYTES: u64 = 256 * 1024;
/// What a file of a package expects around it, before its first line.
const BEFORE: &str = "var module = { exports: {} }, exports = module.exports; ";
/// Calls what the file exports, so that more of it runs than its top level.
const AFTER: &str = include_str!("npm_files.js");

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(engine), Some(folder)) = (arguments.next(), arguments.next()) else {
        return ExitCode::from(2);
    };
    let mut packages: Vec<String> = arguments.collect();
    if packages.is_empty() {
        packages = PACKAGES.iter().map(|&name| name.to_owned()).collect();
    }
    let mut runner = support::runner(&engine);
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut neutral, mut truncated, mut failed) = (0, 0, 0);
    for package in packages {
        for program in programs(Path::new(&folder), &package) {
            match witness(&mut *runner, &program) {
                WitnessResult::Neutral(log) => {
                    neutral += 1;
                    truncated += usize::from(log.truncated);
                }
                WitnessResult::NotNeutral(reason) => {
                    reasons.entry(reason.to_string()).or_default().push(program.name);
                }
                WitnessResult::Failed(_) => failed += 1,
            }
        }
    }
    let refused: usize = reasons.values().map(Vec::len).sum();
    for (reason, names) in &reasons {
        println!("{} {reason}\n    {}", names.len(), names.join(" "));
    }
    println!("{engine}: {neutral} of {} files are neutral", neutral + refused);
    println!("{engine}: {truncated} logs are truncated, {failed} files cannot be run");
    ExitCode::SUCCESS
}

fn programs(folder: &Path, package: &str) -> Vec<Program> {
    let Some(tarball) = tarball(folder, package) else { return Vec::new() };
    let Ok(file) = File::open(&tarball) else { return Vec::new() };
    let mut archive = tar::Archive::new(GzDecoder::new(file));
    let Ok(entries) = archive.entries() else { return Vec::new() };
    let mut programs = Vec::new();
    for mut entry in entries.flatten() {
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let is_program = [".js", ".mjs", ".cjs"].iter().any(|extension| path.ends_with(extension));
        let mut text = String::new();
        let is_small = entry.size() <= FILE_LIMIT_BYTES;
        if !is_program || !is_small || entry.read_to_string(&mut text).is_err() {
            continue;
        }
        let program = program(&format!("{package}/{path}"), text);
        programs.extend(program);
        if programs.len() == FILES_PER_PACKAGE {
            break;
        }
    }
    programs
}

/// Files that need others are left out.
fn program(name: &str, text: String) -> Option<Program> {
    let is_module = text.lines().any(|line| line.starts_with("export "));
    let needs_others = text.contains("require(")
        || text.lines().any(|line| line.starts_with("import ") || line.contains(" from '"));
    match (needs_others, is_module) {
        (true, _) => None,
        (false, true) => Some(Program::javascript(name, Goal::Module, text)),
        (false, false) => {
            let text = format!("{BEFORE}{text}{AFTER}");
            Some(Program::javascript(name, Goal::Script, text))
        }
    }
}

fn tarball(folder: &Path, package: &str) -> Option<PathBuf> {
    find(folder, package).or_else(|| {
        let mut npm = Command::new("npm");
        npm.args(["pack", "--silent", "--ignore-scripts", package]).current_dir(folder);
        npm.status().ok()?;
        find(folder, package)
    })
}

/// The tarball of a package, whose version follows its name.
fn find(folder: &Path, package: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let mut tarballs: Vec<PathBuf> = entries.collect();
    tarballs.sort();
    tarballs.into_iter().find(|path| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let rest = name.as_deref().and_then(|name| name.strip_prefix(package));
        rest.and_then(|rest| rest.strip_prefix('-'))
            .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    })
}
