//! The summary of a campaign or a comparison, as scripts read it.

use crate::classes::{Classes, FailedReduction, Joined};
use crate::execution::{Execution, ProgramSkip};
use crate::files::{SUMMARY_FILE, SUMMARY_TEXT_FILE};
use crate::folder::{FindingError, io_error, read_json, replace_file, replace_json};
use crate::tally::{CompareTally, Tally};
use debunk_session::DebuggerInfo;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// The version of summary.json.
const SCHEMA_VERSION: u32 = 1;

/// What every summary says about its end. It is complete only together with an execution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ending {
    /// The version of summary.json.
    #[serde(default)]
    pub schema: u32,
    /// Whether everything was done, except for a few that could not be run.
    pub complete: bool,
    /// Why it is not complete.
    #[serde(default)]
    pub incomplete: Option<String>,
    /// What was done and what was not; summaries of older versions do not say.
    #[serde(default)]
    pub execution: Option<Execution>,
    /// Programs that could not be used.
    pub skips: Vec<ProgramSkip>,
}

impl From<&Execution> for Ending {
    fn from(execution: &Execution) -> Self {
        Self {
            schema: SCHEMA_VERSION,
            complete: execution.is_complete(),
            incomplete: execution.problem(),
            execution: Some(execution.clone()),
            skips: execution.programs.clone(),
        }
    }
}

/// The classes of what was found.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ClassSummary {
    /// The classes after reduction.
    #[serde(default)]
    pub classes: Vec<Joined>,
    /// Classes that could not be reduced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed_reductions: Vec<FailedReduction>,
}

impl ClassSummary {
    fn new(classes: &Classes, counts: &BTreeMap<String, u64>) -> Self {
        Self { classes: classes.joined(counts), failed_reductions: classes.failures() }
    }
}

/// A campaign in numbers.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CampaignSummary {
    /// The debugger.
    pub debugger: DebuggerInfo,
    /// The seed.
    pub seed: u64,
    /// Programs that can be tested.
    pub programs: usize,
    /// All counts.
    pub tally: Tally,
    /// Its classes after reduction.
    #[serde(flatten)]
    pub reduction: ClassSummary,
    /// How it ended.
    #[serde(flatten)]
    pub ending: Ending,
}

impl CampaignSummary {
    /// The summary of a campaign after its reductions.
    pub fn new(
        (debugger, seed): (&DebuggerInfo, u64),
        programs: usize,
        tally: &Tally,
        execution: &Execution,
        classes: &Classes,
    ) -> Self {
        Self {
            debugger: debugger.clone(),
            seed,
            programs,
            tally: tally.clone(),
            reduction: ClassSummary::new(classes, &tally.classes),
            ending: execution.into(),
        }
    }
}

/// A comparison in numbers.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ComparisonSummary {
    /// The first debugger.
    pub a: DebuggerInfo,
    /// The second debugger.
    pub b: DebuggerInfo,
    /// The seed.
    pub seed: u64,
    /// Programs that both can run.
    pub programs: usize,
    /// All counts.
    pub tally: CompareTally,
    /// The rules that were used.
    #[serde(default)]
    pub rules: UsedRules,
    /// Its classes after reduction.
    #[serde(flatten)]
    pub reduction: ClassSummary,
    /// How it ended.
    #[serde(flatten)]
    pub ending: Ending,
}

impl ComparisonSummary {
    /// The summary of a comparison after its reductions.
    pub fn new(
        (a, b, seed): (&DebuggerInfo, &DebuggerInfo, u64),
        programs: usize,
        (tally, rules): (&CompareTally, UsedRules),
        execution: &Execution,
        classes: &Classes,
    ) -> Self {
        Self {
            a: a.clone(),
            b: b.clone(),
            seed,
            programs,
            tally: tally.clone(),
            rules,
            reduction: ClassSummary::new(classes, &tally.classes),
            ending: execution.into(),
        }
    }
}

/// A summary that only consists of counts.
#[derive(Clone, Debug, Serialize)]
pub struct CountsSummary<'counts, Counts> {
    /// The counts.
    #[serde(flatten)]
    pub counts: &'counts Counts,
    /// How it ended.
    #[serde(flatten)]
    pub ending: Ending,
}

/// How often a rule was used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleUse {
    /// The name of the rule.
    pub id: String,
    /// The known bug that it is; by design if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bug: Option<String>,
    /// Why it is accepted.
    pub why: String,
    /// The evidence for the reason.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub evidence: String,
    /// How often it was used, or in how many runs.
    pub count: u64,
    /// Whether it is counted by runs: its subject is ignored.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_runs: bool,
}

/// The rules that a comparison used.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct UsedRules {
    /// What differs on purpose.
    pub by_design: Vec<RuleUse>,
    /// What is a known bug.
    pub known_bugs: Vec<RuleUse>,
}

impl From<Vec<RuleUse>> for UsedRules {
    fn from(used: Vec<RuleUse>) -> Self {
        let (known_bugs, by_design) = used.into_iter().partition(|it| it.bug.is_some());
        Self { by_design, known_bugs }
    }
}

/// Writes both files of a summary into the result folder.
///
/// # Errors
/// If the file system refuses.
pub fn write_summary(out: &Path, text: &str, summary: &impl Serialize) -> Result<(), FindingError> {
    replace_file(out, SUMMARY_TEXT_FILE, text)?;
    replace_json(out, SUMMARY_FILE, summary)
}

/// Removes the summary of an earlier part of a batch, which says nothing about this one.
///
/// # Errors
/// If the file system refuses.
pub fn remove_summary(out: &Path) -> Result<(), FindingError> {
    for name in [SUMMARY_TEXT_FILE, SUMMARY_FILE] {
        let path = out.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(io_error("replace", &path)(error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Reads the summary of a result folder; `None` before the batch has ended.
pub(crate) fn read_summary<Summary: DeserializeOwned>(
    out: &Path,
) -> Result<Option<Summary>, FindingError> {
    read_json(&out.join(SUMMARY_FILE), "summary of debunk")
}
