//! Values as people read them, from the server's grips: no actors, no source text, no stack.
//!
//! The forms are those of debunk-shell. If a grip says less than V8 does, the plainest true form is
//! used: an object of any class without its own kind is an `Object`.

use debunk_model::{LineIndex, Location, OPTIMISED_AWAY};
use debunk_shell::javascript::{function_heading, mask_positions};
use serde_json::Value;

/// The text in which a function's place is looked up, for its heading.
pub(crate) struct Headings<'program> {
    pub text: &'program str,
    pub lines: &'program LineIndex,
}

/// A value in normal form.
pub(crate) fn normal_form(grip: &Value, headings: &Headings<'_>) -> String {
    match grip {
        Value::Object(map) => match map.get("type").and_then(Value::as_str) {
            Some("object") => object(grip, headings),
            Some("longString") => {
                let initial = mask_positions(&grip["initial"].to_string());
                format!("{initial}... ({} characters)", grip["length"])
            }
            Some("BigInt") => format!("{}n", plain_text(&grip["text"])),
            Some("symbol") => format!("Symbol({})", plain_text(&grip["name"])),
            Some("null") if is_flag(grip, "uninitialized") => "uninitialised".to_owned(),
            Some("null") if is_flag(grip, "optimizedOut") => OPTIMISED_AWAY.to_owned(),
            Some("null") if is_flag(grip, "missingArguments") => OPTIMISED_AWAY.to_owned(),
            // `undefined`, `null`, `NaN`, `Infinity`, `-Infinity` and `-0` are their own names.
            Some(other) => other.to_owned(),
            None => "object".to_owned(),
        },
        Value::String(_) => mask_positions(&grip.to_string()),
        Value::Number(_) => number(&grip.to_string()),
        other => other.to_string(),
    }
}

/// Whether an evaluation failed because the engine has not kept the value of a variable.
pub(crate) fn lacks_variable(error: &str) -> bool {
    let message = error.strip_prefix("Error: variable '");
    message.is_some_and(|rest| rest.ends_with("' has been optimized out"))
}

/// Whether the engine has not kept the value.
pub(crate) fn is_optimised_away(grip: &Value) -> bool {
    is_flag(grip, "optimizedOut") || is_flag(grip, "missingArguments")
}

/// An error that nobody caught, without its stack.
pub(crate) fn exception(grip: &Value, headings: &Headings<'_>) -> String {
    if grip["type"] != "object" {
        return normal_form(grip, headings);
    }
    match grip["class"].as_str() {
        _ if is_flag(grip, "isError") => normal_form(grip, headings),
        Some("Function") => "function".to_owned(),
        _ => "object".to_owned(),
    }
}

fn is_flag(grip: &Value, name: &str) -> bool {
    grip[name].as_bool().unwrap_or(false)
}

/// A text that may be missing, or long and therefore a separate grip.
fn plain_text(value: &Value) -> &str {
    value.as_str().or_else(|| value["initial"].as_str()).unwrap_or_default()
}

/// JavaScript writes a sign into large exponents.
fn number(text: &str) -> String {
    match text.split_once('e') {
        Some((digits, exponent)) if exponent.starts_with(|first: char| first.is_ascii_digit()) => {
            format!("{digits}e+{exponent}")
        }
        _ => text.to_owned(),
    }
}

fn object(grip: &Value, headings: &Headings<'_>) -> String {
    let class = grip["class"].as_str().unwrap_or("Object");
    let preview = &grip["preview"];
    if is_flag(grip, "isError") {
        return error(class, preview);
    }
    match class {
        "Function" => function(grip, headings),
        "BoundFunctionObject" => "function".to_owned(),
        "RegExp" => plain_text(&grip["displayString"]).to_owned(),
        "Date" => format!("Date({})", preview["timestamp"]),
        "WeakMap" | "WeakSet" => class.to_owned(),
        _ => match (&preview["length"], &preview["size"]) {
            (Value::Number(length), _) => format!("{class}({length})"),
            (_, Value::Number(size)) => format!("{class}({size})"),
            _ => class.to_owned(),
        },
    }
}

fn error(class: &str, preview: &Value) -> String {
    let name = preview["name"].as_str().unwrap_or(class);
    match plain_text(&preview["message"]) {
        "" => name.to_owned(),
        message => mask_positions(&format!("{name}: {message}")),
    }
}

fn function(grip: &Value, headings: &Headings<'_>) -> String {
    let name = plain_text(&grip["name"]);
    let is_class = is_flag(grip, "isClassConstructor");
    match written_heading(grip, name, headings) {
        Some(heading) => heading,
        None if is_class => format!("class {name}").trim_end().to_owned(),
        // Only the engine's functions have no place.
        None if grip["location"].is_null() => format!("function {name}").trim_end().to_owned(),
        None => "function".to_owned(),
    }
}

/// The heading as in the program. The place of a function is its opening parenthesis, that of a
/// class its beginning; the source is not reported, so the name must match as well.
fn written_heading(grip: &Value, name: &str, headings: &Headings<'_>) -> Option<String> {
    let line = u32::try_from(grip["location"]["line"].as_u64()?).ok()?;
    let column = u32::try_from(grip["location"]["column"].as_u64()?).ok()?;
    let offset = headings.lines.offset(headings.text, Location::new(line, column))? as usize;
    let (before, after) = headings.text.split_at_checked(offset)?;
    if is_flag(grip, "isClassConstructor") {
        return Some(function_heading(after)).filter(|heading| heading.starts_with("class"));
    }
    let before_name = before.trim_end().strip_suffix(name)?.trim_end();
    let before_star = before_name.strip_suffix('*').unwrap_or(before_name).trim_end();
    let before_keyword = before_star.strip_suffix("function")?;
    let start = match before_keyword.trim_end().strip_suffix("async") {
        Some(before_async) if is_flag(grip, "isAsync") => before_async.len(),
        _ => before_keyword.len(),
    };
    Some(function_heading(&headings.text[start..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const TEXT: &str = "function f(a) {}\nlet g = function () {}, h = (a) => a;\n\
                        class A extends B {}\nasync function k() {}\nlet o = { m() {} };";

    #[track_caller]
    fn check(grip: Value, expected: &str) {
        let lines = LineIndex::new(TEXT);
        assert_eq!(normal_form(&grip, &Headings { text: TEXT, lines: &lines }), expected);
    }

    fn function_at(name: &str, line: u32, column: u32) -> Value {
        json!({ "type": "object", "class": "Function", "name": name,
                "isAsync": name == "k", "isClassConstructor": name == "A",
                "location": { "url": "debugger eval code", "line": line, "column": column } })
    }

    #[test]
    fn primitive_values_have_one_form() {
        check(json!({ "type": "undefined" }), "undefined");
        check(json!({ "type": "null" }), "null");
        check(json!({ "type": "-0" }), "-0");
        check(json!(1.5), "1.5");
        check(json!(1e21), "1e+21");
        check(json!(true), "true");
        check(json!("a\"b"), r#""a\"b""#);
        check(json!({ "type": "BigInt", "text": "12" }), "12n");
        check(json!({ "type": "symbol", "name": "d" }), "Symbol(d)");
        check(json!({ "type": "symbol", "actor": "x" }), "Symbol()");
        check(json!({ "type": "null", "uninitialized": true }), "uninitialised");
        check(json!({ "type": "null", "optimizedOut": true }), "optimised away");
        assert!(lacks_variable("Error: variable 'named' has been optimized out"));
        assert!(!lacks_variable("Error: 'named' has been optimized out"));
    }

    #[test]
    fn objects_are_shown_by_class_and_size() {
        let object = |class: &str, preview: Value| json!({ "type": "object", "class": class, "preview": preview });
        check(object("Array", json!({ "kind": "ArrayLike", "length": 3 })), "Array(3)");
        check(object("Map", json!({ "kind": "MapLike", "size": 2 })), "Map(2)");
        check(object("Object", json!({ "kind": "Object" })), "Object");
        check(
            json!({ "type": "object", "class": "TypeError", "isError": true,
                    "preview": { "name": "TypeError", "message": "bad", "stack": "f@x:1:2" } }),
            "TypeError: bad",
        );
    }

    #[test]
    fn functions_are_shown_by_their_heading() {
        check(function_at("f", 1, 10), "function f");
        check(function_at("", 2, 17), "function");
        check(function_at("h", 2, 28), "function");
        check(function_at("A", 3, 0), "class A");
        check(function_at("k", 4, 16), "async function k");
        check(function_at("m", 5, 11), "function");
        check(json!({ "type": "object", "class": "Function", "name": "max" }), "function max");
    }
}
