//! The passes: each tries one kind of change on the whole text.

use crate::flat::{Change, Flat, characters, join, lines};
use crate::reducer::{Filter, Reducer};
use crate::render::render;
use crate::syntax::Syntax;
use debunk_delta::{OneByOne, Probable, Shape, Stage, TreeSearch};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// How likely a line, token or character is needed, before anything is known.
const LINE_ESTIMATE: f64 = 0.1;
const TOKEN_ESTIMATE: f64 = 0.25;
const NEEDED_ESTIMATE: f64 = 0.5;
/// In a long token (a text, a comment) a character is needed as seldom as a line elsewhere.
const LONG_TOKEN_BYTES: usize = 12;
const LONG_TOKEN_ESTIMATE: f64 = 0.1;
const CHARACTER_ESTIMATE: f64 = 0.9;
/// Where all changes are expected to work at once.
const ALL_AT_ONCE: f64 = 0.5;
/// So many broken texts in a row are refused before no more are tried.
const BROKEN_PATIENCE: usize = 24;
/// Rows of up to so many tokens are taken out together.
const ROW_MAX: usize = 8;
/// Texts with more tokens are not searched row by row.
const ROW_TOKENS_MAX: usize = 4000;

impl Reducer<'_> {
    fn syntax(&self) -> Option<Syntax> {
        self.grammar.as_ref()?.parse(&self.text)
    }

    /// The tokens of the text, by the grammar where there is one.
    fn flat(&self) -> Flat {
        match self.syntax() {
            Some(syntax) => Flat { tokens: syntax.pieces(), text: syntax.text },
            None => Flat::words(&self.text),
        }
    }

    /// Stages on the syntax tree.
    pub fn tree(&mut self, pass: &'static str, stages: &[Stage], estimate: f64) -> bool {
        let Some(syntax) = self.syntax() else { return false };
        let search =
            TreeSearch::new(syntax.tree.clone(), stages.iter().copied()).estimate(estimate);
        let write = |shape: &Shape| render(&syntax, shape);
        self.run(pass, search, Filter::Grammar, write, |search| search.shape().clone())
    }

    /// Leaves out lines.
    pub fn lines(&mut self, is_last: bool) -> bool {
        let (text, parts) = (self.text.clone(), lines(&self.text));
        let mut search = Probable::new(parts.len(), LINE_ESTIMATE);
        if is_last {
            search = search.one_minimal();
        }
        let write = |kept: &Vec<usize>| join(&text, &parts, kept);
        self.run("lines", search, Filter::None, write, Probable::kept)
    }

    /// Makes the gaps between tokens as short as they can be.
    pub fn gaps(&mut self) -> bool {
        let flat = self.flat();
        let shortest = |number: usize| flat.shortest_gap(number).to_vec();
        let line_end = |number: usize| {
            let has_line_end = flat.gap(number).contains(&b'\n');
            if has_line_end { b"\n".to_vec() } else { shortest(number) }
        };
        let is_indented = self.grammar.as_ref().is_some_and(|grammar| grammar.language.indents());
        let mut is_shorter = false;
        if is_indented {
            let indented = indentations(&flat);
            is_shorter |= self.gap_pass(&flat, |number| match indented.get(&number) {
                Some(gap) => gap.clone(),
                None => shortest(number),
            });
        } else {
            is_shorter |= self.gap_pass(&flat, shortest);
            let flat = self.flat();
            is_shorter |= self.gap_pass(&flat, line_end);
        }
        is_shorter
    }

    fn gap_pass(&mut self, flat: &Flat, target: impl Fn(usize) -> Vec<u8> + Sync) -> bool {
        let longer: Vec<usize> = (0..=flat.tokens.len())
            .filter(|&number| target(number).len() < flat.gap(number).len())
            .collect();
        let search = Probable::new(longer.len(), ALL_AT_ONCE / longer.len().max(1) as f64);
        let write = |kept: &Vec<usize>| {
            let mut changes = flat.unchanged();
            for (position, &number) in longer.iter().enumerate() {
                if kept.binary_search(&position).is_err() {
                    changes[number].gap = Some(target(number));
                }
            }
            flat.render(&changes)
        };
        self.run("gaps", search, Filter::Grammar, write, Probable::kept)
    }

    /// Leaves out tokens and pairs of brackets.
    pub fn tokens(&mut self, filter: Filter, is_last: bool) -> bool {
        let flat = self.flat();
        let mut groups: Vec<Vec<usize>> = (0..flat.tokens.len()).map(|one| vec![one]).collect();
        groups.extend(flat.pairs().into_iter().map(|(open, close)| vec![open, close]));
        // What the tree has left is mostly needed; only where bad guesses are free are they made.
        let is_free = filter == Filter::Grammar && self.is_strict();
        let estimate = if is_free || self.grammar.is_none() { TOKEN_ESTIMATE } else { NEEDED_ESTIMATE };
        let mut search = Probable::new(groups.len(), estimate);
        if is_last {
            search = search.one_minimal();
        }
        let write = |kept: &Vec<usize>| without_groups(&flat, &groups, kept);
        self.run("tokens", search, filter, write, Probable::kept)
    }

    /// Leaves out rows of neighbouring tokens, where the grammar allows it.
    pub fn rows(&mut self) -> bool {
        let flat = self.flat();
        if !self.is_strict() || flat.tokens.len() > ROW_TOKENS_MAX {
            return false;
        }
        let count = flat.tokens.len();
        let groups: Vec<Vec<usize>> = (2..=ROW_MAX.min(count))
            .flat_map(|length| (0..=count - length).map(move |start| start..start + length))
            .map(Iterator::collect)
            .collect();
        let write = |kept: &Vec<usize>| without_groups(&flat, &groups, kept);
        let search = OneByOne::new(groups.len());
        self.run("rows", search, Filter::Grammar, write, |search| search.kept().to_vec())
    }

    /// Leaves out single tokens whatever the grammar says, and finds out whether that works.
    pub fn broken_tokens(&mut self) -> bool {
        let flat = self.flat();
        let before = self.errors();
        let groups: Vec<Vec<usize>> = (0..flat.tokens.len()).map(|one| vec![one]).collect();
        let write = |kept: &Vec<usize>| without_groups(&flat, &groups, kept);
        let patience = if self.accepts_broken { usize::MAX } else { BROKEN_PATIENCE };
        let search = OneByOne::new(groups.len()).patience(patience);
        let is_shorter =
            self.run("broken", search, Filter::None, write, |search| search.kept().to_vec());
        self.accepts_broken |= is_shorter && self.errors() > before;
        is_shorter
    }

    fn is_strict(&self) -> bool {
        self.grammar.as_ref().is_some_and(|grammar| grammar.language.is_strict())
    }

    fn errors(&self) -> usize {
        self.grammar.as_ref().map_or(0, |grammar| grammar.errors(&self.text))
    }

    /// Gives names of one letter, the same to all uses of a name.
    pub fn names(&mut self) -> bool {
        let Some(syntax) = self.syntax() else { return false };
        let flat = Flat { tokens: syntax.pieces(), text: syntax.text.clone() };
        let mut uses: BTreeMap<Vec<u8>, Vec<usize>> = BTreeMap::new();
        for (number, &id) in syntax.leaves.iter().enumerate() {
            if syntax.language.is_name(&syntax.kinds[id as usize]) {
                uses.entry(flat.token(number).to_vec()).or_default().push(number);
            }
        }
        let mut taken: BTreeSet<Vec<u8>> = uses.keys().cloned().collect();
        let mut renames: Vec<(Vec<u8>, Vec<usize>)> = Vec::new();
        for (name, numbers) in uses {
            if let Some(short) = short_name(&name, &taken) {
                taken.insert(short.clone());
                renames.push((short, numbers));
            }
        }
        let search = Probable::new(renames.len(), ALL_AT_ONCE / renames.len().max(1) as f64);
        let write = |kept: &Vec<usize>| {
            let mut changes = flat.unchanged();
            for (position, (short, numbers)) in renames.iter().enumerate() {
                if kept.binary_search(&position).is_err() {
                    for &number in numbers {
                        changes[number].text = Some(short.clone());
                    }
                }
            }
            flat.render(&changes)
        };
        self.run("names", search, Filter::Grammar, write, Probable::kept)
    }

    /// Leaves out characters, until none can be.
    pub fn characters(&mut self, filter: Filter) -> bool {
        let flat = self.flat();
        let (text, parts) = (self.text.clone(), characters(&self.text));
        let mut tokens = flat.tokens.iter().peekable();
        let estimates = parts.iter().map(|part| {
            while tokens.peek().is_some_and(|token| token.end <= part.start) {
                tokens.next();
            }
            let is_long = |token: &&Range<usize>| {
                token.contains(&part.start) && token.len() >= LONG_TOKEN_BYTES
            };
            if tokens.peek().is_some_and(|token| is_long(token)) {
                LONG_TOKEN_ESTIMATE
            } else {
                CHARACTER_ESTIMATE
            }
        });
        let search = Probable::with_estimates(estimates.collect()).one_minimal();
        let write = |kept: &Vec<usize>| join(&text, &parts, kept);
        self.run("characters", search, filter, write, Probable::kept)
    }
}

/// The text without the tokens of the groups that are not kept.
fn without_groups(flat: &Flat, groups: &[Vec<usize>], kept: &[usize]) -> Vec<u8> {
    let mut changes = flat.unchanged();
    for (position, group) in groups.iter().enumerate() {
        if kept.binary_search(&position).is_err() {
            for &number in group {
                changes[number] = Change { removed: true, ..Change::default() };
            }
        }
    }
    flat.render(&changes)
}

/// A name of one letter, the first of the old name if that is free.
fn short_name(name: &[u8], taken: &BTreeSet<Vec<u8>>) -> Option<Vec<u8>> {
    let (mark, rest) = match name {
        [b'#', rest @ ..] => (&b"#"[..], rest),
        rest => (&b""[..], rest),
    };
    if rest.len() < 2 {
        return None;
    }
    let own = rest.first().copied().filter(u8::is_ascii_alphabetic);
    let letters = own.into_iter().chain(b'a'..=b'z').chain(b'A'..=b'Z');
    let names = letters.map(|letter| [mark, &[letter]].concat());
    names.into_iter().find(|short| !taken.contains(short))
}

/// For each gap with a line end the same with as little indentation as keeps the depths apart.
fn indentations(flat: &Flat) -> BTreeMap<usize, Vec<u8>> {
    let depth = |number: usize| {
        let gap = flat.gap(number);
        gap.iter().rposition(|&byte| byte == b'\n').map(|end| gap.len() - end - 1)
    };
    let gaps: Vec<(usize, usize)> = (1..flat.tokens.len())
        .filter_map(|number| depth(number).map(|depth| (number, depth)))
        .collect();
    let depths: BTreeSet<usize> = gaps.iter().map(|&(_, depth)| depth).chain([0]).collect();
    let rank = |depth: usize| depths.iter().position(|&known| known == depth).unwrap_or(0);
    let shorter = |(number, depth)| (number, [b"\n".to_vec(), vec![b' '; rank(depth)]].concat());
    gaps.into_iter().map(shorter).collect()
}
