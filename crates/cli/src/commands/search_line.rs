//! The progress line of a search whose remaining work is unknown.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const REFRESH_MS: u64 = 200;
/// Without a terminal, a line is written this often.
const PLAIN_INTERVAL_S: u64 = 10;

/// A line on the terminal, or one from time to time if there is none.
pub(super) struct SearchLine {
    bar: ProgressBar,
    last_plain: Mutex<Instant>,
}

impl SearchLine {
    pub fn new() -> Self {
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
        Self { bar, last_plain: Mutex::new(Instant::now()) }
    }

    /// Shows the progress.
    pub fn show(&self, text: String) {
        if self.bar.is_hidden() {
            let mut last = self.last_plain.lock().unwrap_or_else(PoisonError::into_inner);
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
