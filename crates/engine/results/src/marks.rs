//! What people found out about the classes of a comparison.

use crate::files::MARKS_FILE;
use crate::folder::{FindingError, read_json, replace_json};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// What a class turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// A bug of the first debugger.
    BugA,
    /// A bug of the second debugger.
    BugB,
    /// Not a bug.
    Accepted,
}

impl Mark {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::BugA => "bug-a",
            Mark::BugB => "bug-b",
            Mark::Accepted => "accepted",
        }
    }
}

impl std::str::FromStr for Mark {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Mark::BugA, Mark::BugB, Mark::Accepted]
            .into_iter()
            .find(|mark| mark.name() == text)
            .ok_or_else(|| format!("{text} is no mark: bug-a, bug-b and accepted are"))
    }
}

/// A mark with its note. Two classes with the same mark and note have the same root cause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Judgement {
    /// The mark.
    pub mark: Mark,
    /// The note.
    #[serde(default)]
    pub note: String,
}

/// The marks of a comparison by class.
pub type Marks = BTreeMap<String, Judgement>;

/// Reads the marks of a result folder; none if nothing was marked yet.
///
/// # Errors
/// If the file exists but is malformed.
pub fn read_marks(out: &Path) -> Result<Marks, FindingError> {
    Ok(read_json(&out.join(MARKS_FILE), "record of marks")?.unwrap_or_default())
}

/// Writes the marks of a result folder, whole or not at all.
///
/// # Errors
/// If the file system refuses.
pub fn write_marks(out: &Path, marks: &Marks) -> Result<(), FindingError> {
    replace_json(out, MARKS_FILE, marks)
}
