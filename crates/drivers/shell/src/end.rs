//! How a process that is lost or no longer needed is ended, and what is said of its end.

use debunk_sandbox::{Child, TextTail};
use std::time::Duration;

/// How long to wait for a process that may be ending by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For its end, before it is killed.
    pub exit_ms: u64,
    /// For the end of its error output after that.
    pub words_ms: u64,
}

/// Ends a process and says how it ended, with the line of its error output that `pick` chooses.
pub fn end_process(
    child: &mut Child,
    stderr: &TextTail,
    patience: Patience,
    pick: impl FnOnce(&str) -> Option<&str>,
) -> String {
    let exit = match child.wait_timeout(Duration::from_millis(patience.exit_ms)) {
        Some(exit) => exit,
        None => child.kill(),
    };
    let words = stderr.text_at_end(Duration::from_millis(patience.words_ms));
    match pick(&words) {
        Some(line) => format!("{exit}: {}", line.trim()),
        None => exit.to_string(),
    }
}
