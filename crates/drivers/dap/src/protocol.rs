//! The Debug Adapter Protocol as data: reads the table of requests, events and types, and checks
//! values against it.

use crate::departure::{DepartureKind, Peer};
use debunk_base::clipped;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The largest whole number that every JSON reader keeps exactly.
const EXACT_MAX: i64 = (1 << 53) - 1;

static PROTOCOL: LazyLock<Protocol> = LazyLock::new(|| {
    let table = include_str!("protocol.toml");
    Protocol::read(table).unwrap_or_else(|error| panic!("the table of the protocol: {error}"))
});

/// A request with its response, or an event.
#[derive(Debug)]
pub(crate) struct MessageKind {
    /// Who sends it.
    pub from: Peer,
    /// What the other side must have declared before it may be sent.
    pub needs: Option<String>,
    /// What a request carries.
    pub arguments: Option<Part>,
    /// What the response or the event carries.
    pub body: Option<Part>,
}

/// The arguments or the body of a message.
#[derive(Debug)]
pub(crate) struct Part {
    pub is_optional: bool,
    pub shape: Type,
}

/// The whole protocol.
#[derive(Debug)]
pub(crate) struct Protocol {
    pub requests: BTreeMap<String, MessageKind>,
    pub events: BTreeMap<String, MessageKind>,
    types: BTreeMap<String, Type>,
}

/// What a value may be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Any,
    Null,
    Boolean,
    Text,
    /// Exactly this text.
    Word(String),
    Integer {
        min: i64,
        max: i64,
    },
    Number {
        min: f64,
        max: f64,
    },
    /// An object with any fields.
    Object,
    /// An object with these fields, and any others.
    Record(BTreeMap<String, Field>),
    /// An object whose values are all of one type.
    Map(Box<Type>),
    List(Box<Type>),
    OneOf(Vec<Type>),
    /// A type of the table.
    Named(String),
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub is_optional: bool,
    pub shape: Type,
}

/// How a value violates its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mismatch {
    pub kind: DepartureKind,
    /// A sentence.
    pub what: String,
}

/// The table as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    requests: BTreeMap<String, TableMessage>,
    events: BTreeMap<String, TableMessage>,
    choices: BTreeMap<String, String>,
    types: BTreeMap<String, BTreeMap<String, String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableMessage {
    from: Option<Peer>,
    needs: Option<String>,
    #[serde(default)]
    optional: Vec<String>,
    arguments: Option<TableShape>,
    body: Option<TableShape>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum TableShape {
    Named(String),
    Record(BTreeMap<String, String>),
}

impl Protocol {
    /// The protocol that the checker knows.
    pub fn get() -> &'static Self {
        &PROTOCOL
    }

    fn read(text: &str) -> Result<Self, String> {
        let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut types = BTreeMap::new();
        for (name, choice) in &table.choices {
            types.insert(name.clone(), parse(choice)?.shape);
        }
        for (name, fields) in &table.types {
            types.insert(name.clone(), record(fields)?);
        }
        let messages = |messages: BTreeMap<String, TableMessage>, sender: Peer| {
            let read = |(name, message): (String, TableMessage)| {
                Ok::<_, String>((name, message_kind(message, sender)?))
            };
            messages.into_iter().map(read).collect::<Result<BTreeMap<_, _>, _>>()
        };
        Ok(Self {
            requests: messages(table.requests, Peer::Client)?,
            events: messages(table.events, Peer::Adapter)?,
            types,
        })
    }

    /// Checks the arguments or the body of a message; `whose` says what it is, as in "the event
    /// stopped", and `name` is that of the part.
    pub fn check_part(&self, whose: &str, name: &str, part: &Part, value: &Value) -> Vec<Mismatch> {
        let mut mismatches = Vec::new();
        match value {
            Value::Null if part.is_optional => {}
            Value::Null => mismatches.push(missing(whose, name)),
            value => self.check(&part.shape, value, whose, "", &mut mismatches),
        }
        mismatches
    }

    /// Checks the error in the body of a refusal.
    pub fn check_error(&self, whose: &str, error: &Value) -> Vec<Mismatch> {
        let mut mismatches = Vec::new();
        let shape = Type::Named("Message".to_owned());
        self.check(&shape, error, whose, "error", &mut mismatches);
        mismatches
    }

    fn check(&self, shape: &Type, value: &Value, whose: &str, path: &str, to: &mut Vec<Mismatch>) {
        match (self.resolved(shape), value) {
            (Type::Record(fields), Value::Object(object)) => {
                for (name, field) in fields {
                    let path =
                        if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    match object.get(name) {
                        Some(value) => self.check(&field.shape, value, whose, &path, to),
                        None if field.is_optional => {}
                        None => to.push(missing(whose, &path)),
                    }
                }
            }
            (Type::Map(inner), Value::Object(object)) => {
                for value in object.values() {
                    self.check(inner, value, whose, &format!("{path}.*"), to);
                }
            }
            (Type::List(inner), Value::Array(elements)) => {
                for element in elements {
                    self.check(inner, element, whose, &format!("{path}[]"), to);
                }
            }
            (shape, value) => {
                if let Some(kind) = self.misfit(shape, value) {
                    let value = clipped(&value.to_string());
                    let wanted = self.words(shape);
                    let place = if path.is_empty() { "it" } else { path };
                    to.push(Mismatch {
                        kind,
                        what: format!("{whose}: {place} is {value}, not {wanted}"),
                    });
                }
            }
        }
    }

    /// What is wrong with a value by itself, without its elements.
    fn misfit(&self, shape: &Type, value: &Value) -> Option<DepartureKind> {
        let is_good = match (self.resolved(shape), value) {
            (Type::Any, _)
            | (Type::Null, Value::Null)
            | (Type::Boolean, Value::Bool(_))
            | (Type::Text, Value::String(_))
            | (Type::Object | Type::Record(_) | Type::Map(_), Value::Object(_))
            | (Type::List(_), Value::Array(_)) => true,
            (Type::Word(word), Value::String(text)) => {
                return (word != text).then_some(DepartureKind::UnknownValue);
            }
            (Type::Integer { min, max }, Value::Number(number)) => match number.as_i64() {
                Some(number) if (*min..=*max).contains(&number) => true,
                // JSON does not distinguish 3.0 from 3.
                None if !number.is_u64() && !is_whole(number.as_f64()) => false,
                _ => return Some(DepartureKind::OutOfRange),
            },
            (Type::Number { min, max }, Value::Number(number)) => {
                let is_within =
                    number.as_f64().is_some_and(|number| (*min..=*max).contains(&number));
                return (!is_within).then_some(DepartureKind::OutOfRange);
            }
            (Type::OneOf(shapes), value) => {
                let misfits: Vec<Option<DepartureKind>> =
                    shapes.iter().map(|shape| self.misfit(shape, value)).collect();
                if misfits.contains(&None) {
                    return None;
                }
                // The alternative of the right type says best what is wrong.
                let is_close = |kind: &DepartureKind| *kind != DepartureKind::WrongType;
                let closest = misfits.into_iter().flatten().find(is_close);
                return Some(closest.unwrap_or(DepartureKind::WrongType));
            }
            _ => false,
        };
        (!is_good).then_some(DepartureKind::WrongType)
    }

    /// The type behind a name.
    fn resolved<'a>(&'a self, shape: &'a Type) -> &'a Type {
        match shape {
            // A test makes sure that every name is in the table.
            Type::Named(name) => self.types.get(name).unwrap_or(&Type::Any),
            other => other,
        }
    }

    /// A type in words.
    fn words(&self, shape: &Type) -> String {
        match self.resolved(shape) {
            Type::Any | Type::Named(_) => "a value".to_owned(),
            Type::Null => "null".to_owned(),
            Type::Boolean => "true or false".to_owned(),
            Type::Text => "a text".to_owned(),
            Type::Word(word) => format!("{word:?}"),
            Type::Integer { min, max } if (*min, *max) == (-EXACT_MAX, EXACT_MAX) => {
                "a whole number".to_owned()
            }
            Type::Integer { min, max: EXACT_MAX } => format!("a whole number from {min} on"),
            Type::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Type::Number { min, max } if min.is_finite() => format!("a number from {min} to {max}"),
            Type::Number { .. } => "a number".to_owned(),
            Type::Object | Type::Record(_) | Type::Map(_) => "an object".to_owned(),
            Type::List(_) => "a list".to_owned(),
            Type::OneOf(shapes) if shapes.contains(&Type::Text) => {
                let others = shapes.iter().filter(|shape| !matches!(shape, Type::Word(_)));
                others.map(|shape| self.words(shape)).collect::<Vec<_>>().join(" or ")
            }
            Type::OneOf(shapes) => {
                shapes.iter().map(|shape| self.words(shape)).collect::<Vec<_>>().join(" or ")
            }
        }
    }
}

fn missing(whose: &str, name: &str) -> Mismatch {
    Mismatch { kind: DepartureKind::MissingField, what: format!("{whose} has no {name}") }
}

fn is_whole(number: Option<f64>) -> bool {
    number.is_some_and(|number| number.fract() == 0.0)
}

fn message_kind(message: TableMessage, sender: Peer) -> Result<MessageKind, String> {
    let part = |name: &str, shape: Option<TableShape>| {
        let shape = match shape {
            None => return Ok::<_, String>(None),
            Some(TableShape::Named(name)) => Type::Named(name),
            Some(TableShape::Record(fields)) => record(&fields)?,
        };
        Ok(Some(Part { is_optional: message.optional.iter().any(|other| other == name), shape }))
    };
    Ok(MessageKind {
        from: message.from.unwrap_or(sender),
        arguments: part("arguments", message.arguments)?,
        body: part("body", message.body)?,
        needs: message.needs,
    })
}

fn record(fields: &BTreeMap<String, String>) -> Result<Type, String> {
    let read = |(name, text): (&String, &String)| Ok::<_, String>((name.clone(), parse(text)?));
    Ok(Type::Record(fields.iter().map(read).collect::<Result<_, _>>()?))
}

/// Reads a type, such as `[Source]?`.
fn parse(text: &str) -> Result<Field, String> {
    let (inner, is_optional) = match text.strip_suffix('?') {
        Some(inner) => (inner, true),
        None => (text, false),
    };
    let mut left = inner;
    let shape = parse_alternatives(&mut left).ok_or_else(|| format!("no type: {text}"))?;
    if left.is_empty() { Ok(Field { is_optional, shape }) } else { Err(format!("no type: {text}")) }
}

fn parse_alternatives(left: &mut &str) -> Option<Type> {
    let mut shapes = vec![parse_one(left)?];
    while let Some(more) = left.strip_prefix(" | ") {
        *left = more;
        shapes.push(parse_one(left)?);
    }
    Some(if shapes.len() == 1 { shapes.remove(0) } else { Type::OneOf(shapes) })
}

fn parse_one(left: &mut &str) -> Option<Type> {
    let first = left.chars().next()?;
    let mut bracketed = |end: char| {
        *left = &left[1..];
        let shape = parse_alternatives(left)?;
        *left = left.strip_prefix(end)?;
        Some(shape)
    };
    match first {
        '(' => bracketed(')'),
        '[' => bracketed(']').map(|shape| Type::List(Box::new(shape))),
        '{' => bracketed('}').map(|shape| Type::Map(Box::new(shape))),
        '\'' => {
            let (word, more) = left[1..].split_once('\'')?;
            *left = more;
            Some(Type::Word(word.to_owned()))
        }
        _ => {
            let end = left.find(|letter: char| !letter.is_ascii_alphanumeric());
            let (name, more) = left.split_at(end.unwrap_or(left.len()));
            *left = more;
            (!name.is_empty()).then(|| named(name))
        }
    }
}

fn named(name: &str) -> Type {
    let integer = |min: i64, max: i64| Type::Integer { min, max };
    match name {
        "any" => Type::Any,
        "null" => Type::Null,
        "boolean" => Type::Boolean,
        "string" => Type::Text,
        "object" => Type::Object,
        "integer" => integer(-EXACT_MAX, EXACT_MAX),
        "natural" => integer(0, EXACT_MAX),
        "integer32" => integer(i32::MIN.into(), i32::MAX.into()),
        "natural32" => integer(0, i32::MAX.into()),
        "positive32" => integer(1, i32::MAX.into()),
        "number" => Type::Number { min: f64::NEG_INFINITY, max: f64::INFINITY },
        "percent" => Type::Number { min: 0.0, max: 100.0 },
        other => Type::Named(other.to_owned()),
    }
}

#[cfg(test)]
#[path = "protocol_tests.rs"]
mod tests;
