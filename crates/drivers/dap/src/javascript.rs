//! JavaScript values from js-debug, in debunk's form for the language: the contents of objects, the
//! text of functions and where an error was made do not show.

use debunk_shell::javascript::{function_heading, mask_positions, without_stack};

/// A value in normal form; `kind` is its type as reported by the adapter.
pub(crate) fn normal_form(value: &str, kind: &str) -> String {
    if kind == "string" {
        let inner = value.get(1..value.len().saturating_sub(1)).unwrap_or_default();
        let quoted = serde_json::to_string(&unescaped(inner)).unwrap_or_else(|_| value.to_owned());
        return mask_positions(&quoted);
    }
    if kind.ends_with("Function") {
        return function_heading(&value.replacen('ƒ', "function", 1));
    }
    if kind.ends_with("Error") {
        // An evaluated value has its line breaks escaped.
        return mask_positions(without_stack(&value.replace("\\n", "\n")));
    }
    if kind == "DataView" {
        return kind.to_owned();
    }
    if value.starts_with('{') {
        return "Object".to_owned();
    }
    if let Some(length) = value.strip_prefix('(').and_then(|rest| rest.split_once(") [")) {
        return format!("Array({})", length.0);
    }
    let is_object = kind.starts_with(char::is_uppercase) || kind == "global";
    let end = [" {", " [", " ("].iter().filter_map(|start| value.find(start)).min();
    match end {
        Some(end) if is_object => value[..end].to_owned(),
        _ => value.to_owned(),
    }
}

/// A text without the escapes; variables have fewer of them than evaluated values.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        match letters.next() {
            Some('n') => plain.push('\n'),
            Some('t') => plain.push('\t'),
            Some('r') => plain.push('\r'),
            // Backslashes are doubled, so this is the only character written like this.
            Some('x') if letters.as_str().starts_with("1b") => {
                plain.push('\u{1b}');
                letters = letters.as_str()[2..].chars();
            }
            Some(other) => plain.push(other),
            None => plain.push('\\'),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_form_of_the_language() {
        for (value, kind, expected) in [
            (r#"'q"x'"#, "string", r#""q\"x""#),
            ("`both'\"`", "string", r#""both'\"""#),
            ("'l1\nl2'", "string", r#""l1\nl2""#),
            (r"'l1\nl2'", "string", r#""l1\nl2""#),
            (r"'c\\d'", "string", r#""c\\d""#),
            (r"'\x1b[2J'", "string", r#""\u001b[2J""#),
            (r"'\\x1b'", "string", r#""\\x1b""#),
            ("'debunk:program/0000000a'", "string", r#""debunk:program/00000000:0:0""#),
            ("ƒ named(a){}", "Function", "function named"),
            ("async ƒ f() {}", "AsyncFunction", "async function f"),
            ("()=>1", "Function", "function"),
            ("class A{ x=1 }", "Function", "class A"),
            ("(2) [1, 2]", "Array", "Array(2)"),
            ("{a: 1}", "Object", "Object"),
            ("A {x: 1}", "A", "A"),
            ("Map(1) {size: 1, 1 => 2}", "Map", "Map(1)"),
            ("Number (3)", "Number", "Number"),
            ("Proxy(Object)", "Object", "Proxy(Object)"),
            ("Error: b {\n    at f (p.js:2:1)", "Error", "Error: b {"),
            (r"TypeError\n    at f (p.js:2:1)", "TypeError", "TypeError"),
            ("-0", "number", "-0"),
            ("null", "object", "null"),
        ] {
            assert_eq!(normal_form(value, kind), expected, "{value}");
        }
    }
}
