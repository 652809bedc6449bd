//! The variables of a frame, from the server's nested environments.

use crate::values::{Headings, is_optimised_away, normal_form};
use debunk_model::{Scope, ScopeKind, Variables};
use serde_json::Value;
use std::collections::BTreeMap;

/// The scopes that `environment` and its parents show, innermost first. The global object is left
/// out, and so is what an enclosing function did not keep: it is missing rather than wrong.
pub(crate) fn variables(environment: &Value, headings: &Headings<'_>) -> Variables {
    let mut scopes = Vec::new();
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
        let variables = bindings(&environment["bindings"], kind, headings);
        if !variables.is_empty() {
            scopes.push(Scope { kind, variables });
        }
    }
    scopes
}

fn bindings(
    bindings: &Value,
    kind: ScopeKind,
    headings: &Headings<'_>,
) -> BTreeMap<String, String> {
    let arguments = bindings["arguments"].as_array().into_iter().flatten();
    let groups = arguments.chain([&bindings["variables"]]);
    let mut variables = BTreeMap::new();
    for (name, descriptor) in groups.filter_map(Value::as_object).flatten() {
        let value = &descriptor["value"];
        let is_shown = kind != ScopeKind::Outer || !is_optimised_away(value);
        if is_shown && !is_made_by_engine(name) {
            variables.insert(name.clone(), normal_form(value, headings));
        }
    }
    variables
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
