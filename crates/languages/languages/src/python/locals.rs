//! Local variables whose occurrences are all known.

use crate::python::bindings::{BindingForm, BoundName, is_evaluated_outside, scope_of};
use crate::tree::SyntaxTree;
use debunk_model::LocalSite;
use std::collections::BTreeSet;

/// Words of programs that look up variables by their names.
const LOOKS_AT_NAMES: [&str; 9] =
    ["locals", "vars", "eval", "exec", "globals", "dir(", "f_locals", "inspect", "co_varnames"];

/// Whether names may be looked up or bound at run time.
pub(crate) fn is_dynamic(text: &str) -> bool {
    LOOKS_AT_NAMES.iter().any(|word| text.contains(word))
}

/// The variables of functions that can be renamed.
pub(crate) fn renameable(tree: &SyntaxTree<'_>, bound: &[BoundName<'_>]) -> Vec<LocalSite> {
    let keywords: BTreeSet<&str> = tree
        .of_kind("keyword_argument")
        .filter_map(|id| Some(tree.text(tree.child(id, "name")?)))
        .collect();
    let has_splat = tree.of_kind("dictionary_splat").next().is_some();
    let mut found = Vec::new();
    for function in tree.of_kind("function_definition") {
        let own: Vec<&BoundName<'_>> = bound.iter().filter(|it| it.scope == function).collect();
        let names: BTreeSet<&str> = own.iter().map(|it| it.name).collect();
        for name in names {
            let same: Vec<&&BoundName<'_>> = own.iter().filter(|it| it.name == name).collect();
            let is_plain = same.iter().all(|it| it.how != BindingForm::Otherwise);
            let is_parameter = same.iter().any(|it| it.how == BindingForm::Parameter);
            let is_keyword = is_parameter && (has_splat || keywords.contains(name));
            let end = tree.nodes[function].end;
            let is_bound_deeper =
                bound.iter().any(|it| it.name == name && it.scope > function && it.scope < end);
            if is_plain && !is_keyword && !is_bound_deeper && !name.starts_with("__") {
                found.extend(local(tree, function, name));
            }
        }
    }
    found
}

fn local(tree: &SyntaxTree<'_>, function: usize, name: &str) -> Option<LocalSite> {
    let is_named = |id: &usize| tree.kind(*id) == "identifier" && tree.text(*id) == name;
    let mut occurrences = Vec::new();
    for id in tree.inside(function).filter(is_named) {
        let node = &tree.nodes[id];
        let parent = tree.kind(node.parent?);
        match (parent, node.field) {
            ("attribute", Some("attribute")) | ("keyword_argument", Some("name")) => continue,
            // The function itself has this name.
            ("function_definition" | "class_definition", Some("name")) => return None,
            _ => {}
        }
        let is_declared = tree.around(id, &["parameters"]).is_some();
        if scope_of(tree, id) == function && is_evaluated_outside(tree, id) && !is_declared
            || is_default(tree, id)
            || is_shown_with_name(tree, id)
        {
            return None;
        }
        occurrences.push(tree.span(id));
    }
    Some(LocalSite { name: name.into(), occurrences })
}

/// Whether a name is in the default value or in the type of a parameter, which belong to the scope
/// around the function.
fn is_default(tree: &SyntaxTree<'_>, id: usize) -> bool {
    let mut inner = id;
    for outer in tree.ancestors(id) {
        match tree.kind(outer) {
            "default_parameter" | "typed_default_parameter" | "typed_parameter" => {
                return matches!(tree.nodes[inner].field, Some("value" | "type"));
            }
            "parameters" | "lambda_parameters" => return false,
            _ => inner = outer,
        }
    }
    false
}

/// Whether a string shows an expression with its text, as in `f"{a=}"`.
fn is_shown_with_name(tree: &SyntaxTree<'_>, id: usize) -> bool {
    let around = tree.ancestors(id).filter(|&outer| tree.kind(outer) == "interpolation");
    around.into_iter().any(|outer| tree.text(outer).contains('='))
}
