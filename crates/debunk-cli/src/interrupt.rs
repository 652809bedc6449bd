//! Ctrl-C: the first asks for a clean end, the second ends at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code after a second Ctrl-C, as shells know it.
const INTERRUPTED_CODE: i32 = 130;

/// A flag that is set when the user wants to end.
pub(crate) fn watch() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    // Only one handler can be set; a second command in one process shares the first.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(INTERRUPTED_CODE);
        }
        anstream::eprintln!("\nending after the tests under way; Ctrl-C again ends at once");
    });
    stop
}
