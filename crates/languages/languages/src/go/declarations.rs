//! What is declared where, with its type if the text shows it.

use crate::go::types::{
    Signatures, Types, has_no_map, is_plain, is_predeclared, takes_numbers,
};
use crate::tree::{Named, NamedItems, Role, ScopeKinds, SyntaxTree};
use debunk_model::Span;
use std::collections::BTreeSet;

/// A mention of an outer variable in a function literal would make it one of that function.
pub(crate) const SCOPES: ScopeKinds = ScopeKinds {
    scopes: &[
        "source_file",
        "function_declaration",
        "method_declaration",
        "func_literal",
        "block",
        "if_statement",
        "for_statement",
        "expression_switch_statement",
        "type_switch_statement",
        "expression_case",
        "default_case",
        "type_case",
        "communication_case",
    ],
    functions: &["function_declaration", "method_declaration"],
    closed: &["func_literal"],
};

/// Packages whose values have no parts that differ from run to run.
const STEADY_PACKAGES: [&str; 12] = [
    "bytes",
    "container/heap",
    "container/list",
    "errors",
    "fmt",
    "math",
    "math/bits",
    "os",
    "sort",
    "strconv",
    "strings",
    "unicode/utf8",
];

/// The packages that a program imports, with the name that it gives them.
pub(crate) fn imports<'text>(tree: &SyntaxTree<'text>) -> Vec<(&'text str, Option<&'text str>)> {
    let specs = tree.of_kind("import_spec").filter_map(|id| {
        let path = tree.text(tree.child(id, "path")?).trim_matches(['"', '`']);
        Some((path, tree.child(id, "name").map(|name| tree.text(name))))
    });
    specs.collect()
}

/// Everything that is declared, in the order of the text.
pub(crate) fn declared<'tree, 'text>(
    tree: &'tree SyntaxTree<'text>,
) -> NamedItems<'tree, 'text> {
    let imports = imports(tree);
    let is_steady = imports.iter().all(|(path, _)| STEADY_PACKAGES.contains(path));
    let mut collector = Collector {
        named: NamedItems { tree, scopes: &SCOPES, items: Vec::new() },
        kinds: Vec::new(),
        signatures: Signatures::of(tree),
        redefined: redefined(tree),
        is_steady: is_steady && !tree.text.contains("map["),
    };
    for (path, name) in imports {
        let name = name.or(path.rsplit('/').next()).unwrap_or_default();
        collector.other(name, 0);
    }
    for id in 0..tree.nodes.len() {
        collector.node(id);
    }
    collector.named
}

/// The names of functions and types, which are known in the whole text.
fn redefined<'text>(tree: &SyntaxTree<'text>) -> BTreeSet<&'text str> {
    let owners = ["function_declaration", "type_spec", "type_alias"];
    let names = owners.into_iter().flat_map(|kind| tree.of_kind(kind));
    names.filter_map(|id| Some(tree.text(tree.child(id, "name")?))).collect()
}

/// Whether a program gives a name that every program knows another meaning.
pub(crate) fn redefines_names(named: &NamedItems<'_, '_>) -> bool {
    named.items.iter().any(|it| is_predeclared(it.name))
}

struct Collector<'tree, 'text> {
    named: NamedItems<'tree, 'text>,
    /// The types of the items.
    kinds: Vec<Option<String>>,
    signatures: Signatures<'text>,
    redefined: BTreeSet<&'text str>,
    /// Whether all values of the program are shown in the same way in every run.
    is_steady: bool,
}

impl<'tree, 'text> Collector<'tree, 'text> {
    fn node(&mut self, id: usize) {
        let tree = self.named.tree;
        match tree.kind(id) {
            "function_declaration" | "type_spec" | "type_alias" => {
                if let Some(name) = tree.child(id, "name") {
                    self.other(tree.text(name), self.scope(id));
                }
            }
            "const_spec" => {
                for name in tree.children_of(id, "name").filter(|&it| tree.nodes[it].is_named) {
                    self.constant(id, name);
                }
            }
            "parameter_declaration" | "variadic_parameter_declaration" => self.parameters(id),
            "type_parameter_declaration" => {
                for name in tree.children_of(id, "name") {
                    self.other(tree.text(name), self.scope(id));
                }
            }
            "var_spec" => self.var_spec(id),
            "short_var_declaration" => self.short(id),
            "range_clause" => self.range(id),
            "receive_statement" => self.received(id),
            "type_switch_statement" => self.alias(id),
            _ => {}
        }
    }

    fn scope(&self, id: usize) -> usize {
        SCOPES.around(self.named.tree, id)
    }

    fn add(&mut self, item: Named<'text>, kind: Option<String>) {
        if item.name != "_" {
            self.named.items.push(item);
            self.kinds.push(kind);
        }
    }

    /// What is no variable, and means the same in its whole scope.
    fn other(&mut self, name: &'text str, scope: usize) {
        let ready = self.named.tree.span(scope);
        self.add(unknown(name, scope, Role::Other, ready), None);
    }

    fn constant(&mut self, spec: usize, name: usize) {
        let tree = self.named.tree;
        let scope = self.scope(spec);
        let ready = self.rest(scope, spec);
        let kind = match (tree.child(spec, "type"), tree.child(spec, "value")) {
            (Some(kind), _) => Some(tree.text(kind).to_owned()),
            (None, Some(value)) => self.types(|types| types.of_list(value, 1).pop()).flatten(),
            (None, None) => None,
        };
        self.add(unknown(tree.text(name), scope, Role::Other, ready), kind);
    }

    /// A variable with its type.
    fn variable(&mut self, name: usize, role: Role, scope: usize, ready: Span, kind: Option<String>) {
        let is_typed = |known: fn(&str) -> bool| {
            kind.as_deref().is_some_and(|kind| known(kind) && !self.redefined.contains(kind))
        };
        let item = Named {
            takes_numbers: is_typed(takes_numbers),
            is_logged: is_typed(is_plain),
            is_steady: self.is_steady || is_typed(has_no_map),
            ..unknown(self.named.tree.text(name), scope, role, ready)
        };
        self.add(item, kind);
    }

    /// Calls a function with what knows the types.
    fn types<Found>(&self, ask: impl FnOnce(&Types<'_, 'text>) -> Found) -> Found {
        let tree = self.named.tree;
        let variable = |id: usize| {
            let meant = self.named.meaning(tree.text(id), tree.span(id).start)?;
            self.kinds[meant].clone()
        };
        let (signatures, redefined) = (&self.signatures, &self.redefined);
        ask(&Types { tree, signatures, redefined, variable: &variable })
    }

    /// The rest of a scope after a declaration; all of it at the outside.
    fn rest(&self, scope: usize, declaration: usize) -> Span {
        let tree = self.named.tree;
        let whole = tree.span(scope);
        if scope == 0 { whole } else { Span::new(tree.span(declaration).end, whole.end) }
    }

    fn parameters(&mut self, id: usize) {
        let tree = self.named.tree;
        let is_list = |outer: &usize| tree.kind(*outer) == "parameter_list";
        let lists = tree.ancestors(id).take_while(|outer| !SCOPES.is_function(tree.kind(*outer)));
        let is_own = lists.filter(is_list).count() == 1
            && tree.nodes[id].parent.and_then(|list| tree.nodes[list].parent).is_some_and(
                |owner| SCOPES.is_function(tree.kind(owner)),
            );
        let function = self.scope(id);
        let Some(body) = tree.child(function, "body").filter(|_| is_own) else { return };
        let is_variadic = tree.kind(id) == "variadic_parameter_declaration";
        let kind = tree.child(id, "type").map(|kind| match is_variadic {
            true => format!("[]{}", tree.text(kind)),
            false => tree.text(kind).to_owned(),
        });
        for name in tree.children_of(id, "name") {
            self.variable(name, Role::Parameter, function, tree.span(body), kind.clone());
        }
    }

    fn var_spec(&mut self, id: usize) {
        let tree = self.named.tree;
        let names: Vec<usize> =
            tree.children_of(id, "name").filter(|&it| tree.nodes[it].is_named).collect();
        let kinds = match (tree.child(id, "type"), tree.child(id, "value")) {
            (Some(kind), _) => vec![Some(tree.text(kind).to_owned()); names.len()],
            (None, Some(value)) => self.types(|types| types.of_list(value, names.len())),
            (None, None) => vec![None; names.len()],
        };
        let scope = self.scope(id);
        let (role, ready) = match scope {
            0 => (Role::Global, tree.span(0)),
            _ => (Role::Local, self.rest(scope, id)),
        };
        for (name, kind) in names.into_iter().zip(kinds) {
            self.variable(name, role, scope, ready, kind);
        }
    }

    fn short(&mut self, id: usize) {
        let tree = self.named.tree;
        let (Some(left), Some(right)) = (tree.child(id, "left"), tree.child(id, "right")) else {
            return;
        };
        let count = tree.named(left).count();
        let kinds = self.types(|types| types.of_list(right, count));
        self.declare(id, left, kinds);
    }

    fn range(&mut self, id: usize) {
        let tree = self.named.tree;
        let (Some(left), Some(right)) = (tree.child(id, "left"), tree.child(id, "right")) else {
            return;
        };
        if is_declaring(tree, id) {
            let kinds = self.types(|types| types.of_range(right)).to_vec();
            self.declare(id, left, kinds);
        }
    }

    fn received(&mut self, id: usize) {
        let tree = self.named.tree;
        if let Some(left) = tree.child(id, "left").filter(|_| is_declaring(tree, id)) {
            self.declare(id, left, vec![None, None]);
        }
    }

    /// In each case the name is another variable.
    fn alias(&mut self, id: usize) {
        let tree = self.named.tree;
        let alias = tree.child(id, "alias").and_then(|list| tree.named(list).next());
        if let Some(name) = alias {
            let ready = Span::new(tree.span(name).end, tree.span(id).end);
            self.add(unknown(tree.text(name), id, Role::Local, ready), None);
        }
    }

    /// Declares the names in a list, unless they are declared in the same scope already.
    fn declare(&mut self, declaration: usize, left: usize, kinds: Vec<Option<String>>) {
        let tree = self.named.tree;
        let scope = self.scope(declaration);
        let is_parameter_scope = tree.nodes[scope].parent.filter(|_| tree.kind(scope) == "block");
        let ready = self.rest(scope, declaration);
        let names: Vec<usize> = tree.named(left).collect();
        for (name, kind) in names.into_iter().zip(kinds) {
            let is_same = |it: &Named<'_>| {
                let is_around = it.scope == scope
                    || it.role == Role::Parameter && Some(it.scope) == is_parameter_scope;
                it.name == tree.text(name) && is_around
            };
            if !self.named.items.iter().any(is_same) {
                self.variable(name, Role::Local, scope, ready, kind);
            }
        }
    }
}

/// Whether a clause declares what it assigns to.
fn is_declaring(tree: &SyntaxTree<'_>, id: usize) -> bool {
    tree.nodes[id].children.iter().any(|&child| tree.text(child) == ":=")
}

fn unknown<'text>(name: &'text str, scope: usize, role: Role, ready: Span) -> Named<'text> {
    Named {
        name,
        scope,
        role,
        takes_numbers: false,
        is_logged: false,
        is_steady: false,
        ready,
    }
}
