//! A text as a syntax tree, ready for reducing and writing out.

use crate::language::{FileLanguage, Roles};
use debunk_delta::{Node, NodeId, Tree};
use debunk_grammars::{DEPTH_LIMIT, ParsedNode, Visitor};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// A text with its syntax tree.
pub(crate) struct Syntax {
    pub language: FileLanguage,
    pub text: Arc<[u8]>,
    pub tree: Arc<Tree>,
    /// Where each node is in the text.
    pub ranges: Vec<Range<usize>>,
    /// The first leaf of each node, and one past its last.
    pub leaf_ranges: Vec<Range<usize>>,
    /// The leaves in order.
    pub leaves: Vec<NodeId>,
    pub is_separator: Vec<bool>,
    /// Whether a node is in a list without being an element of it: a comment, a directive of the
    /// preprocessor, text that the grammar does not understand. No separator belongs to it.
    pub is_aside: Vec<bool>,
    /// For each node the short texts that can replace it.
    pub texts: Vec<Vec<&'static str>>,
    pub kinds: Vec<String>,
}

/// Parses texts of one language.
pub(crate) struct SyntaxReader {
    pub language: FileLanguage,
    roles: Roles,
    /// How many errors texts have, by their hash: texts that are tested ahead are checked many
    /// times.
    known_errors: Mutex<HashMap<blake3::Hash, usize>>,
}

impl SyntaxReader {
    pub fn new(language: FileLanguage) -> Self {
        Self { language, roles: Roles::of(language), known_errors: Mutex::default() }
    }

    /// How many places of a text the grammar does not understand.
    pub fn errors(&self, text: &[u8]) -> usize {
        let name = blake3::hash(text);
        let known = || self.known_errors.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&errors) = known().get(&name) {
            return errors;
        }
        let errors = self.count_errors(text);
        known().insert(name, errors);
        errors
    }

    fn count_errors(&self, text: &[u8]) -> usize {
        let Some(parsed) = self.language.grammar().parse(text) else { return usize::MAX };
        let is_javascript = self.language == FileLanguage::JavaScript;
        if !parsed.has_error() && !is_javascript {
            return 0;
        }
        let mut errors = 0;
        parsed.walk(&mut |node: &ParsedNode<'_>| {
            let is_nameless = is_javascript && is_nameless(node, text);
            errors += usize::from(node.is_error || node.is_missing || is_nameless);
        });
        errors
    }

    /// Parses a text.
    pub fn parse(&self, text: &[u8]) -> Option<Syntax> {
        let parsed = self.language.grammar().parse(text)?;
        let syntax = Syntax {
            language: self.language,
            text: text.into(),
            tree: Arc::default(),
            ranges: Vec::new(),
            leaf_ranges: Vec::new(),
            leaves: Vec::new(),
            is_separator: Vec::new(),
            is_aside: Vec::new(),
            texts: Vec::new(),
            kinds: Vec::new(),
        };
        let mut builder =
            Builder { roles: &self.roles, syntax, tree: Tree::default(), open: Vec::new() };
        parsed.walk(&mut builder);
        let Builder { mut syntax, tree, .. } = builder;
        syntax.tree = Arc::new(tree);
        // Writing out relies on leaves in order, with gaps between them.
        syntax.is_in_order().then_some(syntax)
    }
}

/// Makes a syntax from the nodes of a text.
struct Builder<'grammar> {
    roles: &'grammar Roles,
    syntax: Syntax,
    tree: Tree,
    /// The nodes that were entered and not left, each with its first leaf; none for one that is left out.
    open: Vec<Option<(NodeId, usize)>>,
}

impl Visitor for Builder<'_> {
    fn enter(&mut self, node: &ParsedNode<'_>) -> bool {
        let parent = self.open.last().copied().flatten().map(|(id, _)| id);
        if node.range.is_empty() && parent.is_some() {
            self.open.push(None);
            return false;
        }
        let first_leaf = self.syntax.leaves.len();
        let id = self.add(node, parent);
        self.open.push(Some((id, first_leaf)));
        // Deeper nodes are leaves.
        !node.is_leaf && node.depth <= DEPTH_LIMIT
    }

    fn leave(&mut self) {
        let Some((id, first_leaf)) = self.open.pop().flatten() else { return };
        if self.tree.node(id).children.is_empty() {
            self.syntax.leaves.push(id);
        }
        self.tree.nodes[id as usize].has_inside = self.has_inside(id);
        self.syntax.leaf_ranges[id as usize] = first_leaf..self.syntax.leaves.len();
    }
}

impl Builder<'_> {
    fn add(&mut self, node: &ParsedNode<'_>, parent: Option<NodeId>) -> NodeId {
        let ParsedNode { kind, range, is_named, .. } = node;
        let texts: Vec<&'static str> = self
            .roles
            .texts(kind)
            .iter()
            .copied()
            .filter(|short| *is_named && short.len() < range.len())
            .collect();
        let is_part = *is_named && parent.is_some();
        let id = self.tree.add(
            parent,
            Node {
                weight: range.len() as u32,
                is_removable: is_part,
                roles: if is_part { self.roles.bits(kind) } else { 0 },
                replacements: u8::try_from(texts.len()).unwrap_or(u8::MAX),
                ..Node::default()
            },
        );
        let syntax = &mut self.syntax;
        syntax.is_separator.push(!is_named && matches!(*kind, "," | "|"));
        let is_directive = *is_named && kind.starts_with("preproc");
        syntax.is_aside.push(node.is_extra || node.is_error || is_directive);
        syntax.ranges.push(range.clone());
        syntax.leaf_ranges.push(0..0);
        syntax.texts.push(texts);
        syntax.kinds.push((*kind).to_owned());
        id
    }

    /// Whether a node holds a list that is valid alone: between brackets, or a block.
    fn has_inside(&self, id: NodeId) -> bool {
        let syntax = &self.syntax;
        let children = &self.tree.node(id).children;
        let (Some(&first), Some(&last)) = (children.first(), children.last()) else { return false };
        let text = |id: NodeId| &syntax.text[syntax.ranges[id as usize].clone()];
        let is_bracketed =
            matches!((text(first), text(last)), (b"{", b"}") | (b"[", b"]") | (b"(", b")"));
        is_bracketed || (syntax.language.indents() && syntax.kinds[id as usize] == "block")
    }
}

impl Syntax {
    pub fn range(&self, id: NodeId) -> Range<usize> {
        self.ranges[id as usize].clone()
    }

    fn is_in_order(&self) -> bool {
        let ranges: Vec<Range<usize>> = self.pieces();
        ranges.is_sorted_by(|one, next| one.end <= next.start)
            && ranges.last().is_none_or(|last| last.end <= self.text.len())
    }

    /// The text between the leaf before this one and this one.
    pub fn gap(&self, leaf: usize) -> &[u8] {
        let start = if leaf == 0 { 0 } else { self.ranges[self.leaves[leaf - 1] as usize].end };
        let end = match self.leaves.get(leaf) {
            Some(&id) => self.ranges[id as usize].start,
            None => self.text.len(),
        };
        &self.text[start..end]
    }

    /// The texts of the leaves, each with the gap before it.
    pub fn pieces(&self) -> Vec<Range<usize>> {
        self.leaves.iter().map(|&id| self.range(id)).collect()
    }
}

/// Whether a JavaScript statement begins like a function or a class without a name. The grammar
/// takes it for an expression, but no expression statement begins like this.
fn is_nameless(node: &ParsedNode<'_>, text: &[u8]) -> bool {
    let is_part_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let begins = |word: &[u8]| {
        let rest = text[node.range.clone()].strip_prefix(word);
        rest.is_some_and(|rest| !rest.first().is_some_and(is_part_of_word))
    };
    node.kind == "expression_statement" && (begins(b"function") || begins(b"class"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_classes_that_are_statements_have_names() {
        let grammar = SyntaxReader::new(FileLanguage::JavaScript);
        let errors = |text: &str| grammar.errors(text.as_bytes());
        assert_eq!(errors("function f() {} class A {} classify(); (function () {})();"), 0);
        assert_eq!(errors("function () {}"), 1);
        assert_eq!(errors("{ class { static {} } }"), 1);
    }
}
