//! A text as a row of tokens with gaps between them.

use crate::render::{push, would_join};
use std::ops::Range;
use std::sync::Arc;

/// The text, its tokens in order, and the name of each if a grammar knows it.
#[derive(Clone)]
pub(crate) struct Flat {
    pub text: Arc<[u8]>,
    pub tokens: Vec<Range<usize>>,
}

/// The change of a token or of the gap before it.
#[derive(Clone, Default)]
pub(crate) struct TokenChange {
    pub removed: bool,
    pub text: Option<Vec<u8>>,
    pub gap: Option<Vec<u8>>,
}

impl Flat {
    /// Words, numbers and single signs, without any grammar.
    pub fn words(text: &[u8]) -> Self {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte > 127;
        let mut tokens: Vec<Range<usize>> = Vec::new();
        let mut position = 0;
        while position < text.len() {
            let start = position;
            let byte = text[position];
            position += 1;
            if byte.is_ascii_whitespace() {
                continue;
            }
            if is_word(byte) {
                while position < text.len() && is_word(text[position]) {
                    position += 1;
                }
            }
            tokens.push(start..position);
        }
        Self { text: text.into(), tokens }
    }

    /// The gap before a token; the last one is after all tokens.
    pub fn gap(&self, number: usize) -> &[u8] {
        let start = if number == 0 { 0 } else { self.tokens[number - 1].end };
        let end = self.tokens.get(number).map_or(self.text.len(), |token| token.start);
        self.text.get(start..end).unwrap_or(&[])
    }

    pub fn token(&self, number: usize) -> &[u8] {
        &self.text[self.tokens[number].clone()]
    }

    /// The shortest gap that keeps two tokens apart.
    pub fn shortest_gap(&self, number: usize) -> &'static [u8] {
        if number == 0 || number == self.tokens.len() {
            return b"";
        }
        let last = self.token(number - 1).last();
        match (last, self.token(number).first()) {
            (Some(&last), Some(&first)) if would_join(last, first) => b" ",
            _ => b"",
        }
    }

    /// Writes the text with changes; there is one for each token and one for the gap at the end.
    pub fn render(&self, changes: &[TokenChange]) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.text.len());
        let mut next = 0;
        for (number, change) in changes.iter().enumerate().take(self.tokens.len()) {
            if change.removed {
                continue;
            }
            let gap = change.gap.as_deref().unwrap_or_else(|| self.gap(number));
            let text = change.text.as_deref().unwrap_or_else(|| self.token(number));
            push(&mut out, gap, text, next == number && change.gap.is_none());
            next = number + 1;
        }
        let end = changes.last().and_then(|change| change.gap.as_deref());
        let is_behind = next == self.tokens.len();
        match end {
            Some(gap) => out.extend_from_slice(gap),
            None if is_behind => out.extend_from_slice(self.gap(self.tokens.len())),
            None => {}
        }
        out
    }

    /// Changes that change nothing.
    pub fn unchanged(&self) -> Vec<TokenChange> {
        vec![TokenChange::default(); self.tokens.len() + 1]
    }

    /// Pairs of brackets that belong together, by their numbers.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let mut open: Vec<(u8, usize)> = Vec::new();
        let mut pairs = Vec::new();
        for number in 0..self.tokens.len() {
            match self.token(number) {
                b"(" => open.push((b')', number)),
                b"[" => open.push((b']', number)),
                b"{" => open.push((b'}', number)),
                [close @ (b')' | b']' | b'}')] => {
                    if open.last().is_some_and(|(wanted, _)| wanted == close)
                        && let Some((_, start)) = open.pop()
                    {
                        pairs.push((start, number));
                    }
                }
                _ => {}
            }
        }
        pairs
    }
}

/// Cuts a text into characters, or into bytes if it is not text.
pub(crate) fn characters(text: &[u8]) -> Vec<Range<usize>> {
    match std::str::from_utf8(text) {
        Ok(text) => text
            .char_indices()
            .map(|(start, character)| start..start + character.len_utf8())
            .collect(),
        Err(_) => (0..text.len()).map(|start| start..start + 1).collect(),
    }
}

/// Cuts a text into lines with their line ends.
pub(crate) fn lines(text: &[u8]) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        lines.push(start..start + line.len());
        start += line.len();
    }
    lines
}

/// The parts with these numbers, joined.
pub(crate) fn join(text: &[u8], parts: &[Range<usize>], kept: &[usize]) -> Vec<u8> {
    kept.iter().flat_map(|&number| &text[parts[number].clone()]).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_keep_apart() {
        let flat = Flat::words(b"int  i = (a1+b);\n");
        assert_eq!(flat.tokens.len(), 9);
        assert_eq!(flat.pairs(), [(3, 7)]);
        let mut changes = flat.unchanged();
        assert_eq!(flat.render(&changes), b"int  i = (a1+b);\n");
        changes[3].removed = true;
        changes[7].removed = true;
        changes[1].removed = true;
        assert_eq!(flat.render(&changes), b"int =a1+b;\n");
        for (number, change) in changes.iter_mut().enumerate() {
            *change = TokenChange {
                gap: Some(flat.shortest_gap(number).to_vec()),
                ..TokenChange::default()
            };
        }
        assert_eq!(flat.render(&changes), b"int i=(a1+b);");
    }

    #[test]
    fn texts_are_cut_without_loss() {
        for text in ["a\nb\r\n\nc", "", "\n", "äöü\n"] {
            let all = |parts: &[Range<usize>]| (0..parts.len()).collect::<Vec<_>>();
            for parts in [lines(text.as_bytes()), characters(text.as_bytes())] {
                assert_eq!(join(text.as_bytes(), &parts, &all(&parts)), text.as_bytes());
            }
        }
    }
}
