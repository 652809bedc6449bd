//! Reduces an input while it stays interesting.

use crate::input::number_of;
use serde_json::Value;

/// Delta debugging on JSON: removes elements, characters, rows with columns and subtrees, then
/// brings numbers nearer to zero. `keeps` decides, at most `budget` times.
pub(crate) fn reduce(
    input: &Value,
    is_list_of_arguments: bool,
    budget: &mut u32,
    keeps: &mut impl FnMut(&Value) -> bool,
) -> Value {
    let mut current = input.clone();
    loop {
        let before = current.clone();
        // The arguments themselves are not removed, only their contents.
        let roots: Vec<Vec<JsonStep>> = match (&current, is_list_of_arguments) {
            (Value::Array(parts), true) => {
                (0..parts.len()).map(|at| vec![JsonStep::At(at)]).collect()
            }
            _ => vec![Vec::new()],
        };
        for root in roots {
            shrink(&mut current, &root, budget, keeps);
        }
        if current == before || *budget == 0 {
            return current;
        }
    }
}

#[derive(Clone, Debug)]
enum JsonStep {
    At(usize),
    Key(String),
}

fn get<'value>(value: &'value Value, path: &[JsonStep]) -> Option<&'value Value> {
    path.iter().try_fold(value, |value, step| match step {
        JsonStep::At(index) => value.get(index),
        JsonStep::Key(key) => value.get(key),
    })
}

fn with(value: &Value, path: &[JsonStep], new: Value) -> Value {
    let mut copy = value.clone();
    let place = path.iter().try_fold(&mut copy, |value, step| match step {
        JsonStep::At(index) => value.get_mut(index),
        JsonStep::Key(key) => value.get_mut(key),
    });
    if let Some(place) = place {
        *place = new;
    }
    copy
}

fn attempt(
    current: &mut Value,
    candidate: Value,
    budget: &mut u32,
    keeps: &mut impl FnMut(&Value) -> bool,
) -> bool {
    if *budget == 0 || candidate == *current {
        return false;
    }
    *budget -= 1;
    let is_kept = keeps(&candidate);
    if is_kept {
        *current = candidate;
    }
    is_kept
}

fn shrink(
    current: &mut Value,
    path: &[JsonStep],
    budget: &mut u32,
    keeps: &mut impl FnMut(&Value) -> bool,
) {
    let Some(value) = get(current, path).cloned() else { return };
    match value {
        Value::Array(_) => {
            shorten(current, path, budget, keeps, &|value, from, to| match value {
                Value::Array(parts) => {
                    let mut parts = parts.clone();
                    parts.drain(from..to.min(parts.len()));
                    Some(Value::Array(parts))
                }
                _ => None,
            });
            if is_matrix(get(current, path)) {
                shorten(current, path, budget, keeps, &without_column);
                shorten(current, path, budget, keeps, &without_both);
            }
            let count = get(current, path).and_then(Value::as_array).map_or(0, Vec::len);
            for index in 0..count {
                let inner = [path, &[JsonStep::At(index)]].concat();
                shrink(current, &inner, budget, keeps);
            }
        }
        Value::String(_) => {
            shorten(current, path, budget, keeps, &|value, from, to| {
                let characters: Vec<char> = value.as_str()?.chars().collect();
                let kept = characters.iter().enumerate();
                let kept = kept.filter(|(at, _)| *at < from || *at >= to);
                Some(Value::String(kept.map(|(_, character)| character).collect()))
            });
        }
        Value::Object(parts) => {
            for key in parts.keys() {
                let inner = [path, &[JsonStep::Key(key.clone())]].concat();
                let part = get(current, &inner).cloned();
                if let Some(Value::Object(_)) = part {
                    attempt(current, with(current, &inner, Value::Null), budget, keeps);
                }
                shrink(current, &inner, budget, keeps);
            }
        }
        Value::Number(number) => {
            let value = number.as_f64().unwrap_or(0.0);
            let nearer = [0.0, (value / 2.0).trunc(), value - value.signum(), value.trunc()];
            for candidate in nearer {
                let is_nearer = candidate.abs() < value.abs();
                if let (true, Some(number)) = (is_nearer, number_of(candidate))
                    && attempt(current, with(current, path, Value::Number(number)), budget, keeps)
                {
                    break;
                }
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

fn is_matrix(value: Option<&Value>) -> bool {
    value.and_then(Value::as_array).is_some_and(|rows| {
        !rows.is_empty() && rows.iter().all(|row| row.as_array().is_some_and(|row| !row.is_empty()))
    })
}

fn without_column(value: &Value, from: usize, to: usize) -> Option<Value> {
    let rows = value.as_array()?.iter().map(|row| {
        let kept = row.as_array()?.iter().enumerate();
        let kept = kept.filter(|(at, _)| *at < from || *at >= to).map(|(_, cell)| cell.clone());
        Some(Value::Array(kept.collect()))
    });
    rows.collect::<Option<Vec<Value>>>().map(Value::Array)
}

/// A square matrix stays square if a row is removed together with its column.
fn without_both(value: &Value, from: usize, to: usize) -> Option<Value> {
    let columns = without_column(value, from, to)?;
    let rows = columns.as_array()?.iter().enumerate();
    let rows = rows.filter(|(at, _)| *at < from || *at >= to).map(|(_, row)| row.clone());
    Some(Value::Array(rows.collect()))
}

/// Removes pieces, large ones first.
fn shorten(
    current: &mut Value,
    path: &[JsonStep],
    budget: &mut u32,
    keeps: &mut impl FnMut(&Value) -> bool,
    remove: &dyn Fn(&Value, usize, usize) -> Option<Value>,
) {
    let length = |current: &Value| match get(current, path) {
        Some(Value::Array(parts)) => parts.len(),
        Some(Value::String(text)) => text.chars().count(),
        _ => 0,
    };
    let mut piece = length(current).div_ceil(2);
    while piece > 0 && *budget > 0 {
        let mut from = 0;
        while from < length(current) && *budget > 0 {
            let Some(value) = get(current, path) else { return };
            let candidate = remove(value, from, from + piece);
            let candidate = candidate.map(|new| with(current, path, new));
            let is_removed =
                candidate.is_some_and(|candidate| attempt(current, candidate, budget, keeps));
            if !is_removed {
                from += piece;
            }
        }
        piece /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn reduced(input: Value, is_list: bool, mut keeps: impl FnMut(&Value) -> bool) -> Value {
        reduce(&input, is_list, &mut 500, &mut keeps)
    }

    #[test]
    fn only_what_is_needed_stays() {
        let needs = |value: &Value| {
            value.as_array().is_some_and(|all| all.iter().any(|it| it.as_i64() > Some(6)))
        };
        assert_eq!(reduced(json!([1, 9, 3, 12, 5]), false, needs), json!([7]));
    }

    #[test]
    fn square_matrices_stay_square() {
        let is_square = |value: &Value| {
            let rows = value[0].as_array().map_or(0, Vec::len);
            rows > 0
                && value[0].as_array().is_some_and(|all| {
                    all.iter().all(|row| row.as_array().is_some_and(|row| row.len() == rows))
                })
        };
        let input = json!([[[1, 2, 3], [4, 5, 6], [7, 8, 9]], 0]);
        assert_eq!(reduced(input, true, is_square), json!([[[0]], 0]));
    }

    #[test]
    fn trees_lose_their_branches() {
        let input = json!({"value": 3, "left": {"value": 1, "left": null}, "right": null});
        let needs = |value: &Value| value["value"].as_i64() > Some(1);
        assert_eq!(reduced(input, false, needs), json!({"value": 2, "left": null, "right": null}));
    }
}
