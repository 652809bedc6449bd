//! What happens while a batch runs, as the terminal and JSON lines show it alike.

use crate::difference::Difference;
use crate::execution::{Execution, ProgramSkip};
use crate::reduction::Figures;
use crate::store::{Row, RunResult};
use crate::tally::{CompareTally, Tally};
use debunk_levels::LevelContradiction;
use debunk_session::DebuggerInfo;
use schemars::JsonSchema;
use serde::Serialize;

/// What a violation must pass to become a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Guard {
    /// It is reproducible in a fresh process.
    Rerun,
    /// The change that it needs is behaviour-preserving.
    Neutrality,
}

/// A violation that a guard rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rejected {
    /// The relation.
    pub relation: String,
    /// The guard.
    pub guard: Guard,
    /// The contradiction in words.
    pub detail: String,
}

/// A debugger that differs from itself.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Noise {
    /// The debugger.
    pub debugger: DebuggerInfo,
    /// The program's name.
    pub program: String,
    /// The class of the difference.
    pub class: String,
    /// The two answers.
    pub difference: Difference,
}

/// What begins.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Begin {
    /// A campaign.
    Campaign {
        /// The debugger.
        debugger: DebuggerInfo,
        /// The seed.
        seed: u64,
        /// Tests to run in all.
        tests: u64,
        /// Tests done by an earlier run of the same campaign.
        resumed: u64,
        /// Programs in the corpus.
        programs: usize,
    },
    /// A comparison.
    Comparison {
        /// The first debugger.
        a: DebuggerInfo,
        /// The second debugger.
        b: DebuggerInfo,
        /// The seed.
        seed: u64,
        /// Runs to do in all.
        runs: u64,
        /// Runs done by an earlier run of the same comparison.
        resumed: u64,
        /// Programs in the corpus.
        programs: usize,
    },
    /// A check of line steps against instruction steps.
    Levels {
        /// The debugger.
        debugger: DebuggerInfo,
        /// The seed.
        seed: u64,
        /// Tests to run in all.
        tests: u64,
        /// Programs in the corpus.
        programs: usize,
    },
    /// An evaluation of fault localisation.
    Evaluation {
        /// The seed.
        seed: u64,
        /// Mutants in all.
        mutants: u64,
        /// Programs into which faults are planted.
        programs: usize,
    },
}

/// The counts of a batch that is over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Counts {
    /// Of a campaign.
    Campaign(Tally),
    /// Of a comparison.
    Comparison(CompareTally),
    /// Of a check of line steps against instruction steps.
    Levels {
        /// Contradictions found.
        contradictions: u64,
    },
    /// Of an evaluation of fault localisation.
    Evaluation {
        /// Mutants that a relation noticed.
        noticed: u64,
        /// Mutants whose fault was located.
        located: u64,
    },
}

/// One thing that happened.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "kebab-case")]
pub enum Event {
    /// A batch begins.
    Begin(Begin),
    /// A program was checked.
    Checked {
        /// Programs checked so far.
        done: usize,
        /// Programs to check.
        of: usize,
    },
    /// A program cannot be used.
    Skip(ProgramSkip),
    /// A debugger was compared with itself.
    Gate {
        /// The debugger.
        debugger: DebuggerInfo,
        /// Runs done.
        runs: u64,
        /// Where it differs from itself.
        noise: Vec<Noise>,
    },
    /// A test of a campaign is done, in the order of test numbers.
    Test {
        /// Its number.
        number: u64,
        /// The program's name.
        program: String,
        /// What it counted.
        tally: Tally,
        /// Violations that a guard rejected.
        rejected: Vec<Rejected>,
        /// Why it could not be run, if it could not.
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<String>,
    },
    /// A run of two debuggers is done, in the order of numbers.
    Run {
        /// Its number.
        number: u64,
        /// Its result.
        row: Row<RunResult>,
    },
    /// Line steps were checked against instruction steps, or could not be.
    LevelTest {
        /// The number of the test.
        number: u64,
        /// The program's name.
        program: String,
        /// Line steps.
        steps: usize,
        /// What contradicts the instruction steps.
        contradictions: Vec<LevelContradiction>,
        /// Why it could not be run, if it could not.
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<String>,
    },
    /// The fault of a mutant was looked for, in the order of numbers.
    Mutant {
        /// Its number.
        number: u64,
        /// Its program.
        program: String,
        /// Whether a relation notices the fault.
        is_noticed: bool,
        /// Whether the fault was located.
        is_located: bool,
        /// What was measured, as in mutants.jsonl; `None` if it could not be.
        measure: Option<serde_json::Value>,
        /// Why it could not be measured, if it could not.
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<String>,
    },
    /// A finding was kept, or only counted because its class has enough findings.
    Finding {
        /// The test's number.
        test: u64,
        /// The class.
        class: String,
        /// The contradiction in words.
        detail: String,
        /// The folder, relative to the output folder; `None` if the finding was only counted.
        folder: Option<String>,
    },
    /// The first finding of a class was reduced, or could not be.
    Reduced {
        /// The class.
        class: String,
        /// The folder of the finding, relative to the output folder.
        folder: String,
        /// The form that is left; the class itself if it could not be reduced.
        form: String,
        /// The cost; `None` if it failed.
        figures: Option<Figures>,
        /// Why it failed.
        #[serde(skip_serializing_if = "Option::is_none")]
        failure: Option<String>,
        /// Classes done so far.
        done: usize,
        /// Classes to reduce.
        of: usize,
    },
    /// The batch is over.
    End {
        /// All counts.
        tally: Counts,
        /// Whether everything was done, except for a few that could not be run.
        complete: bool,
        /// What was done and what was not.
        execution: Execution,
    },
}

impl Event {
    /// The end of a batch.
    pub fn end(tally: Counts, execution: &Execution) -> Self {
        Event::End { tally, complete: execution.is_complete(), execution: execution.clone() }
    }
}
