//! What a result folder holds. The only part of this crate that reads files.

use debunk_campaign::{Cut, Execution, ProgramSkip, Tally};
use debunk_compare::{CompareTally, DifferenceReport, RuleUse};
use debunk_findings::{Finding, FindingError, REDUCED_FOLDER, REPRODUCTIONS, read_witness};
use debunk_reduce::Classes;
use debunk_session::DebuggerInfo;
use debunk_store::{ComparisonStore, Store};
use debunk_testimony::WitnessRecord;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const FINDINGS_FOLDER: &str = "findings";
const DIFFERENCES_FOLDER: &str = "differences";
const SUMMARY_FILE: &str = "summary.json";
const CAMPAIGN_FILE: &str = "campaign.sqlite";
const COMPARISON_FILE: &str = "comparison.sqlite";

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
    #[error("read {path}: it is no summary of debunk: {error}")]
    NoSummary {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

/// A campaign in numbers.
#[derive(Clone, Debug, Deserialize)]
pub struct CampaignSummary {
    /// The debugger.
    pub debugger: DebuggerInfo,
    /// The seed.
    pub seed: u64,
    /// Whether all tests were done, except for a few that could not be run.
    pub complete: bool,
    /// What was done and what was not; summaries of older versions do not say.
    #[serde(default)]
    pub execution: Option<Execution>,
    /// Programs that can be tested.
    pub programs: usize,
    /// Programs that cannot.
    pub skips: Vec<ProgramSkip>,
    /// All counts.
    pub tally: Tally,
}

/// A comparison in numbers.
#[derive(Clone, Debug, Deserialize)]
pub struct ComparisonSummary {
    /// The first debugger.
    pub a: DebuggerInfo,
    /// The second debugger.
    pub b: DebuggerInfo,
    /// The seed.
    pub seed: u64,
    /// Whether all runs were done, except for a few that could not be run.
    pub complete: bool,
    /// What was done and what was not; summaries of older versions do not say.
    #[serde(default)]
    pub execution: Option<Execution>,
    /// Programs that both can run.
    pub programs: usize,
    /// Programs that cannot be used.
    pub skips: Vec<ProgramSkip>,
    /// All counts.
    pub tally: CompareTally,
    /// The rules that were used.
    #[serde(default)]
    pub rules: UsedRules,
}

/// The rules that a comparison used.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct UsedRules {
    /// What differs on purpose.
    pub by_design: Vec<RuleUse>,
    /// What is a known bug.
    pub known_bugs: Vec<RuleUse>,
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

/// A folder that could not be read, and why.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// The folder, relative to the results.
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
        let classes = Classes::read(folder).unwrap_or_default();
        if is_campaign {
            results.campaign = summary(folder)?;
            let read = Reader {
                read: debunk_findings::read,
                class: |finding: &Finding| finding.class.to_string(),
            };
            results.findings = results.kept(folder, FINDINGS_FOLDER, &read, &classes)?;
        }
        if is_comparison {
            if !is_campaign {
                results.comparison = summary(folder)?;
            }
            let read = Reader {
                read: debunk_compare::read,
                class: |report: &DifferenceReport| report.class.to_string(),
            };
            results.differences = results.kept(folder, DIFFERENCES_FOLDER, &read, &classes)?;
        }
        results.course = course(folder);
        results.join(&classes);
        Ok(results)
    }

    /// Whether two debuggers were compared.
    pub fn is_comparison(&self) -> bool {
        self.comparison.is_some() || (self.campaign.is_none() && !self.differences.is_empty())
    }

    /// What was done and what was not.
    pub fn execution(&self) -> Execution {
        let campaign = self.campaign.as_ref().map(|it| (&it.execution, it.complete, "tests"));
        let comparison = self.comparison.as_ref().map(|it| (&it.execution, it.complete, "runs"));
        match campaign.or(comparison) {
            Some((Some(execution), ..)) => execution.clone(),
            Some((None, true, unit)) => Execution::new(unit, 1, 1),
            Some((None, false, _)) | None => {
                Execution { cut: Some(Cut::Unknown), ..Execution::new("tests", 0, 0) }
            }
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

    fn kept<Found>(
        &mut self,
        folder: &Path,
        below: &str,
        reader: &Reader<Found>,
        classes: &Classes,
    ) -> Result<Vec<Kept<Found>>, ReadError> {
        let parent = folder.join(below);
        let mut all = Vec::new();
        for name in folders(&parent)? {
            let (path, folder) = (parent.join(&name), format!("{below}/{name}"));
            match reader.kept(&path, &folder) {
                Ok(mut kept) => {
                    let class = (reader.class)(&kept.found);
                    let reduced = format!("{folder}/{REDUCED_FOLDER}");
                    // The reduced form says the same in fewer words.
                    if let Ok(small) = reader.kept(&path.join(REDUCED_FOLDER), &reduced) {
                        kept = Kept { reduced_from: Some(folder), ..small };
                    }
                    kept.class = classes.form(&class).to_owned();
                    all.push(kept);
                }
                Err(error) => {
                    self.unreadable.push(Unreadable { folder, reason: error.to_string() });
                }
            }
        }
        Ok(all)
    }
}

/// How one kind of result is read.
struct Reader<Found> {
    read: fn(&Path) -> Result<Found, FindingError>,
    class: fn(&Found) -> String,
}

impl<Found> Reader<Found> {
    fn kept(&self, path: &Path, folder: &str) -> Result<Kept<Found>, FindingError> {
        let (found, witness) = ((self.read)(path)?, read_witness(path)?);
        Ok(Kept {
            folder: folder.to_owned(),
            class: (self.class)(&found),
            reduced_from: None,
            found,
            witness,
            markdown: text(&path.join("report.md")).unwrap_or_default(),
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

fn summary<Summary: DeserializeOwned>(folder: &Path) -> Result<Option<Summary>, ReadError> {
    let path = folder.join(SUMMARY_FILE);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ReadError::File { path, error }),
    };
    serde_json::from_slice(&bytes).map(Some).map_err(|error| ReadError::NoSummary { path, error })
}

/// What the state of the campaign says about all findings. A report works without it.
fn course(folder: &Path) -> Vec<(u64, String)> {
    let (campaign, comparison) = (folder.join(CAMPAIGN_FILE), folder.join(COMPARISON_FILE));
    if campaign.exists() {
        let rows = Store::read(&campaign).and_then(|store| store.findings()).unwrap_or_default();
        return rows.into_iter().map(|(test, row)| (test, row.class)).collect();
    }
    if !comparison.exists() {
        return Vec::new();
    }
    let rows = ComparisonStore::read(&comparison).and_then(|store| store.runs());
    let rows = rows.unwrap_or_default().into_iter().enumerate();
    rows.filter(|(_, row)| row.result == "different")
        .filter_map(|(number, row)| Some((number as u64, row.class?)))
        .collect()
}
