//! What campaigns and comparisons count, in sums over their tests or runs.

use crate::execution::SkippedTest;
use crate::store::{Row, RunResult};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How often a relation was used, and with what result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

    /// Takes back a skipped test that is done once more; its new result counts.
    pub fn retract_skipped(&mut self) {
        self.tests -= 1;
        self.skipped -= 1;
    }

    /// The count of a relation, for changing it.
    pub fn relation(&mut self, name: &str) -> &mut RelationCount {
        self.relations.entry(name.to_owned()).or_default()
    }
}

/// How many runs ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunCounts {
    /// Runs done.
    pub runs: u64,
    /// Without a difference that ended them.
    pub same: u64,
    /// With a difference.
    pub different: u64,
    /// Ended by a difference that is accepted.
    pub accepted: u64,
    /// Whose difference was not reproduced.
    pub not_reproduced: u64,
    /// That could not be run.
    pub skipped: u64,
    /// Actions performed, by each of the two.
    pub actions: u64,
}

/// Counts that add up over runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CompareTally {
    /// Runs.
    pub counts: RunCounts,
    /// Differences by class.
    pub classes: BTreeMap<String, u64>,
    /// How often each accept rule was used, by number.
    pub accept_rules: BTreeMap<usize, u64>,
    /// Runs in which something was ignored, by what.
    pub ignored: BTreeMap<String, u64>,
    /// Runs that used an accept rule and continued, or ended there.
    pub runs_with_accepted: u64,
    /// Runs that would differ without any rule.
    #[serde(default)]
    pub without_rules: u64,
    /// Why runs could not be run, and how many.
    #[serde(default)]
    pub skip_reasons: BTreeMap<String, u64>,
}

impl CompareTally {
    /// Adds a run with what its rules accepted and ignored.
    pub fn add(
        &mut self,
        row: &Row<RunResult>,
        accepted: &BTreeMap<usize, u64>,
        ignored: &[&'static str],
    ) {
        let Row { actions, result, class, .. } = row;
        let counts = &mut self.counts;
        counts.runs += 1;
        counts.actions += actions;
        match result {
            RunResult::Same => counts.same += 1,
            RunResult::Accepted => counts.accepted += 1,
            RunResult::NotReproduced => counts.not_reproduced += 1,
            RunResult::Skipped => counts.skipped += 1,
            RunResult::Different => {
                counts.different += 1;
                if let Some(class) = class {
                    *self.classes.entry(class.clone()).or_default() += 1;
                }
            }
        }
        if let Some(reason) = row.skip_reason() {
            *self.skip_reasons.entry(reason.to_owned()).or_default() += 1;
        }
        self.runs_with_accepted += u64::from(!accepted.is_empty());
        let is_ruled = !accepted.is_empty() || !ignored.is_empty();
        let would_differ = match result {
            RunResult::Different => true,
            RunResult::Skipped => false,
            _ => is_ruled,
        };
        self.without_rules += u64::from(would_differ);
        for (rule, count) in accepted {
            *self.accept_rules.entry(*rule).or_default() += count;
        }
        for what in ignored {
            *self.ignored.entry((*what).to_owned()).or_default() += 1;
        }
    }

    /// Takes back a skipped run that is done once more; its new result counts.
    pub fn retract(&mut self, skipped: &SkippedTest) {
        self.counts.runs -= 1;
        self.counts.skipped -= 1;
        if let Some(count) = self.skip_reasons.get_mut(&skipped.reason) {
            *count -= 1;
        }
        self.skip_reasons.retain(|_, count| *count > 0);
    }
}
