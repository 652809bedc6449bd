//! What people found out about the classes of a comparison, and in which order to inspect them.

use debunk_results::files::{COMPARISON_FILE, TIMES_FILE};
use debunk_results::{
    DifferenceClass, DifferenceReport, FindingError, Judgement, Mark, Marks, Row, RunResult, Store,
    StoreError, read, read_marks, write_marks,
};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

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
    /// A line of the times is malformed.
    #[error("read {path}: {line:?} is not a run with its time")]
    NoTime {
        /// The file.
        path: PathBuf,
        /// The line.
        line: String,
    },
    /// A mark is about something that is not a class.
    #[error("use the marks: {0}")]
    NotAClass(String),
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
    rows: Vec<Row<RunResult>>,
    pair: (String, String),
    marks: Marks,
}

impl Inspection {
    /// Opens the folder of a comparison.
    ///
    /// # Errors
    /// If it is not one.
    pub fn open(folder: &Path) -> Result<Self, InspectError> {
        let file = folder.join(COMPARISON_FILE);
        if !file.is_file() {
            return Err(InspectError::NoComparison(folder.to_owned()));
        }
        let store = Store::<RunResult>::read(&file)?;
        let rows = store.rows()?.into_iter().map(|(_, row)| row).collect();
        let name = |key| Ok::<_, InspectError>(store.identity(key)?.unwrap_or_default());
        let pair = (name("a")?, name("b")?);
        let marks = read_marks(folder)?;
        Ok(Self { folder: folder.to_owned(), rows, pair, marks })
    }

    /// The two debuggers.
    pub fn pair(&self) -> (&str, &str) {
        (&self.pair.0, &self.pair.1)
    }

    /// Every run.
    pub fn rows(&self) -> &[Row<RunResult>] {
        &self.rows
    }

    /// The time of each run in microseconds, by its number.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn times(&self) -> Result<Vec<(u64, u64)>, InspectError> {
        let path = self.folder.join(TIMES_FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => return Err(InspectError::File { path, error }),
        };
        // For a repeated run the last one counts.
        let mut times = BTreeMap::new();
        // A kill can leave half a line at the end.
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        for line in whole.lines() {
            let parsed = line.split_once('\t').map(|(run, micros)| (run.parse(), micros.parse()));
            let Some((Ok(run), Ok(micros))) = parsed else {
                return Err(InspectError::NoTime { path, line: line.to_owned() });
            };
            times.insert(run, micros);
        }
        Ok(times.into_iter().collect())
    }

    /// The marks by class.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The classes: those without a mark first, and among them those with the most differences,
    /// since a mark on them explains the most.
    pub fn classes(&self) -> Vec<ClassView> {
        let mut classes: BTreeMap<&str, ClassView> = BTreeMap::new();
        for row in self.rows.iter().filter(|row| row.result == RunResult::Different) {
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
        Ok(read(folder)?)
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
        Ok(write_marks(&self.folder, &self.marks)?)
    }

    /// The classes that are accepted, with the reason.
    ///
    /// # Errors
    /// If one of them is not the name of a class.
    pub fn accepted(&self) -> Result<Vec<(DifferenceClass, String)>, InspectError> {
        self.marks
            .iter()
            .filter(|(_, judgement)| judgement.mark == Mark::Accepted)
            .map(|(class, judgement)| {
                let why = if judgement.note.is_empty() { "accepted" } else { &judgement.note };
                Ok((class.parse().map_err(InspectError::NotAClass)?, why.to_owned()))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_times_that_make_no_sense_are_reported() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let out = folder.path();
        drop(Store::<RunResult>::create(&out.join(COMPARISON_FILE), &Vec::new())?);
        let judgement = Judgement { mark: Mark::Accepted, note: String::new() };
        write_marks(out, &Marks::from([("odd".to_owned(), judgement)]))?;
        fs::write(out.join(TIMES_FILE), "0\t12\n1\t")?;
        let inspection = Inspection::open(out)?;
        let error = inspection.accepted().err().map(|error| error.to_string());
        assert_eq!(
            error.as_deref(),
            Some("use the marks: odd is not a class; give TYPE/ACTION/NODE")
        );
        assert_eq!(inspection.times()?, [(0, 12)], "a kill may cut the last line");
        fs::write(out.join(TIMES_FILE), "0\t12\nodd\n")?;
        assert!(matches!(inspection.times(), Err(InspectError::NoTime { .. })));
        Ok(())
    }
}
