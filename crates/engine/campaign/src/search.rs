//! Runs tests one after the other, or generation after generation when coverage guides them.

use crate::guide::{Guide, Queue, TestCoverage};
use crate::runner::{TestRunner, WorkerTools};
use crate::test_run::{Script, TestContext, TestRun, run_test};
use debunk_base::{Blocks, Numbers, in_order};
use debunk_batch::{CheckedProgram, program_of};
use debunk_model::Action;
use debunk_session::{Debugger, Driver};
use std::sync::atomic::{AtomicBool, Ordering};

/// Tests that share a debugger process.
const TESTS_PER_BLOCK: u64 = 32;
/// The same for guided tests: a generation has several blocks, so that workers share it.
const TESTS_PER_GUIDED_BLOCK: u64 = 8;
/// Tests that are proposed together.
const TESTS_PER_GENERATION: u64 = 32;

/// Tests on one debugger.
pub struct Search<'search> {
    /// The debugger.
    pub debugger: &'search dyn Debugger,
    /// Makes the drivers, possibly with a layer that lies on purpose.
    pub make_driver: &'search (dyn Fn() -> Box<dyn Driver> + Sync),
    /// The programs, at least one.
    pub programs: &'search [CheckedProgram],
    /// What the tests have in common.
    pub context: TestContext<'search>,
    /// What guides them.
    pub guide: Guide,
    /// Workers.
    pub jobs: usize,
    /// Set from outside to end after the running tests.
    pub stop: &'search AtomicBool,
}

/// What a generation teaches, kept until it is over.
type Lesson = (u64, TestCoverage, Vec<Action>);

impl<'search> Search<'search> {
    /// Runs the tests of these numbers and returns their results, with the program's name, in
    /// order. Guided tests have to start with the first.
    ///
    /// # Errors
    /// If `collect` says no.
    pub fn run<Error>(
        &self,
        tests: impl Into<Numbers>,
        mut collect: impl FnMut(u64, TestRun, &'search str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let tests: Numbers = tests.into();
        let mut queue = Queue::new(self.guide);
        if self.guide == Guide::None {
            return self.generation(&queue, tests, collect);
        }
        let mut first = tests.next;
        while first < tests.end && !self.stop.load(Ordering::Relaxed) {
            let end = tests.end.min(first + TESTS_PER_GENERATION);
            let mut lessons: Vec<Lesson> = Vec::new();
            self.generation(&queue, Numbers::from(first..end), |number, mut result, program| {
                if let Some(coverage) = result.coverage.take() {
                    lessons.push((number, coverage, std::mem::take(&mut result.initial_actions)));
                }
                collect(number, result, program)
            })?;
            for (number, coverage, actions) in lessons {
                let proposal = queue.propose(self.context.seed, number, self.fresh(number));
                queue.learn(&proposal, &coverage, actions);
            }
            first = end;
        }
        Ok(())
    }

    fn fresh(&self, number: u64) -> usize {
        program_of(number, self.programs.len(), self.context.seed)
    }

    fn generation<Error>(
        &self,
        queue: &Queue,
        tests: Numbers,
        mut collect: impl FnMut(u64, TestRun, &'search str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let is_guided = self.guide != Guide::None;
        let length = if is_guided { TESTS_PER_GUIDED_BLOCK } else { TESTS_PER_BLOCK };
        let blocks = Blocks {
            length,
            make_state: &|| TestRunner {
                debugger: self.debugger,
                tools: WorkerTools::new(self.debugger, (self.make_driver)()),
            },
            begin: &|runner: &mut TestRunner<'_>| runner.tools.renew(self.debugger),
            work: &|runner, number| {
                let proposal = queue.propose(self.context.seed, number, self.fresh(number));
                let material = &self.programs[proposal.program];
                let script = Script { actions: &proposal.script, goes_on: proposal.goes_on };
                let result = run_test(runner, &self.context, number, material, script);
                (result, material.program.name.as_str())
            },
        };
        in_order(self.jobs, tests, self.stop, &blocks, |number, (result, program)| {
            collect(number, result, program)
        })
    }
}
