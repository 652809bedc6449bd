//! A campaign: many tests on one debugger, in a folder that can be resumed.

use crate::check::{CheckedProgram, ProgramSkip, check_program};
use crate::event::{Event, Tally};
use crate::execution::{Breaker, Cut, Execution, Share, SkippedTest};
use crate::guide::Guide;
use crate::pool::{Blocks, Numbers, in_order};
use crate::search::Search;
use crate::smoke::{Refusal, smoke_test};
use crate::test_run::{TestContext, TestOutcome, TestResult};
use debunk_corpus::Entry;
use debunk_findings::{Finding, FindingError};
use debunk_model::Seed;
use debunk_relations::{GeneratorOptions, Relation};
use debunk_session::{Debugger, Driver};
use debunk_store::{FindingRow, Identity, Store, StoreError, TestRow};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// The file with the state of a campaign, in its result folder.
pub const STATE_FILE: &str = "campaign.sqlite";
const FINDINGS_FOLDER: &str = "findings";

/// Why a campaign could not continue.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The output folder is in use.
    #[error(
        "use {0} for the results: it holds a campaign already; add --resume to go on with it, or give another --out"
    )]
    OutputTaken(PathBuf),
    /// The output folder belongs to somebody else.
    #[error(
        "use {folder} for the results: it holds {file}, which is none of debunk's; give a new folder"
    )]
    OutputForeign {
        /// The folder.
        folder: PathBuf,
        /// One of the files.
        file: String,
    },
    /// There is nothing to resume.
    #[error("resume {0}: there is no campaign in it; leave --resume out to begin one")]
    NothingToResume(PathBuf),
    /// The output folder cannot be used.
    #[error("use {path} for the results: {error}")]
    Output {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A guided search cannot be resumed.
    #[error("resume a search guided by {0}: what it has learnt is not kept; begin it anew")]
    GuidedResume(&'static str),
    /// The debugger cannot guide a search.
    #[error(
        "guide the search by {1}: {0} cannot tell what of its own code runs; duktape and \
         debugpy-counted can, see debunk setup"
    )]
    NoCoverage(String, &'static str),
    /// The state cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A finding cannot be kept.
    #[error(transparent)]
    Finding(#[from] FindingError),
    /// No program can be tested.
    #[error("find a program that can be tested: {}", none_left(.0))]
    NothingToTest(Vec<ProgramSkip>),
    /// The debugger did not pass the smoke test.
    #[error("use the debugger: {0}")]
    Refused(Box<Refusal>),
}

impl CampaignError {
    /// What is known of a campaign that could not start because of the debugger or the programs.
    pub fn execution(&self, tests: u64) -> Option<Execution> {
        match self {
            Self::NothingToTest(skips) => {
                Some(Execution::refused("tests", tests, skips, self.to_string()))
            }
            Self::Refused(refusal) => {
                Some(Execution::refused("tests", tests, &[], refusal.to_string()))
            }
            _ => None,
        }
    }
}

/// Why no program is left.
pub fn none_left(skips: &[ProgramSkip]) -> String {
    match skips.first() {
        None => "none was given".to_owned(),
        Some(skip) => {
            format!(
                "all {} were skipped, for example {}, which {}",
                skips.len(),
                skip.name,
                skip.reason
            )
        }
    }
}

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
    skips: Vec<ProgramSkip>,
    output: Option<Output>,
}

struct Output {
    folder: PathBuf,
    store: Store,
}

type Listener<'a> = &'a mut dyn FnMut(&Event);

impl<'campaign> Campaign<'campaign> {
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
    ) -> Result<Self, CampaignError> {
        check_guide(&options, resume)?;
        let output =
            folder.map(|folder| open_output(folder, resume, &identity(&options))).transpose()?;
        let resumed = output.as_ref().map_or(0, |output| output.store.next_test());
        listener(&Event::Begin {
            debugger: options.debugger.info().clone(),
            seed: options.seed,
            tests: options.tests,
            resumed,
            programs: options.entries.len(),
        });
        if options.tests > 0 {
            smoke_test(options.debugger, options.entries).map_err(CampaignError::Refused)?;
        }
        let (programs, skips) = check_programs(&options, listener);
        if programs.is_empty() && !options.stop.load(Ordering::SeqCst) {
            return Err(CampaignError::NothingToTest(skips));
        }
        Ok(Self { options, programs, skips, output })
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
    ) -> Result<Summary, CampaignError> {
        let Self { options, programs, skips, output } = self;
        let next = output.as_ref().map_or(0, |output| output.store.next_test());
        let mut totals = resumed_totals(output.as_ref());
        let context = TestContext {
            seed: Seed::new(options.seed),
            rounds: options.rounds,
            relations: options.relations,
            generator: options.generator,
        };
        let before = (totals.tests - totals.skipped, totals.sessions);
        let mut keeper = Keeper::new(output.as_mut(), options.keep_per_class)?;
        let again = keeper.skipped.keys().copied().filter(|number| *number < options.tests);
        let numbers = Numbers { again: again.collect(), next, end: options.tests };
        let search = Search {
            debugger: options.debugger,
            make_driver: options.make_driver,
            programs,
            context,
            guide: options.guide,
            jobs: options.jobs,
            stop: options.stop,
        };
        let mut breaker = Breaker::default();
        let result = search.run(numbers, |number, result, program| {
            if keeper.skipped.remove(&number).is_some() {
                // Its new result counts.
                totals.tests -= 1;
                totals.skipped -= 1;
            }
            totals.add(&result.tally);
            if let TestOutcome::Found(finding) = &result.outcome {
                on_finding(finding);
            }
            keeper.keep(number, program, &result, &totals, listener)?;
            let reason = match &result.outcome {
                TestOutcome::Skipped(reason) => Some(reason.as_str()),
                TestOutcome::Passed | TestOutcome::Found(_) => None,
            };
            breaker.note(reason).map_err(Halt::Broken)
        });
        let (cut, failure) = match result {
            Ok(()) if totals.tests < options.tests => (Some(Cut::Signal { number: None }), None),
            Ok(()) if !totals.has_checked() => (Some(Cut::Unchecked), None),
            Ok(()) => (None, None),
            Err(Halt::Broken(cut)) => (Some(cut), None),
            Err(Halt::Failed(error)) => (None, Some(error)),
        };
        let was_ended = !matches!(cut, None | Some(Cut::Unchecked));
        let committed = match keeper.output {
            Some(output) if !was_ended && failure.is_none() => {
                output.store.finish(&to_json(&totals))
            }
            Some(output) => output.store.commit(&to_json(&totals)),
            None => Ok(()),
        };
        // A full disk is reported by the first error; what is committed stays.
        failure.map_or(Ok(()), Err)?;
        committed?;
        let planned = options.tests.max(totals.tests);
        let execution = Execution {
            skipped: keeper.skipped.into_values().collect(),
            programs: skips.clone(),
            cut,
            allow_skips: options.allow_skips,
            ..Execution::new("tests", planned, totals.tests - totals.skipped)
        };
        let complete = execution.is_complete();
        listener(&Event::End { tally: totals.clone(), complete, execution: execution.clone() });
        Ok(Summary {
            tests_now: (totals.tests - totals.skipped).saturating_sub(before.0),
            sessions_now: totals.sessions - before.1,
            tally: totals,
            programs: programs.len(),
            execution,
        })
    }
}

/// Why no further test is run.
enum Halt {
    Failed(CampaignError),
    Broken(Cut),
}

impl From<CampaignError> for Halt {
    fn from(error: CampaignError) -> Self {
        Halt::Failed(error)
    }
}

/// A guided search needs a debugger with counters, and starts from the beginning.
fn check_guide(options: &Options<'_>, resume: bool) -> Result<(), CampaignError> {
    let guide = options.guide.name();
    if options.guide == Guide::None {
        return Ok(());
    }
    if resume {
        return Err(CampaignError::GuidedResume(guide));
    }
    match options.debugger.code() {
        Some(_) => Ok(()),
        None => Err(CampaignError::NoCoverage(options.debugger.info().name.clone(), guide)),
    }
}

fn to_json(tally: &Tally) -> String {
    serde_json::to_string(tally).unwrap_or_default()
}

fn resumed_totals(output: Option<&Output>) -> Tally {
    output.and_then(|output| serde_json::from_str(output.store.totals()).ok()).unwrap_or_default()
}

/// What has to be the same if a campaign is resumed.
fn identity(options: &Options<'_>) -> Identity {
    let names: Vec<&str> = options.relations.iter().map(|relation| relation.name()).collect();
    let corpus = corpus_fingerprint(options.entries);
    let debugger = options.debugger.info();
    [
        ("debugger", debugger.to_string()),
        ("seed", options.seed.to_string()),
        ("rounds", options.rounds.to_string()),
        ("relations", names.join(",")),
        ("actions", options.generator.actions_max.to_string()),
        ("breakpoints", options.generator.breakpoints_max.to_string()),
        ("corpus", corpus),
        // Of a larger corpus only as many programs are checked as there are tests.
        ("programs", options.entries.len().min(options.tests as usize).to_string()),
    ]
    .into_iter()
    .chain((options.guide != Guide::None).then(|| ("guide", options.guide.name().to_owned())))
    .map(|(key, value)| (key.to_owned(), value))
    .collect()
}

fn corpus_fingerprint(entries: &[Entry]) -> String {
    let mut sum: u64 = 0;
    for entry in entries {
        sum = sum.rotate_left(7) ^ entry.program.fingerprint();
    }
    format!("{sum:016x}")
}

fn open_output(folder: &Path, resume: bool, identity: &Identity) -> Result<Output, CampaignError> {
    let failed = |error| CampaignError::Output { path: folder.to_owned(), error };
    let file = folder.join(STATE_FILE);
    let exists = file.exists();
    let store = match (exists, resume) {
        (true, true) => Store::resume(&file, identity)?,
        (false, true) => return Err(CampaignError::NothingToResume(folder.to_owned())),
        (true, false) => return Err(CampaignError::OutputTaken(folder.to_owned())),
        (false, false) => {
            if let Some(file) = foreign_file(folder) {
                return Err(CampaignError::OutputForeign { folder: folder.to_owned(), file });
            }
            fs::create_dir_all(folder.join(FINDINGS_FOLDER)).map_err(failed)?;
            Store::create(&file, identity)?
        }
    };
    Ok(Output { folder: folder.to_owned(), store })
}

/// A file in a folder that has to be new.
pub fn foreign_file(folder: &Path) -> Option<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names.into_iter().next()
}

fn check_programs(
    options: &Options<'_>,
    listener: Listener<'_>,
) -> (Vec<CheckedProgram>, Vec<ProgramSkip>) {
    // If there are more programs than tests, only that many are checked.
    let mut order: Vec<usize> = (0..options.entries.len()).collect();
    if (options.tests as usize) < order.len() {
        Seed::new(options.seed).split("programs", 0).rng().shuffle(&mut order);
        order.truncate((options.tests as usize).max(1));
        order.sort_unstable();
    }
    let (mut programs, mut skips) = (Vec::new(), options.unreadable.to_vec());
    skips.iter().for_each(|skip| listener(&Event::Skip(skip.clone())));
    let of = order.len();
    let result: Result<(), std::convert::Infallible> = in_order(
        options.jobs,
        0..of as u64,
        options.stop,
        &Blocks {
            length: 1,
            make_state: &|| options.debugger.runner(),
            begin: &|_| {},
            work: &|runner, number| {
                let entry = &options.entries[order[number as usize]];
                check_program(options.debugger, &mut **runner, entry)
            },
        },
        |number, checked| {
            match checked {
                Ok(program) => programs.push(program),
                Err(skip) => {
                    listener(&Event::Skip(skip.clone()));
                    skips.push(skip);
                }
            }
            listener(&Event::Checked { done: number as usize + 1, of });
            Ok(())
        },
    );
    match result {
        Ok(()) => (programs, skips),
    }
}

/// Stores results.
struct Keeper<'output> {
    output: Option<&'output mut Output>,
    kept: BTreeMap<String, u64>,
    keep_per_class: u64,
    /// Tests that could not be run, by number.
    skipped: BTreeMap<u64, SkippedTest>,
}

impl<'output> Keeper<'output> {
    fn new(
        output: Option<&'output mut Output>,
        keep_per_class: u64,
    ) -> Result<Self, CampaignError> {
        let rows = output.as_ref().map(|output| output.store.skipped()).transpose()?;
        let skipped = rows
            .into_iter()
            .flatten()
            .map(|(number, program, reason)| (number, SkippedTest { number, program, reason }));
        Ok(Self { skipped: skipped.collect(), output, kept: BTreeMap::new(), keep_per_class })
    }

    fn keep(
        &mut self,
        number: u64,
        program: &str,
        result: &TestResult,
        totals: &Tally,
        listener: Listener<'_>,
    ) -> Result<(), CampaignError> {
        let (finding, word, reason) = match &result.outcome {
            TestOutcome::Found(finding) => (Some(self.keep_finding(finding)?), "found", None),
            TestOutcome::Passed => (None, "passed", None),
            TestOutcome::Skipped(reason) => (None, "skipped", Some(reason.as_str())),
        };
        if let Some(reason) = reason {
            let (program, reason) = (program.to_owned(), reason.to_owned());
            self.skipped.insert(number, SkippedTest { number, program, reason });
        }
        if let Some(output) = &mut self.output {
            let row = TestRow { program, result: word, reason, finding: finding.as_ref() };
            if number < output.store.next_test() {
                output.store.replace(number, &row, || to_json(totals))?;
            } else {
                output.store.record(&row, || to_json(totals))?;
            }
        }
        if let Some(FindingRow { class, detail, folder }) = finding {
            listener(&Event::Finding { test: number, class, detail, folder });
        }
        listener(&Event::Test {
            number,
            program: program.to_owned(),
            tally: result.tally.clone(),
            rejected: result.rejected.clone(),
            skipped: reason.map(str::to_owned),
        });
        Ok(())
    }

    fn keep_finding(&mut self, finding: &Finding) -> Result<FindingRow, CampaignError> {
        let class = finding.class.to_string();
        let mut folder = None;
        if let Some(output) = &mut self.output {
            let kept = match self.kept.get(&class) {
                Some(kept) => *kept,
                None => output.store.kept_of_class(&class)?,
            };
            if kept < self.keep_per_class {
                let parent = output.folder.join(FINDINGS_FOLDER);
                debunk_findings::write(&parent, finding)?;
                let name = debunk_findings::folder_name(finding);
                folder = Some(format!("{FINDINGS_FOLDER}/{name}"));
                self.kept.insert(class.clone(), kept + 1);
            }
        }
        Ok(FindingRow { class, detail: finding.violation.detail.clone(), folder })
    }
}
