//! Judges by a rough scan whether a script can be wrapped in a function.
//!
//! The scan errs towards "no": a script that is left alone costs a little time, whereas one
//! that breaks its neighbours costs all of them.

use crate::draft::is_line_terminator;
use std::iter::Peekable;
use std::str::Chars;

/// Words that mean something else, or nothing, if they move from a script's top level into a
/// function.
const BOUND_TO_TOP_LEVEL: [&str; 5] = ["return", "await", "import", "export", "arguments"];

/// Words after which a slash begins a regular expression, unlike after other words.
const BEFORE_EXPRESSION: [&str; 14] = [
    "return",
    "typeof",
    "instanceof",
    "in",
    "of",
    "new",
    "delete",
    "void",
    "throw",
    "case",
    "do",
    "else",
    "await",
    "yield",
];

/// Whether the script does the same within a function, as far as its text shows.
pub(crate) fn can_be_wrapped(text: &str) -> bool {
    // Such comments are bound to the beginning of a line or to the goal of the whole text.
    let has_odd_comments = text.starts_with("#!") || text.contains("<!--") || text.contains("-->");
    !has_odd_comments && Scan::new(text).whole().is_some()
}

/// What came last, to distinguish a division from a regular expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastToken {
    Nothing,
    Operand,
    Operator,
    Dot,
    ClosingBrace,
}

struct Scan<'text> {
    rest: Peekable<Chars<'text>>,
    /// The expected closing brackets; a backtick means a template.
    awaited: Vec<char>,
    last: LastToken,
    has_async: bool,
    has_await: bool,
}

impl<'text> Scan<'text> {
    fn new(text: &'text str) -> Self {
        Self {
            rest: text.chars().peekable(),
            awaited: Vec::new(),
            last: LastToken::Nothing,
            has_async: false,
            has_await: false,
        }
    }

    /// `None` as soon as something speaks against wrapping.
    fn whole(mut self) -> Option<()> {
        while let Some(character) = self.rest.next() {
            self.token(character)?;
        }
        // An `await` without any `async` belongs to a module, or is somebody's variable.
        (self.awaited.is_empty() && (self.has_async || !self.has_await)).then_some(())
    }

    fn token(&mut self, character: char) -> Option<()> {
        match character {
            '/' => self.slash()?,
            '\'' | '"' => self.string(character)?,
            '`' => self.template()?,
            '(' => self.open(')'),
            '[' => self.open(']'),
            '{' => self.open('}'),
            ')' | ']' | '}' => self.close(character)?,
            '.' => self.last = LastToken::Dot,
            _ if character.is_whitespace() || character == '\u{feff}' => {}
            _ if is_word(character) => self.word(character)?,
            _ => self.last = LastToken::Operator,
        }
        Some(())
    }

    fn open(&mut self, closing: char) {
        self.awaited.push(closing);
        self.last = LastToken::Operator;
    }

    fn close(&mut self, closing: char) -> Option<()> {
        if self.awaited.pop()? != closing {
            return None;
        }
        self.last = if closing == '}' { LastToken::ClosingBrace } else { LastToken::Operand };
        // A closed substitution leads back into its template.
        if self.awaited.last() == Some(&'`') {
            self.awaited.pop();
            return self.template();
        }
        Some(())
    }

    /// Reads to the template's end or to its next substitution.
    fn template(&mut self) -> Option<()> {
        loop {
            match self.rest.next()? {
                '\\' => _ = self.rest.next()?,
                '`' => break,
                '$' if self.rest.next_if_eq(&'{').is_some() => {
                    self.awaited.push('`');
                    self.open('}');
                    return Some(());
                }
                _ => {}
            }
        }
        self.last = LastToken::Operand;
        Some(())
    }

    fn string(&mut self, quote: char) -> Option<()> {
        loop {
            match self.rest.next()? {
                '\\' => self.escaped()?,
                '\n' | '\r' => return None,
                character if character == quote => break,
                _ => {}
            }
        }
        self.last = LastToken::Operand;
        Some(())
    }

    /// Reads what a backslash escapes; a CRLF is one line continuation.
    fn escaped(&mut self) -> Option<()> {
        if self.rest.next()? == '\r' {
            self.rest.next_if_eq(&'\n');
        }
        Some(())
    }

    fn slash(&mut self) -> Option<()> {
        match (self.rest.peek(), self.last) {
            (Some('/'), _) => while self.rest.next_if(|&c| !is_line_terminator(c)).is_some() {},
            (Some('*'), _) => self.block_comment()?,
            (_, LastToken::Operand) => self.last = LastToken::Operator,
            // After a block this is a regular expression, after an object a division.
            (_, LastToken::ClosingBrace | LastToken::Dot) => return None,
            _ => self.regular_expression()?,
        }
        Some(())
    }

    fn block_comment(&mut self) -> Option<()> {
        self.rest.next();
        loop {
            if self.rest.next()? == '*' && self.rest.next_if_eq(&'/').is_some() {
                return Some(());
            }
        }
    }

    fn regular_expression(&mut self) -> Option<()> {
        let mut in_class = false;
        loop {
            match self.rest.next()? {
                '\\' => _ = self.rest.next_if(|&c| !is_line_terminator(c))?,
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => break,
                character if is_line_terminator(character) => return None,
                _ => {}
            }
        }
        self.last = LastToken::Operand;
        Some(())
    }

    fn word(&mut self, first: char) -> Option<()> {
        let mut word = String::from(first);
        while let Some(character) = self.rest.next_if(|&c| is_word(c)) {
            word.push(character);
        }
        let is_property = self.last == LastToken::Dot;
        let word = word.as_str();
        if !is_property {
            if self.awaited.is_empty() && BOUND_TO_TOP_LEVEL.contains(&word) {
                return None;
            }
            self.has_async |= word == "async";
            self.has_await |= word == "await";
        }
        let before_expression = !is_property && BEFORE_EXPRESSION.contains(&word);
        self.last = if before_expression { LastToken::Operator } else { LastToken::Operand };
        Some(())
    }
}

/// Whether the character can be in a name or number; escapes and private names included.
fn is_word(character: char) -> bool {
    character.is_alphanumeric()
        || matches!(character, '_' | '$' | '\\' | '#')
        || !character.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ordinary_scripts_can_be_wrapped() {
        for text in [
            "",
            "'use strict';\nlet a = 1 / 2; // } it's",
            "function f() { return /[/}]\\//.test(`a${ {b: `}`} }c`); }",
            "f(async () => { await g(); });",
            "var s = 'a\\\r\nb' + \"'\"; /* ` */ x.return(); y = a[0] / b / (c) / d;",
            "var r = { return: 1 }.return;",
        ] {
            assert!(can_be_wrapped(text), "{text}");
        }
    }

    #[test]
    fn what_is_bound_to_the_top_level_stays_there() {
        for text in [
            "#!/usr/bin/env x\na;",
            "a; <!-- b",
            "a;\n--> b",
            "return 1;",
            "await f();",
            "for (const a of b) { await a; }",
            "import a from 'a';",
            "export default 1;",
            "typeof arguments;",
        ] {
            assert!(!can_be_wrapped(text), "{text}");
        }
    }

    #[test]
    fn broken_scripts_are_left_alone() {
        for text in ["}", "{", "(]", "'a", "'a\n'", "/* a", "`a", "`${a`", "a = /b", "a\\`"] {
            assert!(!can_be_wrapped(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gets_an_answer(text in "[-<!>/*'\"`${}()\\[\\]\\\\a.\r\n #é]{0,60}") {
            let _ = can_be_wrapped(&text);
        }
    }
}
