//! Prints how often a debugger's steps lead where the log says: `steps ENGINE`.

#[path = "../tests/support/mod.rs"]
mod support;

use debunk_corpus::built_in;
use debunk_model::{Action, Location, Observation, StatementKind};
use debunk_session::Session;
use debunk_witness::{Log, WitnessResult, witness};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Statements that are tried in each program.
const PLACES: usize = 4;

fn main() -> ExitCode {
    let Some(engine) = std::env::args().nth(1) else { return ExitCode::from(2) };
    let debugger = support::debugger(&engine);
    let (mut runner, mut driver) = (debugger.runner(), debugger.driver());
    let mut counts: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for entry in &built_in().entries {
        let WitnessResult::Neutral(log) = witness(&mut *runner, &entry.program) else { continue };
        let places: Vec<usize> = (0..log.statements.len())
            .filter(|&it| log.statements[it].kind == StatementKind::Expression)
            .filter(|&it| !log.runs_of(it).is_empty())
            .collect();
        let stride = places.len().div_ceil(PLACES).max(1);
        for &place in places.iter().step_by(stride) {
            for action in [Action::StepOver, Action::StepIn, Action::StepOut] {
                let Ok(mut session) = Session::open(&mut *driver, &entry.program) else { continue };
                let kind = action.kind();
                let Some((from, to)) = step(&mut session, &log, place, action) else { continue };
                let verdict = judge(&log, kind, from, to);
                if verdict == "elsewhere" || verdict == "not at the end" {
                    let start = log.statements[place].start;
                    println!("{} {start} {kind}: {to:?}", entry.program.name);
                }
                *counts.entry((kind, verdict)).or_default() += 1;
            }
        }
    }
    for ((kind, verdict), count) in counts {
        println!("{engine}: {kind:10} {verdict:20} {count}");
    }
    ExitCode::SUCCESS
}

/// Pauses at the first run of a statement, makes one step, and returns where that leads: the entry
/// of the first pause, and the place of the second one with the height of its call stack.
fn step(
    session: &mut Session<'_>,
    log: &Log,
    statement: usize,
    action: Action,
) -> Option<(usize, Option<(Location, usize)>)> {
    let at = log.statements[statement].start;
    let first = [Action::add_breakpoint(at), Action::Start];
    let last = session.act(&first).ok()?.last()?.observation.clone();
    if last.pause()?.location() != Some(at) {
        return None;
    }
    let from = *log.runs_of(statement).first()?;
    let removed = session.act(&[Action::RemoveBreakpoint { at }, action]).ok()?;
    match &removed.last()?.observation {
        Observation::Paused(pause) => Some((from, Some((pause.location()?, pause.frames.len())))),
        Observation::Finished(_) => Some((from, None)),
        _ => None,
    }
}

fn judge(log: &Log, kind: &str, from: usize, to: Option<(Location, usize)>) -> String {
    let next = match kind {
        "step-over" => log.next_at_same_depth(from),
        "step-in" => log.next_at_any_depth(from),
        _ => log.next_in_caller(from),
    };
    let verdict = match (next, to) {
        (None, None) => "end",
        (None, Some(_)) => "not at the end",
        (Some(_), None) => "ended early",
        (Some(next), Some((location, height))) => {
            let entry = &log.entries[next];
            let statement = &log.statements[entry.statement];
            if statement.start == location {
                "exact"
            } else if statement.start.line == location.line {
                "same line"
            } else if height == entry.depth as usize && location.line > statement.start.line {
                "further down"
            } else if height as u32 == log.entries[from].depth - 1 {
                "in the caller"
            } else {
                "elsewhere"
            }
        }
    };
    verdict.to_owned()
}
