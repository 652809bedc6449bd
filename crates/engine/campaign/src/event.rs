//! What happens in a campaign, as reported to terminals, JSON lines and files alike.

use crate::{Execution, ProgramSkip};
use debunk_session::DebuggerInfo;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How often a relation was used, and with what result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationCount {
    /// Follow-ups run, or checks made.
    pub applied: u64,
    /// Times there was nothing to apply it to.
    pub inapplicable: u64,
    /// Follow-ups that could not be steered to their end.
    pub gave_up: u64,
    /// Findings.
    pub found: u64,
}

/// Counts that add up over tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Tests done.
    pub tests: u64,
    /// Sessions with the debugger.
    pub sessions: u64,
    /// Actions performed.
    pub actions: u64,
    /// Findings.
    pub findings: u64,
    /// Tests that could not be run.
    pub skipped: u64,
    /// Violations that were not reproduced in a fresh process.
    pub not_reproduced: u64,
    /// Violations of a transformation that the program noticed.
    pub not_neutral: u64,
    /// By relation.
    pub relations: BTreeMap<String, RelationCount>,
    /// Reasons to give up a follow-up.
    pub give_ups: BTreeMap<String, u64>,
    /// Answers that are accepted because the debugger gives them by design, by its quirks.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub by_design: BTreeMap<String, u64>,
    /// Findings by class.
    pub classes: BTreeMap<String, u64>,
    /// Findings by the round in which they occurred.
    pub rounds: BTreeMap<u32, u64>,
    /// Findings that needed a relation whose follow-up is steered.
    pub interactive_findings: u64,
}

impl Tally {
    /// Whether tests were run that found something or could have: some relation was applied. True when no
    /// test was run, of which others have to speak.
    pub fn has_checked(&self) -> bool {
        let is_applied = self.relations.values().any(|count| count.applied > 0);
        self.tests == self.skipped || self.findings > 0 || is_applied
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Tally) {
        self.tests += other.tests;
        self.sessions += other.sessions;
        self.actions += other.actions;
        self.findings += other.findings;
        self.skipped += other.skipped;
        self.not_reproduced += other.not_reproduced;
        self.not_neutral += other.not_neutral;
        self.interactive_findings += other.interactive_findings;
        for (name, count) in &other.relations {
            let sum = self.relations.entry(name.clone()).or_default();
            sum.applied += count.applied;
            sum.inapplicable += count.inapplicable;
            sum.gave_up += count.gave_up;
            sum.found += count.found;
        }
        for (reason, count) in &other.give_ups {
            *self.give_ups.entry(reason.clone()).or_default() += count;
        }
        for (quirk, count) in &other.by_design {
            *self.by_design.entry(quirk.clone()).or_default() += count;
        }
        for (class, count) in &other.classes {
            *self.classes.entry(class.clone()).or_default() += count;
        }
        for (round, count) in &other.rounds {
            *self.rounds.entry(*round).or_default() += count;
        }
    }

    /// The count of a relation, for changing it.
    pub fn relation(&mut self, name: &str) -> &mut RelationCount {
        self.relations.entry(name.to_owned()).or_default()
    }
}

/// What a violation must pass to become a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Guard {
    /// It is reproducible in a fresh process.
    Rerun,
    /// The change that it needs is behaviour-preserving.
    Neutrality,
}

/// A violation that a guard rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rejected {
    /// The relation.
    pub relation: String,
    /// The guard.
    pub guard: Guard,
    /// The contradiction in words.
    pub detail: String,
}

/// One thing that happened.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", content = "data", rename_all = "kebab-case")]
pub enum Event {
    /// The campaign begins.
    Begin {
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
    /// A program was checked.
    Checked {
        /// Programs checked so far.
        done: usize,
        /// Programs to check.
        of: usize,
    },
    /// A program cannot be tested.
    Skip(ProgramSkip),
    /// A test is done, in the order of test numbers.
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
    /// The campaign is over.
    End {
        /// All counts.
        tally: Tally,
        /// Whether all tests were done, except for a few that could not be run.
        complete: bool,
        /// What was done and what was not.
        execution: Execution,
    },
}
