//! `debunk localize`: finds the branch at which a failing and a passing run of a program diverge.

mod eval;
mod session;

use self::eval::evaluate;
use crate::args::{LocalizeArgs, LocalizeCommand};
use crate::display::{Display, printable};
use crate::exit::Exit;
use crate::interrupt;
use anyhow::{Context, Result, bail};
use debunk_concolic::{
    Conclusion, ExternalSolver, LocalizeOptions, LocalizeProgress, LocalizeReport, SearchLimits,
    Sources, localize as find,
};
use debunk_model::Seed;
use debunk_sandbox::{Spawn, TempArea, find_program, run_to_end};
use debunk_solver::{Problem, Solution, read_answer, write_problem};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

const SOLVER_TIMEOUT_MS: u64 = 2_000;

/// Looks for the critical branch of a program, or evaluates the method.
pub(crate) fn localize(args: &LocalizeArgs) -> Result<Exit> {
    if let Some(LocalizeCommand::Eval(options)) = &args.eval {
        return evaluate(options);
    }
    let Some(file) = &args.file else { bail!("localise: give a file") };
    let input = args.input.as_deref().map(read_input).transpose()?;
    let sources = Sources::read(file)?;
    let stop = interrupt::watch();
    let outside = args.solver.as_deref().map(OutsideSolver::find).transpose()?;
    let ask = outside.as_ref().map(|solver| move |problem: &Problem| solver.solve(problem));
    let options = LocalizeOptions {
        seed: Seed::new(args.seed),
        relation: args.relation.clone(),
        reduce: if input.is_some() { args.reduce } else { !args.no_reduce },
        input,
        tests: args.tests,
        limits: SearchLimits { fuel: args.fuel.max(1), ..SearchLimits::default() },
        outside: ask.as_ref().map(|ask| ask as &ExternalSolver<'_>),
        stop: stop.clone(),
        ..LocalizeOptions::default()
    };
    let mut display = Display::new("checks", false);
    display.begin(u64::from(args.tests), 0);
    let result = find(&sources, &options, &mut |progress| match progress {
        LocalizeProgress::Tested(inputs) => {
            display.preparing(format!("| {inputs} inputs |"), false)
        }
        LocalizeProgress::Searched(done, of) => {
            display.preparing(format!("| search {done}/{of} |"), false)
        }
    });
    display.finish();
    let result = result?;
    if stop.load(Ordering::SeqCst) {
        return interrupted(args.json);
    }
    let report = result.report(&options.limits)?;
    show(args, file, &report)?;
    if let (true, Some(critical)) = (args.session, &report.critical) {
        self::session::open(&result, critical, args.debugger.as_deref(), &args.cache)?;
    }
    Ok(match result.conclusion {
        Conclusion::Located | Conclusion::Inevitable | Conclusion::GaveUp => Exit::Findings,
        Conclusion::NoViolation | Conclusion::InputPasses => Exit::Nothing,
        Conclusion::NothingTested => Exit::NothingRan,
    })
}

/// Says that there is no report: truncated runs prove nothing.
fn interrupted(json: bool) -> Result<Exit> {
    if json {
        let line = serde_json::json!({ "complete": false, "incomplete": "interrupted" });
        writeln!(anstream::stdout(), "{line}")?;
    }
    anstream::eprintln!("incomplete: interrupted before there was an answer");
    Ok(Exit::Nothing.unless_interrupted())
}

fn read_input(text: &str) -> Result<Value> {
    serde_json::from_str(text)
        .with_context(|| format!("read the input {text:?}: write it as JSON, for example [4,-2,1]"))
}

fn show(args: &LocalizeArgs, file: &Path, report: &LocalizeReport) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(report)?)?;
    } else {
        write!(out, "{}", report.text())?;
        if let Some(critical) = &report.critical {
            writeln!(
                out,
                "\nagain    debunk localize {} --relation {} --input {} --session",
                quoted(&file.display().to_string()),
                quoted(&critical.relation),
                quoted(&critical.failing.input.to_string())
            )?;
        }
    }
    if let Some(path) = &args.html {
        std::fs::write(path, report.html()).with_context(|| format!("write {}", path.display()))?;
        anstream::eprintln!("page: {}", path.display());
    }
    Ok(())
}

/// A word of a command, as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "-_./".contains(it);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", printable(word).replace('\'', "'\\''"))
}

/// A solver in its own process, one for each question.
struct OutsideSolver {
    program: PathBuf,
    arguments: &'static [&'static str],
    area: TempArea,
}

impl OutsideSolver {
    fn find(name: &str) -> Result<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let Some(program) = find_program(name, &path) else {
            bail!("find the solver {name:?}: install it, or omit --solver");
        };
        let stem = program.file_name().unwrap_or_default().to_string_lossy().to_string();
        let arguments: &[&str] = if stem.starts_with("z3") { &["-in"] } else { &["--lang=smt2"] };
        Ok(Self { program, arguments, area: TempArea::new()? })
    }

    fn solve(&self, problem: &Problem) -> Solution {
        let text = write_problem(problem);
        let spawn = Spawn::new(&self.program).args(self.arguments);
        let timeout = Duration::from_millis(SOLVER_TIMEOUT_MS);
        match run_to_end(spawn, &self.area, text.as_bytes(), timeout) {
            Ok(finished) => read_answer(problem, &finished.stdout_text()),
            Err(_) => Solution::Unknown,
        }
    }
}
