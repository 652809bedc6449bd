//! Reads expressions of JavaScript, as far as they can be evaluated.

use crate::expression::Expression;

/// Deeper expressions are not read.
const DEPTH_LIMIT: u32 = 64;

/// Operators between two values by their rank, the weakest first.
const RANKS: [&[&str]; 6] =
    [&["||"], &["&&"], &["===", "!=="], &["<=", ">=", "<", ">"], &["+", "-"], &["*"]];

/// What looks like an operator and is another one.
const OTHERS: [&str; 14] =
    ["++", "--", "**", "=>", "??", "?.", "<<", ">>", "...", "//", "/*", "+=", "-=", "*="];

/// All operators and marks, those that begin with another one first.
const MARKS: [&str; 20] = [
    "===", "!==", "<=", ">=", "&&", "||", "<", ">", "+", "-", "*", "!", "?", ":", "(", ")", "[",
    "]", ".", ",",
];

/// Words that begin or join something else.
const WORDS: [&str; 22] = [
    "arguments",
    "async",
    "await",
    "case",
    "class",
    "delete",
    "do",
    "else",
    "eval",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "let",
    "new",
    "return",
    "super",
    "this",
    "throw",
    "void",
    "yield",
];

/// An expression; `None` if anything in it cannot be evaluated.
pub(super) fn parse(text: &str) -> Option<Expression> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, depth: 0 };
    let expression = parser.expression()?;
    parser.tokens.is_empty().then_some(expression)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Mark(&'static str),
    Word(String),
    Text(String),
    Integer(i64),
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut rest = text.trim_start();
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        if OTHERS.iter().any(|other| rest.starts_with(other)) {
            return None;
        }
        let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '$';
        let (token, length) = if is_part(first) {
            let length = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
            (word(&rest[..length])?, length)
        } else if first == '"' || first == '\'' {
            let (text, length) = string(rest, first)?;
            (Token::Text(text), length)
        } else {
            let mark = *MARKS.iter().find(|mark| rest.starts_with(**mark))?;
            (Token::Mark(mark), mark.len())
        };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Some(tokens)
}

fn word(word: &str) -> Option<Token> {
    if word.starts_with(|first: char| first.is_ascii_digit()) {
        let number: i64 = word.parse().ok()?;
        return (number.to_string() == word).then_some(Token::Integer(number));
    }
    (!WORDS.contains(&word)).then(|| Token::Word(word.to_owned()))
}

/// A string without escapes, and its length in the text.
fn string(text: &str, quote: char) -> Option<(String, usize)> {
    let inner = &text[1..];
    let inner = &inner[..inner.find(quote)?];
    let is_plain = !inner.contains(['\\', '\n', '\r', '\u{fffd}']);
    is_plain.then(|| (inner.to_owned(), inner.len() + 2))
}

struct Parser<'tokens> {
    tokens: &'tokens [Token],
    depth: u32,
}

impl Parser<'_> {
    fn takes(&mut self, mark: &str) -> bool {
        let is_there = matches!(self.tokens.first(), Some(Token::Mark(it)) if *it == mark);
        if is_there {
            self.tokens = &self.tokens[1..];
        }
        is_there
    }

    fn next(&mut self) -> Option<&Token> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    fn expression(&mut self) -> Option<Expression> {
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            return None;
        }
        let condition = self.infix(0)?;
        let expression = if self.takes("?") {
            let yes = self.expression()?;
            if !self.takes(":") {
                return None;
            }
            Expression::Choice(Box::new([condition, yes, self.expression()?]))
        } else {
            condition
        };
        self.depth -= 1;
        Some(expression)
    }

    fn infix(&mut self, rank: usize) -> Option<Expression> {
        let Some(operators) = RANKS.get(rank) else { return self.prefix() };
        let mut left = self.infix(rank + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.takes(operator)) {
            let right = self.infix(rank + 1)?;
            left = Expression::Infix(Box::new(left), operator, Box::new(right));
        }
        Some(left)
    }

    fn prefix(&mut self) -> Option<Expression> {
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            return None;
        }
        let is_word = matches!(self.tokens.first(), Some(Token::Word(word)) if word == "typeof");
        if is_word {
            self.tokens = &self.tokens[1..];
        }
        let sign = ["!", "-"].into_iter().find(|sign| !is_word && self.takes(sign));
        let expression = match sign.or(is_word.then_some("typeof")) {
            Some(operator) => Expression::Prefix(operator, Box::new(self.prefix()?)),
            None => self.path()?,
        };
        self.depth -= 1;
        Some(expression)
    }

    fn path(&mut self) -> Option<Expression> {
        let mut value = self.primary()?;
        loop {
            value = if self.takes(".") {
                let Token::Word(name) = self.next()? else { return None };
                Expression::Member(Box::new(value), name.clone())
            } else if self.takes("[") {
                let key = self.expression()?;
                if !self.takes("]") {
                    return None;
                }
                Expression::Item(Box::new(value), Box::new(key))
            } else {
                return Some(value);
            };
        }
    }

    fn primary(&mut self) -> Option<Expression> {
        Some(match self.next()?.clone() {
            Token::Integer(number) => Expression::Integer(number),
            Token::Text(text) => Expression::Text(text),
            Token::Word(name) => Expression::Name(name),
            Token::Mark("(") => {
                let inner = self.expression()?;
                self.takes(")").then_some(inner)?
            }
            Token::Mark("[") => Expression::List(self.list()?),
            Token::Mark(_) => return None,
        })
    }

    /// The items of a list without holes.
    fn list(&mut self) -> Option<Vec<Expression>> {
        let mut items = Vec::new();
        if self.takes("]") {
            return Some(items);
        }
        loop {
            items.push(self.expression()?);
            if self.takes("]") {
                return Some(items);
            }
            if !self.takes(",") {
                return None;
            }
        }
    }
}
