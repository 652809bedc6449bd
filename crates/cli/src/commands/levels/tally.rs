//! What `debunk levels` counts.

use crate::table::layout;
use debunk_base::counted;
use debunk_levels::{CheckedTest, Exception};
use debunk_results::Execution;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The counts.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    tests: u64,
    instructions: u64,
    steps: u64,
    unconfirmed: u64,
    /// Contradictions and tests with one, by class.
    classes: BTreeMap<String, (u64, u64)>,
    exceptions: BTreeMap<Exception, u64>,
    /// Tests that could not be run.
    #[serde(skip)]
    skipped: u64,
}

impl Tally {
    /// Adds a test, and the instructions that were recorded for it; `None` if it could not be run.
    pub fn add(&mut self, checked: Option<&CheckedTest>, instructions: u64) {
        self.instructions += instructions;
        let Some(checked) = checked else {
            self.skipped += 1;
            return;
        };
        self.tests += 1;
        self.steps += checked.steps as u64;
        self.unconfirmed += checked.unconfirmed as u64;
        for (exception, times) in &checked.exceptions {
            *self.exceptions.entry(*exception).or_default() += times;
        }
        let mut classes: BTreeMap<String, u64> = BTreeMap::new();
        for contradiction in &checked.contradictions {
            *classes.entry(contradiction.class()).or_default() += 1;
        }
        for (class, times) in classes {
            let (contradictions, tests) = self.classes.entry(class).or_default();
            *contradictions += times;
            *tests += 1;
        }
    }

    pub fn contradictions(&self) -> u64 {
        self.classes.values().map(|(contradictions, _)| contradictions).sum()
    }

    /// Whether tests were run, and not one step was checked in them.
    pub fn is_unchecked(&self) -> bool {
        self.tests > 0 && self.steps == 0
    }

    /// Takes back a skipped test.
    pub fn retract_skipped(&mut self) {
        self.skipped -= 1;
    }

    /// All tests, even those that could not be run.
    pub fn counted(&self) -> u64 {
        self.tests + self.skipped
    }

    pub fn text(&self, debugger: &str, compile: &str, execution: &Execution) -> String {
        let mut text = format!(
            "{debugger}, programs compiled by {compile}:\n{}, {} checked against {}\n",
            counted(self.tests, "test"),
            counted(self.steps, "line step"),
            counted(self.instructions, "instruction")
        );
        let done = execution.text();
        if !done.is_empty() {
            let _ = write!(text, "\n{done}");
        }
        if !self.exceptions.is_empty() {
            let _ = writeln!(text, "\nby design:");
            for (exception, times) in &self.exceptions {
                let _ = writeln!(text, "{times:>6} times  {}", exception.why());
            }
        }
        if self.unconfirmed > 0 {
            let _ = writeln!(text, "\nnot reproducible: {}", self.unconfirmed);
        }
        let contradictions = self.contradictions();
        let _ = writeln!(
            text,
            "\n{} in {}",
            counted(contradictions, "contradiction"),
            counted(self.classes.len(), "class")
        );
        if contradictions > 0 {
            let mut rows = vec![["class", "contradictions", "tests"].map(str::to_owned).to_vec()];
            for (class, (times, tests)) in &self.classes {
                rows.push(vec![class.clone(), times.to_string(), tests.to_string()]);
            }
            text.push('\n');
            text.push_str(&layout(&rows));
        }
        text
    }
}
