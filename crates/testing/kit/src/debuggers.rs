//! Real debuggers: where they are, and which of them were really tested.

use debunk_session::{Debugger, DebuggerInfo};
use debunk_toolchain::{Cache, Located, locate};
use std::fs::OpenOptions;
use std::io::Write;

/// The file to which tests write what they tested; the test command prints it at its end.
const LIST_VARIABLE: &str = "DEBUNK_TESTED";

/// A debugger by the name that a user gives, fetched if necessary, with what is known of it.
///
/// # Panics
/// If it is not available: no test is skipped.
#[track_caller]
pub fn located(name: &str) -> (Located, DebuggerInfo) {
    let cache = Cache::open(None).expect("the cache opens");
    let parsed = name.parse().unwrap_or_else(|error| panic!("{name} is no debugger: {error}"));
    let located = locate(&parsed, &cache, &mut |_| {})
        .unwrap_or_else(|error| panic!("failed to get {name}: {error}"));
    let info = info(name, &located);
    (located, info)
}

/// What is known of a debugger that was found under that name.
pub fn info(name: &str, located: &Located) -> DebuggerInfo {
    DebuggerInfo {
        name: name.to_owned(),
        product: located.product.to_string(),
        version: located.version.text.clone(),
        engine: located.engine.clone(),
    }
}

/// Records that a debugger was really tested.
///
/// # Panics
/// If the list cannot be written.
pub fn tested(debugger: &dyn Debugger) {
    let list = std::env::var(LIST_VARIABLE).unwrap_or_default();
    if list.is_empty() {
        return;
    }
    let mut file = OpenOptions::new().create(true).append(true).open(list).expect("the list opens");
    writeln!(file, "{}: {}", debugger.info().name, debugger.info()).expect("the list is written");
}
