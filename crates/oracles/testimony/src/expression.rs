//! Evaluates expressions over known values, as far as nothing of the program would run for it.
//!
//! What an expression means depends on the language. Anything that this module does not know for
//! certain has no value, and neither has what contains it.

mod semantics;
mod source;
mod syntax;
mod words;

use crate::log::Log;
use debunk_model::{Language, Program, Words};
use semantics::Scope;
pub(crate) use source::PlainValues;
pub use source::{LoggedValues, ValueSource};

/// Words of programs in which reading a member may run code that its value does not show.
const READS_ODDLY: [&str; 6] =
    ["__get", "property", "Proxy", "__missing__", "__class_getitem__", "__index__"];

/// What is known of the value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionValue {
    /// It holds nothing, and this is its text in normal form.
    Exact(String),
    /// It holds others, and this is its text.
    Holder(String),
    /// It has a value, and evaluating it can neither fail nor run code of the program.
    Safe,
}

/// Evaluates expressions of one program.
#[derive(Clone, Copy, Debug)]
pub struct ExpressionEvaluator {
    language: Language,
    reads_members: bool,
    measures: bool,
}

impl ExpressionEvaluator {
    /// For the expressions of a program.
    pub fn of(program: &Program) -> Self {
        let reads_oddly = READS_ODDLY.iter().any(|word| program.text.contains(word));
        let measures = !reads_oddly && is_only_called(&program.text, "len");
        Self { language: program.language, reads_members: !reads_oddly, measures }
    }

    /// The language of the expressions.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Whether the language's own function for the length of a sequence means nothing else in the program.
    pub const fn measures(&self) -> bool {
        self.measures
    }

    /// The text of an expression's value, if it is known.
    pub(crate) fn text(&self, expression: &str, source: &impl ValueSource) -> Option<String> {
        match self.evaluate(expression, source)? {
            ExpressionValue::Exact(text) | ExpressionValue::Holder(text) => Some(text),
            ExpressionValue::Safe => None,
        }
    }

    /// The value of an expression; `None` if evaluating it might fail or run code of the program.
    pub fn evaluate(&self, expression: &str, source: &impl ValueSource) -> Option<ExpressionValue> {
        let dialect = Words::of(self.language).expressions?.dialect;
        let parsed = syntax::parse(expression, words::of(dialect))?;
        Scope { source, dialect, reads_members: self.reads_members }.shown(&parsed)
    }
}

/// The value that an expression of a language has, in normal form, if the variables have the values
/// with these numbers in a log.
pub fn evaluate(
    log: &Log,
    language: Language,
    expression: &str,
    number_of: &dyn Fn(&str) -> Option<u32>,
) -> Option<String> {
    let source = LoggedValues { log, number_of };
    // The log says itself what it could not read.
    ExpressionEvaluator { language, reads_members: true, measures: false }.text(expression, &source)
}

/// Whether a name occurs in a text only where it is called, and nothing of that name is defined.
fn is_only_called(text: &str, name: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    text.match_indices(name).all(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let is_other = before.ends_with(|it: char| is_part(it) && it != '_')
            || after.starts_with(|it: char| is_part(it) && it != '_');
        let is_defined = ["def ", "func ", ".", "_"].iter().any(|it| before.ends_with(it));
        is_other || after.starts_with('(') && !is_defined
    })
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expression {
    Integer(i64),
    /// A number with a fraction.
    Fraction,
    Text(String),
    Name(String),
    List(Vec<Expression>),
    Member(Box<Expression>, String),
    /// A member of what an address points to.
    Pointed(Box<Expression>, String),
    Item(Box<Expression>, Box<Expression>),
    Prefix(&'static str, Box<Expression>),
    Infix(Box<Expression>, &'static str, Box<Expression>),
    Choice(Box<[Expression; 3]>),
}

#[cfg(test)]
mod tests;
