//! Checks the files that debunk writes against the JSON Schemas in `docs/schemas`.
//!
//! [`violations`] knows the part of JSON Schema that those files use, and refuses a schema with anything
//! else in it. [`check_folder`] checks every file of a result folder that has a schema.

use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};

/// The files that have a schema, each with the name of that schema.
const FILES: [(&str, &str); 3] =
    [("finding.json", "finding"), ("difference.json", "difference"), ("summary.json", "summary")];

/// Keywords that say nothing about whether a value is valid.
const ANNOTATIONS: [&str; 7] =
    ["$schema", "$defs", "title", "description", "default", "format", "examples"];

/// The folder of the schemas.
pub fn folder() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/schemas")).to_path_buf()
}

/// Reads a schema by its name.
///
/// # Panics
/// If there is no such schema.
pub fn schema(name: &str) -> Value {
    read(&folder().join(format!("{name}.json")))
}

fn read(path: &Path) -> Value {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Checks every file below a folder that has a schema, and returns how many there were.
///
/// # Panics
/// If a file violates its schema.
#[track_caller]
pub fn check_folder(folder: &Path) -> usize {
    let mut checked = 0;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            checked += check_folder(&path);
            continue;
        }
        let name = entry.file_name();
        if let Some((_, schema_name)) = FILES.iter().find(|(file, _)| name == *file) {
            let found = violations(&schema(schema_name), &read(&path));
            assert!(found.is_empty(), "{}: {}", path.display(), found.join("\n"));
            checked += 1;
        }
    }
    checked
}

/// Checks lines of JSON, such as the events of `--json`, and returns how many there were.
///
/// # Panics
/// If a line is not JSON, or violates the schema.
#[track_caller]
pub fn check_lines(schema_name: &str, lines: &str) -> usize {
    let schema = schema(schema_name);
    for line in lines.lines() {
        let value: Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let found = violations(&schema, &value);
        assert!(found.is_empty(), "{line}: {}", found.join("\n"));
    }
    lines.lines().count()
}

/// Where a value violates a schema, one sentence each.
///
/// # Panics
/// If the schema has a keyword that this does not know.
pub fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    Check { root: schema }.value(schema, value, "the value", &mut found);
    found
}

struct Check<'schema> {
    root: &'schema Value,
}

impl Check<'_> {
    fn value(&self, schema: &Value, value: &Value, at: &str, to: &mut Vec<String>) {
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Bool(true) => return,
            _ => return to.push(format!("{at} may not be there")),
        };
        for (keyword, wanted) in keywords {
            match keyword.as_str() {
                "$ref" => self.value(self.resolved(wanted), value, at, to),
                "type" => check_type(wanted, value, at, to),
                "const" if wanted != value => to.push(format!("{at} is {value}, not {wanted}")),
                "enum" if !elements(wanted).contains(value) => {
                    to.push(format!("{at} is {value}, not one of {wanted}"));
                }
                "const" | "enum" => {}
                "minimum" | "maximum" => check_range(keyword, wanted, value, at, to),
                "required" => {
                    let Value::Object(object) = value else { continue };
                    let names = elements(wanted).iter().filter_map(Value::as_str);
                    let missing = names.filter(|name| !object.contains_key(*name));
                    to.extend(missing.map(|name| format!("{at} has no {name}")));
                }
                "properties" => self.properties(wanted, value, at, to),
                "patternProperties" => {
                    for (pattern, schema) in wanted.as_object().into_iter().flatten() {
                        for (name, value) in value.as_object().into_iter().flatten() {
                            if fits(pattern, name) {
                                self.value(schema, value, &format!("{at}.{name}"), to);
                            }
                        }
                    }
                }
                "additionalProperties" => self.others(keywords, wanted, value, at, to),
                "items" | "prefixItems" => self.items(keyword, wanted, value, at, to),
                "minItems" | "maxItems" => {
                    let (Some(list), Some(limit)) = (value.as_array(), wanted.as_u64()) else {
                        continue;
                    };
                    let length = list.len() as u64;
                    let is_good =
                        if keyword == "minItems" { length >= limit } else { length <= limit };
                    if !is_good {
                        to.push(format!("{at} has {length} elements, {keyword} is {limit}"));
                    }
                }
                "allOf" => {
                    elements(wanted).iter().for_each(|each| self.value(each, value, at, to));
                }
                "anyOf" | "oneOf" => self.alternatives(keyword, wanted, value, at, to),
                known if ANNOTATIONS.contains(&known) => {}
                other => panic!("the schema of {at} has the unknown keyword {other}"),
            }
        }
    }

    /// The schema that a reference names.
    fn resolved(&self, reference: &Value) -> &Value {
        let pointer = reference.as_str().and_then(|text| text.strip_prefix('#'));
        let found = pointer.and_then(|pointer| self.root.pointer(pointer));
        found.unwrap_or_else(|| panic!("the schema has no {reference}"))
    }

    fn properties(&self, wanted: &Value, value: &Value, at: &str, to: &mut Vec<String>) {
        let (Some(properties), Some(object)) = (wanted.as_object(), value.as_object()) else {
            return;
        };
        for (name, schema) in properties {
            if let Some(value) = object.get(name) {
                self.value(schema, value, &format!("{at}.{name}"), to);
            }
        }
    }

    /// Properties that are not listed by name.
    fn others(
        &self,
        keywords: &Map<String, Value>,
        wanted: &Value,
        value: &Value,
        at: &str,
        to: &mut Vec<String>,
    ) {
        let known = keywords.get("properties").and_then(Value::as_object);
        let patterns = keywords.get("patternProperties").and_then(Value::as_object);
        let is_known = |name: &str| {
            known.is_some_and(|known| known.contains_key(name))
                || patterns.is_some_and(|patterns| patterns.keys().any(|each| fits(each, name)))
        };
        let others = value.as_object().into_iter().flatten();
        for (name, value) in others.filter(|(name, _)| !is_known(name)) {
            self.value(wanted, value, &format!("{at}.{name}"), to);
        }
    }

    fn items(&self, keyword: &str, wanted: &Value, value: &Value, at: &str, to: &mut Vec<String>) {
        let values = elements(value).iter().enumerate();
        for (index, element) in values {
            let schema = if keyword == "items" { Some(wanted) } else { wanted.get(index) };
            if let Some(schema) = schema {
                self.value(schema, element, &format!("{at}[{index}]"), to);
            }
        }
    }

    fn alternatives(
        &self,
        keyword: &str,
        wanted: &Value,
        value: &Value,
        at: &str,
        to: &mut Vec<String>,
    ) {
        let attempts: Vec<Vec<String>> = elements(wanted)
            .iter()
            .map(|each| {
                let mut found = Vec::new();
                self.value(each, value, at, &mut found);
                found
            })
            .collect();
        let fitting = attempts.iter().filter(|found| found.is_empty()).count();
        if fitting == 0 {
            // The alternative that comes closest says best what is wrong.
            let closest = attempts.into_iter().min_by_key(Vec::len).unwrap_or_default();
            to.push(format!("{at} fits no alternative: {}", closest.join("; ")));
        } else if keyword == "oneOf" && fitting > 1 {
            to.push(format!("{at} fits {fitting} alternatives"));
        }
    }
}

/// Whether the name of a property fits a pattern; those of numbers are the only ones in use.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern {
        r"^\d+$" => !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()),
        other => panic!("the schema has the unknown pattern {other}"),
    }
}

fn elements(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn check_type(wanted: &Value, value: &Value, at: &str, to: &mut Vec<String>) {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the schema of {at} has the unknown type {other}"),
    };
    let is_good = match wanted {
        Value::String(name) => is(name),
        names => elements(names).iter().filter_map(Value::as_str).any(is),
    };
    if !is_good {
        to.push(format!("{at} is {value}, not of the type {wanted}"));
    }
}

fn check_range(keyword: &str, limit: &Value, value: &Value, at: &str, to: &mut Vec<String>) {
    let (Some(number), Some(bound)) = (value.as_f64(), limit.as_f64()) else { return };
    let is_good = if keyword == "minimum" { number >= bound } else { number <= bound };
    if !is_good {
        to.push(format!("{at} is {value}, its {keyword} is {limit}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(schema: &Value, value: Value, expected: &[&str]) {
        assert_eq!(violations(schema, &value), expected);
    }

    #[test]
    fn objects_are_checked_by_their_fields() {
        let schema = json!({
            "type": "object",
            "properties": {
                "at": { "$ref": "#/$defs/place" },
                "note": { "type": ["string", "null"] },
            },
            "required": ["at"],
            "additionalProperties": false,
            "$defs": { "place": { "type": "integer", "minimum": 0, "maximum": 9 } },
        });
        check(&schema, json!({ "at": 3, "note": null }), &[]);
        check(&schema, json!({}), &["the value has no at"]);
        check(&schema, json!({ "at": -1 }), &["the value.at is -1, its minimum is 0"]);
        check(&schema, json!({ "at": 10 }), &["the value.at is 10, its maximum is 9"]);
        check(&schema, json!({ "at": 1.5 }), &["the value.at is 1.5, not of the type \"integer\""]);
        check(&schema, json!({ "at": 1, "more": 1 }), &["the value.more may not be there"]);
        check(&schema, json!([]), &["the value is [], not of the type \"object\""]);
    }

    #[test]
    fn lists_and_maps_are_checked_by_their_elements() {
        let list = json!({ "type": "array", "items": { "type": "string" }, "maxItems": 2 });
        check(&list, json!(["a", "b"]), &[]);
        check(&list, json!(["a", 1]), &["the value[1] is 1, not of the type \"string\""]);
        check(&list, json!(["a", "b", "c"]), &["the value has 3 elements, maxItems is 2"]);
        let pair =
            json!({ "prefixItems": [{ "const": 1 }, { "enum": ["x", "y"] }], "minItems": 2 });
        check(&pair, json!([1, "y"]), &[]);
        check(
            &pair,
            json!([2, "z"]),
            &["the value[0] is 2, not 1", "the value[1] is \"z\", not one of [\"x\",\"y\"]"],
        );
        check(&pair, json!([1]), &["the value has 1 elements, minItems is 2"]);
        let numbers = json!({ "patternProperties": { "^\\d+$": { "type": "null" } },
                              "additionalProperties": false });
        check(&numbers, json!({ "17": null }), &[]);
        check(&numbers, json!({ "17": 1 }), &["the value.17 is 1, not of the type \"null\""]);
        check(&numbers, json!({ "a": null }), &["the value.a may not be there"]);
        let map = json!({ "additionalProperties": { "type": "boolean" } });
        check(&map, json!({ "a": true }), &[]);
        check(&map, json!({ "a": 1 }), &["the value.a is 1, not of the type \"boolean\""]);
    }

    #[test]
    fn alternatives_are_tried() {
        let either = json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] });
        check(&either, json!("a"), &[]);
        assert_eq!(violations(&either, &json!(1)).len(), 1);
        let one = json!({ "oneOf": [{ "type": "integer" }, { "type": "number" }] });
        check(&one, json!(1.5), &[]);
        check(&one, json!(1), &["the value fits 2 alternatives"]);
        let both = json!({ "allOf": [{ "minimum": 1 }, { "maximum": 2 }] });
        check(&both, json!(2), &[]);
        assert_eq!(violations(&both, &json!(3)).len(), 1);
    }

    #[test]
    #[should_panic(expected = "unknown keyword pattern")]
    fn what_is_not_known_is_not_passed_over() {
        violations(&json!({ "pattern": "a" }), &json!("a"));
    }
}
