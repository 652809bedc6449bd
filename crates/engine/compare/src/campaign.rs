//! A comparison: many runs of two debuggers, in a folder that can be resumed.

use crate::difference::{Class, Difference};
use crate::folder::{self, DifferenceReport};
use crate::judge::Precision;
use crate::places::Places;
use crate::rules::RuleSet;
use crate::run::{Hearing, Measure, PairRun, RunEnd, TwoDrivers, no_hearing, run_pair};
use crate::verdict::{Witness, hear_both, verdict};
use debunk_campaign::{
    Blocks, Breaker, Cut, Execution, Numbers, ProgramSkip, Refusal, Share, SkippedTest,
    check_program, foreign_file, in_order, none_left, smoke_test,
};
use debunk_corpus::Entry;
use debunk_findings::FindingError;
use debunk_languages::analyse;
use debunk_model::{LineIndex, Outcome, Program, Seed, Sites, Trace};
use debunk_relations::{Generator, GeneratorOptions};
use debunk_session::{Debugger, DebuggerInfo};
use debunk_store::{ComparisonStore, Identity, RunRow, StoreError};
use debunk_testimony::Verdict;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The file with the state of a comparison, in its result folder.
pub const STATE_FILE: &str = "comparison.sqlite";
pub(crate) const TIMES_FILE: &str = "times.tsv";
const DIFFERENCES_FOLDER: &str = "differences";
/// The result of a run that could not be run.
const SKIPPED: &str = "skipped";
/// Runs that share their processes.
const RUNS_PER_BLOCK: u64 = 100;

/// Why a comparison could not continue.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// The output folder is in use.
    #[error(
        "use {0} for the results: it holds a comparison already; add --resume to go on with it, or give another --out"
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
    #[error("resume {0}: there is no comparison in it; leave --resume out to begin one")]
    NothingToResume(PathBuf),
    /// A file cannot be used.
    #[error("use {path} for the results: {error}")]
    Output {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The state cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A difference cannot be kept.
    #[error(transparent)]
    Folder(#[from] FindingError),
    /// No program can be used.
    #[error("find a program that both debuggers can run: {}", none_left(.0))]
    NothingToRun(Vec<ProgramSkip>),
    /// A debugger did not pass the smoke test.
    #[error("use the debugger: {0}")]
    Refused(Box<Refusal>),
}

impl CompareError {
    /// What is known of a comparison that could not start because of a debugger or the programs.
    pub fn execution(&self, runs: u64) -> Option<Execution> {
        match self {
            Self::NothingToRun(skips) => {
                Some(Execution::refused("runs", runs, skips, self.to_string()))
            }
            Self::Refused(refusal) => {
                Some(Execution::refused("runs", runs, &[], refusal.to_string()))
            }
            _ => None,
        }
    }
}

/// Why no further run is made.
enum Halt {
    Failed(CompareError),
    Broken(Cut),
}

impl<Error: Into<CompareError>> From<Error> for Halt {
    fn from(error: Error) -> Self {
        Halt::Failed(error.into())
    }
}

/// What to do.
pub struct CompareOptions<'campaign> {
    /// The first debugger.
    pub a: &'campaign dyn Debugger,
    /// The second debugger.
    pub b: &'campaign dyn Debugger,
    /// The programs.
    pub entries: &'campaign [Entry],
    /// Files that were to be programs and are none.
    pub unreadable: &'campaign [ProgramSkip],
    /// Runs in all.
    pub runs: u64,
    /// The seed.
    pub seed: u64,
    /// How the actions are generated.
    pub generator: GeneratorOptions,
    /// Pairs of processes in parallel.
    pub jobs: usize,
    /// How many differences of one class get a folder.
    pub keep_per_class: u64,
    /// What is accepted.
    pub rules: RuleSet,
    /// How closely answers are compared.
    pub precision: Precision,
    /// Runs of each debugger against itself, before the comparison.
    pub gate_runs: u64,
    /// The share of the runs that may be skipped.
    pub allow_skips: Share,
    /// Set from outside to end the comparison; runs in progress then do not count.
    pub stop: &'campaign AtomicBool,
}

/// How many runs ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunCounts {
    /// Runs done.
    pub runs: u64,
    /// Without a difference that ended them.
    pub same: u64,
    /// With a difference.
    pub different: u64,
    /// Ended by a difference that is accepted.
    pub accepted: u64,
    /// Whose difference was not reproduced.
    pub not_reproduced: u64,
    /// That could not be run.
    pub skipped: u64,
    /// Actions performed, by each of the two.
    pub actions: u64,
}

/// Counts that add up over runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompareTally {
    /// Runs.
    pub counts: RunCounts,
    /// Differences by class.
    pub classes: BTreeMap<String, u64>,
    /// How often each accept rule was used, by number.
    pub accept_rules: BTreeMap<usize, u64>,
    /// Runs in which something was ignored, by what.
    pub ignored: BTreeMap<String, u64>,
    /// Runs that used an accept rule and continued, or ended there.
    pub runs_with_accepted: u64,
    /// Runs that would differ without any rule.
    #[serde(default)]
    pub without_rules: u64,
    /// Why runs could not be run, and how many.
    #[serde(default)]
    pub skip_reasons: BTreeMap<String, u64>,
}

/// A debugger that differs from itself.
#[derive(Clone, Debug, Serialize)]
pub struct Noise {
    /// The debugger.
    pub debugger: DebuggerInfo,
    /// The program's name.
    pub program: String,
    /// The class of the difference.
    pub class: String,
    /// The two answers.
    pub difference: Difference,
}

/// One thing that happened.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", content = "data", rename_all = "kebab-case")]
pub enum CompareEvent {
    /// The comparison begins.
    Begin {
        /// The first debugger.
        a: DebuggerInfo,
        /// The second debugger.
        b: DebuggerInfo,
        /// The seed.
        seed: u64,
        /// Runs to do in all.
        runs: u64,
        /// Runs done by an earlier run of the same comparison.
        resumed: u64,
        /// Programs in the corpus.
        programs: usize,
    },
    /// A program was checked.
    Checked {
        /// Programs checked so far.
        done: usize,
        /// Programs to check.
        of: usize,
    },
    /// A program cannot be used.
    Skip(ProgramSkip),
    /// A debugger was compared with itself.
    Gate {
        /// The debugger.
        debugger: DebuggerInfo,
        /// Runs done.
        runs: u64,
        /// Where it differs from itself.
        noise: Vec<Noise>,
    },
    /// A run is done, in the order of numbers.
    Run {
        /// Its number.
        number: u64,
        /// Its result.
        row: RunRow,
    },
    /// The comparison is over.
    End {
        /// All counts.
        tally: CompareTally,
        /// Whether all runs were done, except for a few that could not be run.
        complete: bool,
        /// What was done and what was not.
        execution: Execution,
    },
}

/// A program that both debuggers can run.
struct Material {
    program: Program,
    lines: LineIndex,
    sites: Sites,
}

impl Material {
    fn places(&self) -> Places<'_> {
        Places { program: &self.program, lines: &self.lines, sites: &self.sites }
    }
}

/// A comparison with its programs checked and its folder open.
pub struct Comparison<'campaign> {
    bench: Bench<'campaign>,
    skips: Vec<ProgramSkip>,
    output: Option<Output>,
}

/// What the workers share.
struct Bench<'campaign> {
    options: CompareOptions<'campaign>,
    materials: Vec<Material>,
}

struct Output {
    folder: PathBuf,
    store: ComparisonStore,
    times: fs::File,
}

/// The result of a comparison.
#[derive(Clone, Debug, Default)]
pub struct CompareSummary {
    /// All counts, including those of earlier runs.
    pub tally: CompareTally,
    /// Programs that can be used.
    pub programs: usize,
    /// What was done and what was not.
    pub execution: Execution,
    /// Runs done now.
    pub runs_now: u64,
    /// The time they took, in parallel.
    pub elapsed: Duration,
    /// The total time of all runs, one after the other.
    pub run_time: Duration,
    /// The part of it spent waiting for the slower of the two.
    pub floor: Duration,
}

type Listener<'a> = &'a mut dyn FnMut(&CompareEvent);

/// What one worker has at hand.
struct Worker<'campaign> {
    drivers: TwoDrivers,
    witness_a: Witness<'campaign>,
    witness_b: Witness<'campaign>,
}

/// The result of one run, on its way to the keeper.
struct RunResult {
    row: RunRow,
    report: Option<Box<DifferenceReport>>,
    accepted: BTreeMap<usize, u64>,
    ignored: Vec<&'static str>,
    elapsed: Duration,
    floor: Duration,
}

impl<'campaign> Comparison<'campaign> {
    /// Opens the output folder, if any, runs the smoke test on both debuggers, and checks the
    /// programs on both engines.
    ///
    /// # Errors
    /// If the folder cannot be used, a debugger does not pass, or no program can be run by both.
    pub fn prepare(
        options: CompareOptions<'campaign>,
        folder: Option<&Path>,
        resume: bool,
        listener: Listener<'_>,
    ) -> Result<Self, CompareError> {
        let output =
            folder.map(|folder| open_output(folder, resume, &identity(&options))).transpose()?;
        listener(&CompareEvent::Begin {
            a: options.a.info().clone(),
            b: options.b.info().clone(),
            seed: options.seed,
            runs: options.runs,
            resumed: output.as_ref().map_or(0, |output| output.store.next_run()),
            programs: options.entries.len(),
        });
        if options.runs > 0 {
            for debugger in [options.a, options.b] {
                smoke_test(debugger, options.entries).map_err(CompareError::Refused)?;
            }
        }
        let (materials, skips) = check_programs(&options, listener);
        if materials.is_empty() && !options.stop.load(Ordering::SeqCst) {
            return Err(CompareError::NothingToRun(skips));
        }
        Ok(Self { bench: Bench { options, materials }, skips, output })
    }

    /// Compares each debugger with itself. Differences there are its own noise.
    pub fn gate(&self, listener: Listener<'_>) -> Vec<Noise> {
        let options = &self.bench.options;
        let mut all = Vec::new();
        let mut debuggers = vec![options.a];
        if options.a.info() != options.b.info() {
            debuggers.push(options.b);
        }
        let rules = RuleSet::default();
        let measure = Measure { precision: Precision::Columns, rules: &rules };
        for debugger in debuggers {
            let mut drivers = TwoDrivers { a: debugger.driver(), b: debugger.driver() };
            let (mut noise, mut runs) = (Vec::new(), 0);
            for number in 0..options.gate_runs {
                if self.bench.materials.is_empty() || options.stop.load(Ordering::Relaxed) {
                    break;
                }
                let material = self.bench.material(number);
                runs += 1;
                let run =
                    self.bench.generated(&mut drivers, measure, number, material, &mut no_hearing);
                if options.stop.load(Ordering::SeqCst) {
                    // Whatever ends debunk may have ended the debuggers before.
                    break;
                }
                let Ok(run) = run else { continue };
                if let RunEnd::Different(difference, class) = run.end {
                    noise.push(Noise {
                        debugger: debugger.info().clone(),
                        program: material.program.name.clone(),
                        class: class.to_string(),
                        difference,
                    });
                }
            }
            let debugger = debugger.info().clone();
            listener(&CompareEvent::Gate { debugger, runs, noise: noise.clone() });
            all.extend(noise);
        }
        all
    }

    /// Does the remaining runs.
    ///
    /// # Errors
    /// If results cannot be kept; what was kept before is intact.
    pub fn run(
        &mut self,
        listener: Listener<'_>,
        on_difference: &mut dyn FnMut(&DifferenceReport),
    ) -> Result<CompareSummary, CompareError> {
        let mut output = self.output.take();
        let next = output.as_ref().map_or(0, |output| output.store.next_run());
        let mut tally: CompareTally = output
            .as_ref()
            .and_then(|output| serde_json::from_str(output.store.totals()).ok())
            .unwrap_or_default();
        let done_before = tally.counts.runs - tally.counts.skipped;
        let started = Instant::now();
        let (mut run_time, mut floor) = (Duration::ZERO, Duration::ZERO);
        let bench = &self.bench;
        let options = &bench.options;
        let mut skipped = Skipped::of(output.as_ref())?;
        let again = skipped.runs.keys().copied().filter(|number| *number < options.runs);
        let result = in_order(
            options.jobs,
            Numbers { again: again.collect(), next, end: options.runs },
            options.stop,
            &Blocks {
                length: RUNS_PER_BLOCK,
                make_state: &|| Worker {
                    drivers: TwoDrivers { a: options.a.driver(), b: options.b.driver() },
                    witness_a: Witness::new(options.a),
                    witness_b: Witness::new(options.b),
                },
                begin: &|worker| worker.drivers.discard(),
                work: &|worker, number| bench.one(worker, number),
            },
            |number, mut result: RunResult| {
                tally.forget(skipped.runs.remove(&number));
                tally.add(&result);
                run_time += result.elapsed;
                floor += result.floor;
                if let Some(report) = &result.report {
                    on_difference(report);
                }
                if let Some(output) = &mut output {
                    output.keep(number, &mut result, options.keep_per_class, &tally)?;
                }
                let reason = skipped.take(number, &result.row);
                let goes_on = skipped.breaker.note(reason).map_err(Halt::Broken);
                listener(&CompareEvent::Run { number, row: result.row });
                goes_on
            },
        );
        let elapsed = started.elapsed();
        let (cut, failed) = match result {
            Ok(()) if tally.counts.runs < options.runs => {
                (Some(Cut::Signal { number: None }), None)
            }
            Ok(()) => (None, None),
            Err(Halt::Broken(cut)) => (Some(cut), None),
            Err(Halt::Failed(error)) => (None, Some(error)),
        };
        let committed = match (&mut output, &cut, &failed) {
            (Some(output), None, None) => output.store.finish(&to_json(&tally)),
            (Some(output), ..) => output.store.commit(&to_json(&tally)),
            (None, ..) => Ok(()),
        };
        self.output = output;
        failed.map_or(Ok(()), Err)?;
        committed?;
        let done = tally.counts.runs - tally.counts.skipped;
        let execution = Execution {
            skipped: skipped.runs.into_values().collect(),
            programs: self.skips.clone(),
            cut,
            allow_skips: options.allow_skips,
            ..Execution::new("runs", options.runs.max(tally.counts.runs), done)
        };
        let complete = execution.is_complete();
        listener(&CompareEvent::End {
            tally: tally.clone(),
            complete,
            execution: execution.clone(),
        });
        Ok(CompareSummary {
            runs_now: done.saturating_sub(done_before),
            tally,
            programs: self.bench.materials.len(),
            execution,
            elapsed,
            run_time,
            floor,
        })
    }
}

/// The runs that could not be run.
#[derive(Default)]
struct Skipped {
    runs: BTreeMap<u64, SkippedTest>,
    breaker: Breaker,
}

impl Skipped {
    /// Those of earlier runs.
    fn of(output: Option<&Output>) -> Result<Self, CompareError> {
        let mut skipped = Self::default();
        let rows = output.map(|output| output.store.runs()).transpose()?.unwrap_or_default();
        for (number, row) in rows.iter().enumerate() {
            skipped.take(number as u64, row);
        }
        Ok(skipped)
    }

    /// Records a run, and returns the reason if it could not be run.
    fn take<'row>(&mut self, number: u64, row: &'row RunRow) -> Option<&'row str> {
        if row.result != SKIPPED {
            return None;
        }
        let (program, reason) = (row.program.clone(), row.detail.clone().unwrap_or_default());
        self.runs.insert(number, SkippedTest { number, program, reason });
        Some(row.detail.as_deref().unwrap_or_default())
    }
}

impl Bench<'_> {
    fn material(&self, number: u64) -> &Material {
        let count = self.materials.len();
        let mut order: Vec<usize> = (0..count).collect();
        let lap = Seed::new(self.options.seed).split("order", number / count as u64);
        lap.rng().shuffle(&mut order);
        &self.materials[order[(number % count as u64) as usize]]
    }

    fn generated(
        &self,
        drivers: &mut TwoDrivers,
        measure: Measure<'_>,
        number: u64,
        material: &Material,
        hearing: Hearing<'_>,
    ) -> Result<PairRun, crate::run::RunError> {
        let Material { program, lines, sites } = material;
        let rng = Seed::new(self.options.seed).split("run", number).rng();
        let mut generator = Generator::new(program, sites, lines, rng, self.options.generator);
        run_pair(drivers, material.places(), measure, &mut generator, hearing)
    }

    fn one(&self, worker: &mut Worker<'_>, number: u64) -> RunResult {
        let Worker { drivers, witness_a, witness_b } = worker;
        let material = self.material(number);
        let measure = Measure { precision: self.options.precision, rules: &self.options.rules };
        let started = Instant::now();
        let places = material.places();
        let mut hearing =
            |a: &Trace, b: &Trace| hear_both((&mut *witness_a, &mut *witness_b), places, (a, b));
        let run = self.generated(drivers, measure, number, material, &mut hearing);
        let elapsed = started.elapsed();
        let program = material.program.name.clone();
        let run = match run {
            Ok(run) => run,
            Err(error) => {
                let detail = Some(error.to_string());
                let result = SKIPPED.to_owned();
                let row = RunRow { program, result, detail, ..RunRow::default() };
                let (accepted, ignored) = (BTreeMap::new(), Vec::new());
                let floor = Duration::ZERO;
                return RunResult { row, report: None, accepted, ignored, elapsed, floor };
            }
        };
        let mut row = RunRow {
            program,
            actions: run.actions() as u64,
            result: "same".to_owned(),
            ..RunRow::default()
        };
        let mut report = None;
        match &run.end {
            RunEnd::Same => {}
            RunEnd::Accepted(difference, class) => {
                row.result = "accepted".to_owned();
                self.describe(&mut row, material, &run, number, difference, class);
            }
            RunEnd::Different(difference, class) => {
                let mut found = self.describe(&mut row, material, &run, number, difference, class);
                let again = self.generated(drivers, measure, number, material, &mut hearing);
                if again.is_ok_and(|again| again.end == run.end) {
                    row.result = "different".to_owned();
                    let heard = verdict(witness_a, witness_b, material.places(), &run);
                    (found.verdict, found.witness) = (heard.0, Some(heard.1));
                    report = Some(Box::new(found));
                } else {
                    row.result = "not-reproduced".to_owned();
                }
            }
        }
        RunResult {
            row,
            report,
            ignored: run.ignored.iter().map(|what| what.name()).collect(),
            accepted: run.accepted,
            elapsed,
            floor: run.waited.0.max(run.waited.1),
        }
    }

    fn describe(
        &self,
        row: &mut RunRow,
        material: &Material,
        run: &PairRun,
        number: u64,
        difference: &Difference,
        class: &Class,
    ) -> DifferenceReport {
        let report = DifferenceReport {
            schema: DifferenceReport::SCHEMA,
            a: self.options.a.info().clone(),
            b: self.options.b.info().clone(),
            run: number,
            seed: self.options.seed,
            columns: self.options.precision == Precision::Columns,
            difference: difference.clone(),
            verdict: Verdict::undecided(),
            class: class.clone(),
            program: material.program.clone(),
            trace_a: run.a.clone(),
            trace_b: run.b.clone(),
            witness: None,
        };
        row.class = Some(class.to_string());
        row.detail = Some(report.sentence());
        report
    }
}

impl CompareTally {
    /// Takes back a skipped run; its new result counts.
    fn forget(&mut self, skipped: Option<SkippedTest>) {
        let Some(SkippedTest { reason, .. }) = skipped else { return };
        self.counts.runs -= 1;
        self.counts.skipped -= 1;
        if let Some(count) = self.skip_reasons.get_mut(&reason) {
            *count -= 1;
        }
        self.skip_reasons.retain(|_, count| *count > 0);
    }

    fn add(&mut self, result: &RunResult) {
        let RunRow { actions, result: word, class, detail, .. } = &result.row;
        let counts = &mut self.counts;
        counts.runs += 1;
        counts.actions += actions;
        match word.as_str() {
            "same" => counts.same += 1,
            "accepted" => counts.accepted += 1,
            "not-reproduced" => counts.not_reproduced += 1,
            SKIPPED => {
                counts.skipped += 1;
                *self.skip_reasons.entry(detail.clone().unwrap_or_default()).or_default() += 1;
            }
            _ => {
                counts.different += 1;
                *self.classes.entry(class.clone().unwrap_or_default()).or_default() += 1;
            }
        }
        self.runs_with_accepted += u64::from(!result.accepted.is_empty());
        let is_ruled = !result.accepted.is_empty() || !result.ignored.is_empty();
        self.without_rules += u64::from(word == "different" || is_ruled && word != "skipped");
        for (rule, count) in &result.accepted {
            *self.accept_rules.entry(*rule).or_default() += count;
        }
        for what in &result.ignored {
            *self.ignored.entry((*what).to_owned()).or_default() += 1;
        }
    }
}

impl Output {
    fn keep(
        &mut self,
        number: u64,
        result: &mut RunResult,
        keep_per_class: u64,
        tally: &CompareTally,
    ) -> Result<(), CompareError> {
        if let Some(report) = &result.report {
            let of_class = tally.classes.get(&report.class.to_string()).copied().unwrap_or(0);
            if of_class <= keep_per_class {
                folder::write(&self.folder.join(DIFFERENCES_FOLDER), report)?;
                result.row.folder = Some(format!("{DIFFERENCES_FOLDER}/{}", report.folder_name()));
            }
        }
        if number < self.store.next_run() {
            self.store.replace(number, &result.row, || to_json(tally))?;
        } else {
            self.store.record(&result.row, || to_json(tally))?;
        }
        let line = format!("{number}\t{}\n", result.elapsed.as_micros());
        self.times
            .write_all(line.as_bytes())
            .map_err(|error| CompareError::Output { path: self.folder.join(TIMES_FILE), error })
    }
}

fn to_json(tally: &CompareTally) -> String {
    serde_json::to_string(tally).unwrap_or_default()
}

/// What has to be the same if a comparison is resumed.
fn identity(options: &CompareOptions<'_>) -> Identity {
    let programs: Vec<String> = options
        .entries
        .iter()
        .map(|entry| format!("{:016x}", entry.program.fingerprint()))
        .collect();
    [
        ("a", options.a.info().to_string()),
        ("b", options.b.info().to_string()),
        ("seed", options.seed.to_string()),
        ("actions", options.generator.actions_max.to_string()),
        ("precision", format!("{:?}", options.precision)),
        ("rules", options.rules.fingerprint()),
        ("corpus", programs.join(" ")),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_owned(), value))
    .collect()
}

fn open_output(folder: &Path, resume: bool, identity: &Identity) -> Result<Output, CompareError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| CompareError::Output { path, error }
    };
    let file = folder.join(STATE_FILE);
    let store = match (file.exists(), resume) {
        (true, true) => ComparisonStore::resume(&file, identity)?,
        (false, true) => return Err(CompareError::NothingToResume(folder.to_owned())),
        (true, false) => return Err(CompareError::OutputTaken(folder.to_owned())),
        (false, false) => {
            if let Some(file) = foreign_file(folder) {
                return Err(CompareError::OutputForeign { folder: folder.to_owned(), file });
            }
            let differences = folder.join(DIFFERENCES_FOLDER);
            fs::create_dir_all(&differences).map_err(failed(folder))?;
            ComparisonStore::create(&file, identity)?
        }
    };
    let path = folder.join(TIMES_FILE);
    let times = fs::File::options().create(true).append(true).open(&path).map_err(failed(&path))?;
    Ok(Output { folder: folder.to_owned(), store, times })
}

fn check_programs(
    options: &CompareOptions<'_>,
    listener: Listener<'_>,
) -> (Vec<Material>, Vec<ProgramSkip>) {
    // If there are more programs than runs, only that many are checked.
    let mut order: Vec<usize> = (0..options.entries.len()).collect();
    if (options.runs as usize) < order.len() {
        Seed::new(options.seed).split("programs", 0).rng().shuffle(&mut order);
        order.truncate((options.runs as usize).max(1));
        order.sort_unstable();
    }
    let (mut materials, mut skips) = (Vec::new(), options.unreadable.to_vec());
    skips.iter().for_each(|skip| listener(&CompareEvent::Skip(skip.clone())));
    let of = order.len();
    let result: Result<(), std::convert::Infallible> = in_order(
        options.jobs,
        0..of as u64,
        options.stop,
        &Blocks {
            length: 1,
            make_state: &|| (options.a.runner(), options.b.runner()),
            begin: &|_| {},
            work: &|(a, b), number| {
                let entry = &options.entries[order[number as usize]];
                let first = check_program(options.a, &mut **a, entry)?;
                let second = check_program(options.b, &mut **b, entry)?;
                if !is_alike(&first.plain, &second.plain) {
                    let reason = "does not do the same on both engines".to_owned();
                    return Err(ProgramSkip { name: first.program.name, reason });
                }
                let program = first.program;
                match analyse(&program) {
                    Ok(sites) => Ok(Material { lines: program.lines(), sites, program }),
                    Err(error) => {
                        Err(ProgramSkip { name: program.name, reason: error.to_string() })
                    }
                }
            },
        },
        |number, checked| {
            match checked {
                Ok(material) => materials.push(material),
                Err(skip) => {
                    listener(&CompareEvent::Skip(skip.clone()));
                    skips.push(skip);
                }
            }
            listener(&CompareEvent::Checked { done: number as usize + 1, of });
            Ok(())
        },
    );
    match result {
        Ok(()) => (materials, skips),
    }
}

/// Whether two engines behave the same; each has its own error messages.
pub fn is_alike(a: &Outcome, b: &Outcome) -> bool {
    let name = |outcome: &Outcome| {
        outcome.error.as_deref().map(|error| error.split(':').next().unwrap_or("").to_owned())
    };
    a.output == b.output && name(a) == name(b)
}
