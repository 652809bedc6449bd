//! Inputs of another shape: with one part less, or with one part twice.

use serde_json::Value;

/// Larger inputs would have too many.
const SHAPES_LIMIT: usize = 200;

/// All inputs that differ from this one by a part: an element, a character, a row, a column, a row
/// together with its column, or a subtree.
pub(crate) fn shapes(input: &Value, is_list_of_arguments: bool) -> Vec<Value> {
    let mut found = Vec::new();
    match (input, is_list_of_arguments) {
        (Value::Array(parts), true) => {
            for index in 0..parts.len() {
                inside(input, index, &mut found);
            }
        }
        _ => collect(input, &mut found),
    }
    found.truncate(SHAPES_LIMIT);
    found
}

/// The same with other shapes of one element.
fn inside(value: &Value, index: usize, found: &mut Vec<Value>) {
    let mut inner = Vec::new();
    collect(&value[index], &mut inner);
    found.extend(inner.into_iter().map(|part| {
        let mut copy = value.clone();
        copy[index] = part;
        copy
    }));
}

fn collect(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Array(parts) => {
            for index in 0..parts.len() {
                let mut shorter = parts.clone();
                shorter.remove(index);
                found.push(Value::Array(shorter));
                let mut longer = parts.clone();
                longer.insert(index, parts[index].clone());
                found.push(Value::Array(longer));
            }
            matrices(parts, found);
            for index in 0..parts.len() {
                inside(value, index, found);
            }
        }
        Value::String(text) => {
            let characters: Vec<char> = text.chars().collect();
            for index in 0..characters.len() {
                let mut shorter = characters.clone();
                shorter.remove(index);
                found.push(Value::String(shorter.into_iter().collect()));
                let mut longer = characters.clone();
                longer.insert(index, characters[index]);
                found.push(Value::String(longer.into_iter().collect()));
            }
        }
        Value::Object(parts) => {
            for (key, part) in parts {
                let mut inner = Vec::new();
                if part.is_object() {
                    inner.push(Value::Null);
                }
                collect(part, &mut inner);
                found.extend(inner.into_iter().map(|part| {
                    let mut copy = parts.clone();
                    copy.insert(key.clone(), part);
                    Value::Object(copy)
                }));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Without a column, and without a row and its column, so that square matrices stay square.
fn matrices(rows: &[Value], found: &mut Vec<Value>) {
    let lengths: Option<Vec<usize>> = rows.iter().map(|row| Some(row.as_array()?.len())).collect();
    let Some(columns) = lengths.and_then(|lengths| lengths.into_iter().min()) else { return };
    for column in 0..columns {
        let narrower: Vec<Value> = rows
            .iter()
            .map(|row| {
                let mut row = row.as_array().cloned().unwrap_or_default();
                row.remove(column);
                Value::Array(row)
            })
            .collect();
        if column < rows.len() {
            let mut smaller = narrower.clone();
            smaller.remove(column);
            found.push(Value::Array(smaller));
        }
        found.push(Value::Array(narrower));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lists_and_texts_get_shorter_and_longer() {
        assert_eq!(
            shapes(&json!([1, 2]), false),
            [json!([2]), json!([1, 1, 2]), json!([1]), json!([1, 2, 2]),]
        );
        assert_eq!(
            shapes(&json!(["ab", 3]), true),
            [json!(["b", 3]), json!(["aab", 3]), json!(["a", 3]), json!(["abb", 3]),]
        );
    }

    #[test]
    fn matrices_lose_rows_with_their_columns_and_trees_lose_branches() {
        let found = shapes(&json!([[1, 2], [3, 4]]), false);
        assert!(found.contains(&json!([[4]])) && found.contains(&json!([[2], [4]])), "{found:?}");
        let tree = json!({"left": {"left": null, "value": 1}, "value": 2});
        assert_eq!(shapes(&tree, false), [json!({"left": null, "value": 2})]);
    }
}
