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

use crate::facts::{Analysis, Facts, SmokeProgram, mentions};
use crate::needed_file::{after, first_word, quoted};
use crate::tree::{Syntax, SyntaxTree};

pub(crate) const SYNTAX: Syntax =
    Syntax { grammar: debunk_grammars::GO, collect: sites::collect, parts: parts::KINDS };

pub(crate) const FACTS: Facts = Facts {
    is_parsed: true,
    analysis: Analysis::Tree(SYNTAX),
    instrument: |program, style| instrument(program, style.key),
    may_run_threads: |program| {
        let starts = |tree: SyntaxTree<'_>| tree.of_kind("go_statement").next().is_some();
        mentions(program, &["go func", "sync."]) || SYNTAX.tree(program).is_some_and(starts)
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

#[cfg(test)]
mod tests;
