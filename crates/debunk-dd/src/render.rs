//! Writes a reduced syntax tree out as text. What is kept stays as it was, byte for byte.

use crate::syntax::Syntax;
use debunk_delta::{NodeId, NodeState, Shape};

/// Writes the text of a shape.
pub(crate) fn render(syntax: &Syntax, shape: &Shape) -> Vec<u8> {
    let mut writer = Writer {
        syntax,
        shape,
        out: Vec::with_capacity(syntax.text.len()),
        gap: None,
        dedent: 0,
        last: None,
    };
    writer.node(0);
    let end = syntax.gap(syntax.leaves.len());
    if !writer.out.is_empty() {
        writer.out.extend_from_slice(end);
    }
    writer.out
}

struct Writer<'s> {
    syntax: &'s Syntax,
    shape: &'s Shape,
    out: Vec<u8>,
    /// The gap that the next leaf gets in place of its own.
    gap: Option<Vec<u8>>,
    /// So many columns of indentation are taken from each line.
    dedent: usize,
    /// The leaf that was written last, as it was.
    last: Option<usize>,
}

impl Writer<'_> {
    fn node(&mut self, id: NodeId) {
        let syntax = self.syntax;
        match self.shape.state(id) {
            NodeState::Removed => {}
            NodeState::Hoisted(other) => self.in_place_of(id, other, |writer| writer.node(other)),
            NodeState::Inside(other) => {
                self.in_place_of(id, other, |writer| writer.inside(other));
            }
            NodeState::Replaced(position) => {
                let text = syntax.texts[id as usize].get(usize::from(position)).copied();
                let leaf = syntax.leaf_ranges[id as usize].start;
                self.leaf(leaf, text.unwrap_or_default().as_bytes());
                self.last = None;
            }
            NodeState::Kept => {
                let children = &syntax.tree.node(id).children;
                if children.is_empty() {
                    let leaf = syntax.leaf_ranges[id as usize].start;
                    self.leaf(leaf, &syntax.text[syntax.range(id)]);
                } else {
                    self.children(children);
                }
            }
        }
    }

    /// Children with separators only between two that are there.
    fn children(&mut self, children: &[NodeId]) {
        let mut separator = None;
        let mut has_element = false;
        for &child in children {
            if self.syntax.is_separator[child as usize] {
                if has_element && separator.is_none() {
                    separator = Some(child);
                }
                continue;
            }
            if self.shape.state(child) == NodeState::Removed {
                continue;
            }
            let is_element = self.syntax.tree.node(child).is_removable;
            if is_element && let Some(separator) = separator.take() {
                self.node(separator);
            }
            if !is_element {
                // A closing bracket: a separator before it stays only where it was so.
                if let Some(last) = separator.take()
                    && self.closes(children, last, child)
                {
                    self.node(last);
                }
            }
            has_element = is_element;
            self.node(child);
        }
    }

    /// Whether the separator stood right before that child in the whole text.
    fn closes(&self, children: &[NodeId], separator: NodeId, child: NodeId) -> bool {
        children.windows(2).any(|pair| pair == [separator, child])
    }

    /// The children without the brackets around them.
    fn inside(&mut self, id: NodeId) {
        let children = &self.syntax.tree.node(id).children;
        let is_bracket = |id: &NodeId| !self.syntax.tree.node(*id).is_removable;
        let start = usize::from(children.first().is_some_and(is_bracket));
        let end = children.len()
            - usize::from(children.len() > 1 && children.last().is_some_and(is_bracket));
        self.children(&children[start..end]);
    }

    /// Writes something in the place of `id`, with the gap and the indentation that belong there.
    fn in_place_of(&mut self, id: NodeId, other: NodeId, write: impl FnOnce(&mut Self)) {
        let syntax = self.syntax;
        let own = syntax.gap(syntax.leaf_ranges[id as usize].start).to_vec();
        let gap = self.gap.take().unwrap_or_else(|| self.dedented(&own));
        self.gap = Some(gap);
        let before = self.dedent;
        if syntax.language.indents() {
            let deeper = self.indentation(other).saturating_sub(self.indentation(id));
            self.dedent = before + deeper;
        }
        write(self);
        self.dedent = before;
    }

    /// The indentation of the line on which a node begins.
    fn indentation(&self, id: NodeId) -> usize {
        let text = &self.syntax.text[..self.syntax.range(id).start];
        let line = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        text[line..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    fn dedented(&self, gap: &[u8]) -> Vec<u8> {
        let Some(end) = gap.iter().rposition(|&byte| byte == b'\n') else { return gap.to_vec() };
        let indentation = gap.len() - end - 1;
        let kept = indentation.saturating_sub(self.dedent);
        let mut shorter = gap[..=end].to_vec();
        shorter.extend_from_slice(&gap[gap.len() - kept..]);
        shorter
    }

    fn leaf(&mut self, leaf: usize, text: &[u8]) {
        let gap = match self.gap.take() {
            Some(gap) => gap,
            None => self.dedented(self.syntax.gap(leaf)),
        };
        let was_next = leaf > 0 && self.last == Some(leaf - 1);
        push(&mut self.out, &gap, text, was_next);
        self.last = Some(leaf);
    }
}

/// Appends a token behind a gap, with a space where two tokens would become one. Tokens that stood
/// next to each other before (`was_next`) do not become one.
pub(crate) fn push(out: &mut Vec<u8>, gap: &[u8], text: &[u8], was_next: bool) {
    if out.is_empty() {
        // Nothing is gained by a gap before the first token, but its text may be more than space.
        if !gap.iter().all(u8::is_ascii_whitespace) {
            out.extend_from_slice(gap);
        }
    } else {
        out.extend_from_slice(gap);
    }
    if gap.is_empty()
        && !was_next
        && let (Some(&last), Some(&first)) = (out.last(), text.first())
        && would_join(last, first)
    {
        out.push(b' ');
    }
    out.extend_from_slice(text);
}

/// Whether two neighbouring bytes would make one token of two.
pub(crate) fn would_join(last: u8, first: u8) -> bool {
    let is_word =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte > 127;
    (is_word(last) && is_word(first))
        || (last == first && matches!(last, b'+' | b'-' | b'/' | b'<' | b'>' | b'&' | b'|'))
        || (last == b'/' && first == b'*')
}
