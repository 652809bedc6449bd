//! Rust for debunk: finds the places of a program that relations may change, what a reduction may
//! remove, where variables are certain to hold a value, and makes copies that log what they do.
//!
//! A variable is touched only if that moves and borrows nothing.

mod declarations;
mod instrument;
mod parts;
mod sites;
mod types;

use instrument::instrument;
use parts::parts;

use crate::AnalysisError;
use crate::facts::{Facts, SmokeProgram, check, mentions};
use crate::needed_file::{after, quoted};
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
    may_run_threads: |program| mentions(program, &["thread::"]),
    needed_file: |_, failure| quoted(after(failure, "file not found for module ")?),
    smoke: SmokeProgram { text: include_str!("smoke.rs.txt"), sum: (2, 4), last: (10, 4) },
    sample: include_str!("sample.rs.txt"),
    bench: include_str!("bench.rs.txt"),
};

fn checked_parts(program: &Program) -> Result<Parts, AnalysisError> {
    check(program)?;
    parts(program).ok_or(AnalysisError::Syntax)
}

fn analyse(program: &Program) -> Sites {
    match parse(&program.text) {
        Some(tree) => sites::collect(&tree, program),
        None => lines_only(program),
    }
}

fn parse(text: &str) -> Option<SyntaxTree<'_>> {
    SyntaxTree::parse(debunk_grammars::RUST, text)
}

#[cfg(test)]
mod tests;
