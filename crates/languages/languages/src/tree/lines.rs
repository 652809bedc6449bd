//! What lines contain: something at all, or one plain statement.

use crate::tree::SyntaxTree;
use debunk_model::{Program, Sites, UncertainLines};
use std::collections::BTreeSet;

/// Whether only blanks precede an offset on its line.
pub fn starts_line(text: &str, offset: u32) -> bool {
    let before = text.get(..offset as usize).unwrap_or("");
    before
        .chars()
        .rev()
        .find(|character| !matches!(character, ' ' | '\t'))
        .is_none_or(|character| matches!(character, '\n' | '\r'))
}

/// The sites of a program whose syntax is unknown: only places for breakpoints, at lines that are
/// neither blank nor a comment. No variable is certain to hold a value.
pub fn lines_only(program: &Program) -> Sites {
    let mut sites = Sites { uncertain: vec![UncertainLines::EVERYTHING], ..Sites::default() };
    let lines = program.lines();
    let mut in_comment = false;
    for line in 1..=lines.line_count() {
        let Some(span) = lines.line_span(line) else { continue };
        let content = span.of(&program.text);
        let shown = content.trim_start();
        let was_in_comment = in_comment;
        if in_comment || shown.starts_with("/*") {
            in_comment = !shown.contains("*/");
        }
        let is_comment = ["//", "#", "/*"].iter().any(|mark| shown.starts_with(mark));
        if !shown.is_empty() && !is_comment && !was_in_comment {
            sites.breakable.push(span.start + (content.len() - shown.len()) as u32);
        }
    }
    sites
}

/// The lines that hold one statement of these kinds and nothing else, except for a trailing
/// comment. `is_odd` says what can be many things on one line, such as a function in an expression.
pub fn plain_lines(
    tree: &SyntaxTree<'_>,
    program: &Program,
    kinds: &[&str],
    is_odd: impl Fn(&str) -> bool,
) -> BTreeSet<u32> {
    let lines = program.lines();
    let statements = (0..tree.nodes.len()).filter(|&id| kinds.contains(&tree.kind(id)));
    let plain = statements.filter_map(|id| {
        let span = tree.span(id);
        let line = lines.location(tree.text, span.start).line;
        let content = lines.line_span(line)?;
        let after = tree.text.get(span.end as usize..content.end as usize)?.trim_start();
        let is_rest_comment = after.is_empty() || after.starts_with("//") || after.starts_with('#');
        let is_alone = starts_line(tree.text, span.start) && is_rest_comment;
        let is_simple = !tree.inside(id).any(|inner| is_odd(tree.kind(inner)));
        (is_alone && is_simple).then_some(line)
    });
    plain.collect()
}
