//! `debunk levels`: stepping by lines against stepping by instructions.

use super::levels_tally::{Event, Tally};
use crate::debuggers::{self, Concrete};
use crate::display::{Display, printable};
use crate::exit::Exit;
use crate::interrupt;
use crate::levels_args::LevelsArgs;
use anyhow::{Context, Result, bail};
use debunk_campaign::{Breaker, Cut, Execution, SkippedTest, smoke_test};
use debunk_corpus::Entry;
use debunk_levels::{
    Check, Checked, Dialect, Finding, LevelDriver, LevelTrace, Limits, LineTable, Test, markdown,
    script,
};
use debunk_model::{Language, Program, Sites};
use debunk_native::Builder;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const DEFAULT_OUT: &str = "debunk-levels";
const ROUNDS_DEFAULT: u64 = 2;
const FINDINGS_FOLDER: &str = "findings";

/// The debugger, as far as levels need it.
struct Levels {
    concrete: Concrete,
    name: String,
}

impl Levels {
    fn driver(&self) -> Result<Box<dyn LevelDriver>> {
        match &self.concrete {
            Concrete::GdbMi(gdb) => Ok(gdb.levels()),
            Concrete::Dap(dap) => Ok(dap.levels()),
            _ => bail!("step {} by instructions: name gdb-mi or a debug adapter", self.name),
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
    let info = ready.debugger.info().to_string();
    let levels = Levels { concrete: ready.concrete, name: ready.debugger.info().name.clone() };
    levels.driver()?;
    let corpus = super::corpus(&args.corpus, &[Language::C], &[])?;
    let mut entries = corpus.entries;
    entries.truncate(args.programs.unwrap_or(entries.len()));
    let out = super::new_folder(args.out.as_deref(), DEFAULT_OUT)?;
    let tests = args.tests.unwrap_or(ROUNDS_DEFAULT * entries.len() as u64);
    let display = Display::new("tests", args.json);
    let mut execution = Execution::new("tests", tests, 0);
    execution.allow_skips = args.skips.allow_skips;
    execution.programs = super::unreadable(corpus.skips);
    let stop = interrupt::watch();
    let tally = Tally::default();
    let mut run = Run {
        args,
        levels,
        info,
        out,
        display,
        tally,
        execution,
        stop,
        breaker: Breaker::default(),
    };
    run.display.begin(tests, 0);
    run.event(&Event::Begin { debugger: &run.info.clone(), programs: entries.len(), tests });
    if entries.is_empty() {
        run.execution.cut = Some(Cut::Refused { reason: "there is no program in C".to_owned() });
    } else if let Err(refusal) = smoke_test(&*ready.debugger, &entries) {
        run.execution.cut = Some(Cut::Refused { reason: refusal.to_string() });
    }
    for (index, entry) in entries.iter().enumerate() {
        if run.is_over() {
            break;
        }
        let count = entries.len() as u64;
        let numbers = (index as u64..tests).step_by(count as usize);
        let tests: Vec<Test> =
            numbers.map(|number| Test { number, round: number / count }).collect();
        run.program(entry, &tests)?;
    }
    run.end()
}

struct Run<'args> {
    args: &'args LevelsArgs,
    levels: Levels,
    info: String,
    out: PathBuf,
    display: Display,
    tally: Tally,
    execution: Execution,
    stop: Arc<AtomicBool>,
    breaker: Breaker,
}

impl Run<'_> {
    fn is_over(&self) -> bool {
        self.execution.cut.is_some() || self.stop.load(Ordering::SeqCst)
    }

    fn event(&mut self, event: &Event<'_>) {
        self.display.json(event);
    }

    /// Some tests of a program cannot be run; tests that a signal ended do not count.
    fn skip(&mut self, program: &str, tests: &[Test], reason: &str) {
        if self.stop.load(Ordering::SeqCst) {
            return;
        }
        self.display.say(&format!("skipped {program}: failed to {}", printable(reason)));
        self.event(&Event::Skip { program, reason });
        for test in tests {
            self.execution.cut = self.breaker.note(Some(reason)).err();
            self.execution.skipped.push(SkippedTest {
                number: test.number,
                program: program.to_owned(),
                reason: reason.to_owned(),
            });
        }
    }

    /// What is known of a program before it runs.
    fn prepare(&self, program: &Program) -> Result<(LineTable, Sites), String> {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let builder = self.levels.builder().ok_or("build it")?;
        let built = builder.build(program).map_err(|error| told(&error))?;
        let binary = fs::read(built.executable()).map_err(|error| told(&error))?;
        let source = built.source().file_name().unwrap_or_default().to_string_lossy();
        let table = LineTable::read(&binary, &source).map_err(|error| told(&error))?;
        let sites = debunk_languages::analyse(program).map_err(|error| told(&error))?;
        Ok((table, sites))
    }

    /// All tests of one program.
    fn program(&mut self, entry: &Entry, tests: &[Test]) -> Result<()> {
        if tests.is_empty() {
            return Ok(());
        }
        let program = &entry.program;
        let (table, sites) = match self.prepare(program) {
            Ok(prepared) => prepared,
            Err(reason) => {
                self.skip(&program.name, tests, &reason);
                return Ok(());
            }
        };
        let check = Check {
            program,
            table: &table,
            sites: &sites,
            dialect: self.levels.dialect(),
            limits: Limits { instructions: self.args.instructions, ..Limits::default() },
            seed: self.args.seed,
        };
        let mut driver = self.levels.driver()?;
        let instructions = match check.instructions(&mut *driver) {
            Ok(instructions) => instructions,
            Err(error) => {
                self.skip(&program.name, tests, &error.to_string());
                return Ok(());
            }
        };
        self.tally.instructions += instructions.moments.len() as u64;
        for test in tests {
            let mut fresh = self.levels.driver()?;
            let result = check.test(&mut *driver, &mut *fresh, &instructions, *test);
            if self.is_over() {
                return Ok(());
            }
            match result {
                Ok(checked) => self.checked(&check, &instructions, &checked)?,
                Err(error) => self.skip(&program.name, &[*test], &error.to_string()),
            }
        }
        Ok(())
    }

    fn checked(
        &mut self,
        check: &Check<'_>,
        instructions: &LevelTrace,
        checked: &Checked,
    ) -> Result<()> {
        self.tally.take(checked);
        self.execution.cut = self.breaker.note(None).err();
        let name = &check.program.name;
        self.display.json(&Event::Test {
            number: checked.test.number,
            program: name,
            steps: checked.steps,
            contradictions: &checked.contradictions,
        });
        let mut told = BTreeSet::new();
        for contradiction in &checked.contradictions {
            let class = contradiction.class();
            // A loop repeats its contradictions.
            let is_new = told.insert(class.clone());
            if !is_new || self.tally.count_kept(&class) >= self.args.keep {
                continue;
            }
            let finding = Finding {
                debugger: self.info.clone(),
                program: name.clone(),
                text: check.program.text.to_string(),
                compile: self.compile(),
                test: checked.test.number,
                contradiction: contradiction.clone(),
                lines: checked.lines.clone(),
                instructions: until(instructions, contradiction.instruction_moment),
            };
            let folder = self.write(&finding, check.table)?;
            self.tally.keep(&class);
            let text = printable(&contradiction.text);
            self.display.say(&format!("{name}: {class}: {text}\n    {}", folder.display()));
            self.event(&Event::Finding { program: name, class: &class, folder: &folder });
        }
        let message = format!("| {} contradictions |", self.tally.contradictions());
        self.display.advance(message);
        Ok(())
    }

    /// The command that compiles the program, for the user's own shell.
    fn compile(&self) -> String {
        let cache = &self.args.cache;
        format!("{} {} -w -o program program.c -lm -pthread", cache.cc, cache.cflags)
    }

    fn write(&self, finding: &Finding, table: &LineTable) -> Result<PathBuf> {
        let contradiction = &finding.contradiction;
        let stem = Path::new(&finding.program).file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{:06}-{}-{stem}", finding.test, contradiction.kind);
        let folder = self.out.join(FINDINGS_FOLDER).join(name);
        fs::create_dir_all(&folder).with_context(|| format!("make {}", folder.display()))?;
        let dialect = self.levels.dialect();
        let reproduction =
            script(dialect, &finding.compile, contradiction, &finding.instructions, &finding.lines);
        let json = serde_json::to_string_pretty(finding)?;
        for (name, text) in [
            ("program.c", finding.text.as_str()),
            ("report.md", &markdown(finding, table, dialect)),
            ("finding.json", &json),
            (dialect.file_name(), &reproduction),
        ] {
            let path = folder.join(name);
            fs::write(&path, text).with_context(|| format!("write {}", path.display()))?;
        }
        Ok(folder)
    }

    fn end(mut self) -> Result<Exit> {
        self.display.finish();
        self.execution.done = self.tally.tests;
        self.execution.note_signal(interrupt::signal());
        let text = self.tally.text(&self.info, &self.compile(), &self.execution);
        let contradictions = self.tally.contradictions();
        let execution = self.execution.clone();
        let complete = execution.is_complete();
        self.event(&Event::End { contradictions, complete, execution: &execution });
        let json = serde_json::to_value(&self.tally)?;
        super::summary::write_files(&self.out, &text, json, &execution)?;
        let mut talk = anstream::stderr().lock();
        writeln!(talk, "\n{text}\nresults: {}", self.out.display())?;
        super::summary::tell_problem(&mut talk, &execution, false)?;
        Ok(Exit::of(&execution, contradictions > 0))
    }
}

/// The run up to a moment.
fn until(trace: &LevelTrace, moment: Option<usize>) -> LevelTrace {
    let mut trace = trace.clone();
    trace.moments.truncate(moment.map_or(0, |moment| moment + 1));
    trace
}
