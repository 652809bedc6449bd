//! Reads expressions, as far as they can be evaluated.

use super::Expression;
use super::words::{ChoiceForm, SyntaxWords};

/// Deeper expressions are not read.
const DEPTH_LIMIT: u32 = 64;

/// An expression; `None` if anything in it cannot be evaluated.
pub(super) fn parse(text: &str, words: &SyntaxWords) -> Option<Expression> {
    let tokens = tokens(text, words)?;
    let mut parser = Parser { words, tokens: &tokens, depth: 0 };
    let expression = parser.expression()?;
    parser.tokens.is_empty().then_some(expression)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Mark(&'static str),
    Word(String),
    Text(String),
    Integer(i64),
    Fraction,
}

fn tokens(text: &str, words: &SyntaxWords) -> Option<Vec<Token>> {
    let mut rest = text.trim_start();
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        if words.others.iter().any(|other| rest.starts_with(other)) {
            return None;
        }
        let (token, length) = if is_part(first) {
            word(rest, words)?
        } else if words.quotes.contains(&first) {
            let (text, length) = string(rest, first)?;
            (Token::Text(text), length)
        } else {
            let mark = *words.marks.iter().find(|mark| rest.starts_with(**mark))?;
            (Token::Mark(mark), mark.len())
        };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Some(tokens)
}

const fn is_part(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '$'
}

/// The word or number that a text begins with, and its length.
fn word(text: &str, words: &SyntaxWords) -> Option<(Token, usize)> {
    let length_of = |text: &str| text.find(|it| !is_part(it)).unwrap_or(text.len());
    let length = length_of(text);
    let (word, rest) = text.split_at(length);
    if !word.starts_with(|first: char| first.is_ascii_digit()) {
        let mark = words.word_marks.iter().find(|mark| **mark == word);
        let token = mark.map_or_else(|| Token::Word(word.to_owned()), |mark| Token::Mark(mark));
        return (!words.words.contains(&word)).then_some((token, length));
    }
    let number: i64 = word.parse().ok().filter(|number: &i64| number.to_string() == word)?;
    let Some(after) = rest.strip_prefix('.') else { return Some((Token::Integer(number), length)) };
    let digits = &after[..length_of(after)];
    let is_fraction = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_fraction.then_some((Token::Fraction, length + 1 + digits.len()))
}

/// A string without escapes, and its length in the text.
fn string(text: &str, quote: char) -> Option<(String, usize)> {
    let inner = &text[1..];
    let inner = &inner[..inner.find(quote)?];
    let is_plain = !inner.contains(['\\', '\n', '\r', '\u{fffd}']);
    is_plain.then(|| (inner.to_owned(), inner.len() + 2))
}

struct Parser<'tokens> {
    words: &'tokens SyntaxWords,
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
        let first = self.infix(0)?;
        let form = self.words.choice;
        let expression = match form {
            ChoiceForm::Marks if self.takes("?") => {
                let yes = self.expression()?;
                let no = self.takes(":").then(|| self.expression())??;
                Expression::Choice(Box::new([first, yes, no]))
            }
            ChoiceForm::Words if self.takes("if") => {
                let condition = self.infix(0)?;
                let no = self.takes("else").then(|| self.expression())??;
                Expression::Choice(Box::new([condition, first, no]))
            }
            _ => first,
        };
        self.depth -= 1;
        Some(expression)
    }

    fn infix(&mut self, rank: usize) -> Option<Expression> {
        let Some(operators) = self.words.ranks.get(rank) else { return self.prefix() };
        if let Some((operator, _)) = self.words.loose_prefix.filter(|(_, it)| *it == rank)
            && self.takes(operator)
        {
            self.depth += 1;
            let operand = (self.depth <= DEPTH_LIMIT).then(|| self.infix(rank))??;
            self.depth -= 1;
            return Some(Expression::Prefix(operator, Box::new(operand)));
        }
        let mut left = self.infix(rank + 1)?;
        let mut is_compared = false;
        while let Some(operator) = operators.iter().find(|operator| self.takes(operator)) {
            // A chain of comparisons has a meaning of its own, or none.
            if is_compared && operators.contains(&"<") {
                return None;
            }
            is_compared = true;
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
        let operator = self.words.prefixes.iter().find(|operator| self.takes(operator));
        let expression = match operator {
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
                Expression::Member(Box::new(value), self.member()?)
            } else if self.takes("->") {
                Expression::Pointed(Box::new(value), self.member()?)
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

    fn member(&mut self) -> Option<String> {
        self.name().filter(|name| !self.words.constants.contains(&name.as_str()))
    }

    fn name(&mut self) -> Option<String> {
        let Token::Word(name) = self.next()? else { return None };
        Some(name.clone())
    }

    fn primary(&mut self) -> Option<Expression> {
        Some(match self.next()?.clone() {
            Token::Integer(number) => Expression::Integer(number),
            Token::Fraction => Expression::Fraction,
            Token::Text(text) => Expression::Text(text),
            Token::Word(name) => Expression::Name(name),
            Token::Mark("(") => {
                let inner = self.expression()?;
                self.takes(")").then_some(inner)?
            }
            Token::Mark("[") if self.words.has_lists => Expression::List(self.list()?),
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
