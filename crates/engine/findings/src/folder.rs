//! A finding's folder: written whole or not at all.

use crate::{Finding, SCHEMA_VERSION, markdown, reproduction, trace_text};
use debunk_testimony::WitnessRecord;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const FINDING_FILE: &str = "finding.json";
const WITNESS_FILE: &str = "witness.json";

/// Why a finding could not be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum FindingError {
    /// The file system refused.
    #[error("{doing} {path}: {error}")]
    Io {
        /// What was tried.
        doing: &'static str,
        /// Where.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file is not a finding.
    #[error("read {path}: it is not a finding: {reason}")]
    NotAFinding {
        /// Where.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// The name of a finding's folder: sorts by test, and says what it is about.
pub fn folder_name(finding: &Finding) -> String {
    format!("{:06}-{}-{}", finding.test, finding.relation, finding.violation.kind)
}

fn io_error(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FindingError {
    let path = path.to_owned();
    move |error| FindingError::Io { doing, path, error }
}

fn write_file(folder: &Path, name: &str, text: &str) -> Result<(), FindingError> {
    let path = folder.join(name);
    let mut file = fs::File::create(&path).map_err(io_error("create", &path))?;
    file.write_all(text.as_bytes()).map_err(io_error("write", &path))?;
    file.sync_all().map_err(io_error("write", &path))
}

/// Makes sure that the entries of a folder are on the disk.
fn sync_folder(folder: &Path) -> Result<(), FindingError> {
    let synced = fs::File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(io_error("write", folder))
}

/// The folder of the reduced form, inside the folder of what it was reduced from.
pub const REDUCED_FOLDER: &str = "reduced";

/// Writes a finding below `parent`, whole or not at all, and returns its folder.
///
/// # Errors
/// If the file system refuses; nothing half-written is left under the name.
pub fn write(parent: &Path, finding: &Finding) -> Result<PathBuf, FindingError> {
    write_folder(parent, &folder_name(finding), &files(parent, finding)?)
}

/// Writes the reduced form of a finding into the finding's folder, with one more file, whole or not
/// at all, and returns its folder.
///
/// # Errors
/// If the file system refuses.
pub fn write_reduced(
    folder: &Path,
    finding: &Finding,
    more: (String, String),
) -> Result<PathBuf, FindingError> {
    let mut files = files(folder, finding)?;
    files.push(more);
    write_folder(folder, REDUCED_FOLDER, &files)
}

fn files(parent: &Path, finding: &Finding) -> Result<Vec<(String, String)>, FindingError> {
    let json = serde_json::to_string_pretty(finding).map_err(not_json(parent))?;
    let mut files = vec![(FINDING_FILE.to_owned(), format!("{json}\n"))];
    let sides = [("initial", Some(&finding.initial)), ("follow-up", finding.follow_up.as_ref())];
    for (name, side) in sides {
        let Some(side) = side else { continue };
        files.push((format!("{name}.{}", side.program.extension()), side.program.text.to_string()));
        files.push((format!("{name}.trace.txt"), trace_text(&side.trace)));
    }
    files.push(("report.md".to_owned(), markdown(finding)));
    files.extend(reproduction(finding).map(|(name, text)| (name.to_owned(), text)));
    files.extend(witness_file(parent, finding.witness.as_ref())?);
    Ok(files)
}

fn not_json(parent: &Path) -> impl FnOnce(serde_json::Error) -> FindingError {
    let path = parent.to_owned();
    move |error| FindingError::NotAFinding { path, reason: error.to_string() }
}

/// The file that holds what really happened, if known.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn witness_file(
    parent: &Path,
    witness: Option<&WitnessRecord>,
) -> Result<Option<(String, String)>, FindingError> {
    let Some(record) = witness.filter(|record| **record != WitnessRecord::default()) else {
        return Ok(None);
    };
    let json = serde_json::to_string(record).map_err(not_json(parent))?;
    Ok(Some((WITNESS_FILE.to_owned(), format!("{json}\n"))))
}

/// Reads what really happened from the folder of a finding or a difference; `None` if unknown.
///
/// # Errors
/// If the file exists but is malformed.
pub fn read_witness(folder: &Path) -> Result<Option<WitnessRecord>, FindingError> {
    let path = folder.join(WITNESS_FILE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io_error("read", &path)(error)),
    };
    serde_json::from_str(&text)
        .map(Some)
        .map_err(|error| FindingError::NotAFinding { path, reason: error.to_string() })
}

/// Writes a folder of files below `parent`. The folder appears under its name only once all its
/// files are complete and on the disk.
///
/// # Errors
/// If the file system refuses; nothing half-written is left under the name.
pub fn write_folder<Name: AsRef<str>>(
    parent: &Path,
    name: &str,
    files: &[(Name, String)],
) -> Result<PathBuf, FindingError> {
    let (unfinished, folder) = (parent.join(format!(".{name}.tmp")), parent.join(name));
    let holds_only_ours = |path: &Path| {
        let is_ours = |entry: &fs::DirEntry| {
            let name = entry.file_name();
            files.iter().any(|(file, _)| *file.as_ref() == *name)
                && entry.file_type().is_ok_and(|kind| kind.is_file())
        };
        fs::read_dir(path).is_ok_and(|mut all| all.all(|entry| entry.is_ok_and(|it| is_ours(&it))))
    };
    remove_own(&unfinished, holds_only_ours)?;
    fs::create_dir_all(&unfinished).map_err(io_error("create", &unfinished))?;
    // Everything is on the disk before the folder gets its name, so that after a power loss it is
    // whole or missing.
    let result = files
        .iter()
        .try_for_each(|(file, text)| write_file(&unfinished, file.as_ref(), text))
        .and_then(|()| sync_folder(&unfinished));
    if result.is_err() {
        // The error that matters is already being reported.
        let _ = fs::remove_dir_all(&unfinished);
    }
    result?;
    let report = files.first().map(|(name, _)| folder.join(name.as_ref()));
    remove_own(&folder, |_| report.as_deref().is_some_and(has_schema))?;
    fs::rename(&unfinished, &folder).map_err(io_error("finish", &folder))?;
    sync_folder(parent)?;
    Ok(folder)
}

/// Removes a folder that is in the way of a new one, if it is debunk's own.
fn remove_own(path: &Path, is_own: impl FnOnce(&Path) -> bool) -> Result<(), FindingError> {
    let Ok(data) = fs::symlink_metadata(path) else { return Ok(()) };
    if !data.is_dir() || !is_own(path) {
        let error = io::Error::new(
            io::ErrorKind::AlreadyExists,
            "debunk did not write what is there; move it away",
        );
        return Err(io_error("replace", path)(error));
    }
    fs::remove_dir_all(path).map_err(io_error("replace", path))
}

/// Whether this is the file that identifies every folder of a finding or a difference.
fn has_schema(report: &Path) -> bool {
    let text = fs::read(report).unwrap_or_default();
    let value: Option<serde_json::Value> = serde_json::from_slice(&text).ok();
    value.is_some_and(|value| value.get("schema").is_some_and(serde_json::Value::is_u64))
}

/// Reads a finding from its folder or from its file.
///
/// # Errors
/// If there is none.
pub fn read(path: &Path) -> Result<Finding, FindingError> {
    let file = if path.is_dir() { path.join(FINDING_FILE) } else { path.to_owned() };
    let text = fs::read_to_string(&file).map_err(io_error("read", &file))?;
    let not_a_finding = |reason: String| FindingError::NotAFinding { path: file.clone(), reason };
    let value: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| not_a_finding(error.to_string()))?;
    match value.get("schema").and_then(serde_json::Value::as_u64) {
        Some(schema) if schema == u64::from(SCHEMA_VERSION) => {}
        Some(schema) => {
            return Err(not_a_finding(format!(
                "it has schema {schema}, this debunk reads schema {SCHEMA_VERSION}"
            )));
        }
        None => return Err(not_a_finding("it names no schema".to_owned())),
    }
    serde_json::from_value(value).map_err(|error| not_a_finding(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, &str); 2] = [("finding.json", "{\"schema\": 1}"), ("report.md", "new")];

    fn files() -> Vec<(&'static str, String)> {
        FILES.map(|(name, text)| (name, text.to_owned())).to_vec()
    }

    #[test]
    fn a_folder_of_debunk_is_replaced_and_one_of_the_user_is_not() {
        let parent = tempfile::tempdir().expect("a folder");
        let write = || write_folder(parent.path(), "000001-x", &files());
        let folder = write().expect("a new folder");
        fs::write(folder.join("report.md"), "old").expect("a file");
        assert_eq!(write().expect("a replaced folder"), folder);
        assert_eq!(fs::read_to_string(folder.join("report.md")).expect("a text"), "new");

        fs::remove_file(folder.join("finding.json")).expect("it was there");
        fs::write(folder.join("thesis.tex"), "months of work").expect("a file");
        let error = write().expect_err("not ours").to_string();
        assert!(error.contains("debunk did not write what is there"), "{error}");
        assert!(folder.join("thesis.tex").exists());
    }

    #[test]
    fn an_unfinished_folder_is_removed_only_if_it_holds_nothing_else() {
        let parent = tempfile::tempdir().expect("a folder");
        let unfinished = parent.path().join(".000001-x.tmp");
        fs::create_dir(&unfinished).expect("a folder");
        fs::write(unfinished.join("finding.json"), "{\"sch").expect("a file");
        write_folder(parent.path(), "000001-x", &files()).expect("what debunk left is replaced");
        fs::create_dir(&unfinished).expect("a folder");
        fs::write(unfinished.join("thesis.tex"), "months of work").expect("a file");
        write_folder(parent.path(), "000001-x", &files()).expect_err("it is not ours");
        assert!(unfinished.join("thesis.tex").exists());
    }
}
