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

use crate::facts::{Analysis, Facts, SmokeProgram};
use crate::needed_file::{after, first_word, quoted};
use crate::tree::Syntax;
use debunk_model::Program;

pub(crate) const SYNTAX: Syntax =
    Syntax { grammar: debunk_grammars::PYTHON, collect: sites::collect, parts: parts::KINDS };

pub(crate) const FACTS: Facts = Facts {
    is_parsed: true,
    analysis: Analysis::Tree(SYNTAX),
    instrument: |program, style| instrument(program, style.key),
    may_run_threads,
    needed_file,
    smoke: SmokeProgram { text: include_str!("smoke.py"), sum: (2, 4), last: (8, 0) },
    sample: include_str!("sample.py"),
    bench: include_str!("bench.py"),
};

fn needed_file(program: &Program, failure: &str) -> Option<String> {
    if failure.contains("attempted relative import") {
        let name = after(&program.text, "from .")?;
        return Some(first_word(name.trim_start_matches('.')));
    }
    quoted(after(failure, "No module named ")?)
}

#[cfg(test)]
mod tests;
