//! What people found out about the classes of a comparison, and in which order to inspect them.

use crate::campaign::{STATE_FILE, TIMES_FILE};
use crate::difference::Class;
use crate::folder::{self, DifferenceReport};
use debunk_findings::FindingError;
use debunk_store::{ComparisonStore, RunRow, StoreError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const MARKS_FILE: &str = "marks.json";

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

/// Why a comparison cannot be inspected.
#[derive(Debug, thiserror::Error)]
pub enum InspectError {
    /// There is no comparison.
    #[error("inspect {0}: there is no comparison in it; debunk compare writes one")]
    NoComparison(PathBuf),
    /// A file cannot be used.
    #[error("use {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The state cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A difference cannot be read.
    #[error(transparent)]
    Folder(#[from] FindingError),
    /// There is no such class.
    #[error("find the class {0}: debunk inspect --list lists them")]
    NoSuchClass(String),
}

/// A class with its differences.
#[derive(Clone, Debug)]
pub struct ClassView {
    /// The class.
    pub class: String,
    /// How many differences it has.
    pub count: u64,
    /// The folders of those that were kept.
    pub folders: Vec<PathBuf>,
    /// Its mark.
    pub judgement: Option<Judgement>,
}

/// A comparison under inspection.
#[derive(Debug)]
pub struct Inspection {
    folder: PathBuf,
    rows: Vec<RunRow>,
    pair: (String, String),
    marks: BTreeMap<String, Judgement>,
}

impl Inspection {
    /// Opens the folder of a comparison.
    ///
    /// # Errors
    /// If it is not one.
    pub fn open(folder: &Path) -> Result<Self, InspectError> {
        let file = folder.join(STATE_FILE);
        if !file.is_file() {
            return Err(InspectError::NoComparison(folder.to_owned()));
        }
        let store = ComparisonStore::read(&file)?;
        let rows = store.runs()?;
        let name = |key| Ok::<_, InspectError>(store.identity(key)?.unwrap_or_default());
        let pair = (name("a")?, name("b")?);
        let path = folder.join(MARKS_FILE);
        let marks = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(InspectError::File { path, error }),
            Ok(text) => serde_json::from_str(&text)
                .map_err(|error| InspectError::File { path, error: error.into() })?,
        };
        Ok(Self { folder: folder.to_owned(), rows, pair, marks })
    }

    /// The two debuggers.
    pub fn pair(&self) -> (&str, &str) {
        (&self.pair.0, &self.pair.1)
    }

    /// Every run.
    pub fn rows(&self) -> &[RunRow] {
        &self.rows
    }

    /// The time of each run in microseconds, by its number.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn times(&self) -> Result<Vec<(u64, u64)>, InspectError> {
        let path = self.folder.join(TIMES_FILE);
        let text = fs::read_to_string(&path).map_err(|error| InspectError::File { path, error })?;
        // For a repeated run the last one counts.
        let times: BTreeMap<u64, u64> = text
            .lines()
            .filter_map(|line| {
                let (run, micros) = line.split_once('\t')?;
                Some((run.parse().ok()?, micros.parse().ok()?))
            })
            .collect();
        Ok(times.into_iter().collect())
    }

    /// The marks by class.
    pub fn marks(&self) -> &BTreeMap<String, Judgement> {
        &self.marks
    }

    /// The classes: those without a mark first, and among them those with the most differences,
    /// since a mark on them explains the most.
    pub fn classes(&self) -> Vec<ClassView> {
        let mut classes: BTreeMap<&str, ClassView> = BTreeMap::new();
        for row in self.rows.iter().filter(|row| row.result == "different") {
            let Some(class) = row.class.as_deref() else { continue };
            let view = classes.entry(class).or_insert_with(|| ClassView {
                class: class.to_owned(),
                count: 0,
                folders: Vec::new(),
                judgement: self.marks.get(class).cloned(),
            });
            view.count += 1;
            view.folders.extend(row.folder.as_ref().map(|folder| self.folder.join(folder)));
        }
        let mut sorted: Vec<ClassView> = classes.into_values().collect();
        sorted.sort_by(|left, right| {
            let key = |view: &ClassView| (view.judgement.is_some(), std::cmp::Reverse(view.count));
            key(left).cmp(&key(right)).then_with(|| left.class.cmp(&right.class))
        });
        sorted
    }

    /// The order in which to inspect kept differences: one of each class, then a second one of each
    /// class that has one, and so on.
    pub fn round_robin(&self) -> Vec<(String, PathBuf)> {
        let classes = self.classes();
        let laps = classes.iter().map(|view| view.folders.len()).max().unwrap_or(0);
        (0..laps)
            .flat_map(|lap| {
                classes.iter().filter_map(move |view| {
                    Some((view.class.clone(), view.folders.get(lap)?.clone()))
                })
            })
            .collect()
    }

    /// Reads a kept difference.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn report(&self, folder: &Path) -> Result<DifferenceReport, InspectError> {
        Ok(folder::read(folder)?)
    }

    /// Marks a class and keeps the mark.
    ///
    /// # Errors
    /// If there is no such class, or the mark cannot be kept.
    pub fn mark(&mut self, class: &str, judgement: Judgement) -> Result<(), InspectError> {
        if !self.classes().iter().any(|view| view.class == class) {
            return Err(InspectError::NoSuchClass(class.to_owned()));
        }
        self.marks.insert(class.to_owned(), judgement);
        let path = self.folder.join(MARKS_FILE);
        let text = serde_json::to_string_pretty(&self.marks).unwrap_or_default();
        let unfinished = self.folder.join(format!(".{MARKS_FILE}.tmp"));
        fs::write(&unfinished, format!("{text}\n"))
            .and_then(|()| fs::rename(&unfinished, &path))
            .map_err(|error| InspectError::File { path, error })
    }

    /// The classes that are accepted, with the reason.
    pub fn accepted(&self) -> Vec<(Class, String)> {
        self.marks
            .iter()
            .filter(|(_, judgement)| judgement.mark == Mark::Accepted)
            .filter_map(|(class, judgement)| {
                let why = if judgement.note.is_empty() { "accepted" } else { &judgement.note };
                Some((class.parse().ok()?, why.to_owned()))
            })
            .collect()
    }
}
