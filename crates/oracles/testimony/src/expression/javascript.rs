//! Expressions of JavaScript: names, paths through what values hold, literals and operators.

mod syntax;

use super::Expression;
use crate::contents::ACCESSOR;
use crate::log::{Log, LoggedChild, LoggedContents, UNINITIALISED, UNKNOWN};
use std::cmp::Ordering;

/// Greater integers are not exact.
const SAFE_MAX: u64 = (1 << 53) - 1;
/// The scheme of addresses, which are changed in values so that they do not differ between sessions.
const ADDRESS: &str = "debunk:";

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Known {
    Integer(i64),
    Text(String),
    Boolean(bool),
    Null,
    Undefined,
    List(Vec<Known>),
    /// A logged value that is none of these, with the values around it, outermost first.
    Logged(Vec<u32>),
}

pub(super) fn evaluate(
    log: &Log,
    expression: &str,
    number_of: &dyn Fn(&str) -> Option<u32>,
) -> Option<String> {
    let expression = syntax::parse(expression)?;
    let scope = Scope { log, number_of };
    scope.shown(&scope.value(&expression)?)
}

struct Scope<'run> {
    log: &'run Log,
    number_of: &'run dyn Fn(&str) -> Option<u32>,
}

impl Scope<'_> {
    fn text(&self, around: &[u32]) -> Option<&str> {
        self.log.texts.get(*around.last()? as usize).map(String::as_str)
    }

    fn contents(&self, around: &[u32]) -> Option<&LoggedContents> {
        self.log.contents.get(around.last()?)
    }

    fn shown(&self, value: &Known) -> Option<String> {
        Some(match value {
            Known::Integer(number) => number.to_string(),
            Known::Text(text) => serde_json::to_string(text).ok()?,
            Known::Boolean(holds) => holds.to_string(),
            Known::Null => "null".to_owned(),
            Known::Undefined => "undefined".to_owned(),
            Known::Logged(around) => self.text(around)?.to_owned(),
            Known::List(_) => return None,
        })
    }

    /// The last of these logged values, which are each in the one before.
    fn logged(&self, around: Vec<u32>) -> Option<Known> {
        let text = self.text(&around)?;
        let integer = text.parse().ok().filter(|number: &i64| number.to_string() == text);
        Some(match text {
            UNKNOWN | UNINITIALISED | ACCESSOR => return None,
            "true" => Known::Boolean(true),
            "false" => Known::Boolean(false),
            "null" => Known::Null,
            "undefined" => Known::Undefined,
            _ if text.starts_with('"') => {
                let text: String = serde_json::from_str(text).ok()?;
                let is_changed = text.contains(ADDRESS) || text.contains('\u{fffd}');
                (!is_changed).then_some(Known::Text(text))?
            }
            _ => match integer {
                Some(number) => integer_value(number)?,
                None => Known::Logged(around),
            },
        })
    }

    fn value(&self, expression: &Expression) -> Option<Known> {
        match expression {
            Expression::Integer(number) => integer_value(*number),
            Expression::Text(text) => Some(Known::Text(text.clone())),
            Expression::Name(name) => self.name(name),
            Expression::List(items) => {
                items.iter().map(|it| self.value(it)).collect::<Option<_>>().map(Known::List)
            }
            Expression::Member(object, name) => self.member(self.value(object)?, name),
            Expression::Item(object, key) => {
                let object = self.value(object)?;
                match self.value(key)? {
                    Known::Integer(index) => self.member(object, &index.to_string()),
                    Known::Text(name) => self.member(object, &name),
                    _ => None,
                }
            }
            Expression::Prefix(operator, operand) => self.prefix(operator, self.value(operand)?),
            Expression::Infix(left, operator, right) => self.infix(left, operator, right),
            Expression::Choice(parts) => {
                let [condition, yes, no] = &**parts;
                let holds = self.holds(&self.value(condition)?)?;
                self.value(if holds { yes } else { no })
            }
        }
    }

    fn name(&self, name: &str) -> Option<Known> {
        match (name, (self.number_of)(name)) {
            (_, Some(number)) => self.logged(vec![number]),
            ("true", _) => Some(Known::Boolean(true)),
            ("false", _) => Some(Known::Boolean(false)),
            ("null", _) => Some(Known::Null),
            ("undefined", _) => Some(Known::Undefined),
            _ => None,
        }
    }

    fn member(&self, object: Known, name: &str) -> Option<Known> {
        match object {
            Known::Text(text) if name == "length" => {
                integer_value(text.encode_utf16().count() as i64)
            }
            Known::List(items) if name == "length" => integer_value(items.len() as i64),
            Known::List(items) => {
                let index: usize = name.parse().ok().filter(|it: &usize| it.to_string() == name)?;
                items.into_iter().nth(index)
            }
            Known::Logged(around) => self.logged_member(around, name),
            _ => None,
        }
    }

    fn logged_member(&self, around: Vec<u32>, name: &str) -> Option<Known> {
        let contents = self.contents(&around)?;
        let (kind, length) = split_length(self.text(&around)?);
        // Collections hold their members under keys that are none of their properties.
        if length.is_some() && kind != "Array"
            || name.starts_with("Symbol(")
            || name.starts_with('#')
        {
            return None;
        }
        if let ("length", Some(length)) = (name, length) {
            return contents.is_whole.then(|| integer_value(length))?;
        }
        let mut same = contents.children.iter().filter(|(key, _)| key == name);
        let (_, child) = same.next().filter(|_| same.next().is_none())?;
        match child {
            LoggedChild::Value(number) => self.logged([&around[..], &[*number]].concat()),
            LoggedChild::Ancestor(up) => {
                let kept = around.len().checked_sub(*up as usize).filter(|kept| *kept > 0)?;
                Some(Known::Logged(around[..kept].to_vec()))
            }
        }
    }

    /// Whether a value counts as true.
    fn holds(&self, value: &Known) -> Option<bool> {
        Some(match value {
            Known::Integer(number) => *number != 0,
            Known::Text(text) => !text.is_empty(),
            Known::Boolean(holds) => *holds,
            Known::Null | Known::Undefined => false,
            Known::List(_) => true,
            Known::Logged(around) => self.contents(around).map(|_| true)?,
        })
    }

    fn prefix(&self, operator: &str, operand: Known) -> Option<Known> {
        match (operator, operand) {
            ("!", operand) => self.holds(&operand).map(|holds| Known::Boolean(!holds)),
            // The negative of 0 is another number.
            ("-", Known::Integer(number)) if number != 0 => integer_value(-number),
            ("typeof", operand) => {
                let name = match operand {
                    Known::Integer(_) => "number",
                    Known::Text(_) => "string",
                    Known::Boolean(_) => "boolean",
                    Known::Undefined => "undefined",
                    Known::Null | Known::List(_) => "object",
                    Known::Logged(around) => self.contents(&around).map(|_| "object")?,
                };
                Some(Known::Text(name.to_owned()))
            }
            _ => None,
        }
    }

    fn infix(&self, left: &Expression, operator: &str, right: &Expression) -> Option<Known> {
        let left = self.value(left)?;
        if matches!(operator, "&&" | "||") {
            let is_decided = self.holds(&left)? == (operator == "||");
            return if is_decided { Some(left) } else { self.value(right) };
        }
        let right = self.value(right)?;
        match operator {
            "+" | "-" | "*" => computed(left, operator, right),
            "===" => self.is_same(&left, &right).map(Known::Boolean),
            "!==" => self.is_same(&left, &right).map(|is_same| Known::Boolean(!is_same)),
            _ => {
                let order = match (left, right) {
                    (Known::Integer(left), Known::Integer(right)) => left.cmp(&right),
                    (Known::Text(left), Known::Text(right)) => {
                        left.encode_utf16().cmp(right.encode_utf16())
                    }
                    _ => return None,
                };
                Some(Known::Boolean(match operator {
                    "<" => order == Ordering::Less,
                    ">" => order == Ordering::Greater,
                    "<=" => order != Ordering::Greater,
                    ">=" => order != Ordering::Less,
                    _ => return None,
                }))
            }
        }
    }

    /// Whether two values are the same; of two objects that is not known.
    fn is_same(&self, left: &Known, right: &Known) -> Option<bool> {
        let is_plain = |value: &Known| !matches!(value, Known::List(_) | Known::Logged(_));
        let is_object = |value: &Known| match value {
            Known::List(_) => true,
            Known::Logged(around) => self.contents(around).is_some(),
            _ => false,
        };
        match (is_plain(left), is_plain(right)) {
            (true, true) => Some(left == right),
            (true, false) => is_object(right).then_some(false),
            (false, true) => is_object(left).then_some(false),
            (false, false) => None,
        }
    }
}

fn integer_value(number: i64) -> Option<Known> {
    (number.unsigned_abs() <= SAFE_MAX).then_some(Known::Integer(number))
}

fn computed(left: Known, operator: &str, right: Known) -> Option<Known> {
    match (left, right) {
        (Known::Text(left), Known::Text(right)) if operator == "+" => {
            Some(Known::Text(left + &right))
        }
        (Known::Integer(left), Known::Integer(right)) => match operator {
            "+" => integer_value(left + right),
            "-" => integer_value(left - right),
            // It may be negative zero.
            _ if (left == 0 || right == 0) && (left < 0 || right < 0) => None,
            _ => integer_value(left.checked_mul(right)?),
        },
        _ => None,
    }
}

/// The name and the length in a text such as `Array(3)`.
fn split_length(text: &str) -> (&str, Option<i64>) {
    let parts = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let sized = parts.and_then(|(kind, length)| Some((kind, length.parse().ok()?)));
    sized.map_or((text, None), |(kind, length)| (kind, Some(length)))
}
