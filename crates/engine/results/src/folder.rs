//! A folder of files: written whole or not at all.

use crate::files::unfinished;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why a finding or a difference could not be kept or read.
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
    /// The file is not what its name says.
    #[error("read {path}: it is not a {noun}: {reason}")]
    Malformed {
        /// Where.
        path: PathBuf,
        /// What it should be.
        noun: &'static str,
        /// Why it is not.
        reason: String,
    },
}

pub(crate) fn io_error(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FindingError {
    let path = path.to_owned();
    move |error| FindingError::Io { doing, path, error }
}

fn write_file(path: &Path, text: &str) -> Result<(), FindingError> {
    let mut file = fs::File::create(path).map_err(io_error("create", path))?;
    file.write_all(text.as_bytes()).map_err(io_error("write", path))?;
    file.sync_all().map_err(io_error("write", path))
}

/// Writes a JSON file whole or not at all.
pub(crate) fn replace_json(
    folder: &Path,
    name: &str,
    value: &impl Serialize,
) -> Result<(), FindingError> {
    let path = folder.join(name);
    let json = serde_json::to_string_pretty(value)
        .map_err(|error| io_error("write", &path)(error.into()))?;
    replace_file(folder, name, &format!("{json}\n"))
}

/// Reads a JSON file; `None` if it does not exist.
pub(crate) fn read_json<Value: DeserializeOwned>(
    path: &Path,
    noun: &'static str,
) -> Result<Option<Value>, FindingError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io_error("read", path)(error)),
    };
    let malformed = |error: serde_json::Error| FindingError::Malformed {
        path: path.to_owned(),
        noun,
        reason: error.to_string(),
    };
    serde_json::from_str(&text).map(Some).map_err(malformed)
}

/// Writes a file whole or not at all.
pub(crate) fn replace_file(folder: &Path, name: &str, text: &str) -> Result<(), FindingError> {
    let (path, unfinished) = (folder.join(name), folder.join(unfinished(name)));
    write_file(&unfinished, text)?;
    fs::rename(&unfinished, &path).map_err(io_error("write", &path))
}

/// Makes sure that the entries of a folder are on the disk.
fn sync_folder(folder: &Path) -> Result<(), FindingError> {
    let synced = fs::File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(io_error("write", folder))
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
    let (unfinished, folder) = (parent.join(unfinished(name)), parent.join(name));
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
        .try_for_each(|(file, text)| write_file(&unfinished.join(file.as_ref()), text))
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
