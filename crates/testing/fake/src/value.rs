//! The values of the toy language: how they are computed, printed and shown.

use crate::syntax::Name;
use std::cmp::Ordering;
use std::fmt::Write;
use std::sync::Arc;

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// `undefined`.
    Undefined,
    /// `null`.
    Null,
    /// A truth value.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(Arc<str>),
    /// A function of the program: its number and the scope that it was made in.
    Function {
        /// Which of the program's functions it is.
        function: usize,
        /// Where it finds its variables.
        scope: usize,
        /// Which of all functions made so far it is.
        identity: u64,
        /// How a debugger shows it.
        heading: Name,
    },
    /// The function `print`.
    Print,
    /// An error that the machine has made.
    Error(Arc<str>),
}

impl Value {
    /// Whether it counts as true.
    pub fn is_true(&self) -> bool {
        match self {
            Value::Undefined | Value::Null => false,
            Value::Boolean(truth) => *truth,
            Value::Number(number) => *number != 0.0 && !number.is_nan(),
            Value::Text(text) => !text.is_empty(),
            Value::Function { .. } | Value::Print | Value::Error(_) => true,
        }
    }

    /// The number that it counts as.
    pub fn number(&self) -> f64 {
        match self {
            Value::Null => 0.0,
            Value::Boolean(truth) => f64::from(u8::from(*truth)),
            Value::Number(number) => *number,
            Value::Text(text) if text.trim().is_empty() => 0.0,
            Value::Text(text) => text.trim().parse().unwrap_or(f64::NAN),
            _ => f64::NAN,
        }
    }

    /// How it is printed.
    pub fn text(&self) -> String {
        match self {
            Value::Undefined => "undefined".to_owned(),
            Value::Null => "null".to_owned(),
            Value::Boolean(truth) => truth.to_string(),
            Value::Number(number) => number_text(*number),
            Value::Text(text) => text.to_string(),
            Value::Function { heading, .. } => heading.to_string(),
            Value::Print => "function print".to_owned(),
            Value::Error(error) => error.to_string(),
        }
    }

    /// How a debugger shows it.
    pub fn shown(&self) -> String {
        match self {
            Value::Text(text) => quoted(text),
            Value::Number(number) if *number == 0.0 && number.is_sign_negative() => "-0".to_owned(),
            other => other.text(),
        }
    }

    /// The name of its type.
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::Undefined => "undefined",
            Value::Null | Value::Error(_) => "object",
            Value::Boolean(_) => "boolean",
            Value::Number(_) => "number",
            Value::Text(_) => "string",
            Value::Function { .. } | Value::Print => "function",
        }
    }

    /// Whether two values are the same, without conversion.
    pub fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Undefined, Value::Undefined)
            | (Value::Null, Value::Null)
            | (Value::Print, Value::Print) => true,
            (Value::Boolean(left), Value::Boolean(right)) => left == right,
            (Value::Number(left), Value::Number(right)) => left == right,
            (Value::Text(left), Value::Text(right)) => left == right,
            (Value::Function { identity: left, .. }, Value::Function { identity: right, .. }) => {
                left == right
            }
            (Value::Error(left), Value::Error(right)) => Arc::ptr_eq(left, right),
            _ => false,
        }
    }

    fn is_equal(&self, other: &Value) -> bool {
        let is_nothing = |value: &Value| matches!(value, Value::Undefined | Value::Null);
        let is_scalar =
            |value: &Value| matches!(value, Value::Boolean(_) | Value::Number(_) | Value::Text(_));
        let is_text = |value: &Value| matches!(value, Value::Text(_));
        if is_nothing(self) || is_nothing(other) {
            return is_nothing(self) && is_nothing(other);
        }
        match is_scalar(self) && is_scalar(other) && !(is_text(self) && is_text(other)) {
            true => self.number() == other.number(),
            false => self.is_same(other),
        }
    }
}

/// The value of an operator before its operand.
pub(crate) fn unary(operator: &str, operand: &Value) -> Value {
    match operator {
        "!" => Value::Boolean(!operand.is_true()),
        "-" => Value::Number(-operand.number()),
        "+" => Value::Number(operand.number()),
        "typeof" => Value::Text(operand.type_name().into()),
        _ => Value::Undefined,
    }
}

/// The value of an operator between two operands.
pub(crate) fn binary(operator: &str, left: &Value, right: &Value) -> Value {
    let numbers = || (left.number(), right.number());
    match operator {
        "===" => return Value::Boolean(left.is_same(right)),
        "!==" => return Value::Boolean(!left.is_same(right)),
        "==" => return Value::Boolean(left.is_equal(right)),
        "!=" => return Value::Boolean(!left.is_equal(right)),
        "<" | ">" | "<=" | ">=" => return Value::Boolean(is_ordered(operator, left, right)),
        "+" if is_joined(left) || is_joined(right) => {
            return Value::Text(format!("{}{}", left.text(), right.text()).into());
        }
        _ => {}
    }
    let (left, right) = numbers();
    Value::Number(match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        _ => left % right,
    })
}

/// Whether `+` joins texts if this is one of its operands.
fn is_joined(value: &Value) -> bool {
    matches!(value, Value::Text(_) | Value::Function { .. } | Value::Print | Value::Error(_))
}

fn is_ordered(operator: &str, left: &Value, right: &Value) -> bool {
    let order = match (left, right) {
        (Value::Text(left), Value::Text(right)) => {
            Some(left.encode_utf16().cmp(right.encode_utf16()))
        }
        _ => left.number().partial_cmp(&right.number()),
    };
    match operator {
        "<" => order == Some(Ordering::Less),
        ">" => order == Some(Ordering::Greater),
        "<=" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

fn number_text(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if number == 0.0 {
        return "0".to_owned();
    }
    if (1e-6..1e21).contains(&number.abs()) {
        return number.to_string();
    }
    let text = format!("{number:e}");
    match text.split_once('e') {
        Some((digits, power)) if !power.starts_with('-') => format!("{digits}e+{power}"),
        _ => text,
    }
}

/// A string as JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            control if control < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", control as u32);
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_in_javascript() {
        for (number, expected) in [
            (1.0, "1"),
            (-0.5, "-0.5"),
            (1e21, "1e+21"),
            (1e-7, "1e-7"),
            (123456789012.0, "123456789012"),
            (f64::NAN, "NaN"),
            (0.1 + 0.2, "0.30000000000000004"),
        ] {
            assert_eq!(number_text(number), expected);
        }
    }

    #[test]
    fn operators_convert_as_in_javascript() {
        let text = |text: &str| Value::Text(text.into());
        let number = Value::Number;
        for (operator, left, right, expected) in [
            ("+", number(1.0), text("a"), "\"1a\""),
            ("-", text("5"), number(2.0), "3"),
            ("+", Value::Undefined, number(1.0), "NaN"),
            ("%", number(-7.0), number(3.0), "-1"),
            ("<", text("10"), text("9"), "true"),
            ("<", text("10"), number(9.0), "false"),
            ("==", Value::Null, Value::Undefined, "true"),
            ("===", text("a"), text("a"), "true"),
            ("==", number(1.0), text("1"), "true"),
            (">=", number(f64::NAN), number(1.0), "false"),
        ] {
            assert_eq!(binary(operator, &left, &right).shown(), expected, "{operator}");
        }
    }
}
