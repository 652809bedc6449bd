//! Writes a reduced syntax tree out as text. Kept parts stay the same, byte for byte: the whole
//! tree gives the whole text.

use crate::syntax::Syntax;
use debunk_delta::{NodeId, NodeState, TreeShape};
use std::collections::HashSet;

/// Writes the text of a shape.
pub(crate) fn render(syntax: &Syntax, shape: &TreeShape) -> Vec<u8> {
    let mut writer = Writer {
        syntax,
        shape,
        out: Vec::with_capacity(syntax.text.len()),
        gap: None,
        dedent: 0,
        next: Some(0),
    };
    writer.node(0);
    let count = syntax.leaves.len();
    if !writer.out.is_empty() || writer.next == Some(count) {
        writer.out.extend_from_slice(syntax.gap(count));
    }
    writer.out
}

struct Writer<'s> {
    syntax: &'s Syntax,
    shape: &'s TreeShape,
    out: Vec<u8>,
    /// The gap that the next leaf gets instead of its own.
    gap: Option<Vec<u8>>,
    /// How many columns of indentation are removed from each line.
    dedent: usize,
    /// The leaf that would follow the written text, as in the whole text.
    next: Option<usize>,
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
                self.next = None;
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

    /// Children without the removed ones; each of these takes one separator with it.
    fn children(&mut self, children: &[NodeId]) {
        let gone = self.separators_gone(children);
        for &child in children {
            if !gone.contains(&child) {
                self.node(child);
            }
        }
    }

    /// The separators to remove with elements: for each the one after it, else the one before it.
    /// All others stay, so that nothing is lost if nothing was removed.
    fn separators_gone(&self, children: &[NodeId]) -> HashSet<NodeId> {
        let mut gone = HashSet::new();
        let row: Vec<NodeId> = children
            .iter()
            .copied()
            .filter(|&child| !self.syntax.is_aside[child as usize])
            .collect();
        let is_separator = |id: NodeId| self.syntax.is_separator[id as usize];
        if !row.iter().any(|&id| is_separator(id)) {
            return gone;
        }
        let is_removed = |id: NodeId| self.shape.state(id) == NodeState::Removed;
        for (position, _) in row.iter().enumerate().filter(|&(_, &child)| is_removed(child)) {
            let behind = row.get(position + 1).copied().filter(|&next| is_separator(next));
            // Between the element and the separator before it there are only removed parts.
            let before = || {
                let ahead = row[..position].iter().rev().copied();
                let mut rest = ahead.skip_while(|id| is_removed(*id) || gone.contains(id));
                rest.next().filter(|&last| is_separator(last))
            };
            if let Some(separator) = behind.or_else(before) {
                gone.insert(separator);
            }
        }
        gone
    }

    /// The children without the brackets around them.
    fn inside(&mut self, id: NodeId) {
        let children = &self.syntax.tree.node(id).children;
        let is_bracket = |id: &NodeId| !self.syntax.tree.node(*id).is_removable;
        let start = usize::from(children.first().is_some_and(is_bracket));
        let mut end = children.len()
            - usize::from(children.len() > 1 && children.last().is_some_and(is_bracket));
        // A list that ended with a separator did so for its brackets.
        while end > start && self.syntax.is_separator[children[end - 1] as usize] {
            end -= 1;
        }
        self.children(&children[start..end]);
    }

    /// Writes something instead of `id`, with the gap and the indentation that belong there.
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
        push(&mut self.out, &gap, text, self.next == Some(leaf));
        self.next = Some(leaf + 1);
    }
}

/// Appends a token after a gap. If it follows the token before it in the whole text, or begins the
/// text, it stays unchanged (`as_it_was`). Otherwise a space separates two tokens that would become
/// one, and a gap of spaces at the start is left out: it gains nothing.
pub(crate) fn push(out: &mut Vec<u8>, gap: &[u8], text: &[u8], as_it_was: bool) {
    let is_lost = out.is_empty() && !as_it_was && gap.iter().all(u8::is_ascii_whitespace);
    if !is_lost {
        out.extend_from_slice(gap);
    }
    if gap.is_empty()
        && !as_it_was
        && let (Some(&last), Some(&first)) = (out.last(), text.first())
        && would_join(last, first)
    {
        out.push(b' ');
    }
    out.extend_from_slice(text);
}

/// Whether two neighbouring bytes would merge two tokens.
pub(crate) fn would_join(last: u8, first: u8) -> bool {
    let is_word =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte > 127;
    (is_word(last) && is_word(first))
        || (last == first && matches!(last, b'+' | b'-' | b'/' | b'<' | b'>' | b'&' | b'|'))
        || (last == b'/' && first == b'*')
}
