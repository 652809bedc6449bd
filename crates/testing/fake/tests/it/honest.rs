//! An honest debugger yields no finding, whatever the program and the relation.

use crate::support::{RELATIONS, checked, search};
use debunk_fake::{FakeDebugger, programs};
use debunk_session::Debugger;

const PROGRAMS: usize = 60;
const TESTS: u64 = 600;

#[test]
fn an_honest_debugger_yields_no_finding() {
    let debugger = FakeDebugger::new();
    let programs = checked(&debugger, &programs(1, PROGRAMS));
    let found = search(&debugger, &|| debugger.driver(), &programs, RELATIONS, TESTS, 3);
    for finding in &found.findings {
        eprintln!("{}", serde_json::to_string_pretty(finding).expect("JSON"));
    }
    assert!(found.findings.is_empty(), "{:?}", found.tally);
    assert!(found.rejected.is_empty(), "{:?}", found.rejected);
    eprintln!("{:#?}", found.tally);
}
