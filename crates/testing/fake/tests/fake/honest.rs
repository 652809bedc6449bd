//! An honest debugger yields no finding, whatever the program and the relation.

use crate::support::{checked, search};
use debunk_fake::{FakeDebugger, programs};
use debunk_model::Language;
use debunk_relations::ALL;
use debunk_session::Debugger;

const PROGRAMS: usize = 100;
const TESTS: u64 = 400;

#[test]
fn an_honest_debugger_yields_no_finding_for_any_relation() {
    let debugger = FakeDebugger::new();
    let programs = checked(&debugger, &programs(1, PROGRAMS));
    let found = search(&debugger, &|| debugger.driver(), &programs, &ALL, TESTS, usize::MAX);
    let told = |finding: &debunk_findings::Finding| debunk_findings::markdown(finding);
    let findings: Vec<String> = found.findings.iter().map(told).collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    // A guard that rejects something hides a false alarm.
    assert_eq!(found.rejected, Vec::<String>::new());
    for relation in ALL.iter().filter(|relation| relation.is_for(Language::JavaScript)) {
        let count = found.tally.relations.get(relation.name()).map_or(0, |count| count.applied);
        assert!(count > 20, "{} was applied {count} times only", relation.name());
    }
}
