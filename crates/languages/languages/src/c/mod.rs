//! C for debunk: finds the places of a program that relations may change, what a reduction may
//! remove, where variables are certain to hold a value, and makes copies that log what they do.
//!
//! Nothing is reprinted: sites are byte ranges of the original text. If the grammar does not
//! understand something, such as some macros, it has the sites of plain lines.
//!
//! [`analyse`], [`parts()`] and [`instrument()`] are its three entry points.

mod certain;
mod declarations;
mod instrument;
mod locals;
mod parts;
mod sites;

pub(crate) use instrument::instrument;
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
    SyntaxTree::parse(debunk_grammars::C, text)
}

#[cfg(test)]
mod tests;
