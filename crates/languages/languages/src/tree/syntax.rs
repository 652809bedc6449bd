//! What a language with a tree-sitter grammar is made of, and what follows from that alone.

use crate::tree::{PartKinds, SyntaxTree, lines_only, parts};
use debunk_grammars::Grammar;
use debunk_model::{Parts, Program, Sites};

/// A language with a tree-sitter grammar.
#[derive(Clone, Copy)]
pub struct Syntax {
    /// Its grammar.
    pub grammar: Grammar,
    /// Finds the sites of a program that the grammar understands.
    pub collect: fn(&SyntaxTree<'_>, &Program) -> Sites,
    /// What a reduction may remove.
    pub parts: PartKinds,
}

impl Syntax {
    /// The tree of a program, if the grammar understands it.
    pub fn tree<'text>(&self, program: &'text Program) -> Option<SyntaxTree<'text>> {
        SyntaxTree::parse(self.grammar, &program.text)
    }

    /// The sites of a program.
    pub fn analyse(&self, program: &Program) -> Sites {
        match self.tree(program) {
            Some(tree) => (self.collect)(&tree, program),
            None => lines_only(program),
        }
    }

    /// The parts of a program, if the grammar understands it.
    pub fn parts(&self, program: &Program) -> Option<Parts> {
        Some(parts(&self.tree(program)?, &self.parts))
    }
}
