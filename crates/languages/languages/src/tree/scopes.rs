//! The scopes of a program as tables, for every language whose scopes are nodes.

use crate::tree::SyntaxTree;
use debunk_model::{Binding, Boundary, ScopeTable};
use std::collections::BTreeMap;

/// Which nodes of a grammar are scopes.
#[derive(Clone, Copy, Debug)]
pub struct ScopeKinds {
    /// All of them; the first one is the whole text.
    pub scopes: &'static [&'static str],
    /// Those that are functions.
    pub functions: &'static [&'static str],
    /// Functions in which no text may mention a variable of the function around them: that would
    /// make it one of theirs.
    pub closed: &'static [&'static str],
}

impl ScopeKinds {
    /// The scope that a node is in.
    pub fn around(&self, tree: &SyntaxTree<'_>, id: usize) -> usize {
        tree.around(id, self.scopes).unwrap_or(0)
    }

    /// The function that a node is in.
    pub fn function(&self, tree: &SyntaxTree<'_>, id: usize) -> Option<usize> {
        tree.ancestors(id).find(|&outer| self.is_function(tree.kind(outer)))
    }

    /// Whether nodes of a kind are functions.
    pub fn is_function(&self, kind: &str) -> bool {
        self.functions.contains(&kind) || self.closed.contains(&kind)
    }
}

/// The tables of all scopes, and their numbers by node. `own` gives what a scope declares.
pub fn scope_tables(
    tree: &SyntaxTree<'_>,
    kinds: &ScopeKinds,
    own: impl Fn(usize) -> Vec<Binding>,
) -> (Vec<ScopeTable>, BTreeMap<usize, usize>) {
    let nodes: Vec<usize> =
        (0..tree.nodes.len()).filter(|&id| kinds.scopes.contains(&tree.kind(id))).collect();
    let numbers: BTreeMap<usize, usize> =
        nodes.iter().enumerate().map(|(number, &id)| (id, number)).collect();
    let table = |&id: &usize| {
        let mut bindings = own(id);
        bindings.sort_by(|left, right| left.name.cmp(&right.name));
        let kind = tree.kind(id);
        let is_closed = kinds.closed.contains(&kind);
        let outer = tree.around(id, kinds.scopes).map(|outer| if is_closed { 0 } else { outer });
        let boundary = match kinds.is_function(kind) {
            true => Boundary::FunctionFrom(tree.span(id).start),
            false => Boundary::Block,
        };
        let parent = outer.and_then(|outer| numbers.get(&outer).copied());
        ScopeTable { parent, boundary, bindings }
    };
    (nodes.iter().map(table).collect(), numbers)
}
