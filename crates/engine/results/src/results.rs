//! Everything that a result folder holds, for reports.

use crate::classes::Classes;
use crate::difference::DifferenceReport;
use crate::discovery::{Discovery, read, read_witness};
use crate::execution::{Cut, Execution};
use crate::files::{
    CAMPAIGN_FILE, CLASSES_FILE, COMPARISON_FILE, DIFFERENCES_FOLDER, FINDINGS_FOLDER,
    REDUCED_FOLDER, REPORT_FILE, REPRODUCTIONS,
};
use crate::finding::Finding;
use crate::folder::FindingError;
use crate::store::{RowResult, RunResult, Store, StoreError, TestResult};
use crate::summary::{CampaignSummary, ComparisonSummary, read_summary};
use debunk_session::DebuggerInfo;
use debunk_testimony::WitnessRecord;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why there is nothing to report.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The folder is not a result folder.
    #[error(
        "find results in {0}: it has neither findings nor differences; debunk run and debunk compare write such folders"
    )]
    NoResults(PathBuf),
    /// A folder or file cannot be read.
    #[error("read {path}: {error}")]
    File {
        /// The folder or file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The summary is malformed.
    #[error(transparent)]
    Summary(#[from] FindingError),
}

/// A finding or a difference, with the other files of its folder.
#[derive(Clone, Debug)]
pub struct Kept<Found> {
    /// Its folder, relative to the results.
    pub folder: String,
    /// Its class, by the reduced form if known.
    pub class: String,
    /// The folder of what it was reduced from, relative to the results.
    pub reduced_from: Option<String>,
    /// What was found.
    pub found: Found,
    /// What really happened, if known.
    pub witness: Option<WitnessRecord>,
    /// Its report in Markdown.
    pub markdown: String,
    /// Its stand-alone reproduction, if there is one.
    pub reproduction: Option<String>,
}

/// A folder or a file that could not be read, and why.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// The folder or the file, relative to the results.
    pub folder: String,
    /// Why.
    pub reason: String,
}

/// Everything that a result folder holds.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The folder as the user names it.
    pub folder: String,
    /// The numbers of a campaign; `None` before it has ended.
    pub campaign: Option<CampaignSummary>,
    /// The numbers of a comparison; `None` before it has ended.
    pub comparison: Option<ComparisonSummary>,
    /// Findings with a folder.
    pub findings: Vec<Kept<Finding>>,
    /// Differences with a folder.
    pub differences: Vec<Kept<DifferenceReport>>,
    /// The number of the test or run and the class of everything that was found, in order, even
    /// without a folder.
    pub course: Vec<(u64, String)>,
    /// Folders that could not be read.
    pub unreadable: Vec<Unreadable>,
}

impl Results {
    /// Reads a result folder.
    ///
    /// # Errors
    /// If it is not one.
    pub fn read(folder: &Path) -> Result<Self, ReadError> {
        let is_campaign = folder.join(FINDINGS_FOLDER).is_dir();
        let is_comparison = folder.join(DIFFERENCES_FOLDER).is_dir();
        if !is_campaign && !is_comparison {
            return Err(ReadError::NoResults(folder.to_owned()));
        }
        let mut results = Self { folder: folder.display().to_string(), ..Self::default() };
        // A report works without it; then every class is separate.
        let classes = results.or_unreadable(CLASSES_FILE, Classes::read(folder));
        if is_campaign {
            results.campaign = read_summary(folder)?;
            results.findings = results.kept(folder, &classes)?;
        }
        if is_comparison {
            if !is_campaign {
                results.comparison = read_summary(folder)?;
            }
            results.differences = results.kept(folder, &classes)?;
        }
        results.read_course(folder);
        results.join(&classes);
        Ok(results)
    }

    /// Whether two debuggers were compared.
    pub fn is_comparison(&self) -> bool {
        self.comparison.is_some() || (self.campaign.is_none() && !self.differences.is_empty())
    }

    /// What was done and what was not.
    pub fn execution(&self) -> Execution {
        let campaign = self.campaign.as_ref().map(|it| (&it.ending, "tests"));
        let comparison = self.comparison.as_ref().map(|it| (&it.ending, "runs"));
        let unknown = || Execution { cut: Some(Cut::Unknown), ..Execution::new("tests", 0, 0) };
        match campaign.or(comparison) {
            Some((ending, unit)) => match &ending.execution {
                Some(execution) => execution.clone(),
                None if ending.complete => Execution::new(unit, 1, 1),
                None => unknown(),
            },
            None => unknown(),
        }
    }

    /// Its debuggers.
    pub fn title(&self) -> String {
        let short = |info: &DebuggerInfo| format!("{} {}", info.product, info.version);
        let pair = |a, b| format!("{} and {}", short(a), short(b));
        if let Some(summary) = &self.campaign {
            return short(&summary.debugger);
        }
        if let Some(summary) = &self.comparison {
            return pair(&summary.a, &summary.b);
        }
        let finding = self.findings.first().map(|kept| short(&kept.found.debugger));
        let difference = self.differences.first();
        finding
            .or_else(|| difference.map(|kept| pair(&kept.found.a, &kept.found.b)))
            .unwrap_or_else(|| "no debugger yet".to_owned())
    }

    /// Counts by the classes that are left after reduction.
    fn join(&mut self, classes: &Classes) {
        let joined = |counts: &BTreeMap<String, u64>| {
            classes.joined(counts).into_iter().map(|it| (it.form, it.findings)).collect()
        };
        if let Some(summary) = &mut self.campaign {
            summary.tally.classes = joined(&summary.tally.classes);
        }
        if let Some(summary) = &mut self.comparison {
            summary.tally.classes = joined(&summary.tally.classes);
        }
        for (_, class) in &mut self.course {
            *class = classes.form(class).to_owned();
        }
    }

    /// What was read, or the default, with a note about the file that could not be read.
    fn or_unreadable<Value: Default, Error: std::fmt::Display>(
        &mut self,
        file: &str,
        read: Result<Value, Error>,
    ) -> Value {
        read.unwrap_or_else(|error| {
            let reason = error.to_string();
            self.unreadable.push(Unreadable { folder: file.to_owned(), reason });
            Value::default()
        })
    }

    fn kept<Found: Discovery>(
        &mut self,
        folder: &Path,
        classes: &Classes,
    ) -> Result<Vec<Kept<Found>>, ReadError> {
        let parent = folder.join(Found::PARENT);
        let mut all = Vec::new();
        for name in folders(&parent)? {
            let (path, folder) = (parent.join(&name), format!("{}/{name}", Found::PARENT));
            match Kept::<Found>::read(&path, &folder) {
                Ok(mut kept) => {
                    let class = kept.found.class_name();
                    let (small, reduced) =
                        (path.join(REDUCED_FOLDER), format!("{folder}/{REDUCED_FOLDER}"));
                    if small.is_dir() {
                        // The reduced form says the same in fewer words.
                        match Kept::read(&small, &reduced) {
                            Ok(small) => kept = Kept { reduced_from: Some(folder), ..small },
                            Err(error) => self.note_unreadable(reduced, &error),
                        }
                    }
                    kept.class = classes.form(&class).to_owned();
                    all.push(kept);
                }
                Err(error) => self.note_unreadable(folder, &error),
            }
        }
        Ok(all)
    }

    fn note_unreadable(&mut self, folder: String, error: &FindingError) {
        self.unreadable.push(Unreadable { folder, reason: error.to_string() });
    }

    /// What the state of the batch says about all findings. A report works without it.
    fn read_course(&mut self, folder: &Path) {
        let is_any = |_: &TestResult| true;
        let is_different = |result: &RunResult| *result == RunResult::Different;
        let (campaign, comparison) = (folder.join(CAMPAIGN_FILE), folder.join(COMPARISON_FILE));
        self.course = if campaign.exists() {
            self.or_unreadable(CAMPAIGN_FILE, course(&campaign, is_any))
        } else if comparison.exists() {
            self.or_unreadable(COMPARISON_FILE, course(&comparison, is_different))
        } else {
            Vec::new()
        };
    }
}

/// The numbers and classes of everything that was found.
fn course<Kind: RowResult>(
    file: &Path,
    counts: impl Fn(&Kind) -> bool,
) -> Result<Vec<(u64, String)>, StoreError> {
    let rows = Store::<Kind>::read(file)?.with_class()?;
    let found = rows.into_iter().filter(|(_, row)| counts(&row.result));
    Ok(found.filter_map(|(number, row)| Some((number, row.class?))).collect())
}

impl<Found: Discovery> Kept<Found> {
    fn read(path: &Path, folder: &str) -> Result<Self, FindingError> {
        let (found, witness) = (read::<Found>(path)?, read_witness(path)?);
        Ok(Self {
            folder: folder.to_owned(),
            class: found.class_name(),
            reduced_from: None,
            found,
            witness,
            markdown: text(&path.join(REPORT_FILE)).unwrap_or_default(),
            reproduction: REPRODUCTIONS.iter().find_map(|name| text(&path.join(name))),
        })
    }
}

/// A file for people, which may be missing.
fn text(path: &Path) -> Option<String> {
    fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// The names of the folders in a folder, sorted, without those that are being written.
fn folders(parent: &Path) -> Result<Vec<String>, ReadError> {
    let failed = |error| ReadError::File { path: parent.to_owned(), error };
    let mut names = Vec::new();
    for entry in fs::read_dir(parent).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() && !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_cannot_be_read_are_listed() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let out = folder.path();
        assert!(matches!(Results::read(out), Err(ReadError::NoResults(_))));
        let reduced = out.join("findings/000001-x/reduced");
        fs::create_dir_all(&reduced)?;
        fs::write(out.join(CLASSES_FILE), "[")?;
        fs::write(out.join(CAMPAIGN_FILE), "not a database")?;
        let results = Results::read(out)?;
        let names: Vec<&str> = results.unreadable.iter().map(|it| it.folder.as_str()).collect();
        assert_eq!(names, [CLASSES_FILE, "findings/000001-x", CAMPAIGN_FILE]);
        Ok(())
    }
}
