//! The places of a program that relations may change.

use crate::facts::mentions;
use crate::go::declarations::{Declarations, SCOPES, declared, redefines_names};
use crate::go::types::is_predeclared;
use crate::tree::{NamedItems, SiteKinds, SyntaxTree, collect_places, plain_lines, scope_tables};
use debunk_model::{ExpressionKinds, LocalSite, Program, Sites, UncertainLines};
use std::collections::BTreeSet;

/// What makes a function end in another order than that of calls: deferred calls, in which steps end
/// when it is left, and other goroutines.
const LEFT_ODDLY: [&str; 2] = ["defer ", "go "];

/// Statements that begin once and do one thing after the other.
const PLAIN: [&str; 8] = [
    "assignment_statement",
    "dec_statement",
    "expression_statement",
    "inc_statement",
    "return_statement",
    "send_statement",
    "short_var_declaration",
    "var_declaration",
];

/// Statements without a terminator in their kind's name.
const DECLARATIONS: [&str; 4] =
    ["const_declaration", "short_var_declaration", "type_declaration", "var_declaration"];

/// Loops.
const LOOPS: [&str; 1] = ["for_statement"];

/// Expressions that only read.
const EXPRESSIONS: ExpressionKinds = ExpressionKinds {
    reading: &["binary_expression", "index_expression", "selector_expression", "unary_expression"],
    leaves: &[
        "false",
        "field_identifier",
        "identifier",
        "int_literal",
        "interpreted_string_literal",
        "interpreted_string_literal_content",
        "parenthesized_expression",
        "true",
    ],
};

const KINDS: SiteKinds = SiteKinds {
    scopes: &SCOPES,
    lists: &["statement_list"],
    is_statement: |tree, id| is_statement(tree.kind(id)),
    // What mentions a name or a package may be all that does, which the compiler asks for.
    is_removable: |_, _| false,
    integer: "int_literal",
    booleans: &["true", "false"],
    stays,
};

/// Whether nodes of a kind are statements before which others can stand.
pub(crate) fn is_statement(kind: &str) -> bool {
    kind.ends_with("_statement") && kind != "empty_statement" || DECLARATIONS.contains(&kind)
}

/// Whether a literal must stay a constant, or is outside of functions.
fn stays(tree: &SyntaxTree<'_>, id: usize) -> bool {
    let is_kept = |outer: usize| {
        matches!(tree.kind(outer), "const_declaration" | "array_type" | "type_declaration")
    };
    let is_label = tree.ancestors(id).any(|inner| {
        tree.kind(inner) == "expression_list"
            && tree.nodes[inner].field == Some("value")
            && tree.nodes[inner].parent.is_some_and(|it| tree.kind(it) == "expression_case")
    });
    is_label || SCOPES.function(tree, id).is_none() || tree.ancestors(id).any(is_kept)
}

pub(crate) fn collect(tree: &SyntaxTree<'_>, program: &Program) -> Sites {
    let Declarations { named, chance } = declared(tree);
    let (scopes, numbers) = scope_tables(tree, &SCOPES, |scope| named.bindings(scope));
    let nodes = tree.node_spans();
    let mut sites = Sites {
        expressions: EXPRESSIONS.among(&nodes),
        loops: tree.starts_of(&LOOPS),
        nodes,
        scopes,
        locals: renameable(&named),
        uncertain: match chance {
            Some(_) => vec![UncertainLines::EVERYTHING],
            None => uncertain(&named, program),
        },
        unsteady: named.unsteady(),
        plain_lines: plain_lines(tree, program, &PLAIN, |kind| {
            matches!(kind, "block" | "func_literal")
        }),
        has_suspension: mentions(program, &LEFT_ODDLY),
        ..Sites::default()
    };
    for function in tree.of_kind("function_declaration") {
        sites.breakable.push(tree.span(function).start);
    }
    collect_places(tree, &KINDS, &numbers, &mut sites);
    if redefines_names(&named) {
        // `true`, `int` and the like may mean anything.
        sites.booleans.clear();
        sites.expressions.clear();
        sites.insertions.clear();
    }
    sites
}

/// Delve writes the name of a hidden variable in parentheses, and hides it by lines.
fn uncertain(named: &NamedItems<'_, '_>, program: &Program) -> Vec<UncertainLines> {
    let hidden = named.items.iter().map(|it| UncertainLines {
        name: Some(format!("({})", it.name).into()),
        ..UncertainLines::EVERYTHING
    });
    named.uncertain(program).into_iter().chain(hidden).collect()
}

/// The locals that can be renamed. A key of a literal may be a field or a variable.
fn renameable(named: &NamedItems<'_, '_>) -> Vec<LocalSite> {
    let tree = named.tree;
    let mut taken: BTreeSet<&str> = named.global_names().collect();
    let keys = tree.of_kind("keyed_element").filter_map(|id| tree.child(id, "key"));
    taken.extend(keys.map(|key| tree.text(key)));
    taken.extend(named.items.iter().map(|it| it.name).filter(|name| is_predeclared(name)));
    named.renameable(|id| tree.kind(id) == "identifier", &taken)
}
