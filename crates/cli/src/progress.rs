//! What the user sees while a campaign runs.

use crate::display::{Display, printable};
use debunk_campaign::{Event, Guard, Rejected, Tally};
use std::collections::BTreeSet;
use std::time::Duration;

/// Shows events.
pub(crate) struct Progress {
    display: Display,
    tally: Tally,
    /// Why tests were skipped so far; each reason is shown once.
    reasons: BTreeSet<String>,
}

impl Progress {
    /// A display for one campaign.
    pub fn new(json: bool) -> Self {
        let display = Display::new("tests", json);
        Self { display, tally: Tally::default(), reasons: BTreeSet::new() }
    }

    /// Seconds since the first test began.
    pub fn elapsed(&self) -> Duration {
        self.display.elapsed()
    }

    /// Where everything else is shown.
    pub fn display(&mut self) -> &mut Display {
        &mut self.display
    }

    /// Shows one event.
    pub fn show(&mut self, event: &Event) {
        self.display.json(event);
        match event {
            Event::Begin { debugger, tests, resumed, programs, .. } => {
                self.display.begin(*tests, *resumed);
                self.display.say(&format!("testing {debugger} with {programs} programs"));
                if *resumed > 0 {
                    self.display.say(&format!("going on after {resumed} tests"));
                }
            }
            Event::Checked { done, of } => {
                self.display.preparing(format!("| checking programs {done}/{of}"), done == of);
            }
            Event::Skip(skip) => {
                let reason = printable(&skip.reason);
                self.display.say(&format!("skipped {}: it {reason}", skip.name));
            }
            Event::Test { number, program, tally, rejected, skipped } => {
                if let Some(reason) = skipped
                    && self.reasons.insert(reason.clone())
                {
                    let reason = printable(reason);
                    self.display.say(&format!("test {number} on {program} was skipped: {reason}"));
                }
                for Rejected { relation, guard, detail } in rejected {
                    if *guard == Guard::Rerun {
                        let text = printable(detail);
                        self.display
                            .say(&format!("test {number}: did not come again: {relation}: {text}"));
                    }
                }
                self.tally.add(tally);
                self.display.advance(self.rates());
            }
            Event::Finding { test, class, detail, folder } => {
                if let Some(folder) = folder {
                    let text = printable(detail);
                    self.display.say(&format!("test {test}: {class}: {text}\n    {folder}"));
                }
            }
            Event::End { .. } => self.display.finish(),
        }
    }

    fn rates(&self) -> String {
        format!(
            "| {:.0} tests/s, {:.0} sessions/s | {} findings in {} classes | {} skipped |",
            self.display.rate(self.tally.tests),
            self.display.rate(self.tally.sessions),
            self.tally.findings,
            self.tally.classes.len(),
            self.tally.skipped,
        )
    }
}
