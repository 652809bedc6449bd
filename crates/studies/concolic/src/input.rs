//! Inputs: JSON values whose numbers, truth values and characters can be chosen.

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

/// Numbers without a domain stay within this, unless they are already beyond it.
const DEFAULT_LIMIT: i64 = 100_000;
/// A fraction is solved in steps of one over this.
pub(crate) const FRACTION: i64 = 1024;
const UNIT_LIMIT: i64 = 0xFFFF;

/// The kind of input that a parameter takes, as the program states it: `"int"`, `{"int": [0, 9]}`,
/// `{"array": "int", "length": [1, 5]}` and so on.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Domain(pub Value);

/// What a leaf is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeafKind {
    Integer,
    Fraction,
    Truth,
    Unit,
}

/// A part of an input that can be chosen.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// Its path: `A[1]`, `tree.left.value`.
    pub name: String,
    pub kind: LeafKind,
    /// The least value, in steps of the kind.
    pub lower: i64,
    /// The greatest value, in steps of the kind.
    pub upper: i64,
    /// The values between them that it may have, in order, if not all.
    pub choices: Option<Vec<i64>>,
    pub value: f64,
}

impl Leaf {
    /// How many steps make up one.
    pub fn steps_per_one(&self) -> i64 {
        if self.kind == LeafKind::Fraction { FRACTION } else { 1 }
    }

    /// A bound as a value.
    pub fn as_value(&self, steps: i64) -> f64 {
        steps as f64 / self.steps_per_one() as f64
    }

    /// Whether it may have a value, in steps.
    pub fn allows(&self, steps: i128) -> bool {
        let is_chosen = |choices: &Vec<i64>| {
            i64::try_from(steps).is_ok_and(|steps| choices.binary_search(&steps).is_ok())
        };
        (i128::from(self.lower)..=i128::from(self.upper)).contains(&steps)
            && self.choices.as_ref().is_none_or(is_chosen)
    }

    /// The allowed value that is nearest to another.
    pub fn nearest(&self, value: f64) -> f64 {
        let clamped = value.clamp(self.as_value(self.lower), self.as_value(self.upper));
        let choices = self.choices.iter().flatten().map(|choice| *choice as f64);
        let gap = |choice: &f64| (choice - clamped).abs();
        choices.min_by(|left, right| gap(left).total_cmp(&gap(right))).unwrap_or(clamped)
    }
}

/// The leaves of an input in the order in which the traced run numbers them.
pub(crate) fn leaves(
    input: &Value,
    arity: usize,
    names: &[String],
    domains: Option<&[Domain]>,
) -> Vec<Leaf> {
    let mut found = Vec::new();
    let name = |index: usize| names.get(index).cloned().unwrap_or_else(|| format!("input{index}"));
    let domain = |index: usize| domains.and_then(|all| all.get(index)).map(|domain| &domain.0);
    match (arity, input) {
        (1, _) => collect(input, name(0), domain(0), &mut found),
        (_, Value::Array(parts)) => {
            for (index, part) in parts.iter().enumerate() {
                collect(part, name(index), domain(index), &mut found);
            }
        }
        _ => {}
    }
    found
}

fn collect(value: &Value, name: String, domain: Option<&Value>, found: &mut Vec<Leaf>) {
    let part = |key: &str| domain.and_then(|domain| domain.get(key));
    match value {
        Value::Null => {}
        Value::Bool(truth) => {
            let value = f64::from(u8::from(*truth));
            let kind = LeafKind::Truth;
            found.push(Leaf { name, kind, lower: 0, upper: 1, choices: None, value });
        }
        Value::Number(number) => found.push(number_leaf(name, number, domain)),
        Value::String(text) => {
            let choices = alphabet(part("string"));
            for (index, unit) in text.encode_utf16().enumerate() {
                found.push(
                    Leaf {
                        name: format!("{name}[{index}]"),
                        kind: LeafKind::Unit,
                        lower: 0,
                        upper: UNIT_LIMIT,
                        choices: None,
                        value: f64::from(unit),
                    }
                    .of(choices.clone()),
                );
            }
        }
        Value::Array(parts) => {
            let inner = part("array");
            for (index, value) in parts.iter().enumerate() {
                let name = format!("{name}[{index}]");
                match (inner, part("matrix"), value) {
                    (None, Some(cell), Value::Array(cells)) => {
                        for (column, value) in cells.iter().enumerate() {
                            collect(value, format!("{name}[{column}]"), Some(cell), found);
                        }
                    }
                    _ => collect(value, name, inner, found),
                }
            }
        }
        Value::Object(parts) => {
            let content = part("tree");
            let held = part("value").and_then(Value::as_str).unwrap_or("value");
            for (key, value) in parts {
                let inner = match content {
                    Some(content) if key == held => Some(content),
                    Some(_) => domain,
                    None => part("record").and_then(|record| record.get(key)),
                };
                collect(value, format!("{name}.{key}"), inner, found);
            }
        }
    }
}

fn number_leaf(name: String, number: &Number, domain: Option<&Value>) -> Leaf {
    let value = number.as_f64().unwrap_or(0.0);
    let range = |key: &str| -> Option<(f64, f64)> {
        match domain?.get(key)? {
            Value::Number(only) => Some((only.as_f64()?, only.as_f64()?)),
            bounds => Some((bounds.get(0)?.as_f64()?, bounds.get(1)?.as_f64()?)),
        }
    };
    let choices = || -> Option<Vec<i64>> {
        let mut all: Vec<i64> =
            domain?.get("oneOf")?.as_array()?.iter().filter_map(Value::as_i64).collect();
        all.sort_unstable();
        all.dedup();
        Some(all)
    };
    let is_float = domain.is_some_and(|it| it.as_str() == Some("float"))
        || range("float").is_some()
        || value.fract() != 0.0;
    let kind = if is_float { LeafKind::Fraction } else { LeafKind::Integer };
    let limit = DEFAULT_LIMIT as f64;
    let (low, high) = range("int").or_else(|| range("float")).unwrap_or((-limit, limit));
    let (low, high) = (low.min(value), high.max(value));
    let leaf = Leaf { name, kind, lower: 0, upper: 0, choices: None, value };
    let steps = leaf.steps_per_one() as f64;
    let (lower, upper) = ((low * steps).ceil() as i64, (high * steps).floor() as i64);
    // Between two steps there may be only the value itself.
    let leaf = Leaf { lower, upper: upper.max(lower), ..leaf };
    if is_float { leaf } else { leaf.of(choices()) }
}

impl Leaf {
    /// The same with its allowed values; the current one is always one of them.
    fn of(self, choices: Option<Vec<i64>>) -> Self {
        let Some(mut choices) = choices else { return self };
        if let Err(at) = choices.binary_search(&(self.value as i64)) {
            choices.insert(at, self.value as i64);
        }
        let (lower, upper) = (choices[0], choices[choices.len() - 1]);
        let is_gapless = upper - lower + 1 == choices.len() as i64;
        Self { lower, upper, choices: (!is_gapless).then_some(choices), ..self }
    }
}

/// The units of the characters that a string may have, in order.
fn alphabet(characters: Option<&Value>) -> Option<Vec<i64>> {
    let mut units: Vec<i64> = characters?.as_str()?.encode_utf16().map(i64::from).collect();
    units.sort_unstable();
    units.dedup();
    Some(units)
}

/// The input with other leaves.
pub(crate) fn with_leaves(input: &Value, values: &[f64]) -> Value {
    let mut values = values.iter().copied();
    replace(input, &mut values)
}

fn replace(value: &Value, values: &mut impl Iterator<Item = f64>) -> Value {
    match value {
        Value::Null => Value::Null,
        Value::Bool(_) => Value::Bool(values.next() == Some(1.0)),
        Value::Number(number) => values
            .next()
            .and_then(number_of)
            .map_or_else(|| Value::Number(number.clone()), Value::Number),
        Value::String(text) => {
            let units: Vec<u16> = text
                .encode_utf16()
                .map(|unit| values.next().map_or(unit, |value| value as u16))
                .collect();
            Value::String(String::from_utf16_lossy(&units))
        }
        Value::Array(parts) => {
            Value::Array(parts.iter().map(|part| replace(part, values)).collect())
        }
        Value::Object(parts) => Value::Object(
            parts.iter().map(|(key, part)| (key.clone(), replace(part, values))).collect(),
        ),
    }
}

/// A number in JSON form: without a fraction if there is none.
pub(crate) fn number_of(value: f64) -> Option<Number> {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        Some(Number::from(value as i64))
    } else {
        Number::from_f64(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn leaves_are_numbered_in_the_order_of_the_text() {
        let input = json!([[1, 2], "ab", {"value": 5, "left": null}, true]);
        let names = ["A", "s", "t", "b"].map(str::to_owned);
        let found = leaves(&input, 4, &names, None);
        let names: Vec<&str> = found.iter().map(|leaf| &*leaf.name).collect();
        assert_eq!(names, ["A[0]", "A[1]", "s[0]", "s[1]", "t.value", "b"]);
        let other = with_leaves(&input, &[3.0, 4.5, 99.0, 98.0, 6.0, 0.0]);
        assert_eq!(other, json!([[3, 4.5], "cb", {"value": 6, "left": null}, false]));
    }

    #[test]
    fn domains_bound_the_leaves() {
        let domain = Domain(json!({"matrix": {"int": [0, 1]}}));
        let found = leaves(&json!([[0, 1], [1, 0]]), 1, &[], Some(&[domain]));
        assert!(found.iter().all(|leaf| (leaf.lower, leaf.upper) == (0, 1)));
        let text = Domain(json!({"string": "abc"}));
        let found = leaves(&json!("b"), 1, &[], Some(&[text]));
        assert_eq!((found[0].lower, found[0].upper), (97, 99));
        assert!(found[0].choices.is_none());
        let text = Domain(json!({"string": "xab"}));
        let found = leaves(&json!("b"), 1, &[], Some(&[text]));
        assert!(found[0].allows(97) && !found[0].allows(100) && !found[0].allows(121));
        assert_eq!((found[0].nearest(101.0), found[0].nearest(500.0)), (98.0, 120.0));
        let float = Domain(json!({"float": [0.6, 1.3]}));
        let found = leaves(&json!(0.75), 1, &[], Some(&[float]));
        assert_eq!((found[0].lower, found[0].upper), (615, 1331));
    }
}
