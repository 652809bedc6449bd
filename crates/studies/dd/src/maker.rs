//! Makes the passes of a text: what each of them tries.

use crate::FileLanguage;
use crate::flat::{Flat, TokenChange, characters, join, lines};
use crate::pass::{Pass, PassRun};
use crate::render::render;
use crate::syntax::{Syntax, SyntaxReader};
use debunk_delta::{OneByOne, Probable, Stage, TreeSearch};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// How likely a part is needed, before anything is known: lines and nodes, tokens of a text without
/// grammar, tokens and nodes that the tree passes left over.
const LINE_ESTIMATE: f64 = 0.1;
const NODE_ESTIMATE: f64 = 0.1;
const TOKEN_ESTIMATE: f64 = 0.25;
const NEEDED_ESTIMATE: f64 = 0.5;
/// In a long token (a text, a comment) a character is needed as rarely as a line elsewhere.
const LONG_TOKEN_BYTES: usize = 12;
const LONG_TOKEN_ESTIMATE: f64 = 0.1;
const CHARACTER_ESTIMATE: f64 = 0.9;
/// If all changes are expected to work at once.
const ALL_AT_ONCE: f64 = 0.1;
/// After this many rejections in a row, no more broken texts are tried.
const BROKEN_PATIENCE: usize = 100;
/// Rows of up to this many tokens are removed together.
const ROW_MAX: usize = 3;
/// After this many rejections from the start, no more rows are tried.
const ROW_PATIENCE: usize = 200;
/// Texts with more tokens are not searched row by row.
const ROW_TOKENS_MAX: usize = 4000;

/// Makes passes for a text.
pub(crate) struct PassMaker<'m> {
    pub text: &'m Arc<Vec<u8>>,
    pub grammar: Option<&'m SyntaxReader>,
}

impl PassMaker<'_> {
    /// Makes a pass; `None` if it does not apply.
    pub fn make(&self, pass: Pass) -> Option<PassRun> {
        match pass {
            Pass::Lines => Some(self.lines(false)),
            Pass::AllLines => Some(self.lines(true)),
            Pass::Tree | Pass::TreeAgain => self.tree(Stage::Delete, NODE_ESTIMATE),
            Pass::Hoist => self.tree(Stage::Hoist, NODE_ESTIMATE),
            Pass::Short => self.tree(Stage::Replace(0), NEEDED_ESTIMATE),
            Pass::Gaps => Some(self.gaps()),
            Pass::LineEnds => self.line_ends(),
            Pass::Tokens => Some(self.tokens(false)),
            Pass::AllTokens => Some(self.tokens(true)),
            Pass::Rows => self.rows(),
            Pass::Names => self.names(),
            Pass::Probe => Some(self.single_tokens(true)),
            Pass::Words => Some(self.words()),
            Pass::Broken => Some(self.single_tokens(false)),
            Pass::Characters | Pass::AllCharacters => Some(self.characters()),
        }
    }

    fn syntax(&self) -> Option<Syntax> {
        self.grammar?.parse(self.text)
    }

    /// The tokens of the text, by the grammar if there is one.
    fn flat(&self) -> Flat {
        match self.syntax() {
            Some(syntax) => Flat { tokens: syntax.pieces(), text: syntax.text },
            None => Flat::words(self.text),
        }
    }

    fn is_indented(&self) -> bool {
        self.grammar.is_some_and(|grammar| grammar.language.indents())
    }

    fn tree(&self, stage: Stage, estimate: f64) -> Option<PassRun> {
        let syntax = self.syntax()?;
        let search = TreeSearch::new(syntax.tree.clone(), [stage]).estimate(estimate);
        Some(PassRun::tree(search, move |shape| render(&syntax, shape)))
    }

    fn lines(&self, is_last: bool) -> PassRun {
        let (text, parts) = (self.text.clone(), lines(self.text));
        let search = Probable::new(parts.len(), LINE_ESTIMATE);
        let search = if is_last { search.one_minimal() } else { search };
        PassRun::probable(search, move |kept| join(&text, &parts, kept))
    }

    fn gaps(&self) -> PassRun {
        let flat = self.flat();
        let indented = if self.is_indented() { indentations(&flat) } else { BTreeMap::new() };
        let shortest = |number: usize| match indented.get(&number) {
            Some(gap) => gap.clone(),
            None => flat.shortest_gap(number).to_vec(),
        };
        let targets = (0..=flat.tokens.len()).map(shortest).collect();
        gap_work(flat, targets)
    }

    fn line_ends(&self) -> Option<PassRun> {
        if self.is_indented() {
            return None;
        }
        let flat = self.flat();
        let target = |number: usize| {
            let has_line_end = flat.gap(number).contains(&b'\n');
            if has_line_end { b"\n".to_vec() } else { flat.shortest_gap(number).to_vec() }
        };
        let targets = (0..=flat.tokens.len()).map(target).collect();
        Some(gap_work(flat, targets))
    }

    fn tokens(&self, is_last: bool) -> PassRun {
        let flat = self.flat();
        let mut groups: Vec<Vec<usize>> = (0..flat.tokens.len()).map(|one| vec![one]).collect();
        groups.extend(flat.pairs().into_iter().map(|(open, close)| vec![open, close]));
        // What the tree passes left over is mostly needed.
        let estimate = if self.grammar.is_some() { NEEDED_ESTIMATE } else { TOKEN_ESTIMATE };
        let search = Probable::new(groups.len(), estimate);
        let search = if is_last { search.one_minimal() } else { search };
        PassRun::probable(search, move |kept| without_groups(&flat, &groups, kept))
    }

    fn rows(&self) -> Option<PassRun> {
        let syntax = self.syntax().filter(|syntax| {
            syntax.language.is_strict() && syntax.leaves.len() <= ROW_TOKENS_MAX
        })?;
        let flat = Flat { tokens: syntax.pieces(), text: syntax.text.clone() };
        let groups = rows(&syntax);
        let search = OneByOne::new(groups.len()).patience(ROW_PATIENCE);
        Some(PassRun::one_by_one(search, move |kept| without_groups(&flat, &groups, kept)))
    }

    fn single_tokens(&self, is_probe: bool) -> PassRun {
        let flat = self.flat();
        // Single characters are left out later, among characters.
        let is_meant = |number: &usize| is_probe || flat.token(*number).len() > 1;
        let groups: Vec<Vec<usize>> =
            (0..flat.tokens.len()).filter(is_meant).map(|one| vec![one]).collect();
        let mut search = OneByOne::new(groups.len());
        if is_probe {
            search = search.patience(BROKEN_PATIENCE).first_only();
        }
        PassRun::one_by_one(search, move |kept| without_groups(&flat, &groups, kept))
    }

    fn names(&self) -> Option<PassRun> {
        let syntax = self.syntax()?;
        let flat = Flat { tokens: syntax.pieces(), text: syntax.text.clone() };
        let mut uses: BTreeMap<Vec<u8>, Vec<usize>> = BTreeMap::new();
        for (number, &id) in syntax.leaves.iter().enumerate() {
            if syntax.language.is_name(&syntax.kinds[id as usize]) {
                uses.entry(flat.token(number).to_vec()).or_default().push(number);
            }
        }
        let mut taken: BTreeSet<Vec<u8>> = uses.keys().cloned().collect();
        let mut renames: Vec<Vec<(usize, Vec<u8>)>> = Vec::new();
        for (name, numbers) in uses {
            if let Some(short) = short_name(&name, &taken) {
                taken.insert(short.clone());
                renames.push(numbers.into_iter().map(|number| (number, short.clone())).collect());
            }
        }
        // If names are free, all of them can be changed at once; those of tags have a meaning.
        let is_free = self.grammar.is_some_and(|grammar| grammar.language != FileLanguage::Html);
        let at_once = ALL_AT_ONCE / renames.len().max(1) as f64;
        let estimate = if is_free { at_once } else { NEEDED_ESTIMATE };
        Some(text_work(flat, renames, estimate))
    }

    fn words(&self) -> PassRun {
        let flat = self.flat();
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let cuts = (0..flat.tokens.len())
            .filter(|&number| {
                let token = flat.token(number);
                token.len() > 1 && token.iter().all(is_word)
            })
            .map(|number| vec![(number, flat.token(number)[..1].to_vec())])
            .collect();
        text_work(flat, cuts, NEEDED_ESTIMATE)
    }

    fn characters(&self) -> PassRun {
        let flat = self.flat();
        let (text, parts) = (self.text.clone(), characters(self.text));
        let mut tokens = flat.tokens.iter().peekable();
        let estimates = parts.iter().map(|part| {
            while tokens.peek().is_some_and(|token| token.end <= part.start) {
                tokens.next();
            }
            let is_long = |token: &&Range<usize>| {
                token.contains(&part.start) && token.len() >= LONG_TOKEN_BYTES
            };
            if tokens.peek().is_some_and(is_long) {
                LONG_TOKEN_ESTIMATE
            } else {
                CHARACTER_ESTIMATE
            }
        });
        let search = Probable::with_estimates(estimates.collect()).one_minimal();
        PassRun::probable(search, move |kept| join(&text, &parts, kept))
    }
}

/// A pass that replaces longer gaps by other ones.
fn gap_work(flat: Flat, targets: Vec<Vec<u8>>) -> PassRun {
    let longer: Vec<usize> = (0..targets.len())
        .filter(|&number| targets[number].len() < flat.gap(number).len())
        .collect();
    let search = Probable::new(longer.len(), ALL_AT_ONCE / longer.len().max(1) as f64);
    PassRun::probable(search, move |kept| {
        let mut changes = flat.unchanged();
        for (position, &number) in longer.iter().enumerate() {
            if kept.binary_search(&position).is_err() {
                changes[number].gap = Some(targets[number].clone());
            }
        }
        flat.render(&changes)
    })
}

/// A pass that replaces tokens by other texts.
fn text_work(flat: Flat, groups: Vec<Vec<(usize, Vec<u8>)>>, estimate: f64) -> PassRun {
    let search = Probable::new(groups.len(), estimate);
    PassRun::probable(search, move |kept| {
        let mut changes = flat.unchanged();
        for (position, group) in groups.iter().enumerate() {
            if kept.binary_search(&position).is_err() {
                for (number, text) in group {
                    changes[*number].text = Some(text.clone());
                }
            }
        }
        flat.render(&changes)
    })
}

/// The text without the tokens of the groups that are not kept.
fn without_groups(flat: &Flat, groups: &[Vec<usize>], kept: &[usize]) -> Vec<u8> {
    let mut changes = flat.unchanged();
    for (position, group) in groups.iter().enumerate() {
        if kept.binary_search(&position).is_err() {
            for &number in group {
                changes[number] = TokenChange { removed: true, ..TokenChange::default() };
            }
        }
    }
    flat.render(&changes)
}

/// Nodes with the signs beside them, and short rows of tokens; the longest last.
fn rows(syntax: &Syntax) -> Vec<Vec<usize>> {
    let count = syntax.leaves.len();
    let mut rows: BTreeSet<(usize, usize)> = (2..=ROW_MAX.min(count))
        .flat_map(|length| (0..=count - length).map(move |start| (length, start)))
        .collect();
    for (id, node) in syntax.tree.nodes.iter().enumerate().filter(|(_, node)| node.is_removable) {
        let leaves = &syntax.leaf_ranges[id];
        let Some(parent) = node.parent else { continue };
        let around = &syntax.leaf_ranges[parent as usize];
        for (before, after) in [(1, 0), (0, 1), (1, 1)] {
            let (start, end) = (leaves.start.saturating_sub(before), leaves.end + after);
            if start >= around.start && end <= around.end && !leaves.is_empty() {
                rows.insert((end - start, start));
            }
        }
    }
    rows.into_iter().map(|(length, start)| (start..start + length).collect()).collect()
}

/// A name of one letter, the first of the old name if available.
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
    letters.map(|letter| [mark, &[letter]].concat()).find(|short| !taken.contains(short))
}

/// For each gap with a line end, the same with as little indentation as keeps the depths apart.
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
