//! Runs searches on the fake debugger.

use debunk_batch::{CheckedProgram, check_program};
use debunk_campaign::{Guide, GuidedSearch, TestContext, TestOutcome};
use debunk_corpus::CorpusEntry;
use debunk_model::Seed;
use debunk_relations::{GeneratorOptions, Relation};
use debunk_results::{Finding, Tally};
use debunk_session::{Debugger, Driver};
use std::sync::atomic::AtomicBool;

/// The programs that can be tested; every one must be.
pub fn checked(debugger: &dyn Debugger, entries: &[CorpusEntry]) -> Vec<CheckedProgram> {
    let mut runner = debugger.runner();
    let check = |entry| check_program(debugger, &mut *runner, entry);
    entries.iter().map(check).collect::<Result<_, _>>().expect("programs that can be tested")
}

/// What came of a search.
#[derive(Default)]
pub struct Found {
    /// The counts.
    pub tally: Tally,
    /// The findings.
    pub findings: Vec<Finding>,
    /// What guards rejected.
    pub rejected: Vec<String>,
}

/// Runs tests and stops after a number of findings.
pub fn search(
    debugger: &dyn Debugger,
    make_driver: &(dyn Fn() -> Box<dyn Driver> + Sync),
    programs: &[CheckedProgram],
    relations: &[&'static dyn Relation],
    tests: u64,
    findings_max: usize,
) -> Found {
    let stop = AtomicBool::new(false);
    let context = TestContext {
        seed: Seed::new(1),
        rounds: 5,
        relations,
        generator: GeneratorOptions::default(),
    };
    let search = GuidedSearch {
        debugger,
        make_driver,
        programs,
        context,
        guide: Guide::None,
        jobs: 1,
        stop: &stop,
    };
    let mut found = Found::default();
    let collected = search.run(0..tests, |_, result, _| {
        found.tally.add(&result.tally);
        found.rejected.extend(
            result
                .rejected
                .into_iter()
                .map(|it| format!("{} {:?}: {}", it.relation, it.guard, it.detail)),
        );
        match result.outcome {
            TestOutcome::Passed => {}
            TestOutcome::Found(finding) => found.findings.push(*finding),
            TestOutcome::Skipped(reason) => panic!("skipped: {reason}"),
        }
        if found.findings.len() >= findings_max { Err(()) } else { Ok(()) }
    });
    assert!(collected.is_ok() || found.findings.len() >= findings_max);
    found
}
