//! Values and locations as people read them: no object ids, no source text, no stack.

use crate::contents::Handle;
use crate::protocol::{ExceptionDetails, Property, RemoteObject, WireLocation, WireScope};
use debunk_model::ACCESSOR;
use debunk_model::{Location, Scope, ScopeKind};
use debunk_shell::contents::{Held, Reported, UNINITIALISED};
use debunk_shell::javascript::{function_heading, mask_positions, string_form, without_stack};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Converts a wire location, where lines count from 0.
pub(crate) fn location(wire: &WireLocation) -> Location {
    Location::new(wire.line_number.saturating_add(1), wire.column_number)
}

/// A value in normal form.
pub(crate) fn normal_form(object: &RemoteObject) -> String {
    let description = || object.description.clone().unwrap_or_default();
    match object.kind.as_str() {
        "string" => {
            let raw = object.value.as_ref().map_or("\"\"", |raw| raw.get());
            mask_positions(&string_form(raw))
        }
        "function" => function_heading(object.description.as_deref().unwrap_or("")),
        "object" if object.subtype.as_deref() == Some("null") => "null".to_owned(),
        "object" if object.subtype.as_deref() == Some("error") => {
            mask_positions(without_stack(&description()))
        }
        // Only V8 reports how long a view is.
        "object" if object.subtype.as_deref() == Some("dataview") => "DataView".to_owned(),
        "object" => description(),
        _ => object
            .unserializable_value
            .clone()
            .or_else(|| object.value.as_ref().map(|raw| raw.get().to_owned()))
            .or_else(|| object.description.clone())
            .unwrap_or_else(|| object.kind.clone()),
    }
}

/// An uncaught exception, without its stack.
pub(crate) fn exception(details: &ExceptionDetails) -> String {
    match &details.exception {
        None => details.text.clone(),
        Some(object) => match object.kind.as_str() {
            "object" if object.subtype.as_deref() == Some("error") => normal_form(object),
            "object" if object.subtype.as_deref() != Some("null") => "object".to_owned(),
            "function" => "function".to_owned(),
            _ => normal_form(object),
        },
    }
}

/// A value as an argument of a call.
pub(crate) fn argument(object: &RemoteObject) -> Value {
    match (&object.object_id, &object.unserializable_value, &object.value) {
        (Some(id), _, _) => json!({ "objectId": id }),
        (None, Some(text), _) => json!({ "unserializableValue": text }),
        (None, None, Some(value)) => json!({ "value": value }),
        (None, None, None) => json!({}),
    }
}

/// The non-global scopes of a frame with their kinds, innermost first.
pub(crate) fn scope_kinds(chain: &[WireScope]) -> Vec<(ScopeKind, &str)> {
    let mut kinds = Vec::with_capacity(chain.len());
    let mut in_own_function = true;
    for scope in chain {
        let Some(object_id) = scope.object.object_id.as_deref() else { continue };
        let kind = match scope.kind.as_str() {
            "global" => continue,
            "script" => ScopeKind::Script,
            _ if in_own_function => ScopeKind::Own,
            _ => ScopeKind::Outer,
        };
        if matches!(scope.kind.as_str(), "local" | "module" | "closure") {
            in_own_function = false;
        }
        let kind = if scope.kind == "closure" { ScopeKind::Outer } else { kind };
        kinds.push((kind, object_id));
    }
    kinds
}

/// The variables of one scope.
pub(crate) fn scope(kind: ScopeKind, properties: Vec<Property>) -> Scope {
    let mut variables = BTreeMap::new();
    for property in properties {
        let value = text_of(&property);
        variables.insert(property.name, value);
    }
    Scope { kind, variables }
}

fn text_of(property: &Property) -> String {
    match &property.value {
        Some(value) => normal_form(value),
        None if has_code(property) => ACCESSOR.to_owned(),
        None => UNINITIALISED.to_owned(),
    }
}

fn has_code(property: &Property) -> bool {
    property.get.is_some() || property.set.is_some()
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
            let reason = normal_form(error);
            Reported { text: String::new(), held: Held::Unreadable(reason) }
        }
        Some(value) => reported(value),
        None if has_code(property) => Reported::accessor(),
        None => Reported::plain(UNINITIALISED),
    }
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
        check(r#"{"type":"object","subtype":"null","value":null}"#, "null");
        check(r#"{"type":"number","value":1,"description":"1"}"#, "1");
        check(r#"{"type":"number","unserializableValue":"-0","description":"-0"}"#, "-0");
        check(r#"{"type":"string","value":"a\"b"}"#, r#""a\"b""#);
        check(r#"{"type":"object","className":"Array","description":"Array(3)"}"#, "Array(3)");
    }

    #[test]
    fn source_text_and_stacks_do_not_show() {
        check(r#"{"type":"function","description":"function f(a) { return 1; }"}"#, "function f");
        check(r#"{"type":"function","description":"(a) => a"}"#, "function");
        check(r#"{"type":"function","description":"functional => 1"}"#, "function");
        check(r#"{"type":"function","description":"class A extends B { }"}"#, "class A");
        check(
            r#"{"type":"object","subtype":"error","description":"Error: x\n    at f (y:1:2)"}"#,
            "Error: x",
        );
    }

    #[test]
    fn positions_in_stack_texts_do_not_show() {
        check(
            r#"{"type":"string","value":"at f (debunk:program/0000001f:3:14)\n at debunk:program/0000001f:8:1"}"#,
            r#""at f (debunk:program/00000000:0:0)\n at debunk:program/00000000:0:0""#,
        );
    }
}
