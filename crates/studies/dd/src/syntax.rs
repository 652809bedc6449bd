//! A text as a syntax tree, ready for reducing and writing out.

use crate::language::{FileLanguage, Roles};
use debunk_delta::{Node, NodeId, Tree};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use tree_sitter::{Parser, TreeCursor};

/// Deeper nodes are leaves, so that no walk can overflow a stack.
const DEPTH_MAX: u32 = 500;

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
pub(crate) struct Grammar {
    pub language: FileLanguage,
    roles: Roles,
    /// How many errors texts have, by their hash: texts that are tested ahead are checked many
    /// times.
    known_errors: Mutex<HashMap<blake3::Hash, usize>>,
}

/// The grammar of HTML takes time for each token in proportion to the number of open tags: with more than this, minutes.
const TAG_DEPTH_LIMIT: usize = 10_000;

/// Tags without an end.
const NEVER_CLOSED: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// An upper bound of the number of tags that are open at the same time.
fn tag_depth(text: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    for tag in text.split(|byte| *byte == b'<').skip(1) {
        let name = tag.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let name = String::from_utf8_lossy(&tag[..name]).to_ascii_lowercase();
        if tag.first() == Some(&b'/') {
            depth = depth.saturating_sub(1);
        } else if !name.is_empty() && !NEVER_CLOSED.contains(&name.as_str()) {
            depth += 1;
        }
        deepest = deepest.max(depth);
    }
    deepest
}

impl Grammar {
    pub fn new(language: FileLanguage) -> Self {
        Self { language, roles: Roles::of(language), known_errors: Mutex::default() }
    }

    fn parse_raw(&self, text: &[u8]) -> Option<tree_sitter::Tree> {
        if self.language == FileLanguage::Html && tag_depth(text) > TAG_DEPTH_LIMIT {
            return None;
        }
        let mut parser = Parser::new();
        parser.set_language(&self.language.grammar().into()).ok()?;
        parser.parse(text, None)
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
        let Some(tree) = self.parse_raw(text) else { return usize::MAX };
        let is_javascript = self.language == FileLanguage::JavaScript;
        if !tree.root_node().has_error() && !is_javascript {
            return 0;
        }
        let mut errors = 0;
        let mut cursor = tree.walk();
        walk(&mut cursor, &mut |cursor| {
            let node = cursor.node();
            let is_nameless = is_javascript && is_nameless(node, text);
            errors += usize::from(node.is_error() || node.is_missing() || is_nameless);
        });
        errors
    }

    /// Parses a text.
    pub fn parse(&self, text: &[u8]) -> Option<Syntax> {
        let raw = self.parse_raw(text)?;
        let mut syntax = Syntax {
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
        let mut tree = Tree::default();
        let mut cursor = raw.walk();
        self.add(&mut syntax, &mut tree, &mut cursor, None);
        syntax.tree = Arc::new(tree);
        // Writing out relies on leaves in order, with gaps between them.
        syntax.is_in_order().then_some(syntax)
    }

    fn add(
        &self,
        syntax: &mut Syntax,
        tree: &mut Tree,
        cursor: &mut TreeCursor<'_>,
        parent: Option<NodeId>,
    ) {
        let raw = cursor.node();
        let kind = raw.kind();
        let range = raw.byte_range();
        let is_leaf = raw.child_count() == 0 || cursor.depth() > DEPTH_MAX;
        if range.is_empty() && parent.is_some() {
            return;
        }
        let texts: Vec<&'static str> = self
            .roles
            .texts(kind)
            .iter()
            .copied()
            .filter(|short| raw.is_named() && short.len() < range.len())
            .collect();
        let node = Node {
            weight: range.len() as u32,
            is_removable: parent.is_some() && raw.is_named(),
            roles: if raw.is_named() && parent.is_some() { self.roles.bits(kind) } else { 0 },
            replacements: u8::try_from(texts.len()).unwrap_or(u8::MAX),
            ..Node::default()
        };
        let id = tree.add(parent, node);
        let first_leaf = syntax.leaves.len();
        syntax.is_separator.push(!raw.is_named() && matches!(kind, "," | "|"));
        let is_directive = raw.is_named() && kind.starts_with("preproc");
        syntax.is_aside.push(raw.is_extra() || raw.is_error() || is_directive);
        syntax.ranges.push(range);
        syntax.leaf_ranges.push(first_leaf..first_leaf);
        syntax.texts.push(texts);
        syntax.kinds.push(kind.to_owned());
        if is_leaf {
            syntax.leaves.push(id);
        } else if cursor.goto_first_child() {
            loop {
                self.add(syntax, tree, cursor, Some(id));
                if !cursor.goto_next_sibling() {
                    break;
                }
            }
            cursor.goto_parent();
            if tree.node(id).children.is_empty() {
                syntax.leaves.push(id);
            }
            tree.nodes[id as usize].has_inside = self.has_inside(syntax, tree, id);
        }
        syntax.leaf_ranges[id as usize] = first_leaf..syntax.leaves.len();
    }

    /// Whether a node holds a list that is valid alone: between brackets, or a block.
    fn has_inside(&self, syntax: &Syntax, tree: &Tree, id: NodeId) -> bool {
        let children = &tree.node(id).children;
        let (Some(&first), Some(&last)) = (children.first(), children.last()) else { return false };
        let text = |id: NodeId| &syntax.text[syntax.ranges[id as usize].clone()];
        let is_bracketed =
            matches!((text(first), text(last)), (b"{", b"}") | (b"[", b"]") | (b"(", b")"));
        is_bracketed || (self.language.indents() && syntax.kinds[id as usize] == "block")
    }
}

fn walk(cursor: &mut TreeCursor<'_>, visit: &mut impl FnMut(&TreeCursor<'_>)) {
    loop {
        visit(cursor);
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
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
fn is_nameless(node: tree_sitter::Node<'_>, text: &[u8]) -> bool {
    let is_part_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let begins = |word: &[u8]| {
        let rest = text[node.byte_range()].strip_prefix(word);
        rest.is_some_and(|rest| !rest.first().is_some_and(is_part_of_word))
    };
    node.kind() == "expression_statement" && (begins(b"function") || begins(b"class"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_that_are_nested_too_deeply_are_not_parsed() {
        let nested = |count: usize| "<div>".repeat(count) + &"</div>".repeat(count);
        assert_eq!(tag_depth(nested(3).as_bytes()), 3);
        assert_eq!(tag_depth("<p><br><BR/></p><p>a < b</p><!-- c -->".as_bytes()), 1);
        let grammar = Grammar::new(FileLanguage::Html);
        assert!(grammar.parse(nested(100).as_bytes()).is_some());
        assert!(grammar.parse(nested(TAG_DEPTH_LIMIT + 1).as_bytes()).is_none());
    }

    #[test]
    fn functions_and_classes_that_are_statements_have_names() {
        let grammar = Grammar::new(FileLanguage::JavaScript);
        let errors = |text: &str| grammar.errors(text.as_bytes());
        assert_eq!(errors("function f() {} class A {} classify(); (function () {})();"), 0);
        assert_eq!(errors("function () {}"), 1);
        assert_eq!(errors("{ class { static {} } }"), 1);
    }
}
