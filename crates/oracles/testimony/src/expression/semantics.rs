//! What expressions mean: names, paths through what values hold, literals and operators.

use super::{Expression, ExpressionValue, ValueSource};
use crate::log::{UNINITIALISED, UNKNOWN};
use debunk_model::{ACCESSOR, ExpressionDialect as Dialect};
use std::cmp::Ordering;

/// Greater integers are not exact in JavaScript.
const SAFE_MAX: i64 = (1 << 53) - 1;
/// Integers up to here fit into every type that languages with small types give to a variable.
const SMALL_MAX: i64 = i8::MAX as i64;
/// The scheme of addresses, which are changed in values so that they do not differ between sessions.
const ADDRESS: &str = "debunk:";

/// A value, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
enum KnownValue<Handle> {
    Integer(i64),
    /// Another number, with its text if it was read.
    Number(Option<String>),
    Text(String),
    Boolean(bool),
    /// A truth value that is not known.
    Truth,
    Null,
    Undefined,
    List(Vec<KnownValue<Handle>>),
    /// A value that is none of these.
    Other(Handle),
}
use KnownValue as Known;

/// What languages with fixed types call a truth value.
const TRUTHS: [&str; 2] = ["true", "false"];

/// The variables that an expression can name, and its language.
pub(super) struct Scope<'run, Source> {
    pub source: &'run Source,
    pub dialect: Dialect,
    pub reads_members: bool,
}

type ValueOf<Source> = KnownValue<<Source as ValueSource>::Handle>;

impl<Source: ValueSource> Scope<'_, Source> {
    fn is(&self, dialect: Dialect) -> bool {
        self.dialect == dialect
    }

    /// Whether types of variables are fixed, so that texts show them in part only.
    const fn is_typed(&self) -> bool {
        !matches!(self.dialect, Dialect::JavaScript | Dialect::Python)
    }

    /// How the value of an expression is shown.
    pub fn shown(&self, expression: &Expression) -> Option<ExpressionValue> {
        let value = self.value(expression)?;
        let text = match &value {
            Known::Integer(number) => Some(number.to_string()),
            Known::Text(text) => self.quoted(text),
            Known::Number(text) => text.clone(),
            Known::Boolean(holds) => self.truth(*holds),
            Known::Null if self.is(Dialect::Python) => Some("None".to_owned()),
            Known::Null => Some("null".to_owned()),
            Known::Undefined => Some("undefined".to_owned()),
            Known::Truth => None,
            Known::Other(handle) => {
                return Some(ExpressionValue::Holder(self.source.text(handle)?.to_owned()));
            }
            Known::List(_) => return None,
        };
        Some(text.map_or(ExpressionValue::Safe, ExpressionValue::Exact))
    }

    /// How a text is shown, if everybody shows it in the same way.
    fn quoted(&self, text: &str) -> Option<String> {
        if !self.is(Dialect::Python) {
            return serde_json::to_string(text).ok();
        }
        let is_plain = text.chars().all(|it| it == ' ' || it.is_ascii_graphic())
            && !text.contains(['\'', '"', '\\']);
        is_plain.then(|| format!("'{text}'"))
    }

    /// How a truth value is shown; C has more than one way.
    fn truth(&self, holds: bool) -> Option<String> {
        match self.dialect {
            Dialect::C | Dialect::Cpp => None,
            Dialect::Python => Some(if holds { "True" } else { "False" }.to_owned()),
            _ => Some(holds.to_string()),
        }
    }

    /// The value of a text in normal form.
    fn read(&self, text: &str) -> Option<ValueOf<Source>> {
        let integer = text.parse().ok().filter(|number: &i64| number.to_string() == text);
        if let Some(number) = integer {
            return Some(self.integer(number, Some(text)));
        }
        let is_fraction = text.contains(['.', 'e', '-']) && text.parse::<f64>().is_ok();
        match (self.dialect, text) {
            _ if is_fraction => Some(Known::Number(Some(text.to_owned()))),
            (Dialect::Python, "True") => Some(Known::Boolean(true)),
            (Dialect::Python, "False") => Some(Known::Boolean(false)),
            (Dialect::Python, "None") | (Dialect::JavaScript, "null") => Some(Known::Null),
            (Dialect::Python, _) => {
                let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
                (!inner.contains(['\'', '\\', '…'])).then(|| Known::Text(inner.to_owned()))
            }
            (Dialect::JavaScript, "undefined") => Some(Known::Undefined),
            (Dialect::JavaScript, "NaN" | "Infinity" | "-Infinity") => {
                Some(Known::Number(Some(text.to_owned())))
            }
            (Dialect::JavaScript | Dialect::Go, _) if text.starts_with('"') => {
                let text: String = serde_json::from_str(text).ok()?;
                let is_changed = text.contains(ADDRESS) || text.contains(['\u{fffd}', '…']);
                (!is_changed).then_some(Known::Text(text))
            }
            (_, truth) => TRUTHS.contains(&truth).then(|| Known::Boolean(truth == TRUTHS[0])),
        }
    }

    /// A value that was read.
    fn found(&self, handle: Source::Handle) -> Option<ValueOf<Source>> {
        let text = self.source.text(&handle)?;
        if matches!(text, UNKNOWN | UNINITIALISED | ACCESSOR) {
            return None;
        }
        Some(self.read(text).unwrap_or(Known::Other(handle)))
    }

    /// An integer, if it is exact and its type has it.
    fn integer(&self, number: i64, text: Option<&str>) -> ValueOf<Source> {
        let is_exact = !self.is(Dialect::JavaScript) || number.unsigned_abs() <= SAFE_MAX as u64;
        if is_exact { Known::Integer(number) } else { Known::Number(text.map(str::to_owned)) }
    }

    fn value(&self, expression: &Expression) -> Option<ValueOf<Source>> {
        match expression {
            Expression::Integer(number) => Some(self.integer(*number, None)),
            Expression::Fraction => Some(Known::Number(None)),
            Expression::Text(text) => Some(Known::Text(text.clone())),
            Expression::Name(name) => self.name(name),
            Expression::List(items) => {
                items.iter().map(|it| self.value(it)).collect::<Option<_>>().map(Known::List)
            }
            Expression::Member(object, name) => self.member(self.value(object)?, name),
            Expression::Pointed(object, name) => match self.value(object)? {
                Known::Other(address) if self.reads_members && self.is(Dialect::C) => {
                    let pointee = self.source.child(&address, "*").unwrap_or(address);
                    self.found(self.source.child(&pointee, name)?)
                }
                _ => None,
            },
            Expression::Item(object, key) => self.item(self.value(object)?, self.value(key)?),
            Expression::Prefix(operator, operand) => self.prefix(operator, self.value(operand)?),
            Expression::Infix(left, operator, right) => self.infix(left, operator, right),
            Expression::Choice(parts) => self.choice(parts),
        }
    }

    fn name(&self, name: &str) -> Option<ValueOf<Source>> {
        match self.source.variable(name) {
            Some(handle) => self.found(handle),
            // These names can be those of variables.
            None if matches!(name, "undefined" | "NaN" | "Infinity") => None,
            // The debuggers of C need not know these names.
            None if self.is(Dialect::C) || self.is_typed() && !TRUTHS.contains(&name) => None,
            None => self.read(name),
        }
    }

    fn choice(&self, [condition, yes, no]: &[Expression; 3]) -> Option<ValueOf<Source>> {
        let condition = self.value(condition)?;
        let decided = self.holds(&condition);
        if decided.is_none() || self.is_typed() {
            // Compilers look at both.
            let (yes, no) = (self.value(yes)?, self.value(no)?);
            return match decided {
                Some(holds) => Some(if holds { yes } else { no }),
                None => self.either(yes, no),
            };
        }
        self.value(if decided? { yes } else { no })
    }

    /// One of two values, of which it is not known which.
    fn either(&self, one: ValueOf<Source>, other: ValueOf<Source>) -> Option<ValueOf<Source>> {
        let is_number = |it: &ValueOf<Source>| matches!(it, Known::Integer(_) | Known::Number(_));
        let is_truth = |it: &ValueOf<Source>| matches!(it, Known::Boolean(_) | Known::Truth);
        if is_number(&one) && is_number(&other) {
            return Some(Known::Number(None));
        }
        (is_truth(&one) && is_truth(&other)).then_some(Known::Truth)
    }

    fn item(&self, object: ValueOf<Source>, key: ValueOf<Source>) -> Option<ValueOf<Source>> {
        if self.is(Dialect::JavaScript) {
            return match key {
                Known::Integer(index) => self.member(object, &index.to_string()),
                Known::Text(name) => self.member(object, &name),
                _ => None,
            };
        }
        let Known::Other(handle) = object else { return None };
        let text = self.source.text(&handle)?;
        let key = match (self.dialect, key) {
            (Dialect::Python, Known::Integer(index)) if text.starts_with(['[', '(']) => {
                index.to_string()
            }
            (Dialect::Python, Known::Text(key)) if text.starts_with('{') => self.quoted(&key)?,
            (Dialect::C | Dialect::Go, Known::Integer(index)) if !text.starts_with("map[") => {
                index.to_string()
            }
            _ => return None,
        };
        self.inner(&handle, &key)
    }

    /// What a value holds under a key, if reading it there runs no code.
    fn inner(&self, handle: &Source::Handle, key: &str) -> Option<ValueOf<Source>> {
        self.reads_members.then(|| self.found(self.source.child(handle, key)?))?
    }

    fn member(&self, object: ValueOf<Source>, name: &str) -> Option<ValueOf<Source>> {
        match object {
            Known::Text(text) if name == "length" && self.is(Dialect::JavaScript) => {
                Some(self.integer(text.encode_utf16().count() as i64, None))
            }
            Known::List(items) if name == "length" => Some(self.integer(items.len() as i64, None)),
            Known::List(items) => {
                let index: usize = name.parse().ok().filter(|it: &usize| it.to_string() == name)?;
                items.into_iter().nth(index)
            }
            Known::Other(handle) => self.member_of(&handle, name),
            _ => None,
        }
    }

    fn member_of(&self, handle: &Source::Handle, name: &str) -> Option<ValueOf<Source>> {
        let text = self.source.text(handle)?;
        let is_plain = match self.dialect {
            Dialect::JavaScript => return self.property(handle, text, name),
            // Some debuggers show the length of a container like an attribute.
            Dialect::Python => name != "len",
            Dialect::C => !text.starts_with("0x"),
            Dialect::Go => !["chan", "error", "interface"].iter().any(|it| text.starts_with(it)),
            // Bases and variants are shown like members.
            _ => false,
        };
        is_plain.then(|| self.inner(handle, name))?
    }

    fn property(&self, handle: &Source::Handle, text: &str, name: &str) -> Option<ValueOf<Source>> {
        let (kind, length) = split_length(text);
        // Collections hold their members under keys that are none of their properties.
        if length.is_some() && kind != "Array"
            || name.starts_with("Symbol(")
            || name.starts_with('#')
        {
            return None;
        }
        if let ("length", Some(length)) = (name, length) {
            return self.source.is_whole(handle).then(|| self.integer(length, None));
        }
        self.inner(handle, name)
    }

    /// Whether a value counts as true.
    fn holds(&self, value: &ValueOf<Source>) -> Option<bool> {
        let is_typed = matches!(self.dialect, Dialect::Go | Dialect::Rust);
        match value {
            Known::Boolean(holds) => Some(*holds),
            Known::Number(_) | Known::Truth => None,
            _ if is_typed => None,
            Known::Integer(number) => Some(*number != 0),
            Known::Text(text) => Some(!text.is_empty()),
            Known::Null | Known::Undefined => Some(false),
            Known::List(_) => Some(true),
            Known::Other(handle) => self.is_object(handle).then_some(true),
        }
    }

    /// Whether a value is certainly an object of JavaScript and no function.
    fn is_object(&self, handle: &Source::Handle) -> bool {
        const FUNCTIONS: [&str; 3] = ["function", "class", "async function"];
        let text = self.source.text(handle).unwrap_or(UNKNOWN);
        self.is(Dialect::JavaScript)
            && self.source.is_holder(handle)
            && !FUNCTIONS.iter().any(|it| text.starts_with(it))
    }

    /// Whether it is known what the operators of logic do with a value.
    fn has_truth(&self, value: &ValueOf<Source>) -> bool {
        let is_unknown = matches!(value, Known::Truth)
            || matches!(value, Known::Number(_))
                && !matches!(self.dialect, Dialect::Go | Dialect::Rust);
        is_unknown || self.holds(value).is_some()
    }

    fn prefix(&self, operator: &str, operand: ValueOf<Source>) -> Option<ValueOf<Source>> {
        match (operator, operand) {
            ("!" | "not", operand) if self.has_truth(&operand) => {
                Some(self.holds(&operand).map_or(Known::Truth, |holds| Known::Boolean(!holds)))
            }
            // The negative of 0 may be another number, and types without a sign have none.
            ("-", Known::Integer(number)) => match self.is_typed() || number == 0 {
                true => Some(Known::Number(None)),
                false => Some(self.integer(-number, None)),
            },
            ("-", Known::Number(_)) => Some(Known::Number(None)),
            ("typeof", operand) => {
                let name = match operand {
                    Known::Integer(_) | Known::Number(_) => "number",
                    Known::Text(_) => "string",
                    Known::Boolean(_) | Known::Truth => "boolean",
                    Known::Undefined => "undefined",
                    Known::Null | Known::List(_) => "object",
                    Known::Other(handle) => self.is_object(&handle).then_some("object")?,
                };
                Some(Known::Text(name.to_owned()))
            }
            _ => None,
        }
    }

    fn infix(
        &self,
        left: &Expression,
        operator: &str,
        right: &Expression,
    ) -> Option<ValueOf<Source>> {
        let left = self.value(left)?;
        match operator {
            "&&" | "and" => return self.logical(left, right, false),
            "||" | "or" => return self.logical(left, right, true),
            _ => {}
        }
        let right = self.value(right)?;
        match operator {
            "+" | "-" | "*" | "/" | "//" | "%" => self.computed(left, operator, right),
            "===" | "==" => self.is_same(left, right),
            "!==" | "!=" => self.is_same(left, right).map(|same| match same {
                Known::Boolean(holds) => Known::Boolean(!holds),
                other => other,
            }),
            _ => self.compared(left, operator, right),
        }
    }

    /// `&&` or `||`, whose first operand decides if it counts as `decisive`.
    fn logical(
        &self,
        left: ValueOf<Source>,
        right: &Expression,
        decisive: bool,
    ) -> Option<ValueOf<Source>> {
        let decided = self.holds(&left).map(|holds| holds == decisive);
        if !self.is_typed() {
            return match decided {
                Some(true) => Some(left),
                Some(false) => self.value(right),
                None => self.either(left, self.value(right)?),
            };
        }
        let right = self.value(right)?;
        if !self.has_truth(&left) || !self.has_truth(&right) {
            return None;
        }
        let other = self.holds(&right).map(|holds| holds == decisive);
        Some(match (decided, other) {
            (Some(true), _) | (_, Some(true)) => Known::Boolean(decisive),
            (Some(false), Some(false)) => Known::Boolean(!decisive),
            _ => Known::Truth,
        })
    }

    fn compared(
        &self,
        left: ValueOf<Source>,
        operator: &str,
        right: ValueOf<Source>,
    ) -> Option<ValueOf<Source>> {
        let order = match (left, right) {
            // Against a type without a sign, a negative number is a large one.
            (Known::Integer(left), Known::Integer(right))
                if !self.is_typed() || left >= 0 && right >= 0 =>
            {
                left.cmp(&right)
            }
            (Known::Integer(_) | Known::Number(_), Known::Integer(_) | Known::Number(_)) => {
                return Some(Known::Truth);
            }
            (Known::Text(left), Known::Text(right)) if self.is(Dialect::JavaScript) => {
                left.encode_utf16().cmp(right.encode_utf16())
            }
            (Known::Text(left), Known::Text(right)) => left.cmp(&right),
            _ => return None,
        };
        Some(Known::Boolean(match operator {
            "<" => order == Ordering::Less,
            "<=" => order != Ordering::Greater,
            ">" => order == Ordering::Greater,
            _ => order != Ordering::Less,
        }))
    }

    /// Whether two values are the same; of two objects that is not known.
    fn is_same(&self, left: ValueOf<Source>, right: ValueOf<Source>) -> Option<ValueOf<Source>> {
        let is_object = |value: &ValueOf<Source>| match value {
            Known::List(_) => true,
            Known::Other(handle) => self.is_object(handle),
            _ => false,
        };
        let is_plain = |value: &ValueOf<Source>| !matches!(value, Known::List(_) | Known::Other(_));
        let is_of_number =
            |it: &ValueOf<Source>| matches!(it, Known::Integer(_) | Known::Number(_));
        let is_negative =
            |it: &ValueOf<Source>| matches!(it, Known::Integer(number) if *number < 0);
        match (&left, &right) {
            (Known::Number(_), other) | (other, Known::Number(_)) if is_of_number(other) => {
                Some(Known::Truth)
            }
            (Known::Truth, Known::Boolean(_) | Known::Truth)
            | (Known::Boolean(_), Known::Truth) => Some(Known::Truth),
            _ if self.is_typed() && (is_negative(&left) || is_negative(&right)) => None,
            // True is 1 in some languages, and types are compared in others.
            _ if !self.is(Dialect::JavaScript)
                && std::mem::discriminant(&left) != std::mem::discriminant(&right) =>
            {
                None
            }
            (Known::Number(_) | Known::Truth, _) | (_, Known::Number(_) | Known::Truth) => None,
            _ if is_plain(&left) && is_plain(&right) => Some(Known::Boolean(left == right)),
            _ if is_plain(&left) && is_object(&right) || is_object(&left) && is_plain(&right) => {
                Some(Known::Boolean(false))
            }
            _ => None,
        }
    }

    fn computed(
        &self,
        left: ValueOf<Source>,
        operator: &str,
        right: ValueOf<Source>,
    ) -> Option<ValueOf<Source>> {
        let joins = matches!(self.dialect, Dialect::JavaScript | Dialect::Python | Dialect::Go);
        match (left, right) {
            (Known::Text(left), Known::Text(right)) if operator == "+" && joins => {
                Some(Known::Text(left + &right))
            }
            (Known::Integer(left), Known::Integer(right)) => self.calculated(left, operator, right),
            // A number that is not known may be zero.
            (Known::Integer(_) | Known::Number(_), Known::Number(_))
                if matches!(operator, "/" | "//" | "%") && !self.is(Dialect::JavaScript) =>
            {
                None
            }
            (Known::Number(_), Known::Integer(right)) => {
                let is_zero = right == 0 && matches!(operator, "/" | "//" | "%");
                (!is_zero || self.is(Dialect::JavaScript)).then_some(Known::Number(None))
            }
            (Known::Integer(_) | Known::Number(_), Known::Number(_)) => Some(Known::Number(None)),
            _ => None,
        }
    }

    /// The result of an operation on two integers.
    fn calculated(&self, left: i64, operator: &str, right: i64) -> Option<ValueOf<Source>> {
        if right == 0 && matches!(operator, "/" | "//" | "%") {
            // Elsewhere that fails.
            return self.is(Dialect::JavaScript).then_some(Known::Number(None));
        }
        let is_plain = left >= 0 && right >= 0;
        let result = match operator {
            "+" => left.checked_add(right),
            "-" => left.checked_sub(right),
            // It may be negative zero.
            "*" if (left == 0 || right == 0) && !is_plain => return Some(Known::Number(None)),
            "*" => left.checked_mul(right),
            "//" => Some(left.div_euclid(right)).filter(|_| right > 0),
            // A fraction, or a quotient of integers.
            "/" if self.is(Dialect::Python) => None,
            "/" => (is_plain && left % right == 0).then(|| left / right),
            _ if self.is(Dialect::Python) => Some(left.rem_euclid(right)).filter(|_| right > 0),
            _ => is_plain.then(|| left % right),
        };
        let known = |number: i64| self.integer(number, None);
        match result {
            Some(number) if !self.is_typed() => Some(known(number)),
            // What the type of the variables is decides.
            Some(number) if matches!(self.dialect, Dialect::C | Dialect::Cpp) => {
                let is_whole = (0..=i64::from(i32::MAX)).contains(&number);
                let is_small = number.unsigned_abs() <= i32::MAX as u64;
                is_small.then(|| if is_whole { known(number) } else { Known::Number(None) })
            }
            Some(number) if (0..=SMALL_MAX).contains(&number) => Some(known(number)),
            // Debuggers may report an overflow of a small type as an error.
            Some(_) if self.is(Dialect::Rust) => None,
            _ => (!self.is_typed() || result.is_some() || operator == "/" || operator == "%")
                .then_some(Known::Number(None)),
        }
    }
}

/// The name and the length in a text such as `Array(3)`.
fn split_length(text: &str) -> (&str, Option<i64>) {
    let parts = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let sized = parts.and_then(|(kind, length)| Some((kind, length.parse().ok()?)));
    sized.map_or((text, None), |(kind, length)| (kind, Some(length)))
}
