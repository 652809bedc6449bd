//! What a result folder keeps of a test or a run that found something: a finding or a difference,
//! each in a folder of its own that is written and read in the same way.

use crate::files::{REDUCED_FOLDER, WITNESS_FILE};
use crate::folder::{FindingError, io_error, read_json, write_folder};
use debunk_testimony::WitnessRecord;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A finding or a difference.
pub trait Discovery: Serialize + DeserializeOwned {
    /// The file with everything in it.
    const FILE: &'static str;
    /// The folder below which all of them are.
    const PARENT: &'static str;
    /// What it is, for people.
    const NOUN: &'static str;
    /// The version of its file.
    const SCHEMA: u32;

    /// The name of its folder: sorts by number, and says what it is about.
    fn folder_name(&self) -> String;

    /// The name of its class.
    fn class_name(&self) -> String;

    /// It in one line.
    fn sentence(&self) -> String;

    /// What really happened, if known.
    fn witness(&self) -> Option<&WitnessRecord>;

    /// The other files of its folder: programs, traces, the report, the reproduction.
    fn other_files(&self) -> Vec<(String, String)>;
}

/// Writes a finding or a difference below `parent`, whole or not at all, and returns its folder.
///
/// # Errors
/// If the file system refuses; nothing half-written is left under the name.
pub fn write<Found: Discovery>(parent: &Path, found: &Found) -> Result<PathBuf, FindingError> {
    write_folder(parent, &found.folder_name(), &files(parent, found)?)
}

/// Writes the reduced form of a finding or a difference into the folder of the whole one, with one
/// more file, whole or not at all, and returns its folder.
///
/// # Errors
/// If the file system refuses.
pub fn write_reduced<Found: Discovery>(
    folder: &Path,
    found: &Found,
    more: (String, String),
) -> Result<PathBuf, FindingError> {
    let mut files = files(folder, found)?;
    files.push(more);
    write_folder(folder, REDUCED_FOLDER, &files)
}

fn files<Found: Discovery>(
    parent: &Path,
    found: &Found,
) -> Result<Vec<(String, String)>, FindingError> {
    let not_json = |error: serde_json::Error| malformed::<Found>(parent, error.to_string());
    let json = serde_json::to_string_pretty(found).map_err(not_json)?;
    let mut files = vec![(Found::FILE.to_owned(), format!("{json}\n"))];
    files.extend(found.other_files());
    if let Some(record) = found.witness().filter(|record| **record != WitnessRecord::default()) {
        let json = serde_json::to_string(record).map_err(not_json)?;
        files.push((WITNESS_FILE.to_owned(), format!("{json}\n")));
    }
    Ok(files)
}

fn malformed<Found: Discovery>(path: &Path, reason: String) -> FindingError {
    FindingError::Malformed { path: path.to_owned(), noun: Found::NOUN, reason }
}

/// Whether a path is the folder or the file of such a discovery.
pub fn is_at<Found: Discovery>(path: &Path) -> bool {
    path.join(Found::FILE).is_file() || path.file_name().is_some_and(|name| name == Found::FILE)
}

/// Reads a finding or a difference from its folder or from its file.
///
/// # Errors
/// If there is none.
pub fn read<Found: Discovery>(path: &Path) -> Result<Found, FindingError> {
    let file = if path.is_dir() { path.join(Found::FILE) } else { path.to_owned() };
    let text = fs::read_to_string(&file).map_err(io_error("read", &file))?;
    let malformed = |reason: String| malformed::<Found>(&file, reason);
    let value: Value = serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))?;
    match value.get("schema").and_then(Value::as_u64) {
        Some(schema) if schema == u64::from(Found::SCHEMA) => {}
        Some(schema) => {
            let ours = Found::SCHEMA;
            return Err(malformed(format!("it has schema {schema}, this debunk reads {ours}")));
        }
        None => return Err(malformed("it names no schema".to_owned())),
    }
    serde_json::from_value(value).map_err(|error| malformed(error.to_string()))
}

/// Reads what really happened from the folder of a finding or a difference; `None` if unknown.
///
/// # Errors
/// If the file exists but is malformed.
pub fn read_witness(folder: &Path) -> Result<Option<WitnessRecord>, FindingError> {
    read_json(&folder.join(WITNESS_FILE), "record of what really happened")
}
