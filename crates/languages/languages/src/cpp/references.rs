//! Which references of C++ can be read: those whose referent is certain to be alive as long as they are.
//!
//! What a reference is bound to is alive at that time. It stays so if nothing that runs before the reference is
//! gone can end the life of an object outside: no function but those that are known to leave others alone is
//! called, nothing is deleted, and nothing but a number or an address is assigned to.

use crate::c::{Lifetime, NamedItem, SCOPES, ValueKind, named};
use crate::tree::SyntaxTree;
use std::collections::BTreeSet;

/// Functions and types of the library that end the life of nothing outside of them.
const HARMLESS: [&str; 72] = [
    "abs",
    "accumulate",
    "all_of",
    "any_of",
    "at",
    "back",
    "begin",
    "boolalpha",
    "c_str",
    "cbegin",
    "ceil",
    "cend",
    "compare",
    "const_cast",
    "contains",
    "count",
    "count_if",
    "data",
    "distance",
    "empty",
    "end",
    "endl",
    "fabs",
    "find",
    "find_if",
    "fixed",
    "floor",
    "front",
    "get",
    "get_if",
    "has_value",
    "holds_alternative",
    "isalpha",
    "isdigit",
    "isspace",
    "isupper",
    "length",
    "lower_bound",
    "make_pair",
    "make_tuple",
    "max",
    "min",
    "next",
    "none_of",
    "pow",
    "prev",
    "printf",
    "putchar",
    "puts",
    "rbegin",
    "rend",
    "rfind",
    "round",
    "setfill",
    "setprecision",
    "setw",
    "size",
    "sqrt",
    "static_cast",
    "stod",
    "stoi",
    "str",
    "string",
    "strlen",
    "substr",
    "to_string",
    "tolower",
    "toupper",
    "upper_bound",
    "value",
    "value_or",
    "what",
];

/// Names of the library for types of numbers.
const SIZES: [&str; 5] = ["size_t", "ssize_t", "ptrdiff_t", "streamsize", "intmax_t"];

/// Types of the library that do not keep alive what they go over.
const VIEWS: [&str; 3] = ["initializer_list", "span", "view"];

/// Methods that give back a part of what they are called on.
const PARTS: [&str; 5] = ["at", "back", "front", "get", "value"];

/// Names under which functions run without being mentioned.
const UNMENTIONED: [&str; 4] = ["begin", "end", "get", "swap"];

/// The references of a program.
pub(crate) struct References<'look, 'tree, 'text> {
    tree: &'tree SyntaxTree<'text>,
    declared: &'look [NamedItem<'text>],
    /// Functions with their names; none for what runs without being mentioned.
    functions: Vec<(usize, Option<&'text str>)>,
    /// The functions among them that end the life of nothing outside of them.
    harmless: BTreeSet<usize>,
}

impl<'look, 'tree, 'text> References<'look, 'tree, 'text> {
    /// Those of a program, with what it declares.
    pub fn of(tree: &'tree SyntaxTree<'text>, declared: &'look [NamedItem<'text>]) -> Self {
        let functions = tree.of_kind("function_definition").map(|id| (id, mentioned(tree, id)));
        let functions: Vec<(usize, Option<&str>)> = functions.collect();
        let harmless = functions.iter().map(|(id, _)| *id).collect();
        let mut references = Self { tree, declared, functions, harmless };
        // Each is harmless unless it mentions one that is not.
        loop {
            let kept = references.harmless.iter().copied();
            let kept: BTreeSet<usize> = kept.filter(|&id| references.is_harmless(id)).collect();
            if kept.len() == references.harmless.len() {
                return references;
            }
            references.harmless = kept;
        }
    }

    /// Whether what a variable refers to can be read, and if so, whether a number is certain to have a value there.
    pub fn living(&self, it: &NamedItem<'_>) -> Option<bool> {
        let tree = self.tree;
        let (_, around) = named(tree, it.declarator)?;
        let is_in_template = tree.around(it.declaration, &["template_declaration"]).is_some();
        let mut unmentioned = self.functions.iter().filter(|(_, name)| name.is_none());
        let is_sure =
            unmentioned.all(|(id, _)| self.harmless.contains(id)) && !has_hidden_calls(tree);
        if around != ["reference_declarator"] || is_in_template || !is_sure {
            return None;
        }
        match (it.lives, tree.kind(it.declaration)) {
            (Lifetime::InCall, _) => self.harmless.contains(&it.scope).then_some(false),
            (Lifetime::InBlock, "for_range_loop") => {
                let range = tree.child(it.declaration, "right")?;
                let is_kept = self.is_harmless(it.declaration)
                    && tree.kind(range) == "identifier"
                    && !self.is_view(tree.text(range));
                is_kept.then(|| self.is_of_library(tree.text(range)))
            }
            (Lifetime::InBlock, "declaration") => {
                let function = SCOPES.function(tree, it.declaration)?;
                let value = tree.child(it.declarator, "value")?;
                let is_kept = self.harmless.contains(&function) && self.is_part(value);
                is_kept.then_some(false)
            }
            _ => None,
        }
    }

    /// Whether all variables of a name are containers of the library, whose elements all have values.
    fn is_of_library(&self, name: &str) -> bool {
        let kind = |it: &NamedItem<'_>| {
            self.tree.child(it.declaration, "type").map_or("", |of| self.tree.text(of))
        };
        let mut same = self.declared.iter().filter(|it| it.name == name);
        same.all(|it| kind(it).starts_with("std::") && !kind(it).starts_with("std::array"))
    }

    /// Whether some variable of a name may only look at elements that are gone.
    fn is_view(&self, name: &str) -> bool {
        let kind = |it: &NamedItem<'_>| {
            self.tree.child(it.declaration, "type").map_or("", |of| self.tree.text(of))
        };
        let is_one = |kind: &str| VIEWS.iter().any(|view| kind.contains(view));
        self.declared.iter().filter(|it| it.name == name).any(|it| is_one(kind(it)))
    }

    /// Whether an expression is a variable or a part of one, and nothing that ends with its statement.
    fn is_part(&self, id: usize) -> bool {
        let tree = self.tree;
        let inner = |field: &str| tree.child(id, field).is_some_and(|inner| self.is_part(inner));
        match tree.kind(id) {
            "identifier" => true,
            "field_expression" | "pointer_expression" => inner("argument"),
            "subscript_expression" => inner("argument") && !tree.text.contains("operator[]"),
            "call_expression" => {
                let Some(function) = tree.child(id, "function") else { return false };
                let is_own = |name: &str| self.functions.iter().any(|it| it.1 == Some(name));
                let method = tree.child(function, "field").map_or("", |it| tree.text(it));
                tree.kind(function) == "field_expression"
                    && PARTS.contains(&method)
                    && !is_own(method)
                    && tree.child(function, "argument").is_some_and(|it| self.is_part(it))
            }
            _ => false,
        }
    }

    /// Whether nothing inside a node ends the life of something outside.
    fn is_harmless(&self, id: usize) -> bool {
        self.tree.inside(id).all(|inner| match self.tree.kind(inner) {
            "call_expression" => self.is_harmless_call(inner),
            "assignment_expression" => self.is_of_number(self.tree.child(inner, "left")),
            kind => !matches!(kind, "delete_expression" | "gnu_asm_expression" | "ERROR"),
        })
    }

    fn is_harmless_call(&self, call: usize) -> bool {
        let tree = self.tree;
        let Some(function) = tree.child(call, "function") else { return false };
        if tree.kind(function) == "primitive_type" {
            return true;
        }
        let Some(name) = last_name(tree, function) else { return false };
        let mut own = self.functions.iter().filter(|it| it.1 == Some(name)).peekable();
        match own.peek() {
            Some(_) => own.all(|(id, _)| self.harmless.contains(id)),
            None => HARMLESS.contains(&name) || is_class(tree, name),
        }
    }

    /// Whether an assignment to a place only changes a number or an address.
    fn is_of_number(&self, place: Option<usize>) -> bool {
        let tree = self.tree;
        let Some(place) = place else { return false };
        match tree.kind(place) {
            "identifier" | "pointer_expression" | "subscript_expression" => {
                let variable = match tree.kind(place) {
                    "identifier" => Some(place),
                    _ => tree.child(place, "argument"),
                };
                let Some(variable) = variable.filter(|&id| tree.kind(id) == "identifier") else {
                    return false;
                };
                let is_followed = variable != place;
                let name = tree.text(variable);
                let mut same = self.declared.iter().filter(|it| it.name == name).peekable();
                let is_plain = |it: &NamedItem<'_>| {
                    let kind = tree.child(it.declaration, "type").map_or("", |of| tree.text(of));
                    let is_place = matches!(it.holds, ValueKind::Number | ValueKind::Enumerator);
                    let is_named = SIZES.contains(&kind.trim_start_matches("std::"));
                    it.is_primitive
                        || is_named
                        || !is_followed && (is_place || it.holds == ValueKind::Address)
                };
                match same.peek() {
                    Some(_) => same.all(is_plain) && !(is_followed && self.is_member(name)),
                    None => !is_followed && self.is_number_member(name),
                }
            }
            "field_expression" => {
                let name = tree.child(place, "field").map_or("", |it| tree.text(it));
                self.is_number_member(name)
            }
            _ => false,
        }
    }

    fn members(&self, name: &str) -> impl Iterator<Item = usize> {
        let tree = self.tree;
        let is_named = move |declarator: usize| {
            named(tree, declarator).is_some_and(|(it, _)| tree.text(it) == name)
        };
        let declares = move |id: &usize| tree.children_of(*id, "declarator").any(is_named);
        tree.of_kind("field_declaration").filter(declares).collect::<Vec<_>>().into_iter()
    }

    fn is_member(&self, name: &str) -> bool {
        self.members(name).next().is_some()
    }

    /// Whether all members of a name are numbers, or addresses of such.
    fn is_number_member(&self, name: &str) -> bool {
        let mut members = self.members(name);
        let is_number = |id: usize| {
            let kind = self.tree.child(id, "type").map_or("", |it| self.tree.kind(it));
            matches!(kind, "primitive_type" | "sized_type_specifier")
        };
        self.is_member(name) && members.all(is_number)
    }
}

/// The name by which a function is called; none if it is a constructor, a destructor or an operator, or if it runs
/// where a loop or a binding needs it.
fn mentioned<'text>(tree: &SyntaxTree<'text>, function: usize) -> Option<&'text str> {
    let declarator = tree.child(function, "declarator")?;
    let (name, _) = named(tree, declarator).or_else(|| {
        let mut inside = tree.inside(declarator);
        let list = inside.find(|&id| tree.kind(id) == "parameter_list")?;
        let is_name = |id: &usize| matches!(tree.kind(*id), "identifier" | "field_identifier");
        let before = { declarator..list }.rfind(is_name)?;
        let is_special = |id: usize| {
            matches!(tree.kind(id), "destructor_name" | "operator_name" | "operator_cast")
        };
        (!{ declarator..list }.any(is_special)).then_some((before, Vec::new()))
    })?;
    let text = tree.text(name);
    (!is_class(tree, text) && !UNMENTIONED.contains(&text)).then_some(text)
}

/// Whether a name is that of a class of the program.
fn is_class(tree: &SyntaxTree<'_>, name: &str) -> bool {
    ["class_specifier", "struct_specifier"].into_iter().flat_map(|it| tree.of_kind(it)).any(|id| {
        let own = tree.child(id, "name").map_or("", |it| tree.text(it));
        own.split('<').next() == Some(name)
    })
}

/// Whether a macro may stand for a call.
fn has_hidden_calls(tree: &SyntaxTree<'_>) -> bool {
    let is_call = |id: usize| tree.child(id, "value").is_some_and(|it| tree.text(it).contains('('));
    tree.of_kind("preproc_function_def").next().is_some()
        || tree.of_kind("preproc_def").any(is_call)
}

/// The last name of what is called.
fn last_name<'text>(tree: &SyntaxTree<'text>, function: usize) -> Option<&'text str> {
    let inner = match tree.kind(function) {
        "identifier" | "field_identifier" | "type_identifier" => return Some(tree.text(function)),
        "field_expression" => tree.child(function, "field")?,
        "qualified_identifier" | "template_function" | "template_method" => {
            tree.child(function, "name")?
        }
        _ => return None,
    };
    last_name(tree, inner)
}
