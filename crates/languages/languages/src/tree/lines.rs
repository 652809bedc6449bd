//! What lines contain: something at all, or one plain statement.

use crate::tree::SyntaxTree;
use debunk_model::{Language, LineIndex, Program, Sites, UncertainLines};
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

/// What makes a Go function end in another order than that of calls: deferred calls, in which steps
/// end when it is left, and other goroutines.
const LEFT_ODDLY_IN_GO: [&str; 2] = ["defer ", "go "];

/// The sites of a program whose syntax is unknown: only places for breakpoints, at lines that are
/// neither blank nor a comment. No variable is certain to hold a value.
pub fn lines_only(program: &Program) -> Sites {
    let leaves_oddly = LEFT_ODDLY_IN_GO.iter().any(|word| program.text.contains(word));
    let mut sites = Sites {
        uncertain: vec![UncertainLines::EVERYTHING],
        has_suspension: program.language == Language::Go && leaves_oddly,
        ..Sites::default()
    };
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
    sites.plain_lines =
        (1..=lines.line_count()).filter(|&line| looks_plain(program, &lines, line)).collect();
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

/// Whether a line of a language without a parser looks like one statement and nothing else.
fn looks_plain(program: &Program, lines: &LineIndex, line: u32) -> bool {
    let content = |line: u32| {
        let text = lines.line_span(line).map_or("", |span| span.of(&program.text));
        text.split("//").next().unwrap_or("").trim()
    };
    let before = (1..line).rev().map(content).find(|text| !text.is_empty()).unwrap_or("");
    let own = content(line);
    let count = |sign: char| own.matches(sign).count();
    let is_closed = count('(') == count(')') && count('[') == count(']') && count('"') % 2 == 0;
    let begins = own.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && !["case", "default", "else", "package", "import", "use ", "fn ", "func "]
            .iter()
            .any(|word| own.starts_with(word));
    if !begins || !is_closed || own.contains(['{', '}', '`']) || own.contains("=>") {
        return false;
    }
    match program.language {
        Language::Rust => {
            own.ends_with(';')
                && count(';') == 1
                && !own.contains('|')
                && before.ends_with([';', '{', '}'])
        }
        Language::Go => {
            let continues = |text: &str| {
                text.ends_with([',', '(', '.', '+', '-', '*', '/', '&', '|', '=', '!'])
            };
            count(';') == 0 && !continues(own) && !continues(before) && !own.contains("func(")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::Language;

    #[test]
    fn lines_with_something_on_them_are_places() {
        let text = "package main\n\n// said\n/* a\n b */\nfunc main() {\n\tx := 1\n}\n";
        let sites = lines_only(&Program::script("p.go", Language::Go, text));
        let places: Vec<&str> = sites
            .breakable
            .iter()
            .filter_map(|&offset| text[offset as usize..].lines().next())
            .collect();
        assert_eq!(places, ["package main", "func main() {", "x := 1", "}"]);
        assert!(!sites.is_certain("x", 7));
        assert_eq!(sites.plain_lines.into_iter().collect::<Vec<u32>>(), [7]);
    }

    #[test]
    fn what_may_be_more_than_one_statement_is_not_plain() {
        let text = "fn main() {\n    let x = 1;\n    a(); b();\n    f(|| 1);\n    let y =\n        2;\n    if x == 1 { g(); }\n    h(x); // said\n}\n";
        let sites = lines_only(&Program::script("p.rs", Language::Rust, text));
        assert_eq!(sites.plain_lines.into_iter().collect::<Vec<u32>>(), [2, 8]);
    }
}
