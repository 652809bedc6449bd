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
enum KnownValue {
    Integer(i64),
    Text(String),
    Boolean(bool),
    Null,
    Undefined,
    List(Vec<KnownValue>),
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

    fn shown(&self, value: &KnownValue) -> Option<String> {
        Some(match value {
            KnownValue::Integer(number) => number.to_string(),
            KnownValue::Text(text) => serde_json::to_string(text).ok()?,
            KnownValue::Boolean(holds) => holds.to_string(),
            KnownValue::Null => "null".to_owned(),
            KnownValue::Undefined => "undefined".to_owned(),
            KnownValue::Logged(around) => self.text(around)?.to_owned(),
            KnownValue::List(_) => return None,
        })
    }

    /// The last of these logged values, which are each in the one before.
    fn logged(&self, around: Vec<u32>) -> Option<KnownValue> {
        let text = self.text(&around)?;
        let integer = text.parse().ok().filter(|number: &i64| number.to_string() == text);
        Some(match text {
            UNKNOWN | UNINITIALISED | ACCESSOR => return None,
            "true" => KnownValue::Boolean(true),
            "false" => KnownValue::Boolean(false),
            "null" => KnownValue::Null,
            "undefined" => KnownValue::Undefined,
            _ if text.starts_with('"') => {
                let text: String = serde_json::from_str(text).ok()?;
                let is_changed = text.contains(ADDRESS) || text.contains('\u{fffd}');
                (!is_changed).then_some(KnownValue::Text(text))?
            }
            _ => match integer {
                Some(number) => integer_value(number)?,
                None => KnownValue::Logged(around),
            },
        })
    }

    fn value(&self, expression: &Expression) -> Option<KnownValue> {
        match expression {
            Expression::Integer(number) => integer_value(*number),
            Expression::Text(text) => Some(KnownValue::Text(text.clone())),
            Expression::Name(name) => self.name(name),
            Expression::List(items) => {
                items.iter().map(|it| self.value(it)).collect::<Option<_>>().map(KnownValue::List)
            }
            Expression::Member(object, name) => self.member(self.value(object)?, name),
            Expression::Item(object, key) => {
                let object = self.value(object)?;
                match self.value(key)? {
                    KnownValue::Integer(index) => self.member(object, &index.to_string()),
                    KnownValue::Text(name) => self.member(object, &name),
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

    fn name(&self, name: &str) -> Option<KnownValue> {
        match (name, (self.number_of)(name)) {
            (_, Some(number)) => self.logged(vec![number]),
            ("true", _) => Some(KnownValue::Boolean(true)),
            ("false", _) => Some(KnownValue::Boolean(false)),
            ("null", _) => Some(KnownValue::Null),
            ("undefined", _) => Some(KnownValue::Undefined),
            _ => None,
        }
    }

    fn member(&self, object: KnownValue, name: &str) -> Option<KnownValue> {
        match object {
            KnownValue::Text(text) if name == "length" => {
                integer_value(text.encode_utf16().count() as i64)
            }
            KnownValue::List(items) if name == "length" => integer_value(items.len() as i64),
            KnownValue::List(items) => {
                let index: usize = name.parse().ok().filter(|it: &usize| it.to_string() == name)?;
                items.into_iter().nth(index)
            }
            KnownValue::Logged(around) => self.logged_member(around, name),
            _ => None,
        }
    }

    fn logged_member(&self, around: Vec<u32>, name: &str) -> Option<KnownValue> {
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
                Some(KnownValue::Logged(around[..kept].to_vec()))
            }
        }
    }

    /// Whether a value counts as true.
    fn holds(&self, value: &KnownValue) -> Option<bool> {
        Some(match value {
            KnownValue::Integer(number) => *number != 0,
            KnownValue::Text(text) => !text.is_empty(),
            KnownValue::Boolean(holds) => *holds,
            KnownValue::Null | KnownValue::Undefined => false,
            KnownValue::List(_) => true,
            KnownValue::Logged(around) => self.contents(around).map(|_| true)?,
        })
    }

    fn prefix(&self, operator: &str, operand: KnownValue) -> Option<KnownValue> {
        match (operator, operand) {
            ("!", operand) => self.holds(&operand).map(|holds| KnownValue::Boolean(!holds)),
            // The negative of 0 is another number.
            ("-", KnownValue::Integer(number)) if number != 0 => integer_value(-number),
            ("typeof", operand) => {
                let name = match operand {
                    KnownValue::Integer(_) => "number",
                    KnownValue::Text(_) => "string",
                    KnownValue::Boolean(_) => "boolean",
                    KnownValue::Undefined => "undefined",
                    KnownValue::Null | KnownValue::List(_) => "object",
                    KnownValue::Logged(around) => self.contents(&around).map(|_| "object")?,
                };
                Some(KnownValue::Text(name.to_owned()))
            }
            _ => None,
        }
    }

    fn infix(&self, left: &Expression, operator: &str, right: &Expression) -> Option<KnownValue> {
        let left = self.value(left)?;
        if matches!(operator, "&&" | "||") {
            let is_decided = self.holds(&left)? == (operator == "||");
            return if is_decided { Some(left) } else { self.value(right) };
        }
        let right = self.value(right)?;
        match operator {
            "+" | "-" | "*" => computed(left, operator, right),
            "===" => self.is_same(&left, &right).map(KnownValue::Boolean),
            "!==" => self.is_same(&left, &right).map(|is_same| KnownValue::Boolean(!is_same)),
            _ => {
                let order = match (left, right) {
                    (KnownValue::Integer(left), KnownValue::Integer(right)) => left.cmp(&right),
                    (KnownValue::Text(left), KnownValue::Text(right)) => {
                        left.encode_utf16().cmp(right.encode_utf16())
                    }
                    _ => return None,
                };
                Some(KnownValue::Boolean(match operator {
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
    fn is_same(&self, left: &KnownValue, right: &KnownValue) -> Option<bool> {
        let is_plain =
            |value: &KnownValue| !matches!(value, KnownValue::List(_) | KnownValue::Logged(_));
        let is_object = |value: &KnownValue| match value {
            KnownValue::List(_) => true,
            KnownValue::Logged(around) => self.contents(around).is_some(),
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

fn integer_value(number: i64) -> Option<KnownValue> {
    (number.unsigned_abs() <= SAFE_MAX).then_some(KnownValue::Integer(number))
}

fn computed(left: KnownValue, operator: &str, right: KnownValue) -> Option<KnownValue> {
    match (left, right) {
        (KnownValue::Text(left), KnownValue::Text(right)) if operator == "+" => {
            Some(KnownValue::Text(left + &right))
        }
        (KnownValue::Integer(left), KnownValue::Integer(right)) => match operator {
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
