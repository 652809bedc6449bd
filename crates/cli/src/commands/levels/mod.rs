//! `debunk levels`: stepping by lines against stepping by instructions.

pub(crate) mod args;
mod tally;

use self::args::LevelsArgs;
use self::tally::Tally;
use crate::debuggers::{self, Concrete};
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Result, bail};
use debunk_base::{Blocks, Numbers, in_order};
use debunk_batch::{Batch, BatchError, BatchKind, BatchPlan, Collect, Halt, OutputFolder, Task};
use debunk_corpus::CorpusEntry;
use debunk_levels::{
    Check, CheckedTest, Dialect, LevelContradiction, LevelDriver, LevelFinding, LevelTrace,
    LineTable, RecordLimits, Test, markdown, script,
};
use debunk_model::{Language, Program, Sites};
use debunk_native::Builder;
use debunk_results::files::{FINDING_FILE, FINDINGS_FOLDER, PROGRAM, REPORT_FILE};
use debunk_results::{
    Begin, Counts, CountsSummary, Cut, Event, Execution, FindingError, Identity, LevelResult, Row,
    SkippedTest, write_folder, write_summary,
};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const DEFAULT_OUT: &str = "debunk-levels";
const ROUNDS_DEFAULT: u64 = 2;

/// It is not resumed: a recording of all instructions of a program is not kept, and making it anew
/// is most of the work.
const KIND: BatchKind = BatchKind {
    noun: "check of levels",
    unit: "tests",
    state: None,
    purpose: "can be stepped by instructions",
};

/// The debugger, as far as levels need it.
struct Levels {
    concrete: Concrete,
    name: String,
}

impl Levels {
    fn driver(&self) -> Option<Box<dyn LevelDriver>> {
        match &self.concrete {
            Concrete::GdbMi(gdb) => Some(gdb.levels()),
            Concrete::Dap(dap) => Some(dap.levels()),
            _ => None,
        }
    }

    fn builder(&self) -> Option<&Builder> {
        match &self.concrete {
            Concrete::GdbMi(gdb) => Some(gdb.builder()),
            Concrete::Dap(dap) => Some(dap.builder()),
            _ => None,
        }
    }

    fn dialect(&self) -> Dialect {
        if self.name.contains("lldb") { Dialect::Lldb } else { Dialect::Gdb }
    }
}

/// Checks a debugger.
pub(crate) fn levels(args: &LevelsArgs) -> Result<Exit> {
    let ready = debuggers::find(Some(&args.debugger), &args.cache)?;
    let (info, debugger) = (ready.debugger.info().clone(), &*ready.debugger);
    let levels = Levels { concrete: ready.concrete, name: info.name.clone() };
    if levels.driver().is_none() {
        bail!("step {} by instructions: name gdb-mi or a debug adapter", levels.name);
    }
    let corpus = crate::commands::corpus(&args.corpus, &[Language::C], &[])?;
    let mut entries = corpus.entries;
    entries.truncate(args.programs.unwrap_or(entries.len()));
    let out = crate::commands::output_folder(args.out.as_deref(), false, DEFAULT_OUT)?;
    let tests = args.tests.unwrap_or(ROUNDS_DEFAULT * entries.len() as u64);
    let stop = interrupt::watch();
    let plan = BatchPlan {
        kind: KIND,
        total: if entries.is_empty() { 0 } else { tests },
        jobs: 1,
        keep_per_class: args.keep,
        allow_skips: args.skips.allow_skips,
        stop: &stop,
    };
    let mut batch = Batch::open(plan, Some((&out, None)), false, &Identity::new())?;
    let mut progress = Progress::new(KIND.unit, args.json);
    let (programs, seed) = (entries.len(), args.seed);
    progress.show(&Event::Begin(Begin::Levels { debugger: info.clone(), seed, tests, programs }));
    for skip in crate::commands::unreadable(corpus.skips) {
        batch.skip(skip, &mut |event| progress.show(event));
    }
    let task = LevelsTask {
        args,
        levels,
        info: info.to_string(),
        order: order(&entries, tests),
        stop: &stop,
    };
    let passed = batch.check_debuggers(&[debugger], &entries);
    let (tally, mut execution) = match passed {
        Ok(()) => {
            let outcome =
                batch.run(&task, &mut |event| progress.show(event), &mut |_, _| Ok(()))?;
            (outcome.tally, outcome.execution)
        }
        Err(error) => {
            progress.finish();
            let Some(mut refused) = error.execution(KIND.unit, tests) else {
                return Err(error.into());
            };
            refused.allow_skips = args.skips.allow_skips;
            refused.programs = batch.skips().to_vec();
            progress.show(&Event::end(Counts::Levels { contradictions: 0 }, &refused));
            (Tally::default(), refused)
        }
    };
    if entries.is_empty() {
        let reason = "there is no program in C".to_owned();
        execution = Execution::refused(KIND.unit, tests, batch.skips(), reason);
    }
    execution.note_signal(interrupt::signal());
    let text = tally.text(&task.info, &task.compile(), &execution);
    let summary = CountsSummary { counts: &tally, ending: (&execution).into() };
    write_summary(&out, &text, &summary)?;
    let mut talk = anstream::stderr().lock();
    writeln!(talk, "\n{text}\nresults: {}", out.display())?;
    crate::commands::print_problem(&mut talk, &execution, false)?;
    Ok(Exit::of(&execution, tally.contradictions() > 0))
}

/// All tests, program by program, since the instructions of a program are recorded once.
fn order(entries: &[CorpusEntry], tests: u64) -> Vec<(&CorpusEntry, Test)> {
    let count = entries.len() as u64;
    let of_program = |(index, entry)| {
        let numbers = (index as u64..tests).step_by(count as usize);
        numbers.map(move |number| (entry, Test { number, round: number / count }))
    };
    entries.iter().enumerate().flat_map(of_program).collect()
}

/// What is known of a program before its tests.
struct Recording {
    table: LineTable,
    sites: Sites,
    instructions: LevelTrace,
}

/// What a worker keeps from test to test: the last program, or why it cannot be used.
struct Prepared<'task> {
    program: &'task Program,
    recorded: Result<(Arc<Recording>, Box<dyn LevelDriver>), String>,
}

/// The result of one test.
struct LevelTest<'task> {
    program: &'task Program,
    checked: Result<(Arc<Recording>, CheckedTest), String>,
    /// Instructions that were recorded for it.
    instructions: u64,
}

/// All tests of one debugger.
struct LevelsTask<'task> {
    args: &'task LevelsArgs,
    levels: Levels,
    info: String,
    order: Vec<(&'task CorpusEntry, Test)>,
    stop: &'task AtomicBool,
}

impl<'task> LevelsTask<'task> {
    fn check<'parts>(
        &self,
        program: &'parts Program,
        table: &'parts LineTable,
        sites: &'parts Sites,
    ) -> Check<'parts> {
        Check {
            program,
            table,
            sites,
            dialect: self.levels.dialect(),
            limits: RecordLimits {
                instructions: self.args.instructions,
                ..RecordLimits::default()
            },
            seed: self.args.seed,
        }
    }

    fn driver(&self) -> Result<Box<dyn LevelDriver>, String> {
        self.levels.driver().ok_or_else(|| "step it by instructions".to_owned())
    }

    /// Builds a program and records all of its instructions.
    fn record(&self, program: &Program) -> Result<(Arc<Recording>, Box<dyn LevelDriver>), String> {
        let text = |error: &dyn std::fmt::Display| error.to_string();
        let builder = self.levels.builder().ok_or("build it")?;
        let built = builder.build(program).map_err(|error| text(&error))?;
        let binary = fs::read(built.executable()).map_err(|error| text(&error))?;
        let source = built.source().file_name().unwrap_or_default().to_string_lossy();
        let table = LineTable::read(&binary, &source).map_err(|error| text(&error))?;
        let sites = debunk_languages::analyse(program).map_err(|error| text(&error))?;
        let mut driver = self.driver()?;
        let check = self.check(program, &table, &sites);
        let instructions = check.instructions(&mut *driver).map_err(|error| text(&error))?;
        Ok((Arc::new(Recording { table, sites, instructions }), driver))
    }

    fn test(&self, worker: &mut Option<Prepared<'task>>, position: u64) -> LevelTest<'task> {
        let (entry, test) = self.order[position as usize];
        let program = &entry.program;
        let is_same =
            worker.as_ref().is_some_and(|prepared| std::ptr::eq(prepared.program, program));
        let mut instructions = 0;
        if !is_same {
            let recorded = self.record(program);
            instructions = recorded
                .as_ref()
                .map_or(0, |(recording, _)| recording.instructions.moments.len() as u64);
            *worker = Some(Prepared { program, recorded });
        }
        let checked = match worker.as_mut().map(|prepared| &mut prepared.recorded) {
            Some(Ok((recording, driver))) => self.checked(program, recording, &mut **driver, test),
            Some(Err(reason)) => Err(reason.clone()),
            None => Err("record its instructions".to_owned()),
        };
        LevelTest { program, checked, instructions }
    }

    fn checked(
        &self,
        program: &Program,
        recording: &Arc<Recording>,
        driver: &mut dyn LevelDriver,
        test: Test,
    ) -> Result<(Arc<Recording>, CheckedTest), String> {
        let Recording { table, sites, instructions } = &**recording;
        let mut fresh = self.driver()?;
        let check = self.check(program, table, sites);
        let checked = check.test(driver, &mut *fresh, instructions, test);
        Ok((recording.clone(), checked.map_err(|error| error.to_string())?))
    }

    /// The command that compiles the program, for the user's own shell.
    fn compile(&self) -> String {
        let cache = &self.args.cache;
        format!("{} {} -w -o {PROGRAM} {PROGRAM}.c -lm -pthread", cache.cc, cache.cflags)
    }

    fn finding(
        &self,
        program: &Program,
        recording: &Recording,
        checked: &CheckedTest,
        contradiction: &LevelContradiction,
    ) -> LevelFinding {
        LevelFinding {
            debugger: self.info.clone(),
            program: program.name.clone(),
            text: program.text.to_string(),
            compile: self.compile(),
            test: checked.test.number,
            contradiction: contradiction.clone(),
            lines: checked.lines.clone(),
            instructions: until(&recording.instructions, contradiction.instruction_moment),
        }
    }

    /// Writes the folder of a finding.
    fn write(
        &self,
        parent: &Path,
        finding: &LevelFinding,
        table: &LineTable,
    ) -> Result<PathBuf, FindingError> {
        let contradiction = &finding.contradiction;
        let stem = Path::new(&finding.program).file_stem().unwrap_or_default().to_string_lossy();
        let mut name = format!("{:06}-{}-{stem}", finding.test, contradiction.kind);
        if parent.join(&name).exists() {
            // A test can show one kind of contradiction after several kinds of steps.
            name = format!("{name}-{}", contradiction.step);
        }
        let dialect = self.levels.dialect();
        let reproduction =
            script(dialect, &finding.compile, contradiction, &finding.instructions, &finding.lines);
        let json = serde_json::to_string_pretty(finding).map_err(|error| FindingError::Io {
            doing: "write",
            path: parent.join(&name),
            error: error.into(),
        })?;
        let files = [
            (FINDING_FILE.to_owned(), json),
            (format!("{PROGRAM}.c"), finding.text.clone()),
            (REPORT_FILE.to_owned(), markdown(finding, table, dialect)),
            (dialect.file_name().to_owned(), reproduction),
        ];
        write_folder(parent, &name, &files)
    }
}

impl<'task> Task for LevelsTask<'task> {
    type Item = LevelTest<'task>;
    type Result = LevelResult;
    type Tally = Tally;

    fn work(&self, numbers: Numbers, collect: Collect<'_, Self::Item>) -> Result<(), Halt> {
        let blocks = Blocks {
            length: 1,
            make_state: &|| None,
            begin: &|_: &mut Option<Prepared<'task>>| {},
            work: &|worker, position| self.test(worker, position),
        };
        in_order(1, numbers, self.stop, &blocks, collect)
    }

    fn number(&self, position: u64) -> u64 {
        self.order[position as usize].1.number
    }

    fn row(&self, test: &Self::Item) -> Row<LevelResult> {
        let name = &test.program.name;
        match &test.checked {
            Err(reason) => Row::skipped(name, reason.clone()),
            Ok((_, checked)) => {
                let is_agreed = checked.contradictions.is_empty();
                let result =
                    if is_agreed { LevelResult::Agreed } else { LevelResult::Contradicted };
                Row::new(name, checked.steps as u64, result)
            }
        }
    }

    fn add(&self, tally: &mut Tally, test: &Self::Item, _row: &Row<LevelResult>) {
        tally.add(test.checked.as_ref().ok().map(|(_, checked)| checked), test.instructions);
    }

    fn retract(&self, tally: &mut Tally, _skipped: &SkippedTest) {
        tally.retract_skipped();
    }

    fn counted(&self, tally: &Tally) -> u64 {
        tally.counted()
    }

    fn flaw(&self, tally: &Tally) -> Option<Cut> {
        tally.is_unchecked().then_some(Cut::Unchecked)
    }

    fn keep(
        &self,
        test: &Self::Item,
        output: &mut OutputFolder<LevelResult>,
    ) -> Result<Vec<Option<String>>, BatchError> {
        let Ok((recording, checked)) = &test.checked else { return Ok(Vec::new()) };
        let keep = |contradiction: &LevelContradiction| {
            output.keep(FINDINGS_FOLDER, &contradiction.class(), |parent| {
                let finding = self.finding(test.program, recording, checked, contradiction);
                self.write(parent, &finding, &recording.table)
            })
        };
        first_of_class(checked).into_iter().map(keep).collect()
    }

    fn events(
        &self,
        number: u64,
        test: Self::Item,
        row: Row<LevelResult>,
        folders: Vec<Option<String>>,
    ) -> Vec<Event> {
        let skipped = row.skip_reason().map(str::to_owned);
        let program = row.program;
        let Ok((_, checked)) = test.checked else {
            let (steps, contradictions) = (0, Vec::new());
            return vec![Event::LevelTest { number, program, steps, contradictions, skipped }];
        };
        let findings = first_of_class(&checked).into_iter().zip(folders);
        let mut events: Vec<Event> = findings
            .map(|(contradiction, folder)| Event::Finding {
                test: number,
                class: contradiction.class(),
                detail: contradiction.text.clone(),
                folder,
            })
            .collect();
        let (steps, contradictions) = (checked.steps, checked.contradictions);
        events.push(Event::LevelTest { number, program, steps, contradictions, skipped });
        events
    }

    fn counts(&self, tally: &Tally) -> Counts {
        Counts::Levels { contradictions: tally.contradictions() }
    }
}

/// The first contradiction of each class: a loop repeats its contradictions.
fn first_of_class(checked: &CheckedTest) -> Vec<&LevelContradiction> {
    let mut seen = BTreeSet::new();
    checked.contradictions.iter().filter(|it| seen.insert(it.class())).collect()
}

/// The run up to a moment.
fn until(trace: &LevelTrace, moment: Option<usize>) -> LevelTrace {
    let mut trace = trace.clone();
    trace.moments.truncate(moment.map_or(0, |moment| moment + 1));
    trace
}
