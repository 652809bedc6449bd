//! C++ for debunk: analysed as C is, by its own grammar.
//!
//! What objects hold is logged as far as it can be read without running code of the program, and judged
//! where a debugger shows it under the same name: it may as well show how the library lays it out. Between
//! sessions, only numbers and addresses of types of the language itself are compared.

mod library;
pub(crate) mod objects;
pub(crate) mod references;

use crate::c::{self, instrument, needed_file};
use crate::facts::{Analysis, Facts, SmokeProgram, mentions};
use crate::tree::Syntax;

pub(crate) const SYNTAX: Syntax = Syntax { grammar: debunk_grammars::CPP, ..c::SYNTAX };

pub(crate) const FACTS: Facts = Facts {
    is_parsed: true,
    analysis: Analysis::Tree(SYNTAX),
    instrument: |program, style| instrument(program, style.key),
    may_run_threads: |program| {
        mentions(program, &["pthread_create", "thread", "std::async", "fork("])
    },
    needed_file,
    smoke: SmokeProgram { text: include_str!("smoke.cpp"), sum: (5, 4), last: (13, 4) },
    sample: include_str!("sample.cpp"),
    bench: include_str!("bench.cpp"),
};

#[cfg(test)]
mod tests;
