//! The log against the engine's own coverage: what the engine says never ran has no entry, and what
//! has no entry never ran.

use crate::support;

use debunk_corpus::built_in;
use debunk_model::StatementKind;
use debunk_witness::{WitnessResult, witness};

/// V8 counts blocks, so what an error or an empty collection kept from running counts as covered.
/// There are few such statements in the corpus.
const UNREACHED_LIMIT: usize = 20;

#[test]
fn the_log_agrees_with_the_coverage_of_node() {
    let mut runner = support::runner("node");
    let (mut ran, mut dead) = (0, 0);
    let (mut unreached, mut wrong) = (Vec::new(), Vec::new());
    for entry in &built_in().entries {
        // First of all: for a text that it already knows, V8 counts functions only.
        let Ok(spans) = runner.dead_spans(&entry.program) else { continue };
        let WitnessResult::Neutral(log) = witness(&mut *runner, &entry.program) else { continue };
        for (number, statement) in log.statements.iter().enumerate() {
            // Ends have no text, and a function that is returned has its own coverage.
            let is_function = log.functions.iter().any(|it| it.span == statement.span);
            if statement.kind == StatementKind::End || is_function {
                continue;
            }
            let is_dead = spans.iter().any(|span| span.contains(statement.span.start));
            let name = || format!("{} {}", entry.program.name, statement.start);
            match (is_dead, log.runs_of(number).is_empty()) {
                (false, false) => ran += 1,
                (true, true) => dead += 1,
                (false, true) => unreached.push(name()),
                (true, false) => wrong.push(name()),
            }
        }
    }
    println!("{ran} statements ran and {dead} did not, by the log and by the engine");
    assert!(ran > 3_000 && dead > 100, "{ran} {dead}");
    assert!(wrong.is_empty(), "these ran but are not covered:\n{}", wrong.join("\n"));
    assert!(
        unreached.len() <= UNREACHED_LIMIT,
        "these are covered but did not run:\n{}",
        unreached.join("\n")
    );
}
