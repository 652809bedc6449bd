//! A comparison: many runs of two debuggers, in a folder that can be resumed.

use crate::places::Places;
use crate::rules::RuleSet;
use crate::run::{Hearing, Measure, PairRun, RunEnd, RunError, TwoDrivers, no_hearing, run_pair};
use crate::verdict::{Witness, hear_both, verdict};
use debunk_base::{Blocks, Numbers, in_order};
use debunk_batch::{
    Batch, BatchError, CheckedProgram, Collect, Halt, Kind, Listener, Output, Plan, Programs, Task,
    check_program, program_of,
};
use debunk_corpus::Entry;
use debunk_model::{Outcome, Seed, Trace};
use debunk_relations::{Generator, GeneratorOptions};
use debunk_results::files::{COMPARISON_FILE, TIMES_FILE};
use debunk_results::{
    Begin, CompareTally, Counts, Difference, DifferenceClass, DifferenceReport, Discovery, Event,
    Execution, Identity, Noise, Precision, ProgramSkip, Row, RunResult, Share, SkippedTest, names,
    write,
};
use debunk_session::Debugger;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Runs that share their processes.
const RUNS_PER_BLOCK: u64 = 100;

const KIND: Kind = Kind {
    noun: "comparison",
    unit: "runs",
    state: Some(COMPARISON_FILE),
    purpose: "both debuggers can run",
};

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

/// A comparison with its programs checked and its folder open.
pub struct Comparison<'campaign> {
    bench: Bench<'campaign>,
    batch: Batch<'campaign, RunResult>,
    times: Option<Times>,
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

/// The file with the time of each run, which grows with every run.
struct Times {
    path: PathBuf,
    file: File,
}

impl Times {
    fn open(folder: &Path) -> Result<Self, BatchError> {
        let path = folder.join(TIMES_FILE);
        match File::options().create(true).append(true).open(&path) {
            Ok(file) => Ok(Self { path, file }),
            Err(error) => Err(BatchError::Output { path, error }),
        }
    }

    fn add(&mut self, number: u64, elapsed: Duration) -> Result<(), BatchError> {
        let line = format!("{number}\t{}\n", elapsed.as_micros());
        let failed = |error| BatchError::Output { path: self.path.clone(), error };
        self.file.write_all(line.as_bytes()).map_err(failed)
    }
}

impl<'campaign> Comparison<'campaign> {
    /// What is counted, in the plural.
    pub const UNIT: &'static str = KIND.unit;

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
    ) -> Result<Self, BatchError> {
        let CompareOptions { a, b, entries, unreadable, runs, seed, .. } = options;
        let plan = Plan {
            kind: KIND,
            total: runs,
            jobs: options.jobs,
            keep_per_class: options.keep_per_class,
            allow_skips: options.allow_skips,
            stop: options.stop,
        };
        let parent = Some(DifferenceReport::PARENT);
        let output = folder.map(|folder| (folder, parent));
        let mut batch = Batch::open(plan, output, resume, &identity(&options))?;
        let times = folder.map(Times::open).transpose()?;
        listener(&Event::Begin(Begin::Comparison {
            a: a.info().clone(),
            b: b.info().clone(),
            seed,
            runs,
            resumed: batch.next(),
            programs: entries.len(),
        }));
        batch.check_debuggers(&[a, b], entries)?;
        let programs = batch.check_programs(
            Programs { entries, unreadable, seed },
            &|| (a.runner(), b.runner()),
            &|(first, second), entry| {
                let one = check_program(a, &mut **first, entry)?;
                let other = check_program(b, &mut **second, entry)?;
                if is_alike(&one.plain, &other.plain) {
                    return Ok(one);
                }
                let reason = "does not do the same on both engines".to_owned();
                Err(ProgramSkip { name: one.program.name, reason })
            },
            listener,
        )?;
        Ok(Self { bench: Bench { options, programs }, batch, times })
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
                if self.bench.programs.is_empty() || options.stop.load(Ordering::Relaxed) {
                    break;
                }
                let program = self.bench.program(number);
                runs += 1;
                let run =
                    self.bench.generated(&mut drivers, measure, number, program, &mut no_hearing);
                if options.stop.load(Ordering::SeqCst) {
                    // Whatever ends debunk may have ended the debuggers before.
                    break;
                }
                let Ok(run) = run else { continue };
                if let RunEnd::Different(difference, class) = run.end {
                    noise.push(Noise {
                        debugger: debugger.info().clone(),
                        program: program.program.name.clone(),
                        class: class.to_string(),
                        difference,
                    });
                }
            }
            let debugger = debugger.info().clone();
            listener(&Event::Gate { debugger, runs, noise: noise.clone() });
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
    ) -> Result<CompareSummary, BatchError> {
        let Self { bench, batch, times } = self;
        let started = Instant::now();
        let (mut run_time, mut floor) = (Duration::ZERO, Duration::ZERO);
        let outcome = batch.run(&*bench, listener, &mut |number, run: &ComparedRun| {
            run_time += run.elapsed;
            floor += run.floor;
            if let Some(report) = &run.report {
                on_difference(report);
            }
            times.as_mut().map_or(Ok(()), |times| times.add(number, run.elapsed))
        })?;
        Ok(CompareSummary {
            tally: outcome.tally,
            programs: bench.programs.len(),
            execution: outcome.execution,
            runs_now: outcome.done_now,
            elapsed: started.elapsed(),
            run_time,
            floor,
        })
    }
}

/// What the workers share.
struct Bench<'campaign> {
    options: CompareOptions<'campaign>,
    programs: Vec<CheckedProgram>,
}

/// What one worker has at hand.
struct Worker<'campaign> {
    drivers: TwoDrivers,
    witness_a: Witness<'campaign>,
    witness_b: Witness<'campaign>,
}

/// The result of one run, on its way to the output.
struct ComparedRun {
    row: Row<RunResult>,
    report: Option<Box<DifferenceReport>>,
    accepted: BTreeMap<usize, u64>,
    ignored: Vec<&'static str>,
    elapsed: Duration,
    floor: Duration,
}

impl<'campaign> Bench<'campaign> {
    fn worker(&self) -> Worker<'campaign> {
        let CompareOptions { a, b, .. } = self.options;
        Worker {
            drivers: TwoDrivers { a: a.driver(), b: b.driver() },
            witness_a: Witness::new(a),
            witness_b: Witness::new(b),
        }
    }

    fn program(&self, number: u64) -> &CheckedProgram {
        let seed = Seed::new(self.options.seed);
        &self.programs[program_of(number, self.programs.len(), seed)]
    }

    fn generated(
        &self,
        drivers: &mut TwoDrivers,
        measure: Measure<'_>,
        number: u64,
        checked: &CheckedProgram,
        hearing: Hearing<'_>,
    ) -> Result<PairRun, RunError> {
        let CheckedProgram { program, lines, sites, .. } = checked;
        let rng = Seed::new(self.options.seed).split("run", number).rng();
        let mut generator = Generator::new(program, sites, lines, rng, self.options.generator);
        run_pair(drivers, Places { program, lines, sites }, measure, &mut generator, hearing)
    }

    fn compare(&self, worker: &mut Worker<'_>, number: u64) -> ComparedRun {
        let Worker { drivers, witness_a, witness_b } = worker;
        let checked = self.program(number);
        let CheckedProgram { program, lines, sites, .. } = checked;
        let places = Places { program, lines, sites };
        let measure = Measure { precision: self.options.precision, rules: &self.options.rules };
        let started = Instant::now();
        let mut hearing =
            |a: &Trace, b: &Trace| hear_both((&mut *witness_a, &mut *witness_b), places, (a, b));
        let run = self.generated(drivers, measure, number, checked, &mut hearing);
        let elapsed = started.elapsed();
        let run = match run {
            Ok(run) => run,
            Err(error) => {
                return ComparedRun {
                    row: Row::skipped(&program.name, error.to_string()),
                    report: None,
                    accepted: BTreeMap::new(),
                    ignored: Vec::new(),
                    elapsed,
                    floor: Duration::ZERO,
                };
            }
        };
        let (row, report) = match &run.end {
            RunEnd::Same => (self.row(checked, &run, RunResult::Same, None), None),
            RunEnd::Accepted(difference, class) => {
                let found = Some((difference, class));
                (self.row(checked, &run, RunResult::Accepted, found), None)
            }
            RunEnd::Different(difference, class) => {
                let again = self.generated(drivers, measure, number, checked, &mut hearing);
                let is_reproduced = again.is_ok_and(|again| again.end == run.end);
                let found = (difference, class);
                let result =
                    if is_reproduced { RunResult::Different } else { RunResult::NotReproduced };
                let report = is_reproduced.then(|| {
                    let witnesses = (&mut *witness_a, &mut *witness_b);
                    Box::new(self.report(number, places, &run, found, witnesses))
                });
                (self.row(checked, &run, result, Some(found)), report)
            }
        };
        ComparedRun {
            row,
            report,
            ignored: run.ignored.iter().map(|what| what.name()).collect(),
            accepted: run.accepted,
            elapsed,
            floor: run.waited.0.max(run.waited.1),
        }
    }

    fn row(
        &self,
        checked: &CheckedProgram,
        run: &PairRun,
        result: RunResult,
        found: Option<(&Difference, &DifferenceClass)>,
    ) -> Row<RunResult> {
        let names = names(self.options.a.info(), self.options.b.info());
        Row {
            class: found.map(|(_, class)| class.to_string()),
            detail: found.map(|(difference, _)| difference.sentence(&names)),
            ..Row::new(&checked.program.name, run.actions() as u64, result)
        }
    }

    fn report(
        &self,
        number: u64,
        places: Places<'_>,
        run: &PairRun,
        (difference, class): (&Difference, &DifferenceClass),
        (witness_a, witness_b): (&mut Witness<'_>, &mut Witness<'_>),
    ) -> DifferenceReport {
        let (verdict, witness) = verdict(witness_a, witness_b, places, run);
        DifferenceReport {
            schema: DifferenceReport::SCHEMA,
            a: self.options.a.info().clone(),
            b: self.options.b.info().clone(),
            run: number,
            seed: self.options.seed,
            columns: self.options.precision == Precision::Columns,
            difference: difference.clone(),
            verdict,
            class: class.clone(),
            program: places.program.clone(),
            trace_a: run.a.clone(),
            trace_b: run.b.clone(),
            witness: Some(witness),
        }
    }
}

impl Task for Bench<'_> {
    type Item = ComparedRun;
    type Result = RunResult;
    type Tally = CompareTally;

    fn work(&self, numbers: Numbers, collect: Collect<'_, ComparedRun>) -> Result<(), Halt> {
        let blocks = Blocks {
            length: RUNS_PER_BLOCK,
            make_state: &|| self.worker(),
            begin: &|worker: &mut Worker<'_>| worker.drivers.discard(),
            work: &|worker, number| self.compare(worker, number),
        };
        in_order(self.options.jobs, numbers, self.options.stop, &blocks, collect)
    }

    fn row(&self, run: &ComparedRun) -> Row<RunResult> {
        run.row.clone()
    }

    fn add(&self, tally: &mut CompareTally, run: &ComparedRun, row: &Row<RunResult>) {
        tally.add(row, &run.accepted, &run.ignored);
    }

    fn retract(&self, tally: &mut CompareTally, skipped: &SkippedTest) {
        tally.retract(skipped);
    }

    fn counted(&self, tally: &CompareTally) -> u64 {
        tally.counts.runs
    }

    fn keep(
        &self,
        run: &ComparedRun,
        output: &mut Output<RunResult>,
    ) -> Result<Vec<Option<String>>, BatchError> {
        let Some(report) = &run.report else { return Ok(Vec::new()) };
        let (parent, class) = (DifferenceReport::PARENT, report.class_name());
        Ok(vec![output.keep(parent, &class, |parent| write(parent, &**report))?])
    }

    fn events(
        &self,
        number: u64,
        _run: ComparedRun,
        row: Row<RunResult>,
        _folders: Vec<Option<String>>,
    ) -> Vec<Event> {
        vec![Event::Run { number, row }]
    }

    fn counts(&self, tally: &CompareTally) -> Counts {
        Counts::Comparison(tally.clone())
    }
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

/// Whether two engines behave the same; each has its own error messages.
pub fn is_alike(a: &Outcome, b: &Outcome) -> bool {
    let name = |outcome: &Outcome| {
        outcome.error.as_deref().map(|error| error.split(':').next().unwrap_or("").to_owned())
    };
    a.output == b.output && name(a) == name(b)
}
