//! Which statement of the log a place in the text belongs to.

use crate::log::Log;
use debunk_model::{LineIndex, Location, LoggedStatement, Program, Sites, Span, StatementKind};

/// What a place in the program's text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaceMeaning {
    /// Where a statement begins: nothing of it has run.
    Start(usize),
    /// Somewhere in a statement that is in progress.
    Inside(usize),
    /// After a statement that returns, where a function is left.
    Behind(usize),
    /// Where a function or the program ends.
    End(usize),
    /// Nowhere that the log covers.
    Elsewhere,
}

/// A program's text with its log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoggedText<'log> {
    pub(crate) log: &'log Log,
    pub(crate) program: &'log Program,
    pub(crate) lines: &'log LineIndex,
    pub(crate) sites: &'log Sites,
    /// Whether the debugger pauses at the end of an asynchronous function when its call returns.
    pub(crate) ends_at_call: bool,
    /// Whether it may pause there now because an error left the function.
    pub(crate) ends_rejected: bool,
}

/// Whether this is a part of a loop's head rather than a statement.
pub(crate) fn is_part_of_loop(kind: StatementKind) -> bool {
    matches!(kind, StatementKind::Test | StatementKind::Update | StatementKind::Iteration)
}

/// Whether a node is a class, or has code that runs at its own time.
fn opens_body(kind: &str) -> bool {
    matches!(
        kind,
        "Class" | "Function" | "FunctionBody" | "ArrowFunctionExpression" | "StaticBlock"
    )
}

/// Whether other statements can be inside it, so that it may be in progress for long.
pub(crate) fn is_compound(kind: StatementKind) -> bool {
    use StatementKind as K;
    matches!(
        kind,
        K::If
            | K::For
            | K::ForIn
            | K::ForOf
            | K::While
            | K::DoWhile
            | K::Switch
            | K::Try
            | K::With
            | K::Class
            | K::Export
    )
}

impl LoggedText<'_> {
    /// The byte offset of a location.
    pub(crate) fn offset(&self, at: Location) -> Option<u32> {
        self.lines.offset(&self.program.text, at)
    }

    /// The innermost function around an offset.
    pub(crate) fn function_at(&self, offset: u32) -> usize {
        let functions = self.log.functions.iter().enumerate().skip(1);
        functions
            .filter(|(_, function)| function.span.contains(offset))
            .min_by_key(|(_, function)| function.span.end - function.span.start)
            .map_or(0, |(index, _)| index)
    }

    /// The places that a debugger may report when it pauses before a statement: its start, or the
    /// start of what a declaration computes.
    pub(crate) fn starts(&self, statement: &LoggedStatement) -> [u32; 2] {
        let start = statement.span.start;
        let text = statement.span.of(&self.program.text);
        let is_declaration =
            matches!(statement.kind, StatementKind::Declaration | StatementKind::Declarator);
        let value = is_declaration.then(|| value_offset(text)).flatten();
        [start, value.map_or(start, |offset| start + offset)]
    }

    /// The method's name, where a debugger may pause if a statement only calls a method.
    fn method(&self, statement: &LoggedStatement) -> Option<u32> {
        let text = statement.span.of(&self.program.text);
        let is_call = statement.kind == StatementKind::Expression;
        let offset = is_call.then(|| method_offset(text)).flatten()?;
        Some(statement.span.start + offset)
    }

    /// What a place means.
    pub(crate) fn spot(&self, at: Location) -> PlaceMeaning {
        let Some(offset) = self.offset(at) else { return PlaceMeaning::Elsewhere };
        if self.log.functions.iter().skip(1).any(|function| function.span.end == offset) {
            // Where an arrow function is left, which is already outside its text.
            return PlaceMeaning::Elsewhere;
        }
        let innermost = self.sites.innermost(offset, opens_body);
        if innermost.is_some_and(|node| node.kind == "Class") {
            // The place of a class is also that of its constructor, at any time, and its keys and
            // fields run at their own times.
            return PlaceMeaning::Elsewhere;
        }
        let statements = &self.log.statements;
        let is_end = |it: &LoggedStatement| it.kind == StatementKind::End && it.function == 0;
        if statements.iter().any(|it| is_end(it) && it.span.start == offset) {
            return PlaceMeaning::End(0);
        }
        let function = self.function_at(offset);
        let mut around: Vec<usize> = (0..statements.len())
            .filter(|&index| {
                statements[index].function == function && statements[index].span.contains(offset)
            })
            .collect();
        around.sort_by_key(|&index| statements[index].span.end - statements[index].span.start);
        for index in around {
            let statement = &statements[index];
            if statement.kind == StatementKind::End {
                return PlaceMeaning::End(function);
            }
            let is_start = self.starts(statement).contains(&offset);
            if is_part_of_loop(statement.kind) {
                // Engines also pause in the head of a loop if there is no further iteration.
                if is_start && statement.kind != StatementKind::Iteration {
                    return PlaceMeaning::Start(index);
                }
                continue;
            }
            return match statement.kind {
                StatementKind::Class | StatementKind::Export => PlaceMeaning::Elsewhere,
                // What an arrow function returns is a place both before and after.
                StatementKind::ArrowBody => PlaceMeaning::Inside(index),
                // A step may end before it, and then it pauses by itself.
                StatementKind::Debugger => PlaceMeaning::Inside(index),
                _ if is_start && !self.has_not_begun(statement, offset) => {
                    PlaceMeaning::Inside(index)
                }
                _ if is_start => PlaceMeaning::Start(index),
                _ => PlaceMeaning::Inside(index),
            };
        }
        let is_left = |it: &LoggedStatement| {
            it.kind == StatementKind::Return && it.function == function && it.span.end == offset
        };
        statements.iter().position(is_left).map_or(PlaceMeaning::Elsewhere, PlaceMeaning::Behind)
    }

    /// Whether nothing of a statement has run when a debugger pauses at its start. That may also be
    /// the place of a call whose arguments have been computed.
    fn has_not_begun(&self, statement: &LoggedStatement, offset: u32) -> bool {
        const ACTS: [&str; 8] = ["(", "?", "=", "++", "--", "await", "yield", "`"];
        let is_value = offset > statement.span.start;
        if statement.kind != StatementKind::Expression && !is_value {
            return true;
        }
        let text = Span::new(offset, statement.span.end).of(&self.program.text);
        let text = text.strip_prefix("new ").unwrap_or(text);
        let head = text.find(|part: char| !(part.is_alphanumeric() || "_$.".contains(part)));
        let rest = head.map_or("", |head| &text[head..]);
        match rest.strip_prefix('(') {
            Some(arguments) => !ACTS.iter().any(|act| arguments.contains(act)),
            None => !rest.starts_with(['[', '`', '?']),
        }
    }

    /// The statement that begins at a place, whether or not something of it has run.
    pub(crate) fn begun_at(&self, at: Location) -> Option<usize> {
        match self.spot(at) {
            PlaceMeaning::Start(statement) => Some(statement),
            PlaceMeaning::Inside(statement) => {
                let offset = self.offset(at)?;
                let begun = &self.log.statements[statement];
                let is_begin = self.starts(begun).contains(&offset);
                (is_begin || self.method(begun) == Some(offset)).then_some(statement)
            }
            PlaceMeaning::Behind(_) | PlaceMeaning::End(_) | PlaceMeaning::Elsewhere => None,
        }
    }

    /// Whether every engine can pause before this statement: it certainly does something.
    pub(crate) fn is_sure(&self, statement: &LoggedStatement) -> bool {
        let text = statement.span.of(&self.program.text);
        match statement.kind {
            StatementKind::Expression => does_something(text),
            StatementKind::Declaration => value_offset(text).is_some(),
            StatementKind::Return | StatementKind::Throw => true,
            StatementKind::If | StatementKind::Switch => asks_something(text),
            _ => false,
        }
    }
}

/// Whether an expression calls or changes something and does not begin with what only looks so.
fn does_something(text: &str) -> bool {
    let begins_plainly = text.starts_with(|first: char| first.is_alphabetic() || first == '_');
    // Assigning a variable to itself does nothing.
    let is_idle = text
        .trim_end_matches(';')
        .split_once('=')
        .is_some_and(|(name, value)| name.trim() == value.trim());
    begins_plainly && !is_idle && (text.contains('(') || text.contains('=') || text.contains("++"))
}

/// Whether the condition in the head of an `if` or a `switch` depends on a variable, so that no
/// engine can drop it: it begins with one, or names one and has no part that decides without it.
fn asks_something(text: &str) -> bool {
    let Some(open) = text.find('(') else { return false };
    let head = text[open + 1..].trim_start();
    let begins = head.trim_start_matches(['!', '(', ' ']);
    words(begins).next().is_some_and(|word| begins.starts_with(word) && is_variable(word))
        || plain_head(head).is_some_and(|head| words(&head).any(is_variable))
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |part: char| part.is_alphanumeric() || part == '_' || part == '$';
    text.split(move |part: char| !is_part(part)).filter(|word| !word.is_empty())
}

/// Whether a word is the name of something that a program can change.
fn is_variable(word: &str) -> bool {
    const CONSTANT: [&str; 11] = [
        "true",
        "false",
        "null",
        "undefined",
        "NaN",
        "Infinity",
        "typeof",
        "void",
        "in",
        "instanceof",
        "new",
    ];
    !word.starts_with(|first: char| first.is_ascii_digit()) && !CONSTANT.contains(&word)
}

/// The condition of a head up to its closing parenthesis, without the contents of strings; `None`
/// if a part of it may decide before the others are evaluated, or if its end is unclear.
fn plain_head(text: &str) -> Option<String> {
    let mut head = String::new();
    let mut depth = 0u32;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' | '\'' => {
                letters
                    .by_ref()
                    .find(|it| *it == letter || *it == '\\')
                    .filter(|it| *it == letter)?;
            }
            '`' | '/' | '&' | '|' | '?' | ',' | '{' => return None,
            '(' => depth += 1,
            ')' if depth == 0 => return Some(head),
            ')' => depth -= 1,
            _ => {}
        }
        head.push(letter);
    }
    None
}

/// Where the value begins in a declaration of one plain name.
fn value_offset(text: &str) -> Option<u32> {
    let mut rest = text;
    for keyword in ["export ", "var ", "let ", "const "] {
        rest = rest.strip_prefix(keyword).unwrap_or(rest);
    }
    let rest = rest.trim_start();
    let after_name =
        rest.trim_start_matches(|part: char| part.is_alphanumeric() || part == '_' || part == '$');
    if after_name.len() == rest.len() {
        return None;
    }
    let value = after_name.trim_start().strip_prefix('=')?;
    if value.starts_with(['=', '>']) {
        return None;
    }
    Some((text.len() - value.trim_start().len()) as u32)
}

/// Where the method's name begins in a statement like `a.b.c(…)`.
fn method_offset(text: &str) -> Option<u32> {
    let (head, _) = text.split_once('(')?;
    let (object, method) = head.rsplit_once('.')?;
    let is_plain = |part: &str| {
        let mut letters = part.chars();
        letters.next().is_some_and(|first| first.is_alphabetic() || first == '_' || first == '$')
            && letters.all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '$')
    };
    let is_path = object.split('.').all(is_plain) && is_plain(method);
    is_path.then_some(object.len() as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_found() {
        for (text, expected) in [
            ("out.delete(x);", Some(4)),
            ("a.b.c()", Some(4)),
            ("f(a.b())", None),
            ("a[0].b()", None),
            ("x = a.b()", None),
            ("new A.B()", None),
        ] {
            assert_eq!(method_offset(text), expected, "{text}");
        }
    }

    #[test]
    fn values_of_plain_declarations_are_found() {
        for (text, expected) in [
            ("var x = 1;", Some(8)),
            ("const name=f()", Some(11)),
            ("let x;", None),
            ("let { a } = b;", None),
            ("y = 2", Some(4)),
        ] {
            assert_eq!(value_offset(text), expected, "{text}");
        }
    }

    #[test]
    fn only_conditions_with_a_variable_are_sure() {
        for (text, expected) in [
            ("if (x) f();", true),
            ("if (!(a.b > 1)) {}", true),
            ("switch (kind) {}", true),
            ("if (false) f();", false),
            ("if (1 > x) f();", true),
            ("if (typeof x === 'y') f();", true),
            ("if ('a' in x) f();", true),
            ("if ('x' === \"x\") f();", false),
            ("if (1 > 2) x;", false),
            ("if (0 && x) f();", false),
            ("if (true ? 1 : x) f();", false),
            ("if (/x/) f();", false),
            ("if (void 0 === 'a\\'x') f();", false),
        ] {
            assert_eq!(asks_something(text), expected, "{text}");
        }
    }

    #[test]
    fn only_what_surely_acts_is_sure() {
        for (text, expected) in [
            ("f();", true),
            ("x = 1", true),
            ("x;", false),
            ("'a' + f()", false),
            ("x = x;", false),
        ] {
            assert_eq!(does_something(text), expected, "{text}");
        }
    }
}
