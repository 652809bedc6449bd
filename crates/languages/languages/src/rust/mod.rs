//! Rust for debunk: finds the places of a program that relations may change, what a reduction may
//! remove, where variables are certain to hold a value, and makes copies that log what they do.
//!
//! A variable is touched only where it is certainly not moved, and not lent for writing.

mod contents;
mod declarations;
mod instrument;
mod parts;
mod readers;
mod sites;
mod types;

use instrument::instrument;

use crate::facts::{Analysis, Facts, SmokeProgram, mentions};
use crate::needed_file::{after, quoted};
use crate::tree::Syntax;

pub(crate) const SYNTAX: Syntax =
    Syntax { grammar: debunk_grammars::RUST, collect: sites::collect, parts: parts::KINDS };

pub(crate) const FACTS: Facts = Facts {
    is_parsed: true,
    analysis: Analysis::Tree(SYNTAX),
    instrument: |program, style| instrument(program, style.key),
    may_run_threads: |program| mentions(program, &["thread::"]),
    needed_file: |_, failure| quoted(after(failure, "file not found for module ")?),
    smoke: SmokeProgram { text: include_str!("smoke.rs.txt"), sum: (2, 4), last: (10, 4) },
    sample: include_str!("sample.rs.txt"),
    bench: include_str!("bench.rs.txt"),
};

#[cfg(test)]
mod tests;
