//! A text as a list of nodes.

use debunk_grammars::{DEPTH_LIMIT, Grammar, ParsedNode, Visitor};
use debunk_model::{NodeSpan, Span};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// The names of a grammar as written in its description.
struct Names(Arc<HashSet<&'static str>>);

impl Names {
    /// Reads the description of a grammar on first use.
    fn of(grammar: Grammar) -> Self {
        type Read = BTreeMap<usize, Arc<HashSet<&'static str>>>;
        static READ: Mutex<Read> = Mutex::new(Read::new());
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        let names = read.entry(grammar.node_types().as_ptr().addr());
        let quoted = || Arc::new(grammar.node_types().split('"').collect());
        Self(names.or_insert_with(quoted).clone())
    }

    /// The name; empty for signs that the description writes differently.
    fn get(&self, name: &str) -> &'static str {
        self.0.get(name).copied().unwrap_or("")
    }
}

/// A node of a syntax tree; others are referred to by their index in the list.
#[derive(Clone, Debug)]
pub struct SyntaxNode {
    /// Its kind in the grammar's terms.
    pub kind: &'static str,
    /// Its field in its parent node, in the grammar's terms.
    pub field: Option<&'static str>,
    /// Where it is.
    pub span: Span,
    /// Its parent node.
    pub parent: Option<usize>,
    /// Its child nodes.
    pub children: Vec<usize>,
    /// Whether it is more than a sign or a keyword.
    pub is_named: bool,
    /// One past the index of the last node inside it.
    pub end: usize,
}

/// A text with its syntax.
#[derive(Clone, Debug)]
pub struct SyntaxTree<'text> {
    /// The text.
    pub text: &'text str,
    /// The nodes, parents before children, in the order of the text.
    pub nodes: Vec<SyntaxNode>,
}

impl<'text> SyntaxTree<'text> {
    /// Parses a text; `None` if the grammar does not understand all of it, or if it is nested too deeply.
    pub fn parse(grammar: Grammar, text: &'text str) -> Option<Self> {
        let parsed = grammar.parse(text.as_bytes())?;
        if parsed.has_error() {
            return None;
        }
        let tree = Self { text, nodes: Vec::new() };
        let mut builder =
            Builder { names: Names::of(grammar), tree, open: Vec::new(), is_too_deep: false };
        parsed.walk(&mut builder);
        (!builder.is_too_deep).then_some(builder.tree)
    }

    /// The kind of a node.
    pub fn kind(&self, id: usize) -> &'static str {
        self.nodes[id].kind
    }

    /// Where a node is.
    pub fn span(&self, id: usize) -> Span {
        self.nodes[id].span
    }

    /// The text of a node.
    pub fn text(&self, id: usize) -> &'text str {
        self.nodes[id].span.of(self.text)
    }

    /// The first child in this field of a node.
    pub fn child(&self, id: usize, field: &str) -> Option<usize> {
        self.children_of(id, field).next()
    }

    /// The children in this field of a node.
    pub fn children_of(&self, id: usize, field: &str) -> impl Iterator<Item = usize> {
        let is_wanted = move |child: &usize| self.nodes[*child].field == Some(field);
        self.nodes[id].children.iter().copied().filter(is_wanted)
    }

    /// The named children of a node.
    pub fn named(&self, id: usize) -> impl Iterator<Item = usize> {
        self.nodes[id].children.iter().copied().filter(|&child| self.nodes[child].is_named)
    }

    /// The nodes around a node, innermost first.
    pub fn ancestors(&self, id: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.nodes[id].parent, |&parent| self.nodes[parent].parent)
    }

    /// The nodes inside a node, in the order of the text.
    pub fn inside(&self, id: usize) -> std::ops::Range<usize> {
        id + 1..self.nodes[id].end
    }

    /// The nodes of a kind.
    pub fn of_kind(&self, kind: &str) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(move |&id| self.nodes[id].kind == kind)
    }

    /// Whether a node of one of these kinds is inside a node.
    pub fn contains(&self, id: usize, kinds: &[&str]) -> bool {
        self.inside(id).any(|inner| self.nodes[inner].is_named && kinds.contains(&self.kind(inner)))
    }

    /// The innermost node of one of these kinds around a node.
    pub fn around(&self, id: usize, kinds: &[&str]) -> Option<usize> {
        self.ancestors(id).find(|&outer| kinds.contains(&self.kind(outer)))
    }

    /// Where nodes of one of these kinds begin.
    pub fn starts_of(&self, kinds: &[&str]) -> BTreeSet<u32> {
        kinds.iter().flat_map(|kind| self.of_kind(kind)).map(|id| self.span(id).start).collect()
    }

    /// The named nodes in the form of a program's sites.
    pub fn node_spans(&self) -> Vec<NodeSpan> {
        let named = self.nodes.iter().filter(|node| node.is_named);
        named.map(|node| NodeSpan { span: node.span, kind: node.kind }).collect()
    }
}

/// Makes a tree from the nodes of a text.
struct Builder<'text> {
    names: Names,
    tree: SyntaxTree<'text>,
    /// The nodes that were entered and not left.
    open: Vec<usize>,
    is_too_deep: bool,
}

impl Visitor for Builder<'_> {
    fn enter(&mut self, node: &ParsedNode<'_>) -> bool {
        self.is_too_deep |= node.depth > DEPTH_LIMIT;
        let id = self.tree.nodes.len();
        let parent = self.open.last().copied();
        self.tree.nodes.push(SyntaxNode {
            kind: self.names.get(node.kind),
            field: node.field.map(|field| self.names.get(field)),
            span: Span::new(node.range.start as u32, node.range.end as u32),
            parent,
            children: Vec::new(),
            is_named: node.is_named,
            end: id + 1,
        });
        if let Some(parent) = parent {
            self.tree.nodes[parent].children.push(id);
        }
        self.open.push(id);
        !self.is_too_deep
    }

    fn leave(&mut self) {
        let end = self.tree.nodes.len();
        if let Some(id) = self.open.pop() {
            self.tree.nodes[id].end = end;
        }
    }
}
