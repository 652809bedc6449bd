//! The tree-sitter grammars that debunk parses with, behind one walk over the nodes of a text.
//!
//! A [`Grammar`] parses a text, whether or not it understands all of it; a [`Visitor`] sees the nodes of a
//! [`ParsedText`] in the order of the text. What a language means to relations is in `debunk-languages`, and what
//! it means to delta debugging in `debunk-dd`; both read their trees here. The types of tree-sitter never leave
//! this crate.
//!
//! A grammar is added as one constant and one dependency.

mod html;

use std::ops::Range;
use tree_sitter::{Parser, Tree, TreeCursor};
use tree_sitter_language::LanguageFn;

/// A node below this depth is not visited, so that no walk overflows a stack.
pub const DEPTH_LIMIT: u32 = 500;

/// A grammar with its own description.
#[derive(Clone, Copy)]
pub struct Grammar {
    language: LanguageFn,
    node_types: &'static str,
    /// Whether a text can be parsed in reasonable time.
    is_feasible: fn(&[u8]) -> bool,
}

/// C.
pub const C: Grammar = Grammar::new(tree_sitter_c::LANGUAGE, tree_sitter_c::NODE_TYPES);
/// C++.
pub const CPP: Grammar = Grammar::new(tree_sitter_cpp::LANGUAGE, tree_sitter_cpp::NODE_TYPES);
/// Go.
pub const GO: Grammar = Grammar::new(tree_sitter_go::LANGUAGE, tree_sitter_go::NODE_TYPES);
/// HTML.
pub const HTML: Grammar = Grammar {
    is_feasible: html::is_feasible,
    ..Grammar::new(tree_sitter_html::LANGUAGE, tree_sitter_html::NODE_TYPES)
};
/// JavaScript.
pub const JAVASCRIPT: Grammar =
    Grammar::new(tree_sitter_javascript::LANGUAGE, tree_sitter_javascript::NODE_TYPES);
/// JSON.
pub const JSON: Grammar = Grammar::new(tree_sitter_json::LANGUAGE, tree_sitter_json::NODE_TYPES);
/// Python.
pub const PYTHON: Grammar =
    Grammar::new(tree_sitter_python::LANGUAGE, tree_sitter_python::NODE_TYPES);
/// Rust.
pub const RUST: Grammar = Grammar::new(tree_sitter_rust::LANGUAGE, tree_sitter_rust::NODE_TYPES);

impl Grammar {
    const fn new(language: LanguageFn, node_types: &'static str) -> Self {
        Self { language, node_types, is_feasible: |_| true }
    }

    /// The grammar's description of its nodes, as JSON. It contains each of its names.
    pub fn node_types(&self) -> &'static str {
        self.node_types
    }

    /// Parses a text; `None` if that would take too long.
    pub fn parse(&self, text: &[u8]) -> Option<ParsedText> {
        if !(self.is_feasible)(text) {
            return None;
        }
        let mut parser = Parser::new();
        parser.set_language(&self.language.into()).ok()?;
        parser.parse(text, None).map(ParsedText)
    }
}

/// A node of a parsed text.
#[derive(Clone, Debug)]
pub struct ParsedNode<'tree> {
    /// Its kind, in the grammar's terms.
    pub kind: &'tree str,
    /// Its field in its parent node, in the grammar's terms.
    pub field: Option<&'tree str>,
    /// Where it is, in bytes.
    pub range: Range<usize>,
    /// Whether it is more than a sign or a keyword.
    pub is_named: bool,
    /// Whether it can stand anywhere, like a comment.
    pub is_extra: bool,
    /// Whether the grammar does not understand the text in it.
    pub is_error: bool,
    /// Whether the grammar supposes it, although it is not in the text.
    pub is_missing: bool,
    /// How many nodes are around it.
    pub depth: u32,
    /// Whether it has no nodes inside.
    pub is_leaf: bool,
}

/// Sees the nodes of a text, parents before children.
pub trait Visitor {
    /// A node begins. Returns whether to visit the nodes inside.
    fn enter(&mut self, node: &ParsedNode<'_>) -> bool;

    /// The last node that was entered and not left ends.
    fn leave(&mut self) {}
}

impl<Visit: FnMut(&ParsedNode<'_>)> Visitor for Visit {
    fn enter(&mut self, node: &ParsedNode<'_>) -> bool {
        self(node);
        true
    }
}

/// A text with its nodes.
pub struct ParsedText(Tree);

impl ParsedText {
    /// Whether the grammar does not understand some of the text.
    pub fn has_error(&self) -> bool {
        self.0.root_node().has_error()
    }

    /// Visits the nodes, without recursion.
    pub fn walk(&self, visitor: &mut impl Visitor) {
        let mut cursor = self.0.walk();
        loop {
            let enters = visitor.enter(&node(&cursor));
            if enters && cursor.goto_first_child() {
                continue;
            }
            visitor.leave();
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                visitor.leave();
            }
        }
    }
}

fn node<'tree>(cursor: &TreeCursor<'tree>) -> ParsedNode<'tree> {
    let node = cursor.node();
    ParsedNode {
        kind: node.kind(),
        field: cursor.field_name(),
        range: node.byte_range(),
        is_named: node.is_named(),
        is_extra: node.is_extra(),
        is_error: node.is_error(),
        is_missing: node.is_missing(),
        depth: cursor.depth(),
        is_leaf: node.child_count() == 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Outline {
        text: String,
    }

    impl Visitor for Outline {
        fn enter(&mut self, node: &ParsedNode<'_>) -> bool {
            self.text += &format!("({}", node.kind);
            node.kind != "parameters"
        }

        fn leave(&mut self) {
            self.text.push(')');
        }
    }

    #[test]
    fn every_node_is_entered_and_left() {
        let parsed = PYTHON.parse(b"def f(a): pass").expect("parsed");
        let mut outline = Outline::default();
        parsed.walk(&mut outline);
        assert_eq!(
            outline.text,
            "(module(function_definition(def)(identifier)(parameters)(:)(block(pass_statement(pass)))))"
        );
    }

    #[test]
    fn what_is_not_understood_is_marked() {
        for (grammar, good, bad) in [
            (C, "int a;", "int = ;"),
            (JAVASCRIPT, "let a = 1;", "let = = 1;"),
            (PYTHON, "a = 1", "a = = 1"),
            (JSON, "[1]", "[1"),
        ] {
            let errors = |text: &str| {
                let parsed = grammar.parse(text.as_bytes()).expect("parsed");
                let mut errors = 0;
                parsed.walk(&mut |node: &ParsedNode<'_>| {
                    errors += usize::from(node.is_error || node.is_missing);
                });
                assert_eq!(parsed.has_error(), errors > 0, "{text}");
                errors
            };
            assert_eq!(errors(good), 0, "{good}");
            assert_ne!(errors(bad), 0, "{bad}");
        }
    }
}
