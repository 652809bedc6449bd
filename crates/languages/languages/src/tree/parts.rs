//! The parts of a program that a reduction may remove.

use crate::tree::SyntaxTree;
use debunk_model::{Part, PartRole, Parts, Removal, Span};

/// What the kinds of a grammar's nodes mean for a reduction.
#[derive(Clone, Copy, Debug)]
pub struct PartKinds {
    /// Nodes whose named children are statements in a row.
    pub lists: &'static [&'static str],
    /// Whether a node of this kind is a statement.
    pub is_statement: fn(&str) -> bool,
    /// Whether a node of this kind is an expression, if it is not a statement.
    pub is_expression: fn(&str) -> bool,
    /// Nodes whose named children are elements with commas between them.
    pub comma_lists: &'static [&'static str],
    /// Nodes that are removed with the sign that announces them: their field, by kind of parent.
    pub clauses: &'static [(&'static str, &'static str)],
    /// Nodes that can be removed by themselves.
    pub alone: &'static [&'static str],
    /// The replacement for a block.
    pub blocks: &'static [(&'static str, &'static str)],
    /// The replacement for a statement.
    pub short_statement: &'static str,
    /// Whether the text between the brackets of a block is valid without them.
    pub has_brackets: bool,
}

/// The parts of a program.
pub fn parts(tree: &SyntaxTree<'_>, kinds: &PartKinds) -> Parts {
    let mut found = Parts::default();
    let mut places: Vec<Option<usize>> = vec![None; tree.nodes.len()];
    for (id, node) in tree.nodes.iter().enumerate() {
        if node.kind == "comment" {
            found.comments.push(node.span);
        }
        if !node.is_named || node.kind == "comment" {
            continue;
        }
        let parent = tree.ancestors(id).find_map(|outer| places[outer]);
        places[id] = Some(found.parts.len());
        found.parts.push(part(tree, kinds, id, parent));
    }
    if let Some(whole) = found.parts.first_mut() {
        whole.span = Span::new(0, tree.text.len() as u32);
    }
    found
}

fn part(tree: &SyntaxTree<'_>, kinds: &PartKinds, id: usize, parent: Option<usize>) -> Part {
    let node = &tree.nodes[id];
    if parent.is_none() {
        let (removal, role) = (Removal::Never, PartRole::Other);
        return Part { span: node.span, parent, removal, role, inside: None, short: None };
    }
    let role = role(tree, kinds, id);
    let block = kinds.blocks.iter().find(|(kind, _)| *kind == node.kind);
    let is_block = block.is_some();
    let inside = (is_block && kinds.has_brackets)
        .then(|| Span::new(node.span.start + 1, node.span.end.saturating_sub(1)));
    let short = match (block, role) {
        (Some((_, short)), _) => Some(*short),
        (None, PartRole::Statement) => Some(kinds.short_statement),
        (None, PartRole::Expression) => Some("0"),
        (None, PartRole::Other) => None,
    };
    Part {
        span: node.span,
        parent,
        removal: removal(tree, kinds, id),
        role,
        inside,
        short: short.filter(|short| node.span.end - node.span.start > short.len() as u32),
    }
}

fn role(tree: &SyntaxTree<'_>, kinds: &PartKinds, id: usize) -> PartRole {
    let node = &tree.nodes[id];
    if (kinds.is_statement)(node.kind) {
        PartRole::Statement
    } else if (kinds.is_expression)(node.kind) {
        PartRole::Expression
    } else {
        PartRole::Other
    }
}

fn removal(tree: &SyntaxTree<'_>, kinds: &PartKinds, id: usize) -> Removal {
    let node = &tree.nodes[id];
    let Some(parent) = node.parent else { return Removal::Never };
    let above = tree.kind(parent);
    let is_clause = |(kind, field): &(&str, &str)| *kind == above && node.field == Some(field);
    if kinds.clauses.iter().any(is_clause) {
        let before = tree.nodes[parent].children.iter().take_while(|&&other| other != id);
        let named = before.filter(|&&other| tree.nodes[other].is_named).last();
        return named.map_or(Removal::Never, |&other| Removal::From(tree.span(other).end));
    }
    let is_in_list = kinds.lists.contains(&above) && node.field.is_none();
    if kinds.alone.contains(&node.kind) || is_in_list && (kinds.is_statement)(node.kind) {
        return Removal::Alone;
    }
    if kinds.comma_lists.contains(&above) { Removal::Listed } else { Removal::Never }
}
