//! What the user sees while a batch runs: every event as a line, a step of the progress bar, or a
//! line of JSON.

use crate::display::{Display, printable};
use debunk_base::counted;
use debunk_results::files::REDUCED_FOLDER;
use debunk_results::{Begin, Event, Guard, Rejected, RunResult, Tally};
use std::collections::BTreeSet;
use std::time::Duration;

/// Shows events.
pub(crate) struct Progress {
    display: Display,
    /// What tests of a campaign counted.
    tally: Tally,
    runs: u64,
    different: u64,
    accepted: u64,
    contradictions: usize,
    noticed: u64,
    located: u64,
    /// Why tests were skipped so far; each reason is shown once.
    reasons: BTreeSet<String>,
}

impl Progress {
    /// A display for one batch that is counted in `unit`.
    pub fn new(unit: &'static str, json: bool) -> Self {
        Self {
            display: Display::new(unit, json),
            tally: Tally::default(),
            runs: 0,
            different: 0,
            accepted: 0,
            contradictions: 0,
            noticed: 0,
            located: 0,
            reasons: BTreeSet::new(),
        }
    }

    /// Seconds since the first test began.
    pub fn elapsed(&self) -> Duration {
        self.display.elapsed()
    }

    /// Prints a line that stays.
    pub fn say(&self, text: &str) {
        self.display.say(text);
    }

    /// The work itself begins; time starts to count.
    pub fn start(&mut self) {
        self.display.preparing(String::new(), true);
    }

    /// The work is over.
    pub fn finish(&self) {
        self.display.finish();
    }

    /// Shows one event.
    pub fn show(&mut self, event: &Event) {
        self.display.json(event);
        match event {
            Event::Begin(begin) => self.begin(begin),
            Event::Checked { done, of } => {
                self.display.preparing(format!("| checking programs {done}/{of}"), done == of);
            }
            Event::Skip(skip) => {
                let reason = printable(&skip.reason);
                self.say(&format!("skipped {}: it {reason}", skip.name));
            }
            Event::Gate { debugger, runs, noise } => {
                let count = noise.len();
                self.say(&format!("{debugger} against itself: {count} of {runs} runs differ"));
                for one in noise {
                    let (a, b) = (printable(&one.difference.a), printable(&one.difference.b));
                    self.say(&format!("    noise: {} in {}: {a} and {b}", one.class, one.program));
                }
            }
            Event::Test { number, program, tally, rejected, skipped } => {
                self.note_skip(*number, program, skipped.as_deref());
                for Rejected { relation, guard, detail } in rejected {
                    if *guard == Guard::Rerun {
                        let text = printable(detail);
                        self.say(&format!("test {number}: not reproducible: {relation}: {text}"));
                    }
                }
                self.tally.add(tally);
                self.display.advance(self.rates());
            }
            Event::Run { number, row } => {
                self.runs += 1;
                self.different += u64::from(row.result == RunResult::Different);
                self.accepted += u64::from(row.result == RunResult::Accepted);
                if let (Some(folder), Some(class)) = (&row.folder, &row.class) {
                    let detail = printable(row.detail.as_deref().unwrap_or(""));
                    self.say(&format!("run {number}: {class}: {detail}\n    {folder}"));
                }
                self.display.advance(format!(
                    "| {:.1} runs/s | {} different, {} accepted |",
                    self.display.rate(self.runs),
                    self.different,
                    self.accepted
                ));
            }
            Event::LevelTest { number, program, contradictions, skipped, .. } => {
                self.note_skip(*number, program, skipped.as_deref());
                self.contradictions += contradictions.len();
                self.display.advance(format!("| {} contradictions |", self.contradictions));
            }
            Event::Mutant { number, program, is_noticed, is_located, skipped, .. } => {
                self.note_skip(*number, program, skipped.as_deref());
                self.noticed += u64::from(*is_noticed);
                self.located += u64::from(*is_located);
                let (noticed, located) = (self.noticed, self.located);
                self.display.advance(format!("| {noticed} noticed, {located} located |"));
            }
            Event::Finding { test, class, detail, folder } => {
                if let Some(folder) = folder {
                    let text = printable(detail);
                    self.say(&format!("test {test}: {class}: {text}\n    {folder}"));
                }
            }
            Event::Reduced { class, folder, figures, failure, done, of, .. } => {
                let text = match (figures, failure) {
                    (Some(figures), _) => format!(
                        "{class}: {} to {} in {}\n    {folder}/{REDUCED_FOLDER}",
                        figures.before.bytes,
                        counted(figures.after.bytes, "byte"),
                        counted(figures.sessions, "session")
                    ),
                    (None, failure) => {
                        let reason = failure.as_deref().unwrap_or("no reason is known");
                        format!("{class} was not reduced: failed to {}", printable(reason))
                    }
                };
                self.say(&format!("reduced {done}/{of}: {text}"));
            }
            Event::End { .. } => self.display.finish(),
        }
    }

    fn begin(&mut self, begin: &Begin) {
        let (total, resumed, unit) = match begin {
            Begin::Campaign { debugger, tests, resumed, programs, .. } => {
                self.say(&format!("testing {debugger} with {}", counted(*programs, "program")));
                (*tests, *resumed, "tests")
            }
            Begin::Comparison { a, b, runs, resumed, programs, .. } => {
                self.say(&format!("comparing {a} with {b} on {}", counted(*programs, "program")));
                (*runs, *resumed, "runs")
            }
            Begin::Levels { tests, .. } => (*tests, 0, "tests"),
            Begin::Evaluation { mutants, .. } => (*mutants, 0, "mutants"),
        };
        self.display.begin(total, resumed);
        if resumed > 0 {
            self.say(&format!("resuming after {resumed} {unit}"));
        }
    }

    /// Shows why a test was skipped, the first time.
    fn note_skip(&mut self, number: u64, program: &str, reason: Option<&str>) {
        let Some(reason) = reason else { return };
        if self.reasons.insert(reason.to_owned()) {
            let reason = printable(reason);
            self.say(&format!("test {number} on {program} was skipped: {reason}"));
        }
    }

    fn rates(&self) -> String {
        format!(
            "| {:.0} tests/s, {:.0} sessions/s | {} in {} | {} skipped |",
            self.display.rate(self.tally.tests),
            self.display.rate(self.tally.sessions),
            counted(self.tally.findings, "finding"),
            counted(self.tally.classes.len(), "class"),
            self.tally.skipped,
        )
    }
}
