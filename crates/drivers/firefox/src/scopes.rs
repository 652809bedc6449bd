//! The variables of a frame, from the server's nested environments.

use crate::values::{Headings, is_optimised_away, normal_form};
use debunk_model::{Scope, ScopeKind, Variables};
use serde_json::Value;
use std::collections::BTreeMap;

/// The environments from this one outwards, with the kinds of their scopes.
fn chain(environment: &Value) -> Vec<(ScopeKind, &Value)> {
    let mut chain = Vec::new();
    let mut in_own_function = true;
    // The scope that holds only the function's own name comes right after it.
    let mut may_hold_own_name = false;
    let mut next = Some(environment);
    while let Some(environment) = next.filter(|environment| environment.is_object()) {
        next = environment.get("parent");
        let is_global = environment["scopeKind"] == "global";
        let kind = match in_own_function {
            _ if is_global => ScopeKind::Script,
            true => ScopeKind::Own,
            false if may_hold_own_name && environment["scopeKind"] == "named lambda" => {
                ScopeKind::Own
            }
            false => ScopeKind::Outer,
        };
        may_hold_own_name = in_own_function && environment["type"] == "function";
        if environment["type"] == "function" || environment["scopeKind"] == "module" {
            in_own_function = false;
        }
        chain.push((kind, environment));
    }
    chain
}

/// The scopes that `environment` and its parents show, innermost first. The global object is left
/// out, and so is what an enclosing function did not keep: it is missing rather than wrong.
pub(crate) fn variables(environment: &Value, headings: &Headings<'_>) -> Variables {
    let scope = |(kind, environment): (ScopeKind, &Value)| {
        let shown = bindings(environment, kind).filter(|(name, _)| !is_made_by_engine(name));
        let variables: BTreeMap<String, String> =
            shown.map(|(name, value)| (name.clone(), normal_form(value, headings))).collect();
        (!variables.is_empty()).then_some(Scope { kind, variables })
    };
    chain(environment).into_iter().filter_map(scope).collect()
}

/// The grip of the innermost variable of that name.
pub(crate) fn find<'form>(environment: &'form Value, name: &str) -> Option<&'form Value> {
    let mut chain = chain(environment).into_iter();
    chain.find_map(|(kind, environment)| {
        bindings(environment, kind)
            .filter(|(other, _)| *other == name)
            .last()
            .map(|(_, value)| value)
    })
}

/// The objects among the environments, innermost first: the global object, and those of `with`.
pub(crate) fn objects(environment: &Value) -> Vec<&str> {
    let chain = chain(environment).into_iter();
    chain.filter_map(|(_, environment)| environment["object"]["actor"].as_str()).collect()
}

/// What an environment binds, except what an enclosing function did not keep.
fn bindings(environment: &Value, kind: ScopeKind) -> impl Iterator<Item = (&String, &Value)> {
    let bindings = &environment["bindings"];
    let arguments = bindings["arguments"].as_array().into_iter().flatten();
    let groups = arguments.chain([&bindings["variables"]]);
    let all = groups.filter_map(Value::as_object).flatten();
    all.map(|(name, descriptor)| (name, &descriptor["value"]))
        .filter(move |(_, value)| kind != ScopeKind::Outer || !is_optimised_away(value))
}

/// Whether a name belongs to nothing that the program declared.
fn is_made_by_engine(name: &str) -> bool {
    name == "arguments" || name == "this" || name.starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::LineIndex;
    use serde_json::json;

    #[test]
    fn scopes_have_their_kinds() {
        let binding = |name: &str, value: Value| json!({ name: { "value": value } });
        let environment = json!({
            "type": "block", "scopeKind": "lexical",
            "bindings": { "arguments": [], "variables": binding("block", json!(1)) },
            "parent": {
                "type": "function", "scopeKind": "function",
                "bindings": { "arguments": [binding("parameter", json!(2))],
                              "variables": binding("arguments", json!({ "type": "object" })) },
                "parent": {
                    "type": "function", "scopeKind": "function",
                    "bindings": { "arguments": [binding("captured", json!(3))],
                                  "variables": binding("lost", json!({ "type": "null", "optimizedOut": true })) },
                    "parent": {
                        "type": "block", "scopeKind": "global",
                        "bindings": { "arguments": [], "variables": binding("top", json!(4)) },
                        "parent": { "type": "object", "scopeKind": null, "object": {} },
                    },
                },
            },
        });
        let lines = LineIndex::new("");
        let shown: Vec<String> = variables(&environment, &Headings { text: "", lines: &lines })
            .iter()
            .map(|scope| format!("{:?} {:?}", scope.kind, scope.variables))
            .collect();
        assert_eq!(
            shown,
            [
                r#"Own {"block": "1"}"#,
                r#"Own {"parameter": "2"}"#,
                r#"Outer {"captured": "3"}"#,
                r#"Script {"top": "4"}"#,
            ]
        );
    }
}
