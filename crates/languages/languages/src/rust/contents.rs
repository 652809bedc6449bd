//! What the copy of a program in Rust can read of its variables: those of known types, where they are not
//! moved yet and nobody has lent them for writing.
//!
//! The copy has to compile: what is mentioned after it was moved, or while it is lent for writing, is an error.
//! So every occurrence of a name has to be one of those listed here. No `Debug`, `Display` or `Deref` of the
//! program runs for it: types of the program are read field by field.

use crate::rust::types::{Signatures, is_plain};
use crate::tree::SyntaxTree;
use std::collections::BTreeSet;

/// Types of the library whose names a program could use for its own.
const LIBRARY: [&str; 14] = [
    "Arc", "BTreeMap", "BTreeSet", "Box", "Cell", "HashMap", "HashSet", "Option", "Rc", "RefCell",
    "Result", "String", "Vec", "VecDeque",
];

/// Those that hold values of their only parameter.
const HOLDERS: [&str; 8] = ["Arc", "Box", "Cell", "Option", "Rc", "RefCell", "Vec", "VecDeque"];

/// Methods that read what they are called on, and give back nothing that keeps it lent for writing.
const READERS: [&str; 41] = [
    "as_bytes",
    "as_deref",
    "as_ref",
    "as_slice",
    "as_str",
    "back",
    "binary_search",
    "borrow",
    "borrow_mut",
    "bytes",
    "chars",
    "clone",
    "contains",
    "contains_key",
    "ends_with",
    "first",
    "first_key_value",
    "front",
    "get",
    "is_empty",
    "is_err",
    "is_none",
    "is_ok",
    "is_some",
    "iter",
    "join",
    "keys",
    "last",
    "last_key_value",
    "len",
    "lines",
    "range",
    "repeat",
    "set",
    "split",
    "starts_with",
    "to_string",
    "to_vec",
    "trim",
    "values",
    "windows",
];

/// Methods that change what they are called on, and give back nothing that keeps it lent.
const WRITERS: [&str; 26] = [
    "clear",
    "dedup",
    "extend",
    "extend_from_slice",
    "fill",
    "insert",
    "pop",
    "pop_back",
    "pop_first",
    "pop_front",
    "pop_last",
    "push",
    "push_back",
    "push_front",
    "push_str",
    "remove",
    "replace",
    "resize",
    "retain",
    "reverse",
    "rotate_left",
    "sort",
    "sort_unstable",
    "swap",
    "take",
    "truncate",
];

/// Macros that only look at their arguments.
const LOOKING: [&str; 10] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "eprint",
    "eprintln",
    "format",
    "print",
    "println",
    "write",
    "writeln",
];

/// The types of a program whose values can be read.
pub(crate) struct Readable<'tree, 'text> {
    tree: &'tree SyntaxTree<'text>,
    signatures: &'tree Signatures<'text>,
    /// Structures and enumerations by their names, the only ones that the program gives them.
    pub own: BTreeSet<&'text str>,
    /// Those that are copied, not moved.
    copied: BTreeSet<&'text str>,
    /// Whether the program gives names of the library to its own types, or lends in patterns.
    is_odd: bool,
}

impl<'tree, 'text> Readable<'tree, 'text> {
    pub fn of(tree: &'tree SyntaxTree<'text>, signatures: &'tree Signatures<'text>) -> Self {
        const NAMED: [&str; 6] = [
            "associated_type",
            "enum_item",
            "struct_item",
            "trait_item",
            "type_item",
            "union_item",
        ];
        let name = |id: usize| tree.child(id, "name").map_or("", |name| tree.text(name));
        let named = || (0..tree.nodes.len()).filter(|&id| NAMED.contains(&tree.kind(id)));
        let is_only = |id: &usize| named().filter(|&other| name(other) == name(*id)).count() == 1;
        let items: Vec<usize> = own_types(tree).filter(is_only).collect();
        let is_copied = |id: &&usize| {
            let attributes = attributes_of(tree, **id);
            attributes.iter().any(|text| text.starts_with("#[derive(") && text.contains("Copy"))
        };
        let imports = tree.of_kind("use_as_clause").filter_map(|id| tree.child(id, "alias"));
        let mut names = named().map(name).chain(imports.map(|id| tree.text(id)));
        Self {
            tree,
            signatures,
            copied: items.iter().filter(is_copied).map(|id| name(*id)).collect(),
            own: items.iter().map(|id| name(*id)).collect(),
            is_odd: tree.text.contains("ref mut")
                || names.any(|name| LIBRARY.contains(&name) || is_number(name)),
        }
    }

    /// Whether the copy can read values of a type.
    pub fn is_known(&self, kind: &str) -> bool {
        let kind = kind.trim();
        if self.is_odd || kind.starts_with("&mut") {
            return false;
        }
        if let Some(lent) = referent(kind) {
            let element = lent.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
            return match element {
                Some(element) if !element.contains(';') => self.is_known(element),
                _ => lent == "str" || self.is_known(lent),
            };
        }
        let held = || HOLDERS.iter().find_map(|name| argument(kind, name));
        if let Some(inside) = array(kind).or_else(held) {
            let is_set = kind.starts_with("Cell");
            return self.is_known(inside) && (!is_set || self.is_copied(inside));
        }
        let of_library = ["Result", "BTreeMap", "BTreeSet", "HashMap", "HashSet"];
        if let Some(parts) = of_library.iter().find_map(|name| arguments(kind, name)) {
            return parts.iter().all(|part| self.is_known(part));
        }
        if let Some(parts) = kind.strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
            let parts = split(parts);
            return matches!(parts.len(), 2 | 3) && parts.iter().all(|part| self.is_known(part));
        }
        is_number(kind) || kind == "String" || self.own.contains(kind)
    }

    /// Whether a use of a value of a type leaves the value where it is.
    fn is_copied(&self, kind: &str) -> bool {
        let kind = kind.trim();
        is_number(kind)
            || referent(kind).is_some()
            || self.copied.contains(kind)
            || array(kind)
                .or_else(|| argument(kind, "Option"))
                .is_some_and(|inside| self.is_copied(inside))
    }

    /// Up to where a variable can be read, if it can: `inside` is its scope, and `kind` its type.
    pub fn readable_until(
        &self,
        name: usize,
        inside: usize,
        kind: &str,
        is_mutable: bool,
    ) -> Option<u32> {
        let tree = self.tree;
        let end = tree.span(inside).end;
        if !self.is_known(kind) {
            return None;
        }
        let declared = tree.span(name);
        let text = tree.text(name);
        let mut until = end;
        for id in inside..tree.nodes[inside].end {
            let is_it = matches!(tree.kind(id), "identifier" | "shorthand_field_identifier")
                && tree.text(id) == text
                && tree.span(id).start > declared.start;
            if !is_it || self.is_followed(id, kind) {
                continue;
            }
            match self.occurrence(id) {
                Occurrence::Read => {}
                Occurrence::Write if is_mutable && !self.is_in_closure(id) => {}
                _ if self.is_copied(kind) && (!is_mutable || self.is_copy(id)) => {}
                // A value that cannot be changed is lost at most once.
                Occurrence::Other if !is_mutable => until = until.min(tree.span(id).start),
                _ => return None,
            }
            if self.is_in_closure(id) && is_mutable {
                return None;
            }
        }
        Some(until)
    }

    /// Whether a variable is only followed to what it shares, which cannot be moved out of it.
    fn is_followed(&self, id: usize, kind: &str) -> bool {
        let parent = self.tree.nodes[id].parent.unwrap_or(0);
        let is_shared = ["Rc", "Arc"].iter().any(|name| argument(kind.trim(), name).is_some());
        is_shared
            && self.tree.kind(parent) == "unary_expression"
            && self.tree.text(parent).starts_with('*')
    }

    /// Whether a name stands for a copy of its value, if that can be copied.
    fn is_copy(&self, id: usize) -> bool {
        const COPYING: [&str; 9] = [
            "arguments",
            "array_expression",
            "binary_expression",
            "field_initializer",
            "let_condition",
            "let_declaration",
            "match_expression",
            "return_expression",
            "tuple_expression",
        ];
        let parent = self.tree.nodes[id].parent.unwrap_or(0);
        let is_right = self.tree.nodes[id].field == Some("right");
        COPYING.contains(&self.tree.kind(parent)) || is_right
    }

    fn is_in_closure(&self, id: usize) -> bool {
        self.tree.around(id, &["closure_expression"]).is_some()
    }

    fn occurrence(&self, id: usize) -> Occurrence {
        let tree = self.tree;
        let Some(parent) = tree.nodes[id].parent else { return Occurrence::Other };
        let field = tree.nodes[id].field;
        let is_moved_into_closure = tree.ancestors(id).any(|outer| {
            tree.kind(outer) == "closure_expression" && tree.text(outer).starts_with("move")
        });
        if is_moved_into_closure {
            return Occurrence::Other;
        }
        match tree.kind(parent) {
            "token_tree" => self.in_macro(id, parent),
            "reference_expression" => match tree.text(parent).contains("&mut") {
                true => self.lent_to_call(parent),
                false => Occurrence::Read,
            },
            "index_expression" if tree.named(parent).next() == Some(id) => self.place(parent),
            "field_expression" if field == Some("value") => self.member(parent),
            "binary_expression" => {
                let operator = tree.child(parent, "operator").map_or("", |it| tree.text(it));
                match matches!(operator, "==" | "!=" | "<" | "<=" | ">" | ">=") {
                    true => Occurrence::Read,
                    false => Occurrence::Other,
                }
            }
            // The new value may need the old one, which is another occurrence.
            "assignment_expression" if field == Some("left") => Occurrence::Write,
            "compound_assignment_expr" if field == Some("left") => Occurrence::Write,
            _ => Occurrence::Other,
        }
    }

    /// An element, which cannot be moved out, or be lent for writing without a word for it.
    fn place(&self, id: usize) -> Occurrence {
        let tree = self.tree;
        let parent = tree.nodes[id].parent.unwrap_or(0);
        match tree.kind(parent) {
            "reference_expression" if tree.text(parent).contains("&mut") => {
                self.lent_to_call(parent)
            }
            "assignment_expression" | "compound_assignment_expr" => match tree.nodes[id].field {
                Some("left") => Occurrence::Write,
                _ => Occurrence::Read,
            },
            // A method may change the element, or be called on what it holds.
            "field_expression" => self.member(parent),
            "index_expression" => self.place(parent),
            "binary_expression"
            | "reference_expression"
            | "arguments"
            | "let_declaration"
            | "parenthesized_expression"
            | "type_cast_expression"
            | "if_expression"
            | "while_expression"
            | "match_expression" => Occurrence::Read,
            _ => Occurrence::Other,
        }
    }

    /// A field that is read or written, or a method that is called.
    fn member(&self, id: usize) -> Occurrence {
        let tree = self.tree;
        let parent = tree.nodes[id].parent.unwrap_or(0);
        let Some(field) = tree.child(id, "field").map(|it| tree.text(it)) else {
            return Occurrence::Other;
        };
        if tree.kind(parent) == "call_expression" && tree.nodes[id].field == Some("function") {
            return self.method(field, parent);
        }
        let kind = self.signatures.field(field);
        match tree.kind(parent) {
            "assignment_expression" | "compound_assignment_expr"
                if tree.nodes[id].field == Some("left") =>
            {
                Occurrence::Write
            }
            "reference_expression" => match tree.text(parent).contains("&mut") {
                true => Occurrence::Other,
                false => Occurrence::Read,
            },
            _ if kind.is_some_and(is_number) => Occurrence::Read,
            "index_expression" if tree.named(parent).next() == Some(id) => self.place(parent),
            "field_expression" => self.member(parent),
            _ => Occurrence::Other,
        }
    }

    /// A call of a method, by its name.
    fn method(&self, name: &str, call: usize) -> Occurrence {
        let tree = self.tree;
        let of_name = |id: &usize| {
            let is_function = matches!(tree.kind(*id), "function_item" | "function_signature_item");
            is_function && tree.child(*id, "name").is_some_and(|it| tree.text(it) == name)
        };
        let own: Vec<usize> = (0..tree.nodes.len()).filter(of_name).collect();
        if own.is_empty() {
            return match name {
                _ if READERS.contains(&name) => Occurrence::Read,
                _ if WRITERS.contains(&name) => Occurrence::Write,
                "entry" if self.ends_with_statement(call) => Occurrence::Write,
                _ => Occurrence::Other,
            };
        }
        let receiver = |id: &usize| {
            let list = tree.child(*id, "parameters")?;
            let first = tree.named(list).find(|&it| tree.kind(it) == "self_parameter")?;
            Some(tree.text(first))
        };
        let receivers: Vec<Option<&str>> = own.iter().map(receiver).collect();
        if receivers.iter().all(|receiver| *receiver == Some("&self")) {
            return Occurrence::Read;
        }
        let is_free = own.iter().all(|id| self.keeps_nothing(*id));
        match receivers.iter().all(|it| matches!(it, Some("&self" | "&mut self"))) && is_free {
            true => Occurrence::Write,
            false => Occurrence::Other,
        }
    }

    /// Whether nothing of what a call gives back is left when the statement is over that it is in.
    fn ends_with_statement(&self, call: usize) -> bool {
        const WITHIN: [&str; 6] = [
            "assignment_expression",
            "call_expression",
            "compound_assignment_expr",
            "field_expression",
            "parenthesized_expression",
            "unary_expression",
        ];
        let tree = self.tree;
        let mut inner = call;
        for outer in tree.ancestors(call) {
            // A copy of it is no part of it.
            let is_kept =
                tree.nodes[inner].field == Some("right") && tree.kind(inner) != "unary_expression";
            if is_kept || !WITHIN.contains(&tree.kind(outer)) {
                return !is_kept && tree.kind(outer) == "expression_statement";
            }
            inner = outer;
        }
        false
    }

    /// Lent for writing as an argument of a function that keeps nothing of it.
    fn lent_to_call(&self, reference: usize) -> Occurrence {
        let tree = self.tree;
        let called = || {
            let list = tree.nodes[reference].parent.filter(|&it| tree.kind(it) == "arguments")?;
            let call = tree.nodes[list].parent?;
            let function = tree.child(call, "function")?;
            let name = (tree.kind(function) == "identifier").then(|| tree.text(function))?;
            let mut own = tree
                .of_kind("function_item")
                .filter(|&id| tree.child(id, "name").is_some_and(|it| tree.text(it) == name));
            own.next().filter(|_| own.next().is_none())
        };
        match called().is_some_and(|function| self.keeps_nothing(function)) {
            true => Occurrence::Write,
            false => Occurrence::Other,
        }
    }

    /// Whether nothing that a function gives back, or is given, can hold what is lent to it.
    fn keeps_nothing(&self, function: usize) -> bool {
        let tree = self.tree;
        let list = tree.child(function, "parameters").map_or("'", |it| tree.text(it));
        let result = tree.child(function, "return_type").map_or("bool", |it| tree.text(it));
        !list.contains('\'')
            && !result.contains(['&', '\''])
            && (is_number(result) || self.is_known(result))
    }

    /// In a macro: an argument of its own of one that looks only.
    fn in_macro(&self, id: usize, arguments: usize) -> Occurrence {
        let tree = self.tree;
        let is_looking = tree.nodes[arguments].parent.is_some_and(|call| {
            let name = tree.child(call, "macro").map_or("", |name| tree.text(name));
            tree.kind(call) == "macro_invocation" && LOOKING.contains(&name)
        });
        let children = &tree.nodes[arguments].children;
        let at = children.iter().position(|&child| child == id);
        let sign = |offset: usize| {
            let child = at.and_then(|at| children.get(at + offset));
            child.map_or("", |&child| tree.text(child))
        };
        // A macro refers to a member without moving it.
        let end = (1..).step_by(2).find(|&offset| sign(offset) != ".").unwrap_or(1);
        let is_called = end > 1 && sign(end).starts_with('(') && READERS.contains(&sign(end - 1));
        let end = if is_called { end + 1 } else { end };
        let back = |by: usize| {
            at.and_then(|at| at.checked_sub(by)).map_or("", |at| tree.text(children[at]))
        };
        // What is followed at the beginning of an argument is not moved.
        let before = if back(1) == "*" && matches!(back(2), "," | "(") { back(2) } else { back(1) };
        let is_argument = matches!(before, "," | "(" | "&") && matches!(sign(end), "," | ")");
        // An element stays where it is.
        let is_element = before != "mut" && sign(1).starts_with('[');
        match is_looking && (is_argument || is_element) {
            true => Occurrence::Read,
            false => Occurrence::Other,
        }
    }
}

/// What happens to a variable where its name occurs.
enum Occurrence {
    /// It is read where it is.
    Read,
    /// It is changed, and not lent when the statement is over.
    Write,
    /// It may be moved, or be lent for longer.
    Other,
}

/// Whether values of a type are numbers, truth values or characters.
fn is_number(kind: &str) -> bool {
    is_plain(kind) || matches!(kind, "char" | "f32" | "f64")
}

/// What a reference refers to, unless it may be written.
fn referent(kind: &str) -> Option<&str> {
    let lent = kind.strip_prefix('&')?.trim_start();
    let lent = match lent.strip_prefix('\'') {
        Some(named) => named.split_once(' ')?.1,
        None => lent,
    };
    (!lent.starts_with("mut ")).then_some(lent.trim())
}

/// The type of the elements of an array.
fn array(kind: &str) -> Option<&str> {
    let inside = kind.strip_prefix('[')?.strip_suffix(']')?;
    inside.rsplit_once(';').map(|(element, _)| element.trim())
}

/// The arguments of a type of the library.
fn arguments<'kind>(kind: &'kind str, name: &str) -> Option<Vec<&'kind str>> {
    Some(split(kind.strip_prefix(name)?.strip_prefix('<')?.strip_suffix('>')?))
}

/// The only argument of a type of the library.
pub(super) fn argument<'kind>(kind: &'kind str, name: &str) -> Option<&'kind str> {
    arguments(kind, name)?
        .into_iter()
        .next()
        .filter(|only| kind.len() == only.len() + name.len() + 2)
}

/// The parts of a list of types.
fn split(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    for (at, sign) in list.char_indices() {
        match sign {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// The structures and enumerations outside of modules, without parameters.
pub(super) fn own_types(tree: &SyntaxTree<'_>) -> impl Iterator<Item = usize> {
    (0..tree.nodes.len()).filter(|&id| {
        matches!(tree.kind(id), "struct_item" | "enum_item")
            && tree.nodes[id].parent == Some(0)
            && tree.child(id, "type_parameters").is_none()
    })
}

/// The attributes before an item.
pub(super) fn attributes_of<'text>(tree: &SyntaxTree<'text>, id: usize) -> Vec<&'text str> {
    let parent = tree.nodes[id].parent.unwrap_or(0);
    let before: Vec<usize> = tree.named(parent).take_while(|&other| other != id).collect();
    let attributes = before.into_iter().rev().take_while(|&it| tree.kind(it) == "attribute_item");
    attributes.map(|it| tree.text(it)).collect()
}
