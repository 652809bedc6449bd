//! How long a thread has waited for others.

use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    static WAITED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// How long this thread has waited for debuggers so far. The rest of a session's time is not the
/// debugger's.
pub fn waited() -> Duration {
    WAITED.with(Cell::get)
}

/// Runs what may have to wait for a debugger, and counts the time as waited.
pub fn waiting<Result>(work: impl FnOnce() -> Result) -> Result {
    let started = Instant::now();
    let result = work();
    WAITED.with(|waited| waited.set(waited.get() + started.elapsed()));
    result
}
