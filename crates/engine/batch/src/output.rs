//! The output folder of a batch: new or resumed, never somebody else's.

use crate::error::BatchError;
use debunk_results::{FindingError, Identity, Row, RowResult, SkippedTest, Store};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What kind of batch it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// What it is called.
    pub noun: &'static str,
    /// What is counted, in the plural.
    pub unit: &'static str,
    /// The file with its state; `None` if it cannot be resumed.
    pub state: Option<&'static str>,
    /// What it needs programs for, after "a program that".
    pub purpose: &'static str,
}

/// An output folder that is open for writing.
pub struct Output<Results> {
    folder: PathBuf,
    store: Option<Store<Results>>,
    /// How many of each class have a folder, as far as somebody asked.
    kept: BTreeMap<String, u64>,
    keep_per_class: u64,
}

/// A file in a folder that has to be new; `None` if it is empty or does not exist.
///
/// # Errors
/// If the folder cannot be read: nobody knows what is in it.
pub fn foreign_file(folder: &Path) -> Result<Option<String>, BatchError> {
    let failed = |error| BatchError::Output { path: folder.to_owned(), error };
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        entries => entries.map_err(failed)?,
    };
    let names: Result<Vec<_>, _> = entries.map(|entry| Ok(entry?.file_name())).collect();
    let first = names.map_err(failed)?.into_iter().min();
    Ok(first.map(|name| name.to_string_lossy().into_owned()))
}

fn make_folder(folder: &Path) -> Result<(), BatchError> {
    fs::create_dir_all(folder)
        .map_err(|error| BatchError::Output { path: folder.to_owned(), error })
}

impl<Results: RowResult> Output<Results> {
    /// Opens a folder: a new one, or that of the batch to resume. `parent` is the folder in it below
    /// which findings are kept.
    ///
    /// # Errors
    /// If the folder cannot be used.
    pub fn open(
        folder: &Path,
        kind: &Kind,
        parent: Option<&str>,
        resume: bool,
        identity: &Identity,
    ) -> Result<Self, BatchError> {
        let (noun, file) = (kind.noun, kind.state.map(|name| folder.join(name)));
        let store = match (&file, resume) {
            (Some(file), true) if file.exists() => Some(Store::resume(file, identity)?),
            (_, true) => {
                return Err(BatchError::NothingToResume { folder: folder.to_owned(), noun });
            }
            (Some(file), false) if file.exists() => {
                return Err(BatchError::OutputTaken { folder: folder.to_owned(), noun });
            }
            (_, false) => {
                if let Some(file) = foreign_file(folder)? {
                    return Err(BatchError::OutputForeign { folder: folder.to_owned(), file });
                }
                make_folder(&parent.map_or_else(|| folder.to_owned(), |it| folder.join(it)))?;
                file.as_ref().map(|file| Store::create(file, identity)).transpose()?
            }
        };
        Ok(Self { folder: folder.to_owned(), store, kept: BTreeMap::new(), keep_per_class: 0 })
    }

    /// How many findings of one class get a folder.
    #[must_use]
    pub fn keeping(mut self, per_class: u64) -> Self {
        self.keep_per_class = per_class;
        self
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The first number that was never done.
    pub fn next(&self) -> u64 {
        self.store.as_ref().map_or(0, Store::next)
    }

    /// The counts of earlier parts.
    pub(crate) fn totals<Tally: DeserializeOwned + Default>(&self) -> Result<Tally, BatchError> {
        Ok(self.store.as_ref().map(Store::totals).transpose()?.unwrap_or_default())
    }

    /// The numbers that earlier parts could not run.
    pub(crate) fn skipped(&self) -> Result<BTreeMap<u64, SkippedTest>, BatchError> {
        let rows = self.store.as_ref().map(Store::skipped).transpose()?.unwrap_or_default();
        let skipped = rows.into_iter().filter_map(|(number, row)| {
            let reason = row.skip_reason()?.to_owned();
            Some((number, SkippedTest { number, program: row.program, reason }))
        });
        Ok(skipped.collect())
    }

    /// Keeps something of a class below a folder, unless the class has enough, and returns its folder
    /// relative to the results.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(
        &mut self,
        parent: &str,
        class: &str,
        write: impl FnOnce(&Path) -> Result<PathBuf, FindingError>,
    ) -> Result<Option<String>, BatchError> {
        let kept = match (self.kept.get(class), &self.store) {
            (Some(kept), _) => *kept,
            (None, Some(store)) => store.kept_of_class(class)?,
            (None, None) => 0,
        };
        if kept >= self.keep_per_class {
            return Ok(None);
        }
        let below = self.folder.join(parent);
        make_folder(&below)?;
        let folder = write(&below)?;
        self.kept.insert(class.to_owned(), kept + 1);
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        Ok(Some(format!("{parent}/{name}")))
    }

    /// Records a number with the counts up to it.
    pub(crate) fn record(
        &mut self,
        number: u64,
        row: &Row<Results>,
        tally: &impl Serialize,
    ) -> Result<(), BatchError> {
        let Some(store) = &mut self.store else { return Ok(()) };
        Ok(store.record(number, row, || serde_json::to_string(tally))?)
    }

    /// Makes everything permanent; if the batch is done, the file depends only on what was recorded.
    pub(crate) fn commit(
        &mut self,
        tally: &impl Serialize,
        is_done: bool,
    ) -> Result<(), BatchError> {
        let Some(store) = &mut self.store else { return Ok(()) };
        Ok(store.commit(|| serde_json::to_string(tally), is_done)?)
    }
}
