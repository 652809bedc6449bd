//! The log against real debuggers: if a debugger is truthful, which is nearly always, the two
//! agree on values and on the depth of the call stack.

use crate::support;

use debunk_corpus::built_in;
use debunk_model::{Action, Observation, Pause, StatementKind, VariableView};
use debunk_session::Session;
use debunk_testimony::{Log, UNINITIALISED, agrees};
use debunk_witness::{WitnessResult, witness};

/// Breakpoints in each program.
const BREAKPOINTS: usize = 4;
/// Pauses in each program.
const PAUSES: usize = 12;
/// A script variable hides a variable of an enclosing function that V8 does not show here.
const HIDDEN: &str = "closures/closure-changes-loop-let.js";
/// Engines run code that has no text in the program, such as implicit class constructors and the
/// code of an `eval`, and show calls that were replaced by others. This many of a thousand depths
/// may differ.
const DEPTHS_PER_MILLE: usize = 10;

#[derive(Default)]
struct Count {
    values: usize,
    unknown: usize,
    depths: usize,
    wrong_values: Vec<String>,
    wrong_depths: Vec<String>,
}

/// Statements where a debugger pauses exactly at their start, and nowhere else on its way.
fn is_plain(kind: StatementKind) -> bool {
    matches!(
        kind,
        StatementKind::Expression
            | StatementKind::Return
            | StatementKind::If
            | StatementKind::Throw
    )
}

fn compare(name: &str, log: &Log, index: usize, pause: &Pause, count: &mut Count) {
    let entry = &log.entries[index];
    let start = log.statements[entry.statement].start;
    count.depths += 1;
    if entry.depth as usize != pause.frames.len() {
        let frames: Vec<&str> = pause.frames.iter().map(|frame| &*frame.function).collect();
        let line = format!("{name} {start}: {} in place of {frames:?}", entry.depth);
        count.wrong_depths.push(line);
    }
    for (variable, value) in log.values_at(index) {
        let Some((_, shown)) = pause.variables.lookup(variable) else { continue };
        // V8 and JavaScriptCore show a variable without a value as whatever was last in its place.
        let Some(is_same) = agrees(value, shown).filter(|_| value != UNINITIALISED) else {
            count.unknown += 1;
            continue;
        };
        count.values += 1;
        if !is_same {
            count
                .wrong_values
                .push(format!("{name} {start}: {variable} is {value}, shown as {shown}"));
        }
    }
}

fn check(engine: &str) -> Count {
    let debugger = support::debugger(engine);
    let (mut runner, mut driver) = (debugger.runner(), debugger.driver());
    let mut count = Count::default();
    for entry in &built_in().entries {
        let program = &entry.program;
        if program.name == HIDDEN {
            continue;
        }
        let WitnessResult::Neutral(log) = witness(&mut *runner, program) else { continue };
        let mut wanted: Vec<usize> = (0..log.statements.len())
            .filter(|&it| is_plain(log.statements[it].kind) && !log.runs_of(it).is_empty())
            .collect();
        let stride = wanted.len().div_ceil(BREAKPOINTS).max(1);
        wanted = wanted.into_iter().step_by(stride).collect();
        let Ok(mut session) = Session::open(&mut *driver, program) else { continue };
        let mut actual = Vec::new();
        for &statement in &wanted {
            let at = log.statements[statement].start;
            let steps = session.act(&[Action::add_breakpoint(at)]).expect("legal");
            let is_exact = matches!(
                steps.last().map(|step| &step.observation),
                Some(Observation::BreakpointSet { at: found }) if *found == at
            );
            actual.push(if is_exact { log.runs_of(statement) } else { Vec::new() });
        }
        let mut action = Action::Start;
        for _ in 0..PAUSES {
            let observation = match session.act(&[action]).expect("legal").last() {
                Some(step) => step.observation.clone(),
                None => break,
            };
            let Observation::Paused(pause) = &observation else { break };
            action = Action::Continue;
            let place = pause.location();
            let hit = wanted.iter().position(|&it| Some(log.statements[it].start) == place);
            let Some(hit) = hit.filter(|&hit| !actual[hit].is_empty()) else { continue };
            let index = actual[hit].remove(0);
            compare(&program.name, &log, index, pause, &mut count);
        }
    }
    println!(
        "{engine}: {} values agree, {} do not, {} are unknown; {} depths agree, {} do not",
        count.values - count.wrong_values.len(),
        count.wrong_values.len(),
        count.unknown,
        count.depths - count.wrong_depths.len(),
        count.wrong_depths.len()
    );
    for line in count.wrong_values.iter().chain(&count.wrong_depths) {
        println!("  {line}");
    }
    count
}

fn judge(count: &Count) {
    assert!(count.values > 1_000 && count.depths > 500);
    assert!(count.wrong_values.is_empty(), "{}", count.wrong_values.join("\n"));
    let limit = count.depths * DEPTHS_PER_MILLE / 1_000;
    assert!(count.wrong_depths.len() <= limit, "{}", count.wrong_depths.join("\n"));
}

#[test]
fn log_and_debugger_agree_on_node() {
    judge(&check("node"));
}

#[test]
fn log_and_debugger_agree_on_bun() {
    judge(&check("bun"));
}
