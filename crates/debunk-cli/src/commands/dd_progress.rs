//! What the user sees while candidates are tested.

use debunk_delta::Counts;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const REFRESH_MS: u64 = 200;
/// Without a terminal a line is written this often.
const PLAIN_INTERVAL_S: u64 = 10;

/// A line that says how far it is; nobody knows how much is left.
pub(super) struct DdProgress {
    bar: ProgressBar,
    last_plain: Mutex<Instant>,
    before: usize,
    unit: &'static str,
}

impl DdProgress {
    /// A line for something of that size, counted in `unit`.
    pub fn new(before: usize, unit: &'static str) -> Self {
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
        Self { bar, last_plain: Mutex::new(Instant::now()), before, unit }
    }

    /// Shows where the search is.
    pub fn show(&self, counts: &Counts, size: usize) {
        let text = format!(
            "{} of {} {} | {} tests, {} cached, {} dropped |",
            size, self.before, self.unit, counts.tests, counts.cached, counts.dropped
        );
        if self.bar.is_hidden() {
            let mut last =
                self.last_plain.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if last.elapsed() >= Duration::from_secs(PLAIN_INTERVAL_S) {
                *last = Instant::now();
                anstream::eprintln!("{text}");
            }
        }
        self.bar.set_message(text);
    }

    /// The work is over.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
