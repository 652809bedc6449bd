//! The faults that `debunk mc guide` and `debunk mc relations` plant, and whether a search finds one.

use crate::commands::driver;
use debunk_batch::{Breaker, CheckedProgram};
use debunk_campaign::{Guide, GuidedSearch, Replayed, TestContext, TestOutcome, replay};
use debunk_faults::{ALL as CATALOGUE, Fault};
use debunk_model::Seed;
use debunk_relations::{GeneratorOptions, Relation};
use debunk_results::{Execution, Finding, Share, SkippedTest};
use debunk_session::{BuiltInFault, Debugger, Driver};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Transformations per test, at most; the same as in a campaign.
const ROUNDS: u32 = 5;

/// A fault, in the debugger's own code or between debunk and the debugger.
#[derive(Clone, Copy)]
pub(crate) enum Planted {
    BuiltIn(BuiltInFault),
    Between(Fault),
}

impl Planted {
    /// This many faults: first those in the debugger's own code, then those of the self-test.
    pub fn some(debugger: &dyn Debugger, count: usize) -> Vec<Planted> {
        let built_in = debugger.built_in_faults().iter().copied().map(Planted::BuiltIn);
        built_in.chain(CATALOGUE.into_iter().map(Planted::Between)).take(count).collect()
    }

    pub fn name(&self) -> &'static str {
        match self {
            Planted::BuiltIn(fault) => fault.name,
            Planted::Between(fault) => fault.name,
        }
    }

    pub fn summary(&self) -> &'static str {
        match self {
            Planted::BuiltIn(fault) => fault.summary,
            Planted::Between(fault) => fault.summary,
        }
    }

    /// Where it is, for people.
    pub fn place(&self) -> &'static str {
        match self {
            Planted::BuiltIn(_) => "debugger",
            Planted::Between(_) => "driver",
        }
    }

    fn driver(&self, debugger: &dyn Debugger) -> Box<dyn Driver> {
        match self {
            Planted::BuiltIn(fault) => debugger.faulty_driver(fault),
            Planted::Between(fault) => driver(debugger, Some(*fault)),
        }
    }

    /// Whether the fault, and nothing else, makes this finding.
    fn makes(&self, debugger: &dyn Debugger, finding: &Finding) -> bool {
        let holds = |driver| matches!(replay(debugger, driver, finding), Replayed::Holds { .. });
        !holds(debugger.driver()) && holds(self.driver(debugger))
    }
}

/// A search for a fault.
pub(crate) struct Hunt<'hunt> {
    pub debugger: &'hunt dyn Debugger,
    pub programs: &'hunt [CheckedProgram],
    pub relations: &'hunt [&'static dyn Relation],
    pub guide: Guide,
    pub seed: u64,
    /// Tests, at most.
    pub tests: u64,
    pub stop: &'hunt AtomicBool,
    /// Where it is recorded which tests could be run.
    pub ledger: &'hunt Ledger,
}

/// A debugger that failed too many tests in a row.
pub(crate) struct Broken;

/// What could be run and what could not, over many parallel searches.
pub(crate) struct Ledger {
    noted: Mutex<FaultRun>,
}

struct FaultRun {
    execution: Execution,
    breaker: Breaker,
}

impl Ledger {
    pub fn new(allow_skips: Share) -> Self {
        let execution = Execution { allow_skips, ..Execution::new("tests", 0, 0) };
        Self { noted: Mutex::new(FaultRun { execution, breaker: Breaker::default() }) }
    }

    fn lock(&self) -> MutexGuard<'_, FaultRun> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a test, and reports if too many in a row could not be run.
    pub fn note(&self, number: u64, program: &str, outcome: &TestOutcome) -> Result<(), Broken> {
        let mut noted = self.lock();
        let FaultRun { execution, breaker } = &mut *noted;
        execution.planned += 1;
        let reason = match outcome {
            TestOutcome::Skipped(reason) => Some(reason),
            TestOutcome::Passed | TestOutcome::Found(_) => None,
        };
        execution.done += u64::from(reason.is_none());
        let cut = breaker.note(reason.map(String::as_str)).err();
        if let Some(reason) = reason.cloned() {
            let program = program.to_owned();
            execution.skipped.push(SkippedTest { number, program, reason });
        }
        if execution.cut.is_none() {
            execution.cut = cut;
        }
        if execution.cut.is_some() { Err(Broken) } else { Ok(()) }
    }

    /// All of it, in an order that does not depend on timing.
    pub fn execution(&self) -> Execution {
        let mut execution = self.lock().execution.clone();
        execution.skipped.sort_by(|one, other| {
            (one.number, &one.program, &one.reason).cmp(&(
                other.number,
                &other.program,
                &other.reason,
            ))
        });
        execution
    }
}

impl Hunt<'_> {
    /// The search, on one worker.
    pub fn search<'a>(
        &'a self,
        make_driver: &'a (dyn Fn() -> Box<dyn Driver> + Sync),
    ) -> GuidedSearch<'a> {
        GuidedSearch {
            debugger: self.debugger,
            make_driver,
            programs: self.programs,
            context: TestContext {
                seed: Seed::new(self.seed),
                rounds: ROUNDS,
                relations: self.relations,
                generator: GeneratorOptions::default(),
            },
            guide: self.guide,
            jobs: 1,
            stop: self.stop,
        }
    }

    /// How many tests it takes to find the fault; `None` if it is not found.
    pub fn tests_to_find(&self, fault: &Planted) -> Option<u64> {
        let make_driver = || fault.driver(self.debugger);
        let search = self.search(&make_driver);
        let result = search.run(0..self.tests, |number, result, program| {
            self.ledger.note(number, program, &result.outcome).map_err(|Broken| None)?;
            match &result.outcome {
                TestOutcome::Found(finding) if fault.makes(self.debugger, finding) => {
                    Err(Some(number + 1))
                }
                _ => Ok(()),
            }
        });
        result.err().flatten()
    }
}
