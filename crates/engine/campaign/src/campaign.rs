//! A campaign: many tests on one debugger, in a folder that can be resumed.

use crate::guide::Guide;
use crate::search::Search;
use crate::test_run::{TestContext, TestOutcome, TestRun};
use debunk_base::Numbers;
use debunk_batch::{
    Batch, BatchError, CheckedProgram, Collect, Halt, Kind, Listener, Output, Plan, Programs, Task,
    check_program, corpus_fingerprint,
};
use debunk_corpus::Entry;
use debunk_model::Seed;
use debunk_relations::{GeneratorOptions, Relation};
use debunk_results::files::CAMPAIGN_FILE;
use debunk_results::{
    Begin, Counts, Cut, Discovery, Event, Execution, Finding, Identity, ProgramSkip, Row, Share,
    SkippedTest, Tally, TestResult, write,
};
use debunk_session::{Debugger, Driver};
use std::path::Path;
use std::sync::atomic::AtomicBool;

const KIND: Kind =
    Kind { noun: "campaign", unit: "tests", state: Some(CAMPAIGN_FILE), purpose: "can be tested" };

/// What to do.
pub struct Options<'campaign> {
    /// The debugger.
    pub debugger: &'campaign dyn Debugger,
    /// Makes the drivers, possibly with a layer that lies on purpose.
    pub make_driver: &'campaign (dyn Fn() -> Box<dyn Driver> + Sync),
    /// The programs.
    pub entries: &'campaign [Entry],
    /// Files that were to be programs and are none.
    pub unreadable: &'campaign [ProgramSkip],
    /// Tests in all.
    pub tests: u64,
    /// The seed.
    pub seed: u64,
    /// Transformations per test, at most.
    pub rounds: u32,
    /// The relations.
    pub relations: &'campaign [&'static dyn Relation],
    /// How initial runs are generated.
    pub generator: GeneratorOptions,
    /// What makes a test worth building on.
    pub guide: Guide,
    /// Workers.
    pub jobs: usize,
    /// How many findings of one class get a folder.
    pub keep_per_class: u64,
    /// The share of the tests that may be skipped.
    pub allow_skips: Share,
    /// Set from outside to end the campaign; tests that are running then do not count.
    pub stop: &'campaign AtomicBool,
}

/// The result of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// All counts, including those of earlier runs.
    pub tally: Tally,
    /// Programs that can be tested.
    pub programs: usize,
    /// What was done and what was not.
    pub execution: Execution,
    /// Tests done by this run.
    pub tests_now: u64,
    /// Sessions of this run.
    pub sessions_now: u64,
}

/// A campaign with its programs checked and its folder open.
pub struct Campaign<'campaign> {
    options: Options<'campaign>,
    programs: Vec<CheckedProgram>,
    batch: Batch<'campaign, TestResult>,
}

impl<'campaign> Campaign<'campaign> {
    /// What is counted, in the plural.
    pub const UNIT: &'static str = KIND.unit;

    /// Opens the output folder, if any, runs the smoke test on the debugger, and checks the
    /// programs that will be needed.
    ///
    /// # Errors
    /// If the folder cannot be used, the debugger does not pass, or no program can be tested.
    pub fn prepare(
        options: Options<'campaign>,
        folder: Option<&Path>,
        resume: bool,
        listener: Listener<'_>,
    ) -> Result<Self, BatchError> {
        check_guide(&options, resume)?;
        let Options { debugger, entries, unreadable, tests, seed, .. } = options;
        let plan = Plan {
            kind: KIND,
            total: tests,
            jobs: options.jobs,
            keep_per_class: options.keep_per_class,
            allow_skips: options.allow_skips,
            stop: options.stop,
        };
        let folder = folder.map(|folder| (folder, Some(Finding::PARENT)));
        let mut batch = Batch::open(plan, folder, resume, &identity(&options))?;
        listener(&Event::Begin(Begin::Campaign {
            debugger: debugger.info().clone(),
            seed,
            tests,
            resumed: batch.next(),
            programs: entries.len(),
        }));
        batch.check_debuggers(&[debugger], entries)?;
        let programs = batch.check_programs(
            Programs { entries, unreadable, seed },
            &|| debugger.runner(),
            &|runner, entry| check_program(debugger, &mut **runner, entry),
            listener,
        )?;
        Ok(Self { options, programs, batch })
    }

    /// The programs that can be tested.
    pub fn programs(&self) -> &[CheckedProgram] {
        &self.programs
    }

    /// Runs the tests that are left.
    ///
    /// # Errors
    /// If results cannot be kept; what was kept before is intact.
    pub fn run(
        &mut self,
        listener: Listener<'_>,
        mut on_finding: impl FnMut(&Finding),
    ) -> Result<Summary, BatchError> {
        let Self { options, programs, batch } = self;
        let search = Search {
            debugger: options.debugger,
            make_driver: options.make_driver,
            programs,
            context: TestContext {
                seed: Seed::new(options.seed),
                rounds: options.rounds,
                relations: options.relations,
                generator: options.generator,
            },
            guide: options.guide,
            jobs: options.jobs,
            stop: options.stop,
        };
        let outcome = batch.run(&search, listener, &mut |_, (test, _): &(TestRun, &str)| {
            if let TestOutcome::Found(finding) = &test.outcome {
                on_finding(finding);
            }
            Ok(())
        })?;
        Ok(Summary {
            tests_now: outcome.done_now,
            sessions_now: outcome.tally.sessions - outcome.before.sessions,
            tally: outcome.tally,
            programs: programs.len(),
            execution: outcome.execution,
        })
    }
}

impl<'search> Task for Search<'search> {
    type Item = (TestRun, &'search str);
    type Result = TestResult;
    type Tally = Tally;

    fn work(&self, numbers: Numbers, collect: Collect<'_, Self::Item>) -> Result<(), Halt> {
        self.run(numbers, |number, test, program| collect(number, (test, program)))
    }

    fn row(&self, (test, program): &Self::Item) -> Row<TestResult> {
        match &test.outcome {
            TestOutcome::Passed => Row::new(program, test.tally.actions, TestResult::Passed),
            TestOutcome::Skipped(reason) => Row::skipped(program, reason.clone()),
            TestOutcome::Found(finding) => Row {
                class: Some(finding.class_name()),
                detail: Some(finding.sentence()),
                ..Row::new(program, test.tally.actions, TestResult::Found)
            },
        }
    }

    fn add(&self, tally: &mut Tally, (test, _): &Self::Item, _row: &Row<TestResult>) {
        tally.add(&test.tally);
    }

    fn retract(&self, tally: &mut Tally, _skipped: &SkippedTest) {
        tally.retract_skipped();
    }

    fn counted(&self, tally: &Tally) -> u64 {
        tally.tests
    }

    fn keep(
        &self,
        (test, _): &Self::Item,
        output: &mut Output<TestResult>,
    ) -> Result<Vec<Option<String>>, BatchError> {
        let TestOutcome::Found(finding) = &test.outcome else { return Ok(Vec::new()) };
        let class = finding.class_name();
        Ok(vec![output.keep(Finding::PARENT, &class, |parent| write(parent, &**finding))?])
    }

    fn events(
        &self,
        number: u64,
        (test, _): Self::Item,
        row: Row<TestResult>,
        _folders: Vec<Option<String>>,
    ) -> Vec<Event> {
        let TestRun { tally, rejected, .. } = test;
        let skipped = row.skip_reason().map(str::to_owned);
        let Row { program, class, detail, folder, .. } = row;
        let found = class.zip(detail).filter(|_| skipped.is_none());
        let finding =
            found.map(|(class, detail)| Event::Finding { test: number, class, detail, folder });
        let test = Event::Test { number, program, tally, rejected, skipped };
        finding.into_iter().chain([test]).collect()
    }

    fn flaw(&self, tally: &Tally) -> Option<Cut> {
        (!tally.has_checked()).then_some(Cut::Unchecked)
    }

    fn counts(&self, tally: &Tally) -> Counts {
        Counts::Campaign(tally.clone())
    }
}

/// A guided search needs a debugger with counters, and starts from the beginning.
fn check_guide(options: &Options<'_>, resume: bool) -> Result<(), BatchError> {
    let guide = options.guide.name();
    if options.guide == Guide::None {
        return Ok(());
    }
    if resume {
        return Err(BatchError::GuidedResume(guide));
    }
    match options.debugger.code() {
        Some(_) => Ok(()),
        None => {
            let debugger = options.debugger.info().name.clone();
            Err(BatchError::NoCoverage { debugger, guide })
        }
    }
}

/// What has to be the same if a campaign is resumed.
fn identity(options: &Options<'_>) -> Identity {
    let names: Vec<&str> = options.relations.iter().map(|relation| relation.name()).collect();
    let debugger = options.debugger.info();
    [
        ("debugger", debugger.to_string()),
        ("seed", options.seed.to_string()),
        ("rounds", options.rounds.to_string()),
        ("relations", names.join(",")),
        ("actions", options.generator.actions_max.to_string()),
        ("breakpoints", options.generator.breakpoints_max.to_string()),
        ("corpus", corpus_fingerprint(options.entries)),
        // Of a larger corpus only as many programs are checked as there are tests.
        ("programs", options.entries.len().min(options.tests as usize).to_string()),
    ]
    .into_iter()
    .chain((options.guide != Guide::None).then(|| ("guide", options.guide.name().to_owned())))
    .map(|(key, value)| (key.to_owned(), value))
    .collect()
}
