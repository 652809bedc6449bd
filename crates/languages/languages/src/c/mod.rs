//! C and C++ for debunk: finds the places of a program that relations may change, what a reduction may
//! remove, where variables are certain to hold a value, and makes copies that log what they do.
//!
//! The grammar of C++ extends that of C, so that one pass serves both: the language of a program says
//! by which of the two it is parsed.
//!
//! Nothing is reprinted: sites are byte ranges of the original text. If the grammar does not
//! understand something, such as some macros, it has the sites of plain lines.
//!
//! [`FACTS`] has its entry points.

mod certain;
mod declarations;
mod instrument;
mod locals;
mod parts;
mod shapes;
mod sites;
mod unions;

pub(crate) use declarations::{Lifetime, NamedItem, SCOPES, ValueKind, declared, named};
pub(crate) use instrument::instrument;

use crate::facts::{Analysis, Facts, SmokeProgram, mentions};
use crate::needed_file::after;
use crate::tree::Syntax;
use debunk_model::Program;

pub(crate) const SYNTAX: Syntax =
    Syntax { grammar: debunk_grammars::C, collect: sites::collect, parts: parts::KINDS };

pub(crate) const FACTS: Facts = Facts {
    is_parsed: true,
    analysis: Analysis::Tree(SYNTAX),
    instrument: |program, style| instrument(program, style.key),
    may_run_threads: |program| mentions(program, &["pthread_create", "thrd_create", "fork("]),
    needed_file,
    smoke: SmokeProgram { text: include_str!("smoke.c"), sum: (5, 4), last: (13, 4) },
    sample: include_str!("sample.c"),
    bench: include_str!("bench.c"),
};

pub(crate) fn needed_file(_: &Program, failure: &str) -> Option<String> {
    let name = after(failure, "fatal error: ")?;
    let (name, _) =
        name.split_once(": No such file").or_else(|| name.split_once(" file not found"))?;
    Some(name.trim_matches('\'').to_owned())
}

#[cfg(test)]
mod tests;
