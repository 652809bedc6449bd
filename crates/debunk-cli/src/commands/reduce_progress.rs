//! What the user sees while a finding is reduced.

use debunk_reduce::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

const REFRESH_MS: u64 = 200;
/// Without a terminal a line is written this often.
const PLAIN_INTERVAL_S: u64 = 10;

/// A line that says how far it is.
pub(super) struct ReduceProgress {
    bar: ProgressBar,
    last_plain: Instant,
    before: usize,
}

impl ReduceProgress {
    /// A line for a program of so many bytes.
    pub fn new(before: usize) -> Self {
        let target = if std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr_with_hz(5)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        bar.set_style(style);
        bar.enable_steady_tick(Duration::from_millis(REFRESH_MS));
        Self { bar, last_plain: Instant::now(), before }
    }

    /// Shows where the reduction is.
    pub fn show(&mut self, progress: &Progress) {
        let Progress { tests, sessions, bytes } = progress;
        let text =
            format!("{bytes} of {} bytes | {tests} tests, {sessions} sessions |", self.before);
        if self.bar.is_hidden() && self.last_plain.elapsed().as_secs() >= PLAIN_INTERVAL_S {
            self.last_plain = Instant::now();
            anstream::eprintln!("{text}");
        }
        self.bar.set_message(text);
    }

    /// The work is over.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
