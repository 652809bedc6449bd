//! Go for debunk: finds the places of a program that relations may change, what a reduction may
//! remove, where variables are certain to hold a value, and makes copies that log what they do.
//!
//! The compiler rejects variables and packages that nothing mentions, so no statement is taken away
//! by itself.

mod declarations;
mod instrument;
mod parts;
mod sites;
mod types;

use instrument::instrument;
use parts::parts;

use crate::AnalysisError;
use crate::facts::{Facts, SmokeProgram, check, mentions};
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
    may_run_threads: |program| {
        let starts = |tree: SyntaxTree<'_>| tree.of_kind("go_statement").next().is_some();
        mentions(program, &["go func", "sync."]) || parse(&program.text).is_some_and(starts)
    },
    needed_file: |_, failure| {
        after(failure, "cannot find package ")
            .or_else(|| after(failure, "no required module provides package "))
            .map(|name| quoted(name).unwrap_or_else(|| first_word(name)))
    },
    smoke: SmokeProgram { text: include_str!("smoke.go"), sum: (6, 1), last: (13, 1) },
    sample: include_str!("sample.go"),
    bench: include_str!("bench.go"),
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
    SyntaxTree::parse(debunk_grammars::GO, text)
}

#[cfg(test)]
mod tests;
