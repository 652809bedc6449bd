//! One pass over the syntax tree that collects every site.

use crate::python::bindings::{
    BindingForm, BoundName, SCOPES, bindings, is_evaluated_outside, scope_of,
};
use crate::python::locals::{is_dynamic, renameable};
use crate::tree::{SyntaxTree, plain_integer, plain_lines, starts_line};
use debunk_model::{
    Binding, Boundary, DeclaredKind, ExpressionKinds, FunctionSite, InsertionSite, LiteralSite,
    Program, ScopeTable, Sites, StatementSite,
};
use std::collections::{BTreeMap, BTreeSet};

/// Integers above this are left alone.
const INTEGER_MAX: u64 = u32::MAX as u64;

/// Nodes in which a literal must stay unchanged.
const LITERAL_STAYS: [&str; 4] = ["case_pattern", "type", "string", "concatenated_string"];

/// What a removable statement must not contain: it would change which names are local, or the kind
/// of its function.
const NEEDED: [&str; 16] = [
    "assignment",
    "augmented_assignment",
    "named_expression",
    "for_statement",
    "as_pattern",
    "import_statement",
    "import_from_statement",
    "future_import_statement",
    "function_definition",
    "class_definition",
    "global_statement",
    "nonlocal_statement",
    "delete_statement",
    "match_statement",
    "yield",
    "await",
];

/// Words of programs that look at the parameters of functions.
const LOOKS_AT_PARAMETERS: [&str; 4] = ["inspect", "signature", "__code__", "__defaults__"];

/// Statements that begin once and do one thing after the other.
const PLAIN: [&str; 3] = ["expression_statement", "return_statement", "raise_statement"];

/// Loops.
const LOOPS: [&str; 2] = ["for_statement", "while_statement"];

/// Expressions that only read.
const EXPRESSIONS: ExpressionKinds = ExpressionKinds {
    reading: &[
        "attribute",
        "binary_operator",
        "boolean_operator",
        "comparison_operator",
        "conditional_expression",
        "not_operator",
        "subscript",
        "unary_operator",
    ],
    leaves: &[
        "false",
        "float",
        "identifier",
        "integer",
        "none",
        "parenthesized_expression",
        "string",
        "string_content",
        "string_end",
        "string_start",
        "true",
    ],
};

pub(crate) fn collect(tree: &SyntaxTree<'_>, program: &Program) -> Sites {
    let bound = bindings(tree);
    let (scopes, numbers) = scopes(tree, &bound);
    let nodes = tree.node_spans();
    let mut sites = Sites {
        expressions: EXPRESSIONS.among(&nodes),
        loops: tree.starts_of(&LOOPS),
        nodes,
        scopes,
        plain_lines: plain_lines(tree, program, &PLAIN, |kind| {
            SCOPES.contains(&kind) || matches!(kind, "yield" | "await")
        }),
        has_dynamic_names: is_dynamic(&program.text),
        has_suspension: ["yield", "await", "generator_expression"]
            .iter()
            .any(|kind| tree.nodes.iter().any(|node| node.is_named && node.kind == *kind)),
        ..Sites::default()
    };
    if !sites.has_dynamic_names {
        sites.locals = renameable(tree, &bound);
    }
    let collector = Collector {
        tree,
        numbers,
        looks_at_parameters: LOOKS_AT_PARAMETERS.iter().any(|word| program.text.contains(word)),
    };
    for id in 0..tree.nodes.len() {
        if tree.nodes[id].is_named {
            collector.node(id, &mut sites);
        }
    }
    sites.insertions.sort_by_key(|site| site.offset);
    sites.statements.sort_by_key(|site| site.span);
    sites.breakable.sort_unstable();
    sites.breakable.dedup();
    sites
}

/// The tables of all scopes, and their numbers by node. No name of an outer scope can be assigned
/// without becoming another one, so each scope is independent; in the body of a class every name is
/// an attribute.
fn scopes(
    tree: &SyntaxTree<'_>,
    bound: &[BoundName<'_>],
) -> (Vec<ScopeTable>, BTreeMap<usize, usize>) {
    let nodes: Vec<usize> = (0..tree.nodes.len())
        .filter(|&id| tree.nodes[id].is_named && SCOPES.contains(&tree.kind(id)))
        .collect();
    let numbers = nodes.iter().enumerate().map(|(number, &id)| (id, number)).collect();
    let table = |&id: &usize| {
        let is_usable = matches!(tree.kind(id), "module" | "function_definition");
        let own: Vec<&BoundName<'_>> =
            bound.iter().filter(|it| it.scope == id && is_usable).collect();
        let names: BTreeSet<&str> = own.iter().map(|it| it.name).collect();
        let bindings = names.into_iter().map(|name| binding(tree, id, name, &own)).collect();
        ScopeTable { parent: None, boundary: Boundary::Block, bindings }
    };
    (nodes.iter().map(table).collect(), numbers)
}

fn binding(tree: &SyntaxTree<'_>, scope: usize, name: &str, own: &[&BoundName<'_>]) -> Binding {
    let same: Vec<&&BoundName<'_>> = own.iter().filter(|it| it.name == name).collect();
    let is = |how: BindingForm| same.iter().any(|it| it.how == how);
    // Names with two underscores have another meaning in classes.
    let kind = if is(BindingForm::Otherwise) || name.starts_with("__") {
        DeclaredKind::Hidden
    } else if is(BindingForm::Parameter) {
        DeclaredKind::Variable
    } else {
        DeclaredKind::Let
    };
    let end = match tree.child(scope, "body") {
        Some(body) => tree.span(body).end,
        None => tree.text.len() as u32,
    };
    // What holds to the end of the function is worth most.
    let ready = same.iter().filter_map(|it| it.ready).min_by_key(|it| (it.end != end, it.start));
    Binding {
        name: name.into(),
        kind,
        visible_from: 0,
        ready_from: ready.map_or(u32::MAX, |ready| ready.start),
        ready_within: ready,
    }
}

struct Collector<'tree, 'text> {
    tree: &'tree SyntaxTree<'text>,
    numbers: BTreeMap<usize, usize>,
    looks_at_parameters: bool,
}

/// Whether nodes of a kind are statements that fit on a line with others.
fn is_simple(kind: &str) -> bool {
    kind.ends_with("_statement") && !is_compound(kind)
}

fn is_compound(kind: &str) -> bool {
    matches!(
        kind,
        "for_statement"
            | "if_statement"
            | "match_statement"
            | "try_statement"
            | "while_statement"
            | "with_statement"
            | "class_definition"
            | "function_definition"
            | "decorated_definition"
    )
}

impl Collector<'_, '_> {
    fn node(&self, id: usize, sites: &mut Sites) {
        let (tree, span) = (self.tree, self.tree.span(id));
        match tree.kind(id) {
            "module" | "block" => self.list(id, sites),
            "function_definition" => sites.functions.extend(self.parameters(id)),
            "integer" => self.integer(id, sites),
            kind @ ("true" | "false") if !self.stays(id) && self.is_plainly_inside(id) => {
                let (value, scope) = (kind == "true", self.scope(id));
                sites.booleans.push(LiteralSite { span, value, scope, offset: span.start });
            }
            _ => {}
        }
    }

    fn scope(&self, id: usize) -> usize {
        self.numbers.get(&scope_of(self.tree, id)).copied().unwrap_or(0)
    }

    fn list(&self, id: usize, sites: &mut Sites) {
        let tree = self.tree;
        let children: Vec<usize> = tree
            .named(id)
            .filter(|&child| is_simple(tree.kind(child)) || is_compound(tree.kind(child)))
            .collect();
        for (index, &child) in children.iter().enumerate() {
            let (kind, span) = (tree.kind(child), tree.span(child));
            sites.breakable.push(span.start);
            let is_first = |kind: &str| {
                let rest = &children[index..];
                rest.iter().any(|&later| tree.kind(later) == kind)
            };
            // Docstrings and imports from the future come first.
            let is_description = index == 0 && is_text(tree, child);
            let removable =
                !is_description && !NEEDED.contains(&kind) && !tree.contains(child, &NEEDED);
            sites.statements.push(StatementSite { span, removable });
            if is_description || is_first("future_import_statement") {
                continue;
            }
            let starts_line = starts_line(tree.text, span.start);
            if !starts_line && is_compound(kind) {
                continue;
            }
            sites.insertions.push(InsertionSite {
                offset: span.start,
                starts_line,
                joins_line: is_simple(kind),
                opens_finally: false,
                scope: self.scope(child),
            });
        }
    }

    /// The place for one more parameter, with a default value.
    fn parameters(&self, id: usize) -> Option<FunctionSite> {
        let tree = self.tree;
        let name = tree.child(id, "name").map_or("", |name| tree.text(name));
        let list = tree.child(id, "parameters")?;
        let is_plain = |child: usize| {
            let kind = tree.kind(child);
            let is_known = matches!(
                kind,
                "identifier" | "default_parameter" | "typed_parameter" | "typed_default_parameter"
            );
            is_known && !tree.contains(child, &["list_splat_pattern", "dictionary_splat_pattern"])
        };
        if self.looks_at_parameters || name.starts_with("__") || !tree.named(list).all(is_plain) {
            return None;
        }
        Some(match tree.named(list).last() {
            Some(last) => {
                FunctionSite { offset: tree.span(last).end, before: ", ", after: "=None" }
            }
            None => FunctionSite { offset: tree.span(list).start + 1, before: "", after: "=None" },
        })
    }

    fn integer(&self, id: usize, sites: &mut Sites) {
        let value = plain_integer(self.tree.text(id)).filter(|&value| value <= INTEGER_MAX);
        if let Some(value) = value
            && !self.stays(id)
        {
            let (span, scope) = (self.tree.span(id), self.scope(id));
            sites.integers.push(LiteralSite { span, value, scope, offset: span.start });
        }
    }

    fn stays(&self, id: usize) -> bool {
        self.tree.around(id, &LITERAL_STAYS).is_some()
    }

    /// Whether a function or the program itself evaluates a node, so that its variables can be read
    /// without keeping more for it.
    fn is_plainly_inside(&self, id: usize) -> bool {
        let scope = self.tree.kind(scope_of(self.tree, id));
        matches!(scope, "module" | "function_definition") && !is_evaluated_outside(self.tree, id)
    }
}

/// Whether a statement is only a text.
fn is_text(tree: &SyntaxTree<'_>, statement: usize) -> bool {
    tree.kind(statement) == "expression_statement"
        && tree
            .named(statement)
            .next()
            .is_some_and(|inner| matches!(tree.kind(inner), "string" | "concatenated_string"))
}
