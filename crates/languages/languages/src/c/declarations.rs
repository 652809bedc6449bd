//! What is declared where: variables with their scope, their kind and when they have a value.

use crate::tree::{ScopeKinds, SyntaxTree};
use debunk_model::Span;
use std::collections::BTreeSet;

/// The kinds of nodes that are scopes.
pub(crate) const SCOPES: ScopeKinds = ScopeKinds {
    scopes: &[
        "translation_unit",
        "declaration_list",
        "field_declaration_list",
        "function_definition",
        "lambda_expression",
        "compound_statement",
        "if_statement",
        "while_statement",
        "switch_statement",
        "for_statement",
        "for_range_loop",
        "catch_clause",
    ],
    functions: &[],
    // The methods of a local class see no variable of the function around it.
    closed: &["function_definition", "lambda_expression"],
};

/// Scopes outside of functions.
const OUTSIDE: [&str; 3] = ["translation_unit", "declaration_list", "field_declaration_list"];

/// The kinds of declared parameters.
const PARAMETERS: [&str; 2] = ["parameter_declaration", "optional_parameter_declaration"];

/// Primitive types that are not numbers.
const NO_NUMBERS: [&str; 4] = ["void", "nullptr_t", "max_align_t", "charptr_t"];

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueKind {
    /// A number.
    Number,
    /// A value of an enumeration.
    Enumerator,
    /// An address.
    Address,
    /// More than one value, or unknown.
    Anything,
}

/// How long a declared thing lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lifetime {
    /// As long as the program.
    Always,
    /// As long as the call whose argument it is.
    InCall,
    /// As long as its block.
    InBlock,
    /// It is not a variable.
    Never,
}

/// Something that has a name.
#[derive(Clone, Debug)]
pub(crate) struct NamedItem<'text> {
    pub name: &'text str,
    /// The node of its declaration.
    pub declaration: usize,
    /// The node of its declarator.
    pub declarator: usize,
    /// The scope's node.
    pub scope: usize,
    pub holds: ValueKind,
    /// Whether its type, or that of what it points to, is one of the language itself.
    pub is_primitive: bool,
    pub lives: Lifetime,
    /// Whether the program may assign to it, and nothing else does.
    pub is_assignable: bool,
    /// Where the name starts to mean this.
    pub visible_from: u32,
    /// The part of its scope in which it is certain to have a value.
    pub ready: Option<Span>,
    /// Whether its declaration gives it a value.
    pub has_value: bool,
    /// As `ready`, for an object of C++ with a constructor.
    pub built: Option<Span>,
}

/// Everything that is declared, in the order of the text.
pub(crate) fn declared<'text>(tree: &SyntaxTree<'text>) -> Vec<NamedItem<'text>> {
    let mut found = Vec::new();
    for id in 0..tree.nodes.len() {
        match tree.kind(id) {
            "declaration" => declaration(tree, id, &mut found),
            kind if PARAMETERS.contains(&kind) => found.extend(parameter(tree, id)),
            "for_range_loop" => loop_variable(tree, id, &mut found),
            "lambda_capture_initializer" => {
                let name = tree.child(id, "left");
                found.extend(name.map(|name| constant(tree, id, name)));
            }
            "function_definition" => {
                let declarator = tree.child(id, "declarator").and_then(|it| named(tree, it));
                found.extend(declarator.map(|(name, _)| constant(tree, id, name)));
            }
            "enumerator" => {
                found.extend(tree.child(id, "name").map(|name| constant(tree, id, name)));
            }
            _ => {}
        }
    }
    found
}

/// The names of macros.
pub(crate) fn macros<'text>(tree: &SyntaxTree<'text>) -> BTreeSet<&'text str> {
    let definitions =
        ["preproc_def", "preproc_function_def"].into_iter().flat_map(|kind| tree.of_kind(kind));
    definitions.filter_map(|id| Some(tree.text(tree.child(id, "name")?))).collect()
}

/// The scope that a node is in.
pub(crate) fn scope_of(tree: &SyntaxTree<'_>, id: usize) -> usize {
    SCOPES.around(tree, id)
}

/// Whether a scope is in no function.
pub(crate) fn is_outside(tree: &SyntaxTree<'_>, scope: usize) -> bool {
    OUTSIDE.contains(&tree.kind(scope))
}

fn constant<'text>(tree: &SyntaxTree<'text>, id: usize, name: usize) -> NamedItem<'text> {
    NamedItem {
        name: tree.text(name),
        declaration: id,
        declarator: name,
        scope: scope_of(tree, id),
        holds: ValueKind::Anything,
        is_primitive: false,
        lives: Lifetime::Never,
        is_assignable: false,
        visible_from: tree.span(name).end,
        ready: None,
        has_value: true,
        built: None,
    }
}

/// The name that a declarator declares, and the kinds of the declarators around it.
pub(crate) fn named(
    tree: &SyntaxTree<'_>,
    declarator: usize,
) -> Option<(usize, Vec<&'static str>)> {
    let mut around = Vec::new();
    let mut id = declarator;
    loop {
        match tree.kind(id) {
            "identifier" | "field_identifier" => return Some((id, around)),
            kind @ ("pointer_declarator" | "array_declarator" | "function_declarator") => {
                around.push(kind);
                id = tree.child(id, "declarator")?;
            }
            "reference_declarator" => {
                around.push("reference_declarator");
                id = tree.named(id).next()?;
            }
            "parenthesized_declarator" | "attributed_declarator" => id = tree.named(id).next()?,
            "init_declarator" => id = tree.child(id, "declarator")?,
            _ => return None,
        }
    }
}

fn words<'text>(tree: &SyntaxTree<'text>, id: usize, kind: &str) -> Vec<&'text str> {
    tree.named(id).filter(|&child| tree.kind(child) == kind).map(|child| tree.text(child)).collect()
}

fn holds(tree: &SyntaxTree<'_>, id: usize, around: &[&str]) -> ValueKind {
    match (around.last(), tree.child(id, "type")) {
        (Some(&"pointer_declarator"), _) => ValueKind::Address,
        (Some(_), _) | (None, None) => ValueKind::Anything,
        (None, Some(of)) => match tree.kind(of) {
            "sized_type_specifier" => ValueKind::Number,
            "primitive_type" if !NO_NUMBERS.contains(&tree.text(of)) => ValueKind::Number,
            "enum_specifier" => ValueKind::Enumerator,
            _ => ValueKind::Anything,
        },
    }
}

fn is_primitive(tree: &SyntaxTree<'_>, id: usize) -> bool {
    let of = tree.child(id, "type").map_or("", |of| tree.kind(of));
    matches!(of, "primitive_type" | "sized_type_specifier")
}

fn is_changeable(tree: &SyntaxTree<'_>, id: usize) -> bool {
    words(tree, id, "type_qualifier").is_empty()
}

fn declaration<'text>(tree: &SyntaxTree<'text>, id: usize, found: &mut Vec<NamedItem<'text>>) {
    let storage = words(tree, id, "storage_class_specifier");
    let scope = scope_of(tree, id);
    let is_outside = is_outside(tree, scope);
    let lives_always =
        is_outside || storage.iter().any(|word| matches!(*word, "static" | "extern"));
    for declarator in tree.children_of(id, "declarator") {
        let Some((name, around)) = named(tree, declarator) else {
            found.extend(bound(tree, id, declarator));
            continue;
        };
        let is_function = around.last() == Some(&"function_declarator");
        let holds = holds(tree, id, &around);
        let has_value = tree.kind(declarator) == "init_declarator";
        let lives = match (is_function, lives_always) {
            (true, _) => Lifetime::Never,
            (false, true) => Lifetime::Always,
            (false, false) => Lifetime::InBlock,
        };
        let given = match lives {
            Lifetime::InBlock if has_value => Some(tree.span(id).end),
            Lifetime::InBlock if holds != ValueKind::Anything => {
                assigned(tree, id, tree.text(name))
            }
            _ => None,
        };
        found.push(NamedItem {
            name: tree.text(name),
            declaration: id,
            declarator,
            scope,
            holds,
            is_primitive: is_primitive(tree, id),
            lives,
            is_assignable: is_changeable(tree, id) && !storage.contains(&"extern"),
            visible_from: tree.span(id).end,
            ready: given.map(|from| ready(tree, scope, id, from)),
            has_value,
            built: (lives == Lifetime::InBlock).then(|| ready(tree, scope, id, tree.span(id).end)),
        });
    }
}

/// The names that a declarator of C++ binds to parts of a value.
fn bound<'text>(
    tree: &SyntaxTree<'text>,
    id: usize,
    declarator: usize,
) -> impl Iterator<Item = NamedItem<'text>> {
    let is_list = |id: &usize| tree.kind(*id) == "structured_binding_declarator";
    let all = declarator..tree.nodes[declarator].end;
    let names = { all }.find(is_list).into_iter().flat_map(|list| tree.named(list));
    names.map(move |name| NamedItem { lives: Lifetime::InBlock, ..constant(tree, id, name) })
}

/// The variable of a loop over a range.
fn loop_variable<'text>(tree: &SyntaxTree<'text>, id: usize, found: &mut Vec<NamedItem<'text>>) {
    let (Some(declarator), Some(body)) = (tree.child(id, "declarator"), tree.child(id, "body"))
    else {
        return;
    };
    let Some((name, around)) = named(tree, declarator) else {
        found.extend(bound(tree, id, declarator).map(|it| NamedItem { scope: id, ..it }));
        return;
    };
    found.push(NamedItem {
        scope: id,
        declarator,
        holds: holds(tree, id, &around),
        lives: Lifetime::InBlock,
        is_assignable: is_changeable(tree, id),
        visible_from: tree.span(body).start,
        ready: Some(tree.span(body)),
        built: Some(tree.span(body)),
        ..constant(tree, id, name)
    });
}

/// A parameter of a function that is defined, not merely declared.
fn parameter<'text>(tree: &SyntaxTree<'text>, id: usize) -> Option<NamedItem<'text>> {
    let declarator = tree.child(id, "declarator")?;
    let (name, around) = named(tree, declarator)?;
    let list = tree.nodes[id].parent?;
    let owner = tree.ancestors(list).find(|&outer| !tree.kind(outer).ends_with("declarator"))?;
    let is_only_list = !tree
        .ancestors(list)
        .take_while(|&outer| outer != owner)
        .any(|outer| tree.kind(outer) == "parameter_list");
    let body = tree.child(owner, "body");
    let is_own = SCOPES.is_function(tree.kind(owner)) && is_only_list;
    let (lives, scope) = match (is_own, tree.kind(owner)) {
        (true, _) => (Lifetime::InCall, owner),
        (false, "catch_clause") => (Lifetime::InBlock, owner),
        (false, _) => (Lifetime::Never, scope_of(tree, id)),
    };
    // An array parameter is an address.
    let is_array = around.last() == Some(&"array_declarator");
    let holds = if is_array { ValueKind::Address } else { holds(tree, id, &around) };
    Some(NamedItem {
        name: tree.text(name),
        declaration: id,
        declarator,
        scope,
        holds,
        is_primitive: is_primitive(tree, id),
        lives,
        is_assignable: is_own && is_changeable(tree, id),
        visible_from: body.map_or(0, |body| tree.span(body).start),
        ready: body.filter(|_| is_own).map(|body| tree.span(body)),
        has_value: true,
        built: body.filter(|_| is_own).map(|body| tree.span(body)),
    })
}

/// Where a variable without a value is certain to get one: in a statement of the block that
/// declares it.
fn assigned(tree: &SyntaxTree<'_>, declaration: usize, name: &str) -> Option<u32> {
    let block = tree.nodes[declaration].parent?;
    let later = tree.named(block).filter(|&id| id > declaration);
    later.into_iter().find_map(|id| {
        let expression = match tree.kind(id) {
            "expression_statement" => tree.named(id).next()?,
            "for_statement" => tree.child(id, "initializer")?,
            _ => return None,
        };
        assigns(tree, expression, name).then(|| tree.span(expression).end)
    })
}

/// Whether an expression assigns to a name whatever happens.
fn assigns(tree: &SyntaxTree<'_>, expression: usize, name: &str) -> bool {
    let part =
        |field: &str| tree.child(expression, field).is_some_and(|part| assigns(tree, part, name));
    match tree.kind(expression) {
        "comma_expression" => part("left") || part("right"),
        "assignment_expression" => {
            let is_plain =
                tree.child(expression, "operator").is_some_and(|it| tree.text(it) == "=");
            let left = tree.child(expression, "left");
            let is_name =
                left.is_some_and(|it| tree.kind(it) == "identifier" && tree.text(it) == name);
            is_plain && is_name || part("right")
        }
        _ => false,
    }
}

/// The part of a scope in which a variable that got its value at `from` has one: up to the first
/// label by which the program can get there without.
fn ready(tree: &SyntaxTree<'_>, scope: usize, declaration: usize, from: u32) -> Span {
    let end = tree.span(scope).end;
    let is_way_in = |id: &usize| match tree.kind(*id) {
        "labeled_statement" => true,
        "case_statement" => tree
            .around(*id, &["switch_statement"])
            .is_some_and(|switch| tree.span(switch).encloses(tree.span(declaration))),
        _ => false,
    };
    let labels = tree.inside(scope).filter(is_way_in).map(|id| tree.span(id).start);
    Span::new(from, labels.filter(|&start| start >= from).min().unwrap_or(end))
}
