//! Values as people read them: no object ids, no source text, no stack.

use crate::contents::Handle;
use crate::protocol::{Property, RemoteObject};
use debunk_model::ACCESSOR;
use debunk_model::{Scope, ScopeKind};
use debunk_shell::contents::{Held, Reported, UNINITIALISED};
use debunk_shell::javascript::{function_heading, mask_positions, without_stack};
use std::collections::BTreeMap;

/// The text of a string value.
pub(crate) fn text(object: &RemoteObject) -> Option<String> {
    serde_json::from_str(object.value.as_ref()?.get()).ok()
}

/// A value in normal form.
pub(crate) fn normal_form(object: &RemoteObject) -> String {
    let description = || object.description.clone().unwrap_or_default();
    let raw = || object.value.as_ref().map(|raw| raw.get().to_owned());
    match (object.kind.as_str(), object.subtype.as_deref()) {
        // Rewritten, since there is more than one way to escape a character.
        ("string", _) => match text(object).map(|text| serde_json::to_string(&text)) {
            Some(Ok(quoted)) => mask_positions(&quoted),
            // Half of a surrogate pair has no other form than its escape.
            _ => mask_positions(&raw().unwrap_or_default()),
        },
        ("function", _) => function_heading(&description()),
        ("object", Some("null")) => "null".to_owned(),
        ("object", Some("error")) => mask_positions(without_stack(&description())),
        // The contents of a weak collection depend on the collector.
        ("object", Some("weakmap" | "weakset")) => description(),
        ("object", _) => match object.size {
            Some(size) => format!("{}({size})", description()),
            None => description(),
        },
        // JSON has neither -0 nor NaN, but the description has.
        _ => object.description.clone().or_else(raw).unwrap_or_else(|| object.kind.clone()),
    }
}

/// A value that was thrown, without its stack.
pub(crate) fn exception(object: &RemoteObject) -> String {
    match (object.kind.as_str(), object.subtype.as_deref()) {
        ("object", Some("error" | "null")) => normal_form(object),
        ("object", _) => "object".to_owned(),
        ("function", _) => "function".to_owned(),
        _ => normal_form(object),
    }
}

/// The variables of one scope. The object of a `with` statement is listed with everything that it
/// inherits, of which only the enumerable part matters.
pub(crate) fn scope(kind: ScopeKind, is_object: bool, properties: Vec<Property>) -> Scope {
    let mut variables = BTreeMap::new();
    for property in properties {
        let is_shown = match is_object {
            true => property.enumerable,
            false => is_variable(&property.name),
        };
        if !is_shown {
            continue;
        }
        let value = match &property.value {
            _ if is_uninitialised(&property) => UNINITIALISED.to_owned(),
            Some(value) => normal_form(value),
            None => ACCESSOR.to_owned(),
        };
        variables.insert(property.name, value);
    }
    Scope { kind, variables }
}

/// Whether a variable has no value yet.
pub(crate) fn is_uninitialised(property: &Property) -> bool {
    match &property.value {
        // This is the only way in which the engine reports it.
        Some(value) => !property.enumerable && value.kind == "undefined",
        None => property.get.is_none() && property.set.is_none(),
    }
}

/// A value with the way to what it holds.
pub(crate) fn reported(object: &RemoteObject) -> Reported<Handle> {
    let text = normal_form(object);
    match Handle::of(object) {
        Some(handle) => Reported::object(text, handle),
        None => Reported::plain(text),
    }
}

/// A property's value with the way to what it holds.
pub(crate) fn property(property: &Property) -> Reported<Handle> {
    match &property.value {
        Some(error) if property.was_thrown => {
            Reported { text: String::new(), held: Held::Unreadable(normal_form(error)) }
        }
        Some(value) => reported(value),
        None => Reported::accessor(),
    }
}

/// Whether a program can have a variable of this name. Generators keep their state in variables
/// whose names are numbers; `arguments` and `this` exist whether the program has them or not.
fn is_variable(name: &str) -> bool {
    !name.starts_with(|first: char| first.is_ascii_digit()) && !matches!(name, "arguments" | "this")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, expected: &str) {
        let object: RemoteObject = serde_json::from_str(json).expect("valid");
        assert_eq!(normal_form(&object), expected);
    }

    #[test]
    fn values_have_one_form() {
        check(r#"{"type":"undefined"}"#, "undefined");
        check(r#"{"type":"object","value":null,"subtype":"null"}"#, "null");
        check(r#"{"type":"boolean","value":true}"#, "true");
        check(r#"{"type":"number","value":0,"description":"-0"}"#, "-0");
        check(r#"{"type":"number","value":null,"description":"NaN"}"#, "NaN");
        check(r#"{"type":"bigint","description":"1n"}"#, "1n");
        check(r#"{"type":"string","value":"a\"\u0062"}"#, r#""a\"b""#);
        check(r#"{"type":"string","value":"\ud83d"}"#, r#""\ud83d""#);
        check(r#"{"type":"symbol","className":"Symbol","description":"Symbol(q)"}"#, "Symbol(q)");
        check(r#"{"type":"object","subtype":"map","description":"Map","size":2}"#, "Map(2)");
        check(
            r#"{"type":"object","subtype":"weakmap","description":"WeakMap","size":2}"#,
            "WeakMap",
        );
        check(r#"{"type":"object","className":"Object","description":"Object"}"#, "Object");
    }

    #[test]
    fn source_text_does_not_show() {
        check(r#"{"type":"function","description":"function f(a) { return 1; }"}"#, "function f");
        check(r#"{"type":"function","subtype":"class","description":"class A { }"}"#, "class A");
        check(r#"{"type":"object","subtype":"error","description":"Error: x"}"#, "Error: x");
    }

    #[test]
    fn what_is_no_variable_does_not_show() {
        let json = r#"[{"name":"4","value":{"type":"undefined"}},
            {"name":"arguments","enumerable":true,"value":{"type":"object"}},
            {"name":"late","enumerable":false,"value":{"type":"undefined"}},
            {"name":"x","enumerable":true,"value":{"type":"undefined"}}]"#;
        let scope = scope(ScopeKind::Own, false, serde_json::from_str(json).expect("valid"));
        let shown: Vec<_> =
            scope.variables.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(shown, [("late", "uninitialised"), ("x", "undefined")]);
    }
}
