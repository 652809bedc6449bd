//! Which names each scope of a program binds, how, and where they start to have a value.

use crate::tree::SyntaxTree;
use debunk_model::Span;

/// The kinds of nodes that are scopes.
pub(crate) const SCOPES: [&str; 8] = [
    "module",
    "function_definition",
    "class_definition",
    "lambda",
    "list_comprehension",
    "set_comprehension",
    "dictionary_comprehension",
    "generator_expression",
];

/// The scopes that a name in `:=` does not belong to.
const PASSED_BY: [&str; 4] =
    ["list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"];

/// How a name is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BindingForm {
    /// By a parameter.
    Parameter,
    /// By an assignment, the head of a loop or `with`.
    Assigned,
    /// In another way, or it can lose its value again.
    Otherwise,
}

/// One place that binds a name.
#[derive(Clone, Debug)]
pub(crate) struct BoundName<'text> {
    pub name: &'text str,
    /// The scope's node.
    pub scope: usize,
    pub how: BindingForm,
    /// The part of the text in which this is certain to give the name a value.
    pub ready: Option<Span>,
}

/// Every place that binds a name, in the order of the text.
pub(crate) fn bindings<'text>(tree: &SyntaxTree<'text>) -> Vec<BoundName<'text>> {
    let mut found = Vec::new();
    for id in tree.of_kind("identifier") {
        found.extend(binding(tree, id));
    }
    found
}

/// The scope that a node is in. The name, the parameters and the decorators of a function belong to
/// the scope of its definition, as far as they are evaluated.
pub(crate) fn scope_of(tree: &SyntaxTree<'_>, id: usize) -> usize {
    tree.around(id, &SCOPES).unwrap_or(0)
}

fn outer_scope(tree: &SyntaxTree<'_>, scope: usize) -> usize {
    tree.around(scope, &SCOPES).unwrap_or(0)
}

/// The node directly below `outer` that a node is in or is.
fn below(tree: &SyntaxTree<'_>, id: usize, outer: usize) -> usize {
    let mut inner = id;
    for ancestor in tree.ancestors(id) {
        if ancestor == outer {
            break;
        }
        inner = ancestor;
    }
    inner
}

fn binding<'text>(tree: &SyntaxTree<'text>, id: usize) -> Option<BoundName<'text>> {
    const PATTERNS: [&str; 7] = [
        "pattern_list",
        "tuple_pattern",
        "list_pattern",
        "list_splat_pattern",
        "dictionary_splat_pattern",
        "as_pattern_target",
        "tuple",
    ];
    let name = tree.text(id);
    let bound = |scope: usize, how: BindingForm, ready: Option<Span>| {
        Some(BoundName { name, scope, how, ready })
    };
    let scope = scope_of(tree, id);
    if tree.around(id, &["case_pattern"]).is_some() {
        return bound(scope, BindingForm::Otherwise, None);
    }
    // A pattern can be nested; the node around the whole of it decides what it is.
    let mut whole = id;
    while tree.nodes[whole].parent.is_some_and(|parent| PATTERNS.contains(&tree.kind(parent))) {
        whole = tree.nodes[whole].parent?;
    }
    let parent = tree.nodes[whole].parent?;
    let field = tree.nodes[whole].field;
    match (tree.kind(parent), field) {
        ("assignment", Some("left")) => bound(scope, BindingForm::Assigned, assigned(tree, parent)),
        ("augmented_assignment", Some("left")) => bound(scope, BindingForm::Assigned, None),
        ("for_statement", Some("left")) => bound(scope, BindingForm::Assigned, body(tree, parent)),
        ("for_in_clause", Some("left")) => bound(scope, BindingForm::Otherwise, None),
        ("named_expression", Some("name")) => {
            let mut scope = scope;
            while PASSED_BY.contains(&tree.kind(scope)) {
                scope = outer_scope(tree, scope);
            }
            bound(scope, BindingForm::Assigned, None)
        }
        ("as_pattern", _) if tree.kind(whole) == "as_pattern_target" => {
            let with = tree.around(whole, &["with_statement", "except_clause"])?;
            match tree.kind(with) {
                "with_statement" => bound(scope, BindingForm::Assigned, body(tree, with)),
                _ => bound(scope, BindingForm::Otherwise, None),
            }
        }
        ("except_clause", Some("alias")) => bound(scope, BindingForm::Otherwise, None),
        ("function_definition" | "class_definition", Some("name")) => {
            bound(outer_scope(tree, parent), BindingForm::Otherwise, None)
        }
        ("parameters" | "lambda_parameters", _) => bound(scope, BindingForm::Parameter, None),
        ("default_parameter" | "typed_default_parameter", Some("name")) => {
            bound(scope, BindingForm::Parameter, None)
        }
        ("typed_parameter", None) => bound(scope, BindingForm::Parameter, None),
        ("global_statement" | "nonlocal_statement" | "delete_statement", _) => {
            bound(scope, BindingForm::Otherwise, None)
        }
        ("expression_list", _) if tree.around(whole, &["delete_statement"]).is_some() => {
            bound(scope, BindingForm::Otherwise, None)
        }
        ("dotted_name" | "aliased_import", _) => bound(scope, BindingForm::Otherwise, None),
        ("type_alias_statement" | "type_parameter", _) => {
            bound(scope, BindingForm::Otherwise, None)
        }
        _ => None,
    }
}

/// Where an assigned name has a value: after the statement, in its block.
fn assigned(tree: &SyntaxTree<'_>, assignment: usize) -> Option<Span> {
    tree.child(assignment, "right")?;
    // In a chain of assignments the statement is around all of them.
    let statement = tree.around(assignment, &["expression_statement"])?;
    let block = tree.nodes[statement].parent?;
    Some(Span::new(tree.span(statement).end, end_of(tree, block)))
}

/// The body of a loop or of `with`.
fn body(tree: &SyntaxTree<'_>, statement: usize) -> Option<Span> {
    let body = tree.child(statement, "body")?;
    Some(Span::new(tree.span(body).start, tree.span(body).end))
}

/// Where a block ends; that of the whole program ends with the text.
fn end_of(tree: &SyntaxTree<'_>, block: usize) -> u32 {
    if tree.kind(block) == "module" { tree.text.len() as u32 } else { tree.span(block).end }
}

/// Whether a node is evaluated in the scope around its function.
pub(crate) fn is_evaluated_outside(tree: &SyntaxTree<'_>, id: usize) -> bool {
    let scope = scope_of(tree, id);
    let part = below(tree, id, scope);
    tree.nodes[part].field != Some("body") && tree.kind(scope) != "module"
}
