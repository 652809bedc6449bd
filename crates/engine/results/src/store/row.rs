//! One row of a batch: a test of a campaign or a run of a comparison.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of one number of a batch, of which each kind of batch has its own set.
pub trait RowResult: Copy + Eq + Send + 'static {
    /// The version of the file, different for every kind of batch.
    const VERSION: i64;
    /// All results.
    const ALL: &'static [Self];
    /// That of a number that could not be run.
    const SKIPPED: Self;

    /// Its name in files.
    fn name(self) -> &'static str;
}

/// How a test of a campaign ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestResult {
    /// Without a finding.
    Passed,
    /// With a finding.
    Found,
    /// It could not be run.
    Skipped,
}

impl RowResult for TestResult {
    const VERSION: i64 = 3;
    const ALL: &'static [Self] = &[TestResult::Passed, TestResult::Found, TestResult::Skipped];
    const SKIPPED: Self = TestResult::Skipped;

    fn name(self) -> &'static str {
        match self {
            TestResult::Passed => "passed",
            TestResult::Found => "found",
            TestResult::Skipped => "skipped",
        }
    }
}

/// How a run of two debuggers ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RunResult {
    /// Both did the same to the end.
    Same,
    /// With a difference.
    Different,
    /// With a difference that a rule accepts.
    Accepted,
    /// With a difference that was not reproducible.
    NotReproduced,
    /// It could not be run.
    Skipped,
}

impl RowResult for RunResult {
    const VERSION: i64 = 102;
    const ALL: &'static [Self] = &[
        RunResult::Same,
        RunResult::Different,
        RunResult::Accepted,
        RunResult::NotReproduced,
        RunResult::Skipped,
    ];
    const SKIPPED: Self = RunResult::Skipped;

    fn name(self) -> &'static str {
        match self {
            RunResult::Same => "same",
            RunResult::Different => "different",
            RunResult::Accepted => "accepted",
            RunResult::NotReproduced => "not-reproduced",
            RunResult::Skipped => "skipped",
        }
    }
}

/// How a test of line steps against instruction steps ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LevelResult {
    /// Both levels agree.
    Agreed,
    /// They contradict each other.
    Contradicted,
    /// It could not be run.
    Skipped,
}

impl RowResult for LevelResult {
    const VERSION: i64 = 201;
    const ALL: &'static [Self] =
        &[LevelResult::Agreed, LevelResult::Contradicted, LevelResult::Skipped];
    const SKIPPED: Self = LevelResult::Skipped;

    fn name(self) -> &'static str {
        match self {
            LevelResult::Agreed => "agreed",
            LevelResult::Contradicted => "contradicted",
            LevelResult::Skipped => "skipped",
        }
    }
}

/// How the search for the fault of a mutant ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MutantResult {
    /// It was measured.
    Measured,
    /// It could not be used.
    Skipped,
}

impl RowResult for MutantResult {
    const VERSION: i64 = 301;
    const ALL: &'static [Self] = &[MutantResult::Measured, MutantResult::Skipped];
    const SKIPPED: Self = MutantResult::Skipped;

    fn name(self) -> &'static str {
        match self {
            MutantResult::Measured => "measured",
            MutantResult::Skipped => "skipped",
        }
    }
}

/// What is recorded of one number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Row<Result> {
    /// The program's name.
    pub program: String,
    /// Actions performed.
    pub actions: u64,
    /// How it ended.
    pub result: Result,
    /// The class of what was found, if something was.
    pub class: Option<String>,
    /// What was found, or the reason to skip, in words.
    pub detail: Option<String>,
    /// The folder of what was found, relative to the result folder, if it has one.
    pub folder: Option<String>,
}

impl<Result: RowResult> Row<Result> {
    /// A row without a finding.
    pub fn new(program: &str, actions: u64, result: Result) -> Self {
        let program = program.to_owned();
        Self { program, actions, result, class: None, detail: None, folder: None }
    }

    /// The row of a number that could not be run.
    pub fn skipped(program: &str, reason: String) -> Self {
        Self { detail: Some(reason), ..Self::new(program, 0, Result::SKIPPED) }
    }

    /// Why the number could not be run; `None` if it was.
    pub fn skip_reason(&self) -> Option<&str> {
        let is_skipped = self.result == Result::SKIPPED;
        is_skipped.then(|| self.detail.as_deref().unwrap_or("no reason is recorded"))
    }
}
