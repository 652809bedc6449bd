//! What is declared where, with its type if the text shows it.

use crate::rust::contents::Readable;
use crate::rust::types::{Signatures, Types, is_plain, is_whole};
use crate::tree::{Logging, Named, NamedItems, Role, ScopeKinds, SyntaxTree};
use debunk_model::Span;

/// A mention of an outer variable in a closure would make it one of that closure.
pub(crate) const SCOPES: ScopeKinds = ScopeKinds {
    scopes: &[
        "source_file",
        "declaration_list",
        "function_item",
        "closure_expression",
        "block",
        "if_expression",
        "while_expression",
        "for_expression",
        "match_arm",
    ],
    functions: &[],
    closed: &["function_item", "closure_expression"],
};

/// Items, whose names are no variables.
const ITEMS: [&str; 4] = ["const_item", "static_item", "function_item", "const_parameter"];

/// Everything that is declared, in the order of the text.
pub(crate) fn declared<'tree, 'text>(tree: &'tree SyntaxTree<'text>) -> NamedItems<'tree, 'text> {
    let signatures = Signatures::of(tree);
    let mut collector = Collector {
        named: NamedItems { tree, scopes: &SCOPES, items: Vec::new() },
        kinds: Vec::new(),
        signatures: &signatures,
        readable: Readable::of(tree, &signatures),
    };
    for id in 0..tree.nodes.len() {
        collector.node(id);
    }
    collector.named
}

struct Collector<'look, 'tree, 'text> {
    named: NamedItems<'tree, 'text>,
    /// The types of the items.
    kinds: Vec<Option<String>>,
    signatures: &'look Signatures<'text>,
    readable: Readable<'look, 'text>,
}

impl<'text> Collector<'_, '_, 'text> {
    fn node(&mut self, id: usize) {
        let tree = self.named.tree;
        let scope = SCOPES.around(tree, id);
        let body = |owner: usize| tree.child(owner, "body").map(|body| tree.span(body));
        match tree.kind(id) {
            kind if ITEMS.contains(&kind) => {
                let Some(name) = tree.child(id, "name") else { return };
                self.add(name, scope, Role::Other, tree.span(scope), None, false);
            }
            "let_declaration" => {
                let ready = Span::new(tree.span(id).end, tree.span(scope).end);
                let kind = self.kind_of_let(id);
                self.pattern(id, scope, Role::Local, ready, kind);
            }
            "for_expression" => {
                let Some(ready) = body(id) else { return };
                let value = tree.child(id, "value");
                let kind = value.and_then(|value| self.types(|types| types.of_steps(value)));
                self.pattern(id, id, Role::Local, ready, kind);
            }
            "parameter" if tree.around(id, &["function_type"]).is_none() => {
                let Some(ready) = body(scope) else { return };
                let kind = tree.child(id, "type").map(|kind| tree.text(kind).to_owned());
                self.pattern(id, scope, Role::Parameter, ready, kind);
            }
            "closure_parameters" => {
                let Some(ready) = body(scope) else { return };
                for child in tree.named(id).filter(|&child| tree.kind(child) != "parameter") {
                    self.names(child, scope, Role::Parameter, ready);
                }
            }
            "match_arm" | "let_condition" => {
                let Some(pattern) = tree.child(id, "pattern") else { return };
                let scope = if tree.kind(id) == "match_arm" { id } else { scope };
                let ready = Span::new(tree.span(pattern).end, tree.span(scope).end);
                self.names(pattern, scope, Role::Local, ready);
            }
            _ => {}
        }
    }

    /// The type of what a `let` declares; none without a value, since it may get one anywhere.
    fn kind_of_let(&self, id: usize) -> Option<String> {
        let tree = self.named.tree;
        let value = tree.child(id, "value")?;
        match tree.child(id, "type") {
            Some(kind) => Some(tree.text(kind).to_owned()),
            None => self.types(|types| types.of(value)),
        }
    }

    /// The names in the pattern of a node.
    fn pattern(&mut self, id: usize, scope: usize, role: Role, ready: Span, kind: Option<String>) {
        let tree = self.named.tree;
        let Some(pattern) = tree.child(id, "pattern") else { return };
        if tree.kind(pattern) == "identifier" {
            let is_mutable = tree.named(id).any(|child| tree.kind(child) == "mutable_specifier");
            self.add(pattern, scope, role, ready, kind, is_mutable);
        } else {
            self.names(pattern, scope, role, ready);
        }
    }

    /// All names of a pattern. Some may be constants, which is no matter: nothing touches them.
    fn names(&mut self, pattern: usize, scope: usize, role: Role, ready: Span) {
        let tree = self.named.tree;
        let is_name = |id: &usize| {
            let kind = tree.kind(*id);
            let is_type = tree.nodes[*id].field == Some("type");
            matches!(kind, "identifier" | "shorthand_field_identifier") && !is_type
        };
        for name in (pattern..tree.nodes[pattern].end).filter(is_name) {
            self.add(name, scope, role, ready, None, false);
        }
    }

    /// Calls a function with what knows the types.
    fn types<Found>(&self, ask: impl FnOnce(&Types<'_, 'text>) -> Found) -> Found {
        let tree = self.named.tree;
        let variable = |id: usize| {
            let meant = self.named.meaning(tree.text(id), tree.span(id).start)?;
            self.kinds[meant].clone()
        };
        ask(&Types { tree, signatures: self.signatures, variable: &variable })
    }

    fn add(
        &mut self,
        name: usize,
        scope: usize,
        role: Role,
        ready: Span,
        kind: Option<String>,
        is_mutable: bool,
    ) {
        let tree = self.named.tree;
        let known = kind.as_deref().unwrap_or_default();
        let is_variable = matches!(role, Role::Local | Role::Parameter);
        let until = self.readable.readable_until(name, scope, known, is_mutable);
        let until = until.filter(|_| is_variable);
        let name = tree.text(name);
        if name == "_" {
            return;
        }
        let has = |sign: &str| tree.text.contains(&format!("{sign}{name}"));
        let is_lent = has("&mut ") || has("ref mut ");
        self.named.items.push(Named {
            name,
            scope,
            role,
            takes_numbers: is_mutable
                && is_whole(known)
                && !is_lent
                && !has("&")
                && !self.is_in_closure(name, scope),
            logging: match is_plain(known) {
                true if !is_lent && !self.is_set_in_closure(name) => Logging::Value,
                false if until.is_some() => Logging::Contents,
                _ => Logging::Nothing,
            },
            lost_from: until.filter(|_| !is_plain(known)),
            is_steady: is_plain(known) || matches!(known, "char" | "f32" | "f64"),
            ready,
        });
        self.kinds.push(kind);
    }

    /// Whether some closure inside a scope mentions a name.
    fn is_in_closure(&self, name: &str, scope: usize) -> bool {
        let tree = self.named.tree;
        let closures = tree.inside(scope).filter(|&id| tree.kind(id) == "closure_expression");
        let mut inside = closures.flat_map(|id| tree.inside(id));
        inside.any(|id| tree.kind(id) == "identifier" && tree.text(id) == name)
    }

    /// Whether some closure assigns to a name.
    fn is_set_in_closure(&self, name: &str) -> bool {
        let tree = self.named.tree;
        let is_set = |id: usize| {
            let left = tree.child(id, "left").map_or("", |left| tree.text(left));
            matches!(tree.kind(id), "assignment_expression" | "compound_assignment_expr")
                && left == name
        };
        { tree.of_kind("closure_expression").flat_map(|id| tree.inside(id)) }.any(is_set)
    }
}
