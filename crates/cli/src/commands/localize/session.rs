//! A session of a real debugger that is paused at the critical branch of the failing run.

use crate::args::DebuggerArgs;
use crate::debuggers;
use crate::display::printable;
use anyhow::{Result, bail};
use debunk_concolic::{CriticalReport, Localized};
use debunk_model::{Action, Goal, Observation, Program, TraceStep, VariableView};
use debunk_session::Session;
use std::io::{BufRead, Write};

const HELP: &str = "i step in, o step over, u step out, c continue, l look, =EXPRESSION, q quit";

/// Opens the session and obeys what is typed until it ends.
pub(crate) fn open(
    result: &Localized,
    critical: &CriticalReport,
    name: Option<&str>,
    cache: &DebuggerArgs,
) -> Result<()> {
    if result.sources.files.len() > 1 {
        bail!("open a session: the program has several files, and a session takes one");
    }
    let ready = debuggers::find(name, cache)?;
    let text = format!("{}\n{}\n", result.sources.entry_text(), calls(result, critical));
    let program = Program::javascript(&result.sources.entry, Goal::Module, text);
    let mut driver = ready.debugger.driver();
    let mut session = Session::open(&mut *driver, &program)?;
    let mut out = anstream::stdout().lock();
    let mut actions = vec![Action::add_breakpoint(critical.breakpoint), Action::Start];
    actions.extend(std::iter::repeat_n(Action::Continue, critical.hit.saturating_sub(1)));
    for action in actions {
        let steps = session.act(&[action])?;
        if !print(steps, &mut std::io::sink())? {
            let how = steps.last().map_or_else(String::new, |step| step.observation.to_string());
            let name = &ready.debugger.info().name;
            bail!("reach the critical branch in {name}, where the program {}", printable(&how));
        }
    }
    writeln!(out, "\nat the critical branch of the failing run; {HELP}")?;
    print(session.act(&[Action::Look])?, &mut out)?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let action = match line.trim() {
            "i" => Action::StepIn,
            "o" => Action::StepOver,
            "u" => Action::StepOut,
            "c" => Action::Continue,
            "l" => Action::Look,
            "q" => break,
            other => match other.strip_prefix('=') {
                Some(expression) => Action::evaluate(expression),
                None => {
                    writeln!(out, "{HELP}")?;
                    continue;
                }
            },
        };
        if !print(session.act(&[action])?, &mut out)? {
            break;
        }
    }
    Ok(())
}

/// Prints the result of an action; returns whether the program is still running.
fn print(steps: &[TraceStep], out: &mut impl Write) -> Result<bool> {
    for step in steps {
        writeln!(out, "{}", printable(&format!("{} -> {}", step.action, step.observation)))?;
        let variables = match &step.observation {
            Observation::Paused(pause) => &pause.variables,
            Observation::Looked { variables } => variables,
            Observation::BreakpointSet { .. } | Observation::Evaluated { .. } => continue,
            _ => return Ok(false),
        };
        for (name, (_, value)) in variables.visible() {
            writeln!(out, "    {}", printable(&format!("{name} = {value}")))?;
        }
    }
    Ok(true)
}

/// What runs P on the failing input and on its follow-ups, after the text of the program.
fn calls(result: &Localized, critical: &CriticalReport) -> String {
    let spread = if result.arity == 1 { "" } else { "..." };
    let wait = if critical.awaits { "await " } else { "" };
    format!(
        "{{ const copy = value => JSON.parse(JSON.stringify(value)); \
         const input = {}; {wait}P({spread}copy(input)); \
         for (const next of {wait}relations[{:?}].T({spread}copy(input))) \
         {wait}P({spread}copy({wait}next)); }}",
        critical.failing.input, critical.relation
    )
}
