//! The types of expressions, as far as the text of a program shows them.

use crate::tree::SyntaxTree;
use std::collections::{BTreeMap, BTreeSet};

/// The types of whole numbers.
const INTEGERS: [&str; 12] = [
    "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
    "byte", "rune",
];
const FLOATS: [&str; 2] = ["float32", "float64"];

/// Names that every program knows and whose meaning matters here.
const PREDECLARED: [&str; 14] = [
    "bool", "string", "true", "false", "nil", "iota", "len", "cap", "append", "copy", "make",
    "new", "any", "panic",
];

/// Whether a name means something in every program.
pub(crate) fn is_predeclared(name: &str) -> bool {
    [&INTEGERS[..], &FLOATS, &PREDECLARED].iter().any(|names| names.contains(&name))
}

/// Whether values of a type are whole numbers or truth values, which every debugger writes in one
/// way.
pub(crate) fn is_plain(kind: &str) -> bool {
    INTEGERS.contains(&kind) || kind == "bool"
}

/// Whether a small whole number can be assigned to variables of a type.
pub(crate) fn takes_numbers(kind: &str) -> bool {
    INTEGERS.contains(&kind) || FLOATS.contains(&kind)
}

/// Whether values of a type contain no map, whose order differs from run to run. `structures` are those
/// types of the program that contain none.
pub(crate) fn has_no_map(kind: &str, structures: &BTreeSet<&str>) -> bool {
    let base = kind.trim_start_matches('*');
    let base = match base.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((_, element)) => return has_no_map(element, structures),
        None => base,
    };
    is_basic(base) || structures.contains(base)
}

fn is_basic(kind: &str) -> bool {
    is_plain(kind) || takes_numbers(kind) || kind == "string"
}

/// The types of a program that consist of basic types, of arrays, slices and pointers, and of each other.
pub(crate) fn structures<'text>(tree: &SyntaxTree<'text>) -> BTreeSet<&'text str> {
    const ODD: [&str; 7] = [
        "channel_type",
        "function_type",
        "generic_type",
        "interface_type",
        "map_type",
        "qualified_type",
        "type_parameter_list",
    ];
    let name = |id: usize| tree.child(id, "name").map_or("", |name| tree.text(name));
    let specs = || tree.of_kind("type_spec").chain(tree.of_kind("type_alias"));
    let mut found: BTreeSet<&str> = specs().map(name).collect();
    loop {
        let is_known = |id: &usize| {
            let mut mentioned = tree.inside(*id).filter(|&it| tree.kind(it) == "type_identifier");
            !tree.contains(*id, &ODD)
                && mentioned.all(|it| is_basic(tree.text(it)) || found.contains(tree.text(it)))
        };
        let unknown: Vec<&str> = specs().filter(|id| !is_known(id)).map(name).collect();
        let count = found.len();
        found.retain(|name| !unknown.contains(name));
        if found.len() == count {
            return found;
        }
    }
}

/// What the declarations of a program say about types, by name.
#[derive(Default)]
pub(crate) struct Signatures<'text> {
    results: BTreeMap<&'text str, Vec<String>>,
    /// By the name of the type and that of the method.
    methods: BTreeMap<(String, &'text str), Vec<String>>,
    /// By the name of the type and that of the field.
    fields: BTreeMap<(String, &'text str), String>,
}

impl<'text> Signatures<'text> {
    /// Those of a program.
    pub fn of(tree: &SyntaxTree<'text>) -> Self {
        let mut found = Self::default();
        for id in 0..tree.nodes.len() {
            match tree.kind(id) {
                "function_declaration" => {
                    let name = tree.child(id, "name").map_or("", |name| tree.text(name));
                    found.results.insert(name, results(tree, id));
                }
                "method_declaration" => found.method(tree, id),
                "type_spec" => found.type_spec(tree, id),
                _ => {}
            }
        }
        found
    }

    fn method(&mut self, tree: &SyntaxTree<'text>, id: usize) {
        let receiver = tree.child(id, "receiver").and_then(|list| tree.named(list).next());
        let receiver = receiver.and_then(|it| tree.child(it, "type"));
        if let (Some(receiver), Some(name)) = (receiver, tree.child(id, "name")) {
            let receiver = tree.text(receiver).trim_start_matches('*').to_owned();
            self.methods.insert((receiver, tree.text(name)), results(tree, id));
        }
    }

    fn type_spec(&mut self, tree: &SyntaxTree<'text>, id: usize) {
        let name = tree.child(id, "name").map_or("", |name| tree.text(name));
        let Some(kind) = tree.child(id, "type") else { return };
        for inner in tree.inside(kind) {
            match tree.kind(inner) {
                "field_declaration" => {
                    let of = tree.child(inner, "type").map_or("", |of| tree.text(of));
                    for field in tree.children_of(inner, "name") {
                        self.fields.insert((name.to_owned(), tree.text(field)), of.to_owned());
                    }
                }
                "method_elem" => {
                    if let Some(method) = tree.child(inner, "name") {
                        let key = (name.to_owned(), tree.text(method));
                        self.methods.insert(key, results(tree, inner));
                    }
                }
                _ => {}
            }
        }
    }
}

/// The types of the results of a function.
fn results(tree: &SyntaxTree<'_>, id: usize) -> Vec<String> {
    let Some(result) = tree.child(id, "result") else { return Vec::new() };
    if tree.kind(result) != "parameter_list" {
        return vec![tree.text(result).to_owned()];
    }
    let of_parameter = |id: usize| {
        let names = tree.children_of(id, "name").count().max(1);
        let kind = tree.child(id, "type").map_or("", |of| tree.text(of));
        std::iter::repeat_n(kind.to_owned(), names)
    };
    tree.named(result).flat_map(of_parameter).collect()
}

/// Finds the types of expressions. `variable` gives that of the variable at a node.
pub(crate) struct Types<'look, 'text> {
    pub tree: &'look SyntaxTree<'text>,
    pub signatures: &'look Signatures<'text>,
    /// Names that the program declares itself.
    pub redefined: &'look BTreeSet<&'text str>,
    pub variable: &'look dyn Fn(usize) -> Option<String>,
}

impl Types<'_, '_> {
    /// The types of what a list of expressions gives to a number of variables.
    pub fn of_list(&self, list: usize, count: usize) -> Vec<Option<String>> {
        let given: Vec<usize> = self.tree.named(list).collect();
        match given[..] {
            [one] if count > 1 => {
                let results = self.results(one).into_iter().flatten().map(Some);
                results.chain(std::iter::repeat(None)).take(count).collect()
            }
            _ => (0..count).map(|index| self.of(*given.get(index)?)).collect(),
        }
    }

    /// The types of the two variables that go over something.
    pub fn of_range(&self, over: usize) -> [Option<String>; 2] {
        let Some(kind) = self.of(over) else { return [None, None] };
        let kind = kind.trim_start_matches('*');
        let int = || Some("int".to_owned());
        if kind == "string" {
            [int(), Some("rune".to_owned())]
        } else if let Some((key, value)) = map_parts(kind) {
            [Some(key.to_owned()), Some(value.to_owned())]
        } else if let Some(value) = element(kind) {
            [int(), Some(value.to_owned())]
        } else {
            [kind.strip_prefix("chan ").map(str::to_owned), None]
        }
    }

    /// The type of an expression.
    pub fn of(&self, id: usize) -> Option<String> {
        let tree = self.tree;
        let known = match tree.kind(id) {
            "int_literal" => "int",
            "float_literal" => "float64",
            "rune_literal" => "rune",
            "interpreted_string_literal" | "raw_string_literal" => "string",
            "true" | "false" => "bool",
            "func_literal" => "func",
            "composite_literal" | "type_assertion_expression" | "type_conversion_expression" => {
                tree.text(tree.child(id, "type")?)
            }
            "identifier" => return (self.variable)(id),
            "parenthesized_expression" => return self.of(tree.named(id).next()?),
            "unary_expression" => return self.unary(id),
            "binary_expression" => return self.binary(id),
            "index_expression" => return self.indexed(id),
            "slice_expression" => {
                let kind = self.of(tree.child(id, "operand")?)?;
                return (kind == "string" || kind.starts_with("[]")).then_some(kind);
            }
            "selector_expression" => {
                let owner = self.of(tree.child(id, "operand")?)?;
                let field = tree.text(tree.child(id, "field")?);
                let key = (owner.trim_start_matches('*').to_owned(), field);
                return self.signatures.fields.get(&key).cloned();
            }
            "call_expression" => {
                let results = self.results(id)?;
                return (results.len() == 1).then(|| results.into_iter().next())?;
            }
            _ => return None,
        };
        Some(known.to_owned())
    }

    fn unary(&self, id: usize) -> Option<String> {
        let kind = self.of(self.tree.child(id, "operand")?)?;
        match self.tree.text(self.tree.child(id, "operator")?) {
            "*" => kind.strip_prefix('*').map(str::to_owned),
            "&" => Some(format!("*{kind}")),
            "<-" => kind.strip_prefix("chan ").map(str::to_owned),
            _ => Some(kind),
        }
    }

    fn binary(&self, id: usize) -> Option<String> {
        let side = |field: &str| self.of(self.tree.child(id, field)?);
        match self.tree.text(self.tree.child(id, "operator")?) {
            "==" | "!=" | "<" | "<=" | ">" | ">=" => Some("bool".to_owned()),
            "<<" | ">>" | "&&" | "||" => side("left"),
            _ => match (side("left")?, side("right")?) {
                // A literal takes the type of the other side.
                (left, right) if left == "int" => Some(right),
                (left, _) => Some(left),
            },
        }
    }

    fn indexed(&self, id: usize) -> Option<String> {
        let kind = self.of(self.tree.child(id, "operand")?)?;
        let kind = kind.trim_start_matches('*');
        if kind == "string" {
            return Some("byte".to_owned());
        }
        let value = map_parts(kind).map(|(_, value)| value);
        value.or_else(|| element(kind)).map(str::to_owned)
    }

    /// The types of what a call returns.
    fn results(&self, id: usize) -> Option<Vec<String>> {
        let tree = self.tree;
        if tree.kind(id) != "call_expression" {
            return None;
        }
        let function = tree.child(id, "function")?;
        let name = tree.text(function);
        match tree.kind(function) {
            "selector_expression" => {
                let owner = self.of(tree.child(function, "operand")?)?;
                let method = tree.text(tree.child(function, "field")?);
                let key = (owner.trim_start_matches('*').to_owned(), method);
                self.signatures.methods.get(&key).cloned()
            }
            "identifier" if self.redefined.contains(name) => {
                self.signatures.results.get(name).cloned()
            }
            "identifier" => self.built_in(name, tree.child(id, "arguments")?).map(|it| vec![it]),
            _ => None,
        }
    }

    fn built_in(&self, name: &str, arguments: usize) -> Option<String> {
        let first = self.tree.named(arguments).next()?;
        match name {
            "len" | "cap" | "copy" => Some("int".to_owned()),
            "append" => self.of(first),
            "make" => Some(self.tree.text(first).to_owned()),
            "new" => Some(format!("*{}", self.tree.text(first))),
            "bool" | "string" => Some(name.to_owned()),
            _ => takes_numbers(name).then(|| name.to_owned()),
        }
    }
}

/// The types of the keys and the values of a type of maps.
fn map_parts(kind: &str) -> Option<(&str, &str)> {
    let rest = kind.strip_prefix("map[")?;
    let (key, value) = rest.split_once(']')?;
    (!key.contains('[')).then_some((key, value))
}

/// The type of the elements of a type of slices or arrays.
fn element(kind: &str) -> Option<&str> {
    Some(kind.strip_prefix('[')?.split_once(']')?.1)
}
