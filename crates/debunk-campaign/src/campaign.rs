//! A campaign: many tests on one debugger, in a folder that can be resumed.

use crate::check::{CheckedProgram, ProgramSkip, check_program};
use crate::event::{Event, Tally};
use crate::guide::Guide;
use crate::pool::{Blocks, in_order};
use crate::search::Search;
use crate::test_run::{TestContext, TestOutcome, TestResult};
use debunk_corpus::Entry;
use debunk_findings::{Finding, FindingError};
use debunk_model::Seed;
use debunk_relations::{GeneratorOptions, Relation};
use debunk_session::{Debugger, Driver};
use debunk_store::{FindingRow, Identity, Store, StoreError};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// The file with the state of a campaign, in its result folder.
pub const STATE_FILE: &str = "campaign.sqlite";
const FINDINGS_FOLDER: &str = "findings";

/// Why a campaign could not go on.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The output folder is in use.
    #[error(
        "use {0} for the results: it holds a campaign already; add --resume to go on with it, or give another --out"
    )]
    OutputTaken(PathBuf),
    /// There is nothing to resume.
    #[error("resume {0}: there is no campaign in it; leave --resume out to begin one")]
    NothingToResume(PathBuf),
    /// The output folder cannot be used.
    #[error("use {path} for the results: {error}")]
    Output {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A search that is guided cannot be taken up again.
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
    #[error("find a program that can be tested: all {0} were skipped, {1}")]
    NothingToTest(usize, String),
}

/// What is to be done.
pub struct Options<'campaign> {
    /// The debugger.
    pub debugger: &'campaign dyn Debugger,
    /// Makes the drivers, perhaps with a layer that lies on purpose.
    pub make_driver: &'campaign (dyn Fn() -> Box<dyn Driver> + Sync),
    /// The programs.
    pub entries: &'campaign [Entry],
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
    /// Set from outside to end the campaign after the tests under way.
    pub stop: &'campaign AtomicBool,
}

/// What came of a campaign.
#[derive(Clone, Debug)]
pub struct Summary {
    /// All counts, those of earlier runs included.
    pub tally: Tally,
    /// Programs that can be tested.
    pub programs: usize,
    /// Programs that cannot.
    pub skips: Vec<ProgramSkip>,
    /// Whether all tests were done.
    pub complete: bool,
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
    /// Opens the output folder, if any, and checks the programs that will be needed.
    ///
    /// # Errors
    /// When the folder cannot be used or no program can be tested.
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
        let (programs, skips) = check_programs(&options, listener);
        if programs.is_empty() {
            let example = skips.first().map_or_else(
                || "none was given".to_owned(),
                |skip| format!("for example {}, which {}", skip.name, skip.reason),
            );
            return Err(CampaignError::NothingToTest(skips.len(), example));
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
    /// When results cannot be kept; what was kept before is intact.
    pub fn run(
        &mut self,
        listener: Listener<'_>,
        mut on_finding: impl FnMut(&Finding),
    ) -> Result<Summary, CampaignError> {
        let Self { options, programs, skips, output } = self;
        let first = output.as_ref().map_or(0, |output| output.store.next_test());
        let mut totals = resumed_totals(output.as_ref());
        let context = TestContext {
            seed: Seed::new(options.seed),
            rounds: options.rounds,
            relations: options.relations,
            generator: options.generator,
        };
        let before = (totals.tests, totals.sessions);
        let mut keeper = Keeper { output: output.as_mut(), kept: BTreeMap::new() };
        let search = Search {
            debugger: options.debugger,
            make_driver: options.make_driver,
            programs,
            context,
            guide: options.guide,
            jobs: options.jobs,
            stop: options.stop,
        };
        let result = search.run(first..options.tests, |number, result, program| {
            totals.add(&result.tally);
            if let TestOutcome::Found(finding) = &result.outcome {
                on_finding(finding);
            }
            keeper.keep(number, program, &result, options.keep_per_class, &totals, listener)
        });
        let complete = result.is_ok() && totals.tests >= options.tests;
        if let Some(output) = keeper.output {
            // A full disk is reported by the first error; what is committed stays.
            let committed = output.store.commit(&to_json(&totals));
            result?;
            committed?;
        } else {
            result?;
        }
        listener(&Event::End { tally: totals.clone(), complete });
        Ok(Summary {
            tests_now: totals.tests - before.0,
            sessions_now: totals.sessions - before.1,
            tally: totals,
            programs: programs.len(),
            skips: skips.clone(),
            complete,
        })
    }
}

/// A guided search needs a debugger that counts, and begins at its beginning.
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

/// What has to be the same when a campaign is resumed.
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
        // Of a larger corpus only so many programs are looked at as there are tests.
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
            fs::create_dir_all(folder.join(FINDINGS_FOLDER)).map_err(failed)?;
            Store::create(&file, identity)?
        }
    };
    Ok(Output { folder: folder.to_owned(), store })
}

fn check_programs(
    options: &Options<'_>,
    listener: Listener<'_>,
) -> (Vec<CheckedProgram>, Vec<ProgramSkip>) {
    // When there are more programs than tests, only so many are looked at.
    let mut order: Vec<usize> = (0..options.entries.len()).collect();
    if (options.tests as usize) < order.len() {
        Seed::new(options.seed).split("programs", 0).rng().shuffle(&mut order);
        order.truncate((options.tests as usize).max(1));
        order.sort_unstable();
    }
    let (mut programs, mut skips) = (Vec::new(), Vec::new());
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

/// Puts results where they belong.
struct Keeper<'output> {
    output: Option<&'output mut Output>,
    kept: BTreeMap<String, u64>,
}

impl Keeper<'_> {
    fn keep(
        &mut self,
        number: u64,
        program: &str,
        result: &TestResult,
        keep_per_class: u64,
        totals: &Tally,
        listener: Listener<'_>,
    ) -> Result<(), CampaignError> {
        let row = match &result.outcome {
            TestOutcome::Found(finding) => Some(self.keep_finding(finding, keep_per_class)?),
            _ => None,
        };
        if let Some(output) = &mut self.output {
            let word = match &result.outcome {
                TestOutcome::Passed => "passed",
                TestOutcome::Found(_) => "found",
                TestOutcome::Skipped(_) => "skipped",
            };
            output.store.record(program, word, row.as_ref(), || to_json(totals))?;
        }
        if let Some(row) = row {
            let FindingRow { class, detail, folder } = row;
            listener(&Event::Finding { test: number, class, detail, folder });
        }
        let (tally, rejected) = (result.tally.clone(), result.rejected.clone());
        listener(&Event::Test { number, program: program.to_owned(), tally, rejected });
        Ok(())
    }

    fn keep_finding(
        &mut self,
        finding: &Finding,
        keep_per_class: u64,
    ) -> Result<FindingRow, CampaignError> {
        let class = finding.class.to_string();
        let mut folder = None;
        if let Some(output) = &mut self.output {
            let kept = match self.kept.get(&class) {
                Some(kept) => *kept,
                None => output.store.kept_of_class(&class)?,
            };
            if kept < keep_per_class {
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
