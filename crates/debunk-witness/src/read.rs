//! Reads a log from what an instrumented program printed.

use debunk_host::{function_heading, mask_positions};
use debunk_model::{Instrumented, Outcome, Program, Span};
use debunk_testimony::{Activation, Entry, Log};
use std::collections::BTreeMap;

/// Splits an outcome into the program's own and the log.
///
/// # Errors
/// When a line of the log makes no sense.
pub(crate) fn read(
    program: &Program,
    instrumented: &Instrumented,
    outcome: Outcome,
) -> Result<Log, String> {
    let mut log = Log {
        entries: Vec::new(),
        activations: vec![Activation { function: 0, parent: None }],
        statements: instrumented.statements.clone(),
        functions: instrumented.functions.clone(),
        texts: Vec::new(),
        headings: headings(program, instrumented),
        outcome: Outcome { output: Vec::new(), error: outcome.error },
        truncated: false,
        size_bytes: 0,
    };
    for text in outcome.output {
        match text.strip_prefix(&instrumented.mark) {
            Some(line) => {
                log.size_bytes += line.len();
                let is_read = read_line(&mut log, line);
                is_read.ok_or_else(|| format!("cannot read the log at {line:?}"))?;
            }
            None => log.outcome.output.push(text),
        }
    }
    Ok(log)
}

fn headings(program: &Program, instrumented: &Instrumented) -> BTreeMap<Span, String> {
    let constants = instrumented.statements.iter().flat_map(|statement| &statement.constants);
    constants.map(|it| (it.span, function_heading(it.span.of(&program.text)))).collect()
}

fn read_line(log: &mut Log, line: &str) -> Option<()> {
    let (kind, rest) = line.split_at_checked(1)?;
    match kind {
        "v" => log.texts.push(mask_positions(rest)),
        "t" => log.truncated = true,
        "a" => {
            let (function, parent) = rest.split_once(',')?;
            let function = function.parse().ok().filter(|&it| it < log.functions.len())?;
            log.activations.push(Activation { function, parent: parent.parse().ok() });
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
            log.entries.push(Entry { statement, activation, depth, values });
        }
        _ => return None,
    }
    Some(())
}
