//! Evaluates expressions over logged values, as far as nothing of the program would run for it.
//!
//! What an expression means depends on the language. Anything that this module does not know for
//! certain has no value, and neither has what contains it.

mod javascript;

use crate::log::Log;
use debunk_model::Language;

/// The value that an expression of a language has, in normal form, if the variables have the values
/// with these numbers in a log.
pub fn evaluate(
    log: &Log,
    language: Language,
    expression: &str,
    number_of: &dyn Fn(&str) -> Option<u32>,
) -> Option<String> {
    match language {
        Language::JavaScript => javascript::evaluate(log, expression, number_of),
        _ => None,
    }
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expression {
    Integer(i64),
    Text(String),
    Name(String),
    List(Vec<Expression>),
    Member(Box<Expression>, String),
    Item(Box<Expression>, Box<Expression>),
    Prefix(&'static str, Box<Expression>),
    Infix(Box<Expression>, &'static str, Box<Expression>),
    Choice(Box<[Expression; 3]>),
}

#[cfg(test)]
mod tests;
