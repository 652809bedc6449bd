//! The state of a program as a graph of values, and the differences between two of them.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A value, in the program's language if possible.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum StateValue {
    /// A number, a text and the like, as a literal.
    #[serde(rename = "p")]
    Plain(String),
    /// An array.
    #[serde(rename = "l")]
    List(Vec<StateValue>),
    /// An object, or all variables.
    #[serde(rename = "r")]
    Record(BTreeMap<String, StateValue>),
    /// Something opaque: a function, a map, an object that occurred before.
    #[serde(rename = "o")]
    Opaque(String),
}

/// One difference: how to make this part of the passing run's state that of the failing run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The variable or the part of one.
    pub path: String,
    /// Its value in the failing run; `None` if it does not exist.
    pub value: Option<String>,
    /// Its value in the passing run; `None` if it does not exist.
    pub before: Option<String>,
}

impl StateValue {
    /// The value as a literal, if possible.
    pub fn literal(&self) -> Option<String> {
        match self {
            StateValue::Plain(text) => Some(text.clone()),
            StateValue::Opaque(_) => None,
            StateValue::List(items) => {
                let items: Option<Vec<String>> = items.iter().map(StateValue::literal).collect();
                Some(format!("[{}]", items?.join(", ")))
            }
            StateValue::Record(parts) => {
                let part = |(name, value): (&String, &StateValue)| {
                    Some(format!("{}: {}", quoted(name), value.literal()?))
                };
                let parts: Option<Vec<String>> = parts.iter().map(part).collect();
                Some(format!("({{{}}})", parts?.join(", ")))
            }
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What differs between the variables of two runs.
pub(super) fn differences(good: &StateValue, bad: &StateValue) -> Vec<Assignment> {
    let mut found = Vec::new();
    if let (StateValue::Record(good), StateValue::Record(bad)) = (good, bad) {
        // A variable that exists in one run only cannot be made in the other.
        for (name, before) in good {
            if let Some(after) = bad.get(name) {
                compare(name, before, after, &mut found);
            }
        }
    }
    found
}

fn compare(path: &str, good: &StateValue, bad: &StateValue, found: &mut Vec<Assignment>) {
    match (good, bad) {
        _ if good == bad => {}
        (StateValue::List(before), StateValue::List(after)) => {
            // Other variables may hold the same list, so it is changed and not replaced.
            for (number, after) in after.iter().enumerate() {
                let part = format!("{path}[{number}]");
                match before.get(number) {
                    Some(before) => compare(&part, before, after, found),
                    None => note(part, None, Some(after), found),
                }
            }
            if before.len() > after.len() {
                let length = |list: &[StateValue]| Some(list.len().to_string());
                let (value, before) = (length(after), length(before));
                found.push(Assignment { path: format!("{path}.length"), value, before });
            }
        }
        (StateValue::Record(before), StateValue::Record(after)) => {
            let names: std::collections::BTreeSet<&String> =
                before.keys().chain(after.keys()).collect();
            for name in names {
                let part = format!("{path}{}", access(name));
                match (before.get(name), after.get(name)) {
                    (Some(before), Some(after)) => compare(&part, before, after, found),
                    (before, after) => note(part, before, after, found),
                }
            }
        }
        _ => note(path.to_owned(), Some(good), Some(bad), found),
    }
}

fn note(
    path: String,
    before: Option<&StateValue>,
    after: Option<&StateValue>,
    found: &mut Vec<Assignment>,
) {
    let value = match after {
        None => None,
        // A value that has no literal cannot be set.
        Some(after) => match after.literal() {
            Some(literal) => Some(literal),
            None => return,
        },
    };
    found.push(Assignment { path, value, before: before.and_then(StateValue::literal) });
}

/// How a part of an object is written.
fn access(name: &str) -> String {
    let is_plain = !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
    if is_plain { format!(".{name}") } else { format!("[{}]", quoted(name)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> StateValue {
        serde_json::from_str(text).expect("a value")
    }

    #[test]
    fn differences_go_down_to_the_parts_that_differ() {
        let good = value(
            r#"{"r":{"n":{"p":"3"},"same":{"p":"1"},
                "a":{"l":[{"p":"1"},{"p":"2"}]},"grown":{"l":[]},
                "o":{"r":{"x y":{"p":"true"},"gone":{"p":"1"}}},"f":{"o":"f"}}}"#,
        );
        let bad = value(
            r#"{"r":{"n":{"p":"2"},"same":{"p":"1"},
                "a":{"l":[{"p":"1"},{"p":"0"}]},"grown":{"l":[{"p":"\"s\""}]},
                "o":{"r":{"x y":{"p":"false"}}},"f":{"o":"g"}}}"#,
        );
        let found: Vec<String> = differences(&good, &bad)
            .into_iter()
            .map(|one| format!("{}={}", one.path, one.value.unwrap_or_else(|| "gone".to_owned())))
            .collect();
        let expected = ["a[1]=0", "grown[0]=\"s\"", "n=2", "o.gone=gone", "o[\"x y\"]=false"];
        assert_eq!(found, expected);
    }
}
