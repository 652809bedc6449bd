//! One line on a terminal, plain lines elsewhere, JSON lines for scripts.

use debunk_base::visible;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

const REFRESH_MS: u64 = 200;
/// Without a terminal, a line is written this often.
const PLAIN_INTERVAL_S: u64 = 10;

/// Where progress is shown.
pub(crate) struct Display {
    bar: ProgressBar,
    /// What is counted, in the plural.
    unit: &'static str,
    json: bool,
    started: Instant,
    last_plain: Instant,
    total: u64,
    done_before: u64,
    done: u64,
    broken_pipe: bool,
}

impl Display {
    /// A display for work that is counted in `unit`.
    pub fn new(unit: &'static str, json: bool) -> Self {
        let target = if std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr_with_hz(5)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let template = format!("{{bar:24}} {{pos}}/{{len}} {unit} {{msg}} left {{eta}}");
        let style = ProgressStyle::with_template(&template)
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style);
        let now = Instant::now();
        Self {
            bar,
            unit,
            json,
            started: now,
            last_plain: now,
            total: 0,
            done_before: 0,
            done: 0,
            broken_pipe: false,
        }
    }

    /// Seconds since the work itself began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Items per second.
    pub fn rate(&self, items: u64) -> f64 {
        items as f64 / self.started.elapsed().as_secs_f64().max(0.001)
    }

    /// Prints an event as a JSON line, if requested.
    pub fn json(&mut self, event: &impl Serialize) {
        if self.json && !self.broken_pipe {
            match serde_json::to_string(event) {
                Ok(line) => self.broken_pipe = writeln!(std::io::stdout(), "{line}").is_err(),
                Err(error) => self.say(&format!("debunk: failed to print an event: {error}")),
            }
        }
    }

    /// The amount of work is known.
    pub fn begin(&mut self, total: u64, done_before: u64) {
        self.total = total;
        self.done_before = done_before;
        self.bar.set_length(total);
        self.bar.set_position(done_before);
    }

    /// The preparation is at this point; once it is over, time starts to count.
    pub fn preparing(&mut self, message: String, is_over: bool) {
        self.bar.set_message(message);
        if is_over {
            self.started = Instant::now();
            self.bar.reset_eta();
        }
    }

    /// One more item is done.
    pub fn advance(&mut self, message: String) {
        self.done += 1;
        self.bar.inc(1);
        let is_due = self.last_plain.elapsed() >= Duration::from_secs(PLAIN_INTERVAL_S);
        if self.bar.is_hidden() && is_due {
            self.last_plain = Instant::now();
            let done = self.done_before + self.done;
            let left = self.total.saturating_sub(done) as f64 / self.rate(self.done).max(0.001);
            anstream::eprintln!("{done}/{} {} {message} left {left:.0}s", self.total, self.unit);
        }
        self.bar.set_message(message);
    }

    /// Prints a line that stays.
    pub fn say(&self, text: &str) {
        if self.bar.is_hidden() {
            anstream::eprintln!("{text}");
        } else {
            self.bar.println(text);
        }
        self.bar.enable_steady_tick(Duration::from_millis(REFRESH_MS));
    }

    /// The work is over.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A program's text on one line, without terminal control sequences or invisible characters.
pub(crate) fn printable(text: &str) -> String {
    visible(&text.replace(['\t', '\n', '\r'], " "))
}
