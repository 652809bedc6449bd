//! The places of a program that relations may change.

use crate::rust::declarations::{SCOPES, declared};
use crate::tree::{NamedItems, SiteKinds, SyntaxTree, collect_places, plain_lines, scope_tables};
use debunk_model::{ExpressionKinds, LocalSite, Program, Sites, UncertainLines};
use std::collections::BTreeSet;

/// Words of programs whose values differ from run to run.
const CHANCE: [&str; 4] = ["Hasher", "RandomState", "thread", "time::"];

/// Tables, which have another order in each run.
const TABLES: [&str; 2] = ["HashMap", "HashSet"];

/// Words without which a program goes over no table, but for loops, and runs no code of its own for how a table is
/// ordered.
const ORDERED: [&str; 28] = [
    "?}",
    "Drop",
    "assert_",
    "capacity",
    "chain(",
    ".collect",
    "dbg!",
    "debug_",
    "difference(",
    "drain",
    "extend",
    "extract_if",
    "flat",
    "fn eq(",
    "fn hash",
    "from_iter",
    "intersection(",
    "into_",
    "iter(",
    "iter::",
    "iter_mut",
    "keys(",
    "retain",
    "union(",
    "unwrap_err",
    "values",
    "zip(",
    "hash(",
];

/// Variables that the compiler adds to loops and macros.
const ADDED: [&str; 9] =
    ["iter", "__next", "residual", "val", "left_val", "right_val", "kind", "args", "pieces"];

/// The largest values of small types, of which one more is none.
const LARGEST: [&str; 4] = ["127", "255", "32767", "65535"];

/// Nodes in which a literal must stay unchanged.
const LITERAL_STAYS: [&str; 13] = [
    "array_type",
    "attribute_item",
    "const_block",
    "const_item",
    "field_expression",
    "match_pattern",
    "negative_literal",
    "range_pattern",
    "static_item",
    "token_tree",
    "tuple_pattern",
    "tuple_struct_pattern",
    "type_arguments",
];

/// Loops.
const LOOPS: [&str; 3] = ["for_expression", "loop_expression", "while_expression"];

/// Expressions that only read.
const EXPRESSIONS: ExpressionKinds = ExpressionKinds {
    reading: &["binary_expression", "field_expression", "index_expression", "unary_expression"],
    leaves: &[
        "boolean_literal",
        "field_identifier",
        "identifier",
        "integer_literal",
        "parenthesized_expression",
    ],
};

const KINDS: SiteKinds = SiteKinds {
    scopes: &SCOPES,
    lists: &["block"],
    is_statement,
    // What the type of a variable follows from may be inside.
    is_removable: |_, _| false,
    integer: "integer_literal",
    booleans: &["boolean_literal"],
    stays,
};

/// Whether a node of a block is a statement, or the expression at its end. What follows an attribute
/// belongs to it.
pub(crate) fn is_statement(tree: &SyntaxTree<'_>, id: usize) -> bool {
    let kind = tree.kind(id);
    let is_item = kind.ends_with("_item")
        || kind.ends_with("_comment")
        || matches!(
            kind,
            "label"
                | "macro_definition"
                | "use_declaration"
                | "empty_statement"
                | "inner_attribute_item"
        );
    let Some(list) = tree.nodes[id].parent else { return false };
    let before = tree.named(list).take_while(|&other| other != id).last();
    !is_item && before.is_none_or(|before| tree.kind(before) != "attribute_item")
}

/// Whether a literal must stay as it is, or is outside of functions.
fn stays(tree: &SyntaxTree<'_>, id: usize) -> bool {
    let is_kept = |outer: usize| LITERAL_STAYS.contains(&tree.kind(outer));
    let is_pattern = |inner: usize| tree.nodes[inner].field == Some("pattern");
    let text = tree.text(id);
    is_pattern(id)
        || text == "0"
        || LARGEST.contains(&text)
        || SCOPES.function(tree, id).is_none()
        || tree.ancestors(id).any(|outer| is_kept(outer) || is_pattern(outer))
}

/// What makes two runs of a program differ.
pub(crate) fn chance(program: &Program) -> Option<&'static str> {
    let has = |word: &&str| program.text.contains(*word);
    let table = TABLES.into_iter().find(has);
    let table = table.filter(|_| ORDERED.iter().any(has) || has_open_loops(program));
    CHANCE.into_iter().find(has).or(table)
}

/// Whether a loop may go over something else than numbers.
fn has_open_loops(program: &Program) -> bool {
    let is_over_numbers = |tree: &SyntaxTree<'_>, id| {
        tree.child(id, "value").is_some_and(|value| tree.kind(value) == "range_expression")
    };
    crate::rust::SYNTAX
        .tree(program)
        .is_none_or(|tree| tree.of_kind("for_expression").any(|id| !is_over_numbers(&tree, id)))
}

pub(crate) fn collect(tree: &SyntaxTree<'_>, program: &Program) -> Sites {
    let named = declared(tree);
    let (scopes, numbers) = scope_tables(tree, &SCOPES, |scope| named.bindings(scope));
    // Macros and `?` become several statements on their line.
    let is_odd = |kind: &str| {
        matches!(
            kind,
            "block" | "closure_expression" | "macro_invocation" | "match_block" | "try_expression"
        )
    };
    let nodes = tree.node_spans();
    let mut sites = Sites {
        expressions: EXPRESSIONS.among(&nodes),
        loops: tree.starts_of(&LOOPS),
        nodes,
        scopes,
        locals: renameable(&named),
        uncertain: match chance(program) {
            Some(_) => vec![UncertainLines::EVERYTHING],
            None => uncertain(&named, program),
        },
        unsteady: named.unsteady(),
        plain_lines: plain_lines(
            tree,
            program,
            &["let_declaration", "expression_statement"],
            is_odd,
        ),
        ..Sites::default()
    };
    for function in tree.of_kind("function_item") {
        sites.breakable.push(tree.span(function).start);
    }
    collect_places(tree, &KINDS, &numbers, &mut sites);
    sites
}

fn uncertain(named: &NamedItems<'_, '_>, program: &Program) -> Vec<UncertainLines> {
    let added = ADDED
        .into_iter()
        .chain(["self"])
        .map(|name| UncertainLines { name: Some(name.into()), ..UncertainLines::EVERYTHING });
    named.uncertain(program).into_iter().chain(added).collect()
}

/// The locals that can be renamed: those that no text of a format, no short form of a field and no
/// macro of the program mentions.
fn renameable(named: &NamedItems<'_, '_>) -> Vec<LocalSite> {
    let tree = named.tree;
    if tree.of_kind("macro_definition").next().is_some() {
        return Vec::new();
    }
    let mut taken: BTreeSet<&str> = named.global_names().collect();
    let is_short = |id: &usize| {
        let inside = tree.nodes[*id].parent.map_or("", |parent| tree.kind(parent));
        tree.kind(*id) == "shorthand_field_identifier" || inside == "shorthand_field_initializer"
    };
    taken.extend((0..tree.nodes.len()).filter(is_short).map(|id| tree.text(id)));
    // A constant in a pattern looks like a name.
    let is_constant = |name: &&str| name.starts_with(|first: char| first.is_uppercase());
    taken.extend(named.items.iter().map(|it| it.name).filter(is_constant));
    let in_texts = |name: &str| tree.text.contains(&format!("{{{name}"));
    taken.extend(named.items.iter().map(|it| it.name).filter(|name| in_texts(name)));
    taken.extend(ADDED);
    named.renameable(|id| tree.kind(id) == "identifier", &taken)
}
