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

pub(crate) use instrument::instrument;
use parts::parts;

use crate::AnalysisError;
use crate::facts::{Facts, SmokeProgram, check, mentions};
use crate::needed_file::after;
use crate::tree::{SyntaxTree, lines_only};
use debunk_model::{Language, Parts, Program, Sites};

pub(crate) const FACTS: Facts = Facts {
    is_parsed: true,
    analyse: |program| {
        check(program)?;
        Ok(analyse(program))
    },
    parts: checked_parts,
    parses: |program| checked_parts(program).is_ok(),
    instrument: |program, style| instrument(program, style.key),
    may_run_threads: |program| mentions(program, &["pthread_create", "thrd_create", "fork("]),
    needed_file,
    smoke: SmokeProgram { text: include_str!("smoke.c"), sum: (5, 4), last: (13, 4) },
    sample: include_str!("sample.c"),
    bench: include_str!("bench.c"),
};

pub(crate) fn checked_parts(program: &Program) -> Result<Parts, AnalysisError> {
    check(program)?;
    parts(program).ok_or(AnalysisError::Syntax)
}

pub(crate) fn needed_file(_: &Program, failure: &str) -> Option<String> {
    let name = after(failure, "fatal error: ")?;
    let (name, _) =
        name.split_once(": No such file").or_else(|| name.split_once(" file not found"))?;
    Some(name.trim_matches('\'').to_owned())
}

/// Finds the sites of a program.
pub fn analyse(program: &Program) -> Sites {
    match parse(program) {
        Some(tree) => sites::collect(&tree, program),
        None => lines_only(program),
    }
}

fn parse(program: &Program) -> Option<SyntaxTree<'_>> {
    let grammar = match program.language {
        Language::Cpp => debunk_grammars::CPP,
        _ => debunk_grammars::C,
    };
    SyntaxTree::parse(grammar, &program.text)
}

#[cfg(test)]
mod tests;
