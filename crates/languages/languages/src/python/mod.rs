//! Python for debunk: finds the places of a program that relations may change, what a reduction may
//! remove, and makes copies that log what they do.
//!
//! Nothing is reprinted: sites are byte ranges of the original text. An assignment makes a name
//! local to its function, so only names that are already local are ever assigned.
//!
//! [`analyse`], [`parts()`] and [`instrument()`] are its three entry points.

mod bindings;
mod instrument;
mod locals;
mod parts;
mod sites;

pub(crate) use instrument::{instrument, may_run_threads};
pub(crate) use parts::parts;

use crate::tree::{SyntaxTree, lines_only};
use debunk_model::{Program, Sites};

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
