//! What the user sees while a campaign runs: one line on a terminal, JSON lines for scripts.

use debunk_campaign::{Event, Guard, Rejected, Tally};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

const REFRESH_MS: u64 = 200;
/// Without a terminal a line is written this often.
const PLAIN_INTERVAL_S: u64 = 10;

/// Shows events.
pub(crate) struct Progress {
    bar: ProgressBar,
    json: bool,
    tally: Tally,
    started: Instant,
    last_plain: Instant,
    total: u64,
    resumed: u64,
    broken_pipe: bool,
}

impl Progress {
    /// A display for one campaign.
    pub fn new(json: bool) -> Self {
        let target = if std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr_with_hz(5)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} tests {msg} left {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style);
        let now = Instant::now();
        Self {
            bar,
            json,
            tally: Tally::default(),
            started: now,
            last_plain: now,
            total: 0,
            resumed: 0,
            broken_pipe: false,
        }
    }

    /// Seconds since the display was made.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Shows one event.
    pub fn show(&mut self, event: &Event) {
        if self.json && !self.broken_pipe {
            let line = serde_json::to_string(event).unwrap_or_default();
            self.broken_pipe = writeln!(std::io::stdout(), "{line}").is_err();
        }
        match event {
            Event::Begin { debugger, tests, resumed, programs, .. } => {
                self.total = *tests;
                self.resumed = *resumed;
                self.bar.set_length(*tests);
                self.bar.set_position(*resumed);
                self.say(&format!("testing {debugger} with {programs} programs"));
                if *resumed > 0 {
                    self.say(&format!("going on after {resumed} tests"));
                }
            }
            Event::Checked { done, of } => {
                self.bar.set_message(format!("| checking programs {done}/{of}"));
                if done == of {
                    self.started = Instant::now();
                    self.bar.reset_eta();
                }
            }
            Event::Skip(skip) => self.say(&format!("skipped {}: it {}", skip.name, skip.reason)),
            Event::Test { number, tally, rejected, .. } => {
                for Rejected { relation, guard, detail } in rejected {
                    if *guard == Guard::Rerun {
                        let text = printable(detail);
                        self.say(&format!("test {number}: did not come again: {relation}: {text}"));
                    }
                }
                self.tally.add(tally);
                self.bar.inc(1);
                self.bar.set_message(self.rates());
                self.plain_line();
            }
            Event::Finding { test, class, detail, folder } => {
                if let Some(folder) = folder {
                    let text = printable(detail);
                    self.say(&format!("test {test}: {class}: {text}\n    {folder}"));
                }
            }
            Event::End { .. } => self.bar.finish_and_clear(),
        }
    }

    fn rates(&self) -> String {
        let seconds = self.started.elapsed().as_secs_f64().max(0.001);
        format!(
            "| {:.0} tests/s, {:.0} sessions/s | {} findings in {} classes | {} skipped |",
            self.tally.tests as f64 / seconds,
            self.tally.sessions as f64 / seconds,
            self.tally.findings,
            self.tally.classes.len(),
            self.tally.skipped,
        )
    }

    fn plain_line(&mut self) {
        let is_due = self.last_plain.elapsed() >= Duration::from_secs(PLAIN_INTERVAL_S);
        if !self.bar.is_hidden() || !is_due {
            return;
        }
        self.last_plain = Instant::now();
        let done = self.resumed + self.tally.tests;
        let rate = self.tally.tests as f64 / self.started.elapsed().as_secs_f64().max(0.001);
        let left = (self.total.saturating_sub(done)) as f64 / rate.max(0.001);
        anstream::eprintln!("{done}/{} tests {} left {left:.0}s", self.total, self.rates());
    }

    fn say(&self, text: &str) {
        if self.bar.is_hidden() {
            anstream::eprintln!("{text}");
        } else {
            self.bar.println(text);
        }
        self.bar.enable_steady_tick(Duration::from_millis(REFRESH_MS));
    }
}

/// A program's text on one line, without anything that a terminal would obey.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}
