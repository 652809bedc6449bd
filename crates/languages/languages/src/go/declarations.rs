//! What is declared where, with its type if the text shows it.

use crate::go::types::{
    Signatures, Types, has_no_map, is_plain, is_predeclared, structures, takes_numbers,
};
use crate::tree::{Logging, Named, NamedItems, Role, ScopeKinds, SyntaxTree};
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

/// The packages with which a program does the same in every run. None of them can look at memory, at the
/// stack or at files, or run code at other times; of `os`, only a part may be used.
const STEADY_PACKAGES: [&str; 17] = [
    "bufio",
    "bytes",
    "cmp",
    "container/heap",
    "container/list",
    "container/ring",
    "errors",
    "fmt",
    "math",
    "math/bits",
    "os",
    "slices",
    "sort",
    "strconv",
    "strings",
    "unicode",
    "unicode/utf8",
];

/// What a program may use of `os`.
const OF_SYSTEM: [&str; 3] = ["Exit", "Stdout", "Stderr"];

/// The packages that a program imports, with the name that it gives them.
fn imports<'text>(tree: &SyntaxTree<'text>) -> Vec<(&'text str, Option<&'text str>)> {
    let specs = tree.of_kind("import_spec").filter_map(|id| {
        let path = tree.text(tree.child(id, "path")?).trim_matches(['"', '`']);
        Some((path, tree.child(id, "name").map(|name| tree.text(name))))
    });
    specs.collect()
}

/// What a program declares.
pub(crate) struct Declarations<'tree, 'text> {
    /// Everything that has a name.
    pub named: NamedItems<'tree, 'text>,
    /// Why two runs of the program may do different things, or have different values.
    pub chance: Option<String>,
}

/// Everything that is declared, in the order of the text.
pub(crate) fn declared<'tree, 'text>(tree: &'tree SyntaxTree<'text>) -> Declarations<'tree, 'text> {
    let imports = imports(tree);
    let mut collector = Collector {
        named: NamedItems { tree, scopes: &SCOPES, items: Vec::new() },
        kinds: Vec::new(),
        signatures: Signatures::of(tree),
        redefined: redefined(tree),
        has_no_map: !tree.text.contains("map["),
        structures: structures(tree),
        chance: chance(tree),
        packages: 0,
    };
    for (path, name) in imports {
        let name = name.or(path.rsplit('/').next()).unwrap_or_default();
        collector.other(name, 0);
    }
    collector.packages = collector.named.items.len();
    for id in 0..tree.nodes.len() {
        collector.node(id);
    }
    Declarations { named: collector.named, chance: collector.chance }
}

/// Why two runs of a program may do different things, apart from going over a map.
fn chance(tree: &SyntaxTree<'_>) -> Option<String> {
    for (path, name) in imports(tree) {
        if !STEADY_PACKAGES.contains(&path) {
            return Some(format!("uses the package {path}"));
        }
        if name.is_some() && path == "os" {
            return Some("gives the package os another name".to_owned());
        }
    }
    if let Some(used) = other_of_system(tree) {
        return Some(used);
    }
    let has = |kind: &str| tree.of_kind(kind).next().is_some();
    if has("go_statement") {
        return Some("runs several goroutines".to_owned());
    }
    has("select_statement").then(|| "selects any of several channels".to_owned())
}

/// What a program uses of `os` that it may not.
fn other_of_system(tree: &SyntaxTree<'_>) -> Option<String> {
    (0..tree.nodes.len()).find_map(|id| {
        let field = of_system(tree, id)?;
        let is_called = tree.nodes[id].field == Some("function");
        match field {
            "Exit" if !is_called => Some("uses os.Exit without calling it".to_owned()),
            _ if OF_SYSTEM.contains(&field) => None,
            _ => Some(format!("uses {}", tree.text(id))),
        }
    })
}

/// What a selector takes from the package `os`.
pub(crate) fn of_system<'text>(tree: &SyntaxTree<'text>, id: usize) -> Option<&'text str> {
    let (owner, field) = match tree.kind(id) {
        "selector_expression" => (tree.child(id, "operand")?, tree.child(id, "field")?),
        "qualified_type" => (tree.child(id, "package")?, tree.child(id, "name")?),
        _ => return None,
    };
    (tree.text(owner) == "os").then(|| tree.text(field))
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
    /// Whether the program has no map, which is shown in any order.
    has_no_map: bool,
    /// The types of the program that contain no map.
    structures: BTreeSet<&'text str>,
    chance: Option<String>,
    /// How many packages the program imports.
    packages: usize,
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
            "range_clause" => {
                self.order(id);
                self.range(id);
            }
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
    fn variable(
        &mut self,
        name: usize,
        role: Role,
        scope: usize,
        ready: Span,
        kind: Option<String>,
    ) {
        let is_typed = |known: fn(&str) -> bool| {
            kind.as_deref().is_some_and(|kind| known(kind) && !self.redefined.contains(kind))
        };
        let item = Named {
            takes_numbers: is_typed(takes_numbers),
            logging: if is_typed(is_plain) { Logging::Value } else { Logging::Contents },
            is_steady: self.has_no_map
                || kind.as_deref().is_some_and(|kind| has_no_map(kind, &self.structures)),
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
            && tree.nodes[id]
                .parent
                .and_then(|list| tree.nodes[list].parent)
                .is_some_and(|owner| SCOPES.is_function(tree.kind(owner)));
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
        let kinds = self.types(|types| types.of_range(right)).to_vec();
        if is_declaring(tree, id) {
            self.declare(id, left, kinds);
        }
    }

    /// A map is gone over in any order.
    fn order(&mut self, id: usize) {
        let over = self.named.tree.child(id, "right");
        let kind = over.and_then(|over| self.types(|types| types.of(over)));
        let is_ordered = kind
            .is_some_and(|kind| kind == "string" || kind.trim_start_matches('*').starts_with('['))
            || over.is_some_and(|over| self.is_from_package(over));
        if !is_ordered && !self.has_no_map {
            self.chance.get_or_insert_with(|| "may go over a map in any order".to_owned());
        }
    }

    /// Whether an expression is what a function of a package returns: none of those that a program may use
    /// returns a map.
    fn is_from_package(&self, id: usize) -> bool {
        let tree = self.named.tree;
        let package = || {
            let function = tree.child(id, "function")?;
            let operand = tree.child(function, "operand")?;
            let meant = self.named.meaning(tree.text(operand), tree.span(operand).start)?;
            // Packages are what was declared first.
            Some(meant < self.packages)
        };
        tree.kind(id) == "call_expression" && package() == Some(true)
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
    let logging = Logging::Nothing;
    Named {
        name,
        scope,
        role,
        takes_numbers: false,
        logging,
        lost_from: None,
        is_steady: false,
        ready,
    }
}
