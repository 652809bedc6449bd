//! What a fault knows of the program's text: functions, parameters, captured variables.

use debunk_languages::analyse;
use debunk_model::{LineIndex, Location, Program, Sites, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The parsers' names for functions, uses of names, and declarations with a first value:
/// JavaScript's, and those of C and Python.
const FUNCTIONS: [&str; 4] =
    ["Function", "ArrowFunctionExpression", "function_definition", "lambda"];
const NAMES: [&str; 2] = ["IdentifierReference", "identifier"];
const DECLARATIONS: [&str; 3] = ["VariableDeclarator", "init_declarator", "assignment"];

/// A program's text with its syntax.
pub(crate) struct Source {
    text: Arc<str>,
    lines: LineIndex,
    sites: Sites,
    functions: Vec<Span>,
}

impl Default for Source {
    fn default() -> Self {
        let lines = LineIndex::new("");
        Self { text: "".into(), lines, sites: Sites::default(), functions: Vec::new() }
    }
}

impl Source {
    /// What is known of a program; nothing of its syntax if it does not parse.
    pub fn of(program: &Program) -> Self {
        let sites = analyse(program).unwrap_or_default();
        let functions = sites
            .nodes
            .iter()
            .filter(|node| FUNCTIONS.contains(&node.kind))
            .map(|node| node.span)
            .collect();
        Self { text: program.text.clone(), lines: program.lines(), sites, functions }
    }

    /// The text of a line.
    pub fn line(&self, line: u32) -> &str {
        self.lines.line_span(line).map_or("", |span| span.of(&self.text))
    }

    /// The innermost function around an offset.
    fn function_around(&self, offset: u32) -> Option<Span> {
        let around = self.functions.iter().filter(|span| span.contains(offset));
        around.min_by_key(|span| span.end - span.start).copied()
    }

    /// The innermost function around a location; `None` at the top level.
    pub fn function_at(&self, location: Location) -> Option<Span> {
        self.function_around(self.lines.offset(&self.text, location)?)
    }

    /// Whether code on this line may call, possibly through others, the function of `location`.
    pub fn may_call(&self, line: u32, location: Location) -> bool {
        let Some(target) = self.function_at(location) else { return false };
        let mut reached: BTreeSet<Span> = BTreeSet::new();
        let mut texts = vec![self.line(line)];
        while let Some(text) = texts.pop() {
            for function in &self.functions {
                let is_called = self.name_of(*function).is_some_and(|name| calls(text, name));
                if is_called && reached.insert(*function) {
                    texts.push(function.of(&self.text));
                }
            }
        }
        reached.contains(&target)
    }

    /// The name under which a function can be called, as far as the text around it shows.
    fn name_of(&self, function: Span) -> Option<&str> {
        let text = function.of(&self.text);
        let head = text.split('(').next()?.trim_end();
        let own = head.rsplit([' ', '*']).next().filter(|name| is_name(name));
        let before = self.text.get(..function.start as usize)?.trim_end();
        let before = before.trim_end_matches("async").trim_end();
        let before = before.strip_suffix(['=', ':']).unwrap_or(before).trim_end();
        let given = before.rsplit(|character| !is_name_character(character)).next();
        own.or(given.filter(|name| is_name(name)))
    }

    /// Whether a function within `function`, or within the whole program, mentions a name.
    pub fn is_mentioned_within(&self, function: Option<Span>, name: &str) -> bool {
        let mut nodes = self.sites.nodes.iter();
        nodes.any(|node| {
            let inner = self.function_around(node.span.start);
            NAMES.contains(&node.kind)
                && node.span.of(&self.text) == name
                && inner.is_some()
                && inner != function
                && function.is_none_or(|function| function.encloses(node.span))
        })
    }

    /// The names of a function's plain parameters, in order.
    pub fn parameters_of(&self, function: Span) -> Vec<&str> {
        let nodes = self.sites.nodes.iter();
        let parameters = nodes.filter(|node| {
            node.kind == "FormalParameter"
                && self.function_around(node.span.start) == Some(function)
        });
        parameters.map(|node| node.span.of(&self.text)).filter(|name| is_name(name)).collect()
    }

    /// Whether a name is declared with nothing but a literal as its first value.
    pub fn is_declared_with_literal(&self, name: &str) -> bool {
        self.sites.nodes.iter().filter(|node| DECLARATIONS.contains(&node.kind)).any(|node| {
            let declared = node.span.of(&self.text).split_once('=');
            declared
                .is_some_and(|(left, right)| left.trim() == name && is_plain_literal(right.trim()))
        })
    }

    /// Whether a comment or a blank line directly precedes a location.
    pub fn is_after_comment(&self, location: Location) -> bool {
        let offset = self.lines.offset(&self.text, location).unwrap_or_default();
        let line = self.lines.line_span(location.line).unwrap_or(Span::new(0, 0));
        let before = Span::new(line.start, offset.max(line.start)).of(&self.text).trim();
        if !before.is_empty() {
            return before.ends_with("*/");
        }
        let above = location.line.checked_sub(1).map_or("", |above| self.line(above)).trim();
        location.line > 1 && (above.is_empty() || above.starts_with("//") || above.ends_with("*/"))
    }
}

fn is_name_character(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

fn is_name(text: &str) -> bool {
    const WORDS: [&str; 4] = ["function", "async", "return", "await"];
    !text.is_empty()
        && !text.starts_with(|first: char| first.is_ascii_digit())
        && text.chars().all(is_name_character)
        && !WORDS.contains(&text)
}

fn is_plain_literal(text: &str) -> bool {
    matches!(text, "true" | "false") || text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text calls something of that name.
fn calls(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        text[at + name.len()..].starts_with('(') && !text[..at].ends_with(is_name_character)
    })
}
