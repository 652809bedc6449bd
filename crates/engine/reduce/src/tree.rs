//! A program as a tree that can be reduced, and a reduced tree as edits of the program's text.

use debunk_delta::{Node, NodeId, NodeState, Tree, TreeShape};
use debunk_model::{Edit, PartRole, Parts, Removal, Span};
use std::sync::Arc;

const STATEMENT_BIT: u64 = 1;
const EXPRESSION_BIT: u64 = 2;

/// Which parts of a program may be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Movable {
    /// Statements can replace statements.
    Statements,
    /// Expressions can replace expressions.
    Expressions,
}

/// The parts of a text as a tree.
#[derive(Clone)]
pub(crate) struct PartTree {
    text: Arc<str>,
    parts: Arc<Parts>,
    pub tree: Arc<Tree>,
}

impl PartTree {
    pub fn new(text: &Arc<str>, parts: Parts, movable: Movable) -> Self {
        let mut tree = Tree::default();
        for part in &parts.parts {
            let roles = match (part.role, movable) {
                (PartRole::Statement, Movable::Statements) => STATEMENT_BIT,
                (PartRole::Expression, Movable::Expressions) => EXPRESSION_BIT,
                _ => 0,
            };
            tree.add(
                part.parent.map(|parent| parent as NodeId),
                Node {
                    weight: part.span.end - part.span.start,
                    is_removable: part.removal != Removal::Never,
                    roles,
                    has_inside: part.inside.is_some(),
                    replacements: u8::from(part.short.is_some()),
                    ..Node::default()
                },
            );
        }
        Self { text: text.clone(), parts: Arc::new(parts), tree: Arc::new(tree) }
    }

    /// The edits that make the text of a shape; `None` if they contradict each other.
    pub fn edits(&self, shape: &TreeShape) -> Option<Vec<Edit>> {
        let mut edits = Vec::new();
        self.node(shape, 0, &mut edits);
        merged(edits)
    }

    fn span(&self, id: NodeId) -> Span {
        self.parts.parts[id as usize].span
    }

    fn node(&self, shape: &TreeShape, id: NodeId, edits: &mut Vec<Edit>) {
        let own = self.span(id);
        match shape.state(id) {
            NodeState::Removed => {}
            NodeState::Kept => self.children(shape, id, edits),
            NodeState::Hoisted(other) => {
                self.only(own, self.span(other), edits);
                self.node(shape, other, edits);
            }
            NodeState::Inside(other) => {
                let inside = self.parts.parts[other as usize].inside;
                self.only(own, inside.unwrap_or(self.span(other)), edits);
                self.children(shape, other, edits);
            }
            NodeState::Replaced(_) => {
                let short = self.parts.parts[id as usize].short.unwrap_or_default();
                edits.push(Edit::replace(own, short));
            }
        }
    }

    /// Of `whole` only `kept` stays.
    fn only(&self, whole: Span, kept: Span, edits: &mut Vec<Edit>) {
        edits.push(Edit::delete(Span::new(whole.start, kept.start)));
        edits.push(Edit::delete(Span::new(kept.end, whole.end)));
    }

    fn children(&self, shape: &TreeShape, id: NodeId, edits: &mut Vec<Edit>) {
        let children = &self.tree.node(id).children;
        let listed: Vec<NodeId> = children
            .iter()
            .copied()
            .filter(|&child| self.parts.parts[child as usize].removal == Removal::Listed)
            .collect();
        self.list(shape, &listed, edits);
        for &child in children {
            if shape.state(child) != NodeState::Removed {
                self.node(shape, child, edits);
                continue;
            }
            let own = self.span(child);
            match self.parts.parts[child as usize].removal {
                Removal::Never | Removal::Listed => {}
                Removal::Alone => edits.push(Edit::delete(with_line(&self.text, own))),
                Removal::From(start) => edits.push(Edit::delete(Span::new(start, own.end))),
            }
        }
    }

    /// Removes elements from a list, with the separators that become superfluous.
    fn list(&self, shape: &TreeShape, listed: &[NodeId], edits: &mut Vec<Edit>) {
        let is_removed = |id: NodeId| shape.state(id) == NodeState::Removed;
        let last_kept = listed.iter().rposition(|&id| !is_removed(id));
        for (position, &id) in listed.iter().enumerate() {
            if !is_removed(id) {
                continue;
            }
            let own = self.span(id);
            let gone = match last_kept {
                Some(kept) if position < kept => {
                    Span::new(own.start, self.span(listed[position + 1]).start)
                }
                Some(_) => Span::new(self.span(listed[position - 1]).end, own.end),
                None => Span::new(own.start, self.end_of_empty(listed, position)),
            };
            edits.push(Edit::delete(gone));
        }
    }

    /// Where the text of an element ends if no element stays: a last separator is removed as well.
    fn end_of_empty(&self, listed: &[NodeId], position: usize) -> u32 {
        match listed.get(position + 1) {
            Some(&next) => self.span(next).start,
            None => {
                let end = self.span(listed[position]).end;
                let rest = self.text.get(end as usize..).unwrap_or("");
                let blank = rest.len() - rest.trim_start().len();
                let has_separator = rest[blank..].starts_with(',');
                if has_separator { end + blank as u32 + 1 } else { end }
            }
        }
    }
}

/// A span with the whole line if nothing else is on it, else with the blanks after it.
pub(crate) fn with_line(text: &str, span: Span) -> Span {
    let before = &text[..span.start as usize];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let is_first = before[line_start..].trim().is_empty();
    let after = &text[span.end as usize..];
    let blanks = after.len() - after.trim_start_matches([' ', '\t', '\r']).len();
    let ends_line = after[blanks..].is_empty() || after[blanks..].starts_with('\n');
    if is_first && ends_line {
        let end = span.end as usize + blanks;
        let line_end = if end < text.len() { end + 1 } else { end };
        return Span::new(line_start as u32, line_end as u32);
    }
    let end = if ends_line { span.end } else { span.end + blanks as u32 };
    Span::new(span.start, end)
}

/// Edits in order, with adjacent deletions merged; `None` if a replacement overlaps something.
pub(crate) fn merged(mut edits: Vec<Edit>) -> Option<Vec<Edit>> {
    edits.retain(|edit| edit.span.start < edit.span.end || !edit.text.is_empty());
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut result: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match result.last_mut() {
            Some(last) if edit.span.start < last.span.end => {
                if !edit.text.is_empty() || !last.text.is_empty() {
                    return None;
                }
                last.span.end = last.span.end.max(edit.span.end);
            }
            Some(last)
                if edit.span.start == last.span.end
                    && edit.text.is_empty()
                    && last.text.is_empty() =>
            {
                last.span.end = edit.span.end;
            }
            _ => result.push(edit),
        }
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::{Goal, Program, SourceMap};

    fn tree(text: &str, movable: Movable) -> PartTree {
        let program = Program::javascript("p.js", Goal::Script, text);
        PartTree::new(&program.text, debunk_languages::parts(&program).expect("parses"), movable)
    }

    fn find(tree: &PartTree, text: &str) -> NodeId {
        let is_it = |id: &NodeId| tree.span(*id).of(&tree.text) == text;
        (1..tree.tree.nodes.len() as NodeId).find(is_it).expect(text)
    }

    fn check(text: &str, change: impl Fn(&PartTree, &mut TreeShape), expected: &str) {
        for movable in [Movable::Statements, Movable::Expressions] {
            let tree = tree(text, movable);
            let mut shape = TreeShape::whole(&tree.tree);
            change(&tree, &mut shape);
            let edits = tree.edits(&shape).expect("fit");
            let map = SourceMap::apply(&tree.text, edits).expect("apply");
            assert_eq!(&**map.new_text(), expected);
        }
    }

    fn remove<'a>(texts: &'a [&str]) -> impl Fn(&PartTree, &mut TreeShape) + 'a {
        move |tree, shape| {
            for text in texts {
                shape.set(find(tree, text), NodeState::Removed);
            }
        }
    }

    #[test]
    fn a_statement_goes_with_its_line() {
        check("a();\n  b();\nc();\n", remove(&["b();"]), "a();\nc();\n");
        check("a(); b(); c();", remove(&["b();"]), "a(); c();");
        check("a();\nb();", remove(&["a();", "b();"]), "");
    }

    #[test]
    fn elements_go_with_their_separators() {
        check("f(a, b, c);", remove(&["a"]), "f(b, c);");
        check("f(a, b, c);", remove(&["c"]), "f(a, b);");
        check("f(a, b, c);", remove(&["b", "c"]), "f(a);");
        check("f(a, b, c);", remove(&["a", "c"]), "f(b);");
        check("f([1, 2,]);", remove(&["1", "2"]), "f([]);");
        check("function f(p, q) {}", remove(&["p", "q"]), "function f() {}");
    }

    #[test]
    fn descendants_take_the_place_of_ancestors() {
        let text = "if (x) { a(); b(); }\nc();";
        let hoist = |tree: &PartTree, shape: &mut TreeShape| {
            shape.set(find(tree, "if (x) { a(); b(); }"), NodeState::Hoisted(find(tree, "a();")));
        };
        check(text, hoist, "a();\nc();");
        let inside = |tree: &PartTree, shape: &mut TreeShape| {
            let block = find(tree, "{ a(); b(); }");
            shape.set(find(tree, "if (x) { a(); b(); }"), NodeState::Inside(block));
            shape.set(find(tree, "b();"), NodeState::Removed);
        };
        check(text, inside, " a(); \nc();");
    }

    #[test]
    fn short_texts_take_the_place_of_long_ones() {
        let shorten = |tree: &PartTree, shape: &mut TreeShape| {
            shape.set(find(tree, "g(1, 2)"), NodeState::Replaced(0));
        };
        check("f(g(1, 2));", shorten, "f(0);");
    }
}
