//! One pass over a syntax tree that collects the places of statements and literals.

use crate::tree::{ScopeKinds, SyntaxTree, plain_integer, starts_line};
use debunk_model::{InsertionSite, LiteralSite, Sites, StatementSite};
use std::collections::BTreeMap;

/// Integers up to here can be one more or less in every type that is large enough for most.
const INTEGER_MAX: u64 = i32::MAX as u64 - 2;

/// What the kinds of a grammar's nodes mean for sites.
#[derive(Clone, Copy)]
pub struct SiteKinds {
    /// The scopes.
    pub scopes: &'static ScopeKinds,
    /// Nodes whose named children are statements in a row.
    pub lists: &'static [&'static str],
    /// Whether a node of this kind is a statement before which others can stand.
    pub is_statement: fn(&SyntaxTree<'_>, usize) -> bool,
    /// Whether the program does not need a statement that never runs.
    pub is_removable: fn(&SyntaxTree<'_>, usize) -> bool,
    /// The kind of integer literals.
    pub integer: &'static str,
    /// The kinds of `true` and `false`, or of a node with one of these texts.
    pub booleans: &'static [&'static str],
    /// Whether a literal must not become an expression.
    pub stays: fn(&SyntaxTree<'_>, usize) -> bool,
}

/// Adds the places of statements and literals to the sites of a program. `numbers` has the numbers of
/// the scopes.
pub fn collect_places(
    tree: &SyntaxTree<'_>,
    kinds: &SiteKinds,
    numbers: &BTreeMap<usize, usize>,
    sites: &mut Sites,
) {
    let places = Places { tree, kinds, numbers };
    for id in 0..tree.nodes.len() {
        let kind = tree.kind(id);
        if kinds.lists.contains(&kind) {
            places.list(id, sites);
        } else if kind == kinds.integer {
            places.integer(id, sites);
        } else if kinds.booleans.contains(&kind) && tree.nodes[id].is_named {
            places.boolean(id, sites);
        }
    }
    sites.insertions.sort_by_key(|site| site.offset);
    sites.statements.sort_by_key(|site| site.span);
    sites.breakable.sort_unstable();
    sites.breakable.dedup();
}

struct Places<'tree, 'text> {
    tree: &'tree SyntaxTree<'text>,
    kinds: &'tree SiteKinds,
    numbers: &'tree BTreeMap<usize, usize>,
}

impl Places<'_, '_> {
    fn scope(&self, id: usize) -> usize {
        self.numbers.get(&self.kinds.scopes.around(self.tree, id)).copied().unwrap_or(0)
    }

    fn list(&self, list: usize, sites: &mut Sites) {
        let tree = self.tree;
        for id in tree.named(list).filter(|&id| (self.kinds.is_statement)(tree, id)) {
            let span = tree.span(id);
            let removable = (self.kinds.is_removable)(tree, id);
            sites.statements.push(StatementSite { span, removable });
            sites.breakable.push(span.start);
            sites.insertions.push(InsertionSite {
                offset: span.start,
                starts_line: starts_line(tree.text, span.start),
                joins_line: true,
                opens_finally: false,
                scope: self.scope(id),
            });
        }
    }

    fn integer(&self, id: usize, sites: &mut Sites) {
        let value = plain_integer(self.tree.text(id)).filter(|&value| value <= INTEGER_MAX);
        if let Some(value) = value
            && !(self.kinds.stays)(self.tree, id)
        {
            let (span, scope) = (self.tree.span(id), self.scope(id));
            sites.integers.push(LiteralSite { span, value, scope, offset: span.start });
        }
    }

    fn boolean(&self, id: usize, sites: &mut Sites) {
        if !(self.kinds.stays)(self.tree, id) {
            let (span, scope) = (self.tree.span(id), self.scope(id));
            let value = self.tree.text(id) == "true";
            sites.booleans.push(LiteralSite { span, value, scope, offset: span.start });
        }
    }
}
