//! Parses a log from what an instrumented program printed.

use crate::contents::{self, KnownValues};
use debunk_model::{InstrumentedProgram, Language, Outcome, Program, Span};
use debunk_shell::javascript::{function_heading, mask_positions, without_halves};
use debunk_testimony::{Activation, Log, LogEntry, Resumption, ReturnEntry, UNKNOWN};
use std::collections::BTreeMap;

/// The prefix of the names in a JavaScript copy.
const COPY_NAME: &str = "debunkWitness";

/// Splits an outcome into the program's own and the log.
///
/// # Errors
/// If a line of the log is malformed.
pub(crate) fn read(
    program: &Program,
    instrumented: &InstrumentedProgram,
    outcome: Outcome,
) -> Result<Log, String> {
    let is_printed_at_end = program.language != Language::JavaScript;
    let mut log = Log {
        entries: Vec::new(),
        activations: vec![Activation { function: 0, parent: None }],
        statements: instrumented.statements.clone(),
        functions: instrumented.functions.clone(),
        texts: Vec::new(),
        contents: BTreeMap::new(),
        headings: headings(program, instrumented),
        inserted: BTreeMap::new(),
        outcome: Outcome { output: Vec::new(), error: outcome.error },
        // A log that is printed at the end says itself whether it is complete.
        truncated: is_printed_at_end,
        size_bytes: 0,
        returns: Vec::new(),
        resumptions: Vec::new(),
    };
    let mut known = KnownValues::default();
    let shown = if is_printed_at_end { str::to_owned } else { shown };
    for text in outcome.output {
        match text.strip_prefix(&instrumented.mark) {
            Some(line) => {
                if log.size_bytes == 0 && is_printed_at_end {
                    // The line end before the log.
                    log.outcome.output.pop_if(|last| last.is_empty());
                }
                if is_printed_at_end && log.size_bytes > 0 && !log.truncated && line != "t" {
                    return Err(format!("has a log that continues after its end: {line:?}"));
                }
                log.size_bytes += line.len();
                if let Some(what) = line.strip_prefix('n') {
                    return Err(format!("meddles with how it is watched: {what}"));
                }
                let is_read = read_line(&mut log, &mut known, shown, line);
                is_read.ok_or_else(|| format!("cannot read the log at {line:?}"))?;
            }
            None => log.outcome.output.push(text),
        }
    }
    Ok(log)
}

fn headings(program: &Program, instrumented: &InstrumentedProgram) -> BTreeMap<Span, String> {
    let constants = instrumented.statements.iter().flat_map(|statement| &statement.constants);
    constants.map(|it| (it.span, function_heading(it.span.of(&program.text)))).collect()
}

/// A text as it is compared. An engine of JavaScript may quote the text of the copy.
fn shown(text: &str) -> String {
    match text {
        _ if text.contains(COPY_NAME) => UNKNOWN.to_owned(),
        _ if text.starts_with('"') => mask_positions(&without_halves(text)),
        _ => mask_positions(text),
    }
}

fn read_line(
    log: &mut Log,
    known: &mut KnownValues,
    shown: fn(&str) -> String,
    line: &str,
) -> Option<()> {
    let (kind, rest) = line.split_at_checked(1)?;
    match kind {
        "v" => log.texts.push(shown(rest)),
        "c" => {
            let contents = contents::numbered(log, shown, rest)?;
            log.contents.insert(contents.0, contents.1);
        }
        "t" => log.truncated = true,
        "z" => log.truncated = false,
        "w" | "x" => {
            let place = if kind == "x" { 3 } else { 1 };
            let mut parts = rest.splitn(place + 1, ',');
            let mut number = || parts.next()?.parse::<usize>().ok();
            let statement = number()?;
            let (activation, depth) = if kind == "x" { (number()?, number()?) } else { (0, 1) };
            let values = contents::in_full(log, known, parts.next().unwrap_or(""))?;
            let expected = log.statements.get(statement)?.variables.len();
            if values.len() != expected || activation >= log.activations.len() {
                return None;
            }
            let depth = u32::try_from(depth).ok()?;
            log.entries.push(LogEntry { statement, activation, depth, values });
        }
        "a" => {
            let (function, parent) = rest.split_once(',')?;
            let function = function.parse().ok().filter(|&it| it < log.functions.len())?;
            log.activations.push(Activation { function, parent: parent.parse().ok() });
        }
        "b" => {
            let (activation, parent) = rest.split_once(',')?;
            let activation = activation.parse().ok().filter(|&it| it < log.activations.len())?;
            let time = log.entries.len();
            log.resumptions.push(Resumption { activation, parent: parent.parse().ok(), time });
        }
        "r" => {
            let (activation, value) = rest.split_once(',').unwrap_or((rest, ""));
            let activation = activation.parse().ok().filter(|&it| it < log.activations.len())?;
            let value = match value {
                "" => None,
                number => Some(number.parse().ok().filter(|&it| it < log.texts.len() as u32)?),
            };
            log.returns.push(ReturnEntry { activation, time: log.entries.len(), value });
        }
        "e" => {
            let mut numbers = rest.split(',').map(|number| number.parse::<u32>().ok());
            let statement = numbers.next()?? as usize;
            let activation = numbers.next()?? as usize;
            let depth = numbers.next()??;
            let values = numbers.collect::<Option<Vec<u32>>>()?;
            let expected = log.statements.get(statement)?.variables.len();
            let is_sound = activation < log.activations.len()
                && values.len() == expected
                && values.iter().all(|&value| (value as usize) < log.texts.len());
            if !is_sound {
                return None;
            }
            log.entries.push(LogEntry { statement, activation, depth, values });
        }
        _ => return None,
    }
    Some(())
}
