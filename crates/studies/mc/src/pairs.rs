//! Finds the pairs: by the layout of a folder, or in a manifest.

use crate::McError;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The method and the suite of pairs that name none.
const UNNAMED: &str = "all";
const DEPTH_LIMIT: usize = 16;
const FOLDER_HINT: &str = "a pair is a folder with two entries whose names begin with 'first' and \
                           'second', each a file or a folder; folders around it name the method";

/// Two runs that a relation links, each with the files that hold its coverage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its name.
    pub name: String,
    /// The method (relation) that made it.
    pub method: String,
    /// The suite of the method that it belongs to.
    pub suite: String,
    /// The coverage of the first run; several files are merged.
    pub first: Vec<PathBuf>,
    /// The coverage of the second run.
    pub second: Vec<PathBuf>,
}

/// The pairs below a folder: `METHOD/SUITE/PAIR/first…`, where method and suite are optional.
///
/// # Errors
/// If the folder cannot be read, a pair lacks a side, or there is none.
pub fn from_folder(root: &Path) -> Result<Vec<Pair>, McError> {
    let mut pairs = Vec::new();
    walk(root, &mut Vec::new(), &mut pairs)?;
    if pairs.is_empty() {
        return Err(McError::NoPairs { path: root.to_owned(), hint: FOLDER_HINT });
    }
    Ok(pairs)
}

fn walk(folder: &Path, names: &mut Vec<String>, pairs: &mut Vec<Pair>) -> Result<(), McError> {
    let read = |reason| McError::File { doing: "read the folder", path: folder.into(), reason };
    let mut entries = std::fs::read_dir(folder)
        .and_then(|entries| {
            entries.map(|entry| entry.map(|it| it.path())).collect::<Result<Vec<_>, _>>()
        })
        .map_err(read)?;
    entries.sort();
    let [first, second] = ["first", "second"].map(|side| {
        let is_side = |path: &&PathBuf| name(path).starts_with(side);
        entries.iter().filter(is_side).cloned().collect::<Vec<_>>()
    });
    if !first.is_empty() || !second.is_empty() {
        if first.is_empty() || second.is_empty() {
            let missing = if first.is_empty() { "first" } else { "second" };
            let text = format!(
                "read the pair {}: it has no file or folder whose name begins with '{missing}'",
                folder.display()
            );
            return Err(McError::Usage(text));
        }
        pairs.push(named(names, first, second));
        return Ok(());
    }
    for entry in entries.iter().filter(|entry| entry.is_dir() && !entry.is_symlink()) {
        if names.len() < DEPTH_LIMIT {
            names.push(name(entry));
            walk(entry, names, pairs)?;
            names.pop();
        }
    }
    Ok(())
}

fn named(names: &[String], first: Vec<PathBuf>, second: Vec<PathBuf>) -> Pair {
    let unnamed = || UNNAMED.to_owned();
    let (method, suite) = match names {
        [] | [_] => (unnamed(), unnamed()),
        [method, _] => (method.clone(), unnamed()),
        [method, suite, ..] => (method.clone(), suite.clone()),
    };
    let name = if names.is_empty() { unnamed() } else { names.join("/") };
    Pair { name, method, suite, first, second }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// One line of a manifest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    pair: Option<String>,
    method: Option<String>,
    suite: Option<String>,
    first: Files,
    second: Files,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Files {
    One(PathBuf),
    Several(Vec<PathBuf>),
}

impl Files {
    fn below(self, folder: &Path) -> Vec<PathBuf> {
        let files = match self {
            Files::One(file) => vec![file],
            Files::Several(files) => files,
        };
        files.into_iter().map(|file| folder.join(file)).collect()
    }
}

/// The pairs of a manifest: one JSON object per line, with `pair`, `method`, `first`, `second`.
///
/// # Errors
/// If the file cannot be read, a line is wrong, or there is no pair in it.
pub fn from_manifest(path: &Path) -> Result<Vec<Pair>, McError> {
    let text = std::fs::read_to_string(path).map_err(McError::file("read the manifest", path))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut pairs = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |what| McError::Manifest { path: path.to_owned(), line: number + 1, what };
        let line: Line = serde_json::from_str(line).map_err(|error| {
            wrong(format!(
                "{error}; a line is like {{\"pair\": \"1\", \"method\": \"m\", \"first\": \
                 \"a.info\", \"second\": [\"b.info\"]}}"
            ))
        })?;
        let pair = Pair {
            name: line.pair.unwrap_or_else(|| (number + 1).to_string()),
            method: line.method.unwrap_or_else(|| UNNAMED.to_owned()),
            suite: line.suite.unwrap_or_else(|| UNNAMED.to_owned()),
            first: line.first.below(folder),
            second: line.second.below(folder),
        };
        if pair.first.is_empty() || pair.second.is_empty() {
            return Err(wrong("a side has no files".to_owned()));
        }
        pairs.push(pair);
    }
    if pairs.is_empty() {
        let hint = "the manifest has no line; write one JSON object per line";
        return Err(McError::NoPairs { path: path.to_owned(), hint });
    }
    Ok(pairs)
}
