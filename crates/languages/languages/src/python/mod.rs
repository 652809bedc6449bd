//! Python for debunk: finds the places of a program that relations may change, what a reduction may
//! remove, and makes copies that log what they do.
//!
//! Nothing is reprinted: sites are byte ranges of the original text. An assignment makes a name
//! local to its function, so only names that are already local are ever assigned.
//!
//! [`FACTS`] has its entry points.

mod bindings;
mod instrument;
mod locals;
mod parts;
mod sites;

use instrument::{instrument, may_run_threads};
use parts::parts;

use crate::AnalysisError;
use crate::facts::{Facts, SmokeProgram, check};
use crate::needed_file::{after, first_word, quoted};
use crate::tree::{SyntaxTree, lines_only};
use debunk_model::{Parts, Program, Sites};

pub(crate) const FACTS: Facts = Facts {
    is_parsed: true,
    analyse: |program| {
        check(program)?;
        Ok(analyse(program))
    },
    parts: checked_parts,
    parses: |program| checked_parts(program).is_ok(),
    instrument: |program, style| instrument(program, style.key),
    may_run_threads,
    needed_file,
    smoke: SmokeProgram { text: include_str!("smoke.py"), sum: (2, 4), last: (8, 0) },
    sample: include_str!("sample.py"),
    bench: include_str!("bench.py"),
};

fn checked_parts(program: &Program) -> Result<Parts, AnalysisError> {
    check(program)?;
    parts(program).ok_or(AnalysisError::Syntax)
}

fn needed_file(program: &Program, failure: &str) -> Option<String> {
    if failure.contains("attempted relative import") {
        let name = after(&program.text, "from .")?;
        return Some(first_word(name.trim_start_matches('.')));
    }
    quoted(after(failure, "No module named ")?)
}

/// Finds the sites of a program.
pub fn analyse(program: &Program) -> Sites {
    match parse(&program.text) {
        Some(tree) => sites::collect(&tree, program),
        None => lines_only(program),
    }
}

fn parse(text: &str) -> Option<SyntaxTree<'_>> {
    SyntaxTree::parse(debunk_grammars::PYTHON, text)
}

#[cfg(test)]
mod tests;
