//! Result folders: every file with its contents.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Every file below a folder with its contents, by its path in the folder.
///
/// # Panics
/// If something cannot be read.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap_or_else(|error| panic!("{next:?}: {error}")) {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).expect("inside").display().to_string();
            found.insert(name, fs::read(&path).expect("a file"));
        }
    }
    found
}

/// The folders of the findings in a result folder, in the order of their names.
///
/// # Panics
/// If they cannot be read.
pub fn finding_folders(results: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(results.join("findings")) else { return Vec::new() };
    let mut folders: Vec<PathBuf> = entries.map(|it| it.expect("an entry").path()).collect();
    folders.sort();
    folders
}

/// A file of JSON.
///
/// # Panics
/// If it is none.
#[track_caller]
pub fn json(file: &Path) -> Value {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file:?}: {error}"))
}
