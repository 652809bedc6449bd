//! What `debunk levels` counts and reports.

use crate::table::layout;
use debunk_campaign::Execution;
use debunk_levels::{Checked, Contradiction, Exception};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// What happens, for scripts.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(crate) enum Event<'run> {
    Begin { debugger: &'run str, programs: usize, tests: u64 },
    Skip { program: &'run str, reason: &'run str },
    Test { number: u64, program: &'run str, steps: usize, contradictions: &'run [Contradiction] },
    Finding { program: &'run str, class: &'run str, folder: &'run Path },
    End { contradictions: u64, complete: bool, execution: &'run Execution },
}

/// The counts.
#[derive(Default, Serialize)]
pub(crate) struct Tally {
    pub tests: u64,
    pub instructions: u64,
    pub steps: u64,
    unconfirmed: u64,
    /// Contradictions and tests with one, by class.
    classes: BTreeMap<String, (u64, u64)>,
    exceptions: BTreeMap<Exception, u64>,
    #[serde(skip)]
    kept: BTreeMap<String, u64>,
}

impl Tally {
    pub fn take(&mut self, checked: &Checked) {
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

    pub fn count_kept(&self, class: &str) -> u64 {
        self.kept.get(class).copied().unwrap_or_default()
    }

    pub fn keep(&mut self, class: &str) {
        *self.kept.entry(class.to_owned()).or_default() += 1;
    }

    pub fn text(&self, debugger: &str, compile: &str, execution: &Execution) -> String {
        let mut text = format!(
            "{debugger}, programs made by {compile}:\n{} tests, {} steps by lines held against {} \
             instructions\n",
            self.tests, self.steps, self.instructions
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
            let _ = writeln!(text, "\ndid not come again: {}", self.unconfirmed);
        }
        let contradictions = self.contradictions();
        let _ =
            writeln!(text, "\n{contradictions} contradictions in {} classes", self.classes.len());
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
