//! Helps the tests to observe processes from outside.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for a slow machine; a test that passes does not wait for it.
pub const PATIENCE: Duration = Duration::from_secs(20);
const STEP_MS: u64 = 10;

/// Whether the process exists and is not a zombie that nobody has reaped yet.
pub fn is_alive(pid: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    !matches!(state, Some('Z' | 'X') | None)
}

/// Waits until the condition holds, and fails with `what` if it never does.
pub fn eventually(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < deadline, "{what}");
        thread::sleep(Duration::from_millis(STEP_MS));
    }
}
