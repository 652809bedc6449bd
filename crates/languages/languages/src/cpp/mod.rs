//! C++ for debunk: analysed as C is, by its own grammar.
//!
//! Objects, references and what is deduced by the compiler are not compared: only numbers and
//! addresses of types of the language itself are certain.

use crate::c::{analyse, checked_parts, instrument, needed_file};
use crate::facts::{Facts, SmokeProgram, check, mentions};

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
        mentions(program, &["pthread_create", "thread", "std::async", "fork("])
    },
    needed_file,
    smoke: SmokeProgram { text: include_str!("smoke.cpp"), sum: (5, 4), last: (13, 4) },
    sample: include_str!("sample.cpp"),
    bench: include_str!("bench.cpp"),
};

#[cfg(test)]
mod tests;
