//! The types of expressions, as far as the text of a program shows them.

use crate::tree::SyntaxTree;
use std::collections::{BTreeMap, BTreeSet};

const WHOLE: [&str; 12] =
    ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];

/// The type of a literal that may get any type of whole numbers.
const SOME_WHOLE: &str = "{integer}";

/// Whether values of a type are whole numbers.
pub(crate) fn is_whole(kind: &str) -> bool {
    WHOLE.contains(&kind) || kind == SOME_WHOLE
}

/// Whether values of a type are whole numbers or truth values, which every debugger writes in one
/// way.
pub(crate) fn is_plain(kind: &str) -> bool {
    is_whole(kind) || kind == "bool"
}

/// What the declarations of a program say about types, by name. A name that means several types is
/// not known.
#[derive(Default)]
pub(crate) struct Signatures<'text> {
    functions: BTreeMap<&'text str, Option<&'text str>>,
    fields: BTreeMap<&'text str, Option<&'text str>>,
    /// Structures that are made by calling their name.
    tuples: BTreeSet<&'text str>,
    /// Variants, after the names of their enumerations.
    variants: BTreeSet<(&'text str, &'text str)>,
}

impl<'text> Signatures<'text> {
    /// Those of a program.
    pub fn of(tree: &SyntaxTree<'text>) -> Self {
        let mut found = Self::default();
        for id in tree.of_kind("ordered_field_declaration_list") {
            let owner = tree.nodes[id].parent.filter(|&it| tree.kind(it) == "struct_item");
            let name = owner.and_then(|owner| tree.child(owner, "name"));
            found.tuples.extend(name.map(|name| tree.text(name)));
        }
        for id in tree.of_kind("enum_variant") {
            let owner = tree.around(id, &["enum_item"]).and_then(|it| tree.child(it, "name"));
            let names = owner.zip(tree.child(id, "name"));
            found.variants.extend(names.map(|(owner, name)| (tree.text(owner), tree.text(name))));
        }
        for id in 0..tree.nodes.len() {
            let (names, field) = match tree.kind(id) {
                "function_item" | "function_signature_item" => {
                    (&mut found.functions, "return_type")
                }
                "field_declaration" => (&mut found.fields, "type"),
                _ => continue,
            };
            let Some(name) = tree.child(id, "name") else { continue };
            let kind = tree.child(id, field).map(|kind| tree.text(kind));
            let entry = names.entry(tree.text(name)).or_insert(kind);
            if *entry != kind {
                *entry = None;
            }
        }
        found
    }
}

impl<'text> Signatures<'text> {
    /// The type of a field, if all fields of that name have the same.
    pub fn field(&self, name: &str) -> Option<&'text str> {
        *self.fields.get(name)?
    }

    /// The enumeration that a path such as `Shape::Dot` begins with, if it leads to a variant.
    fn enumeration(&self, path: &'text str) -> Option<&'text str> {
        let (owner, name) = path.split_once("::")?;
        self.variants.contains(&(owner, name)).then_some(owner)
    }
}

/// Finds the types of expressions. `variable` gives that of the variable at a node.
pub(crate) struct Types<'look, 'text> {
    pub tree: &'look SyntaxTree<'text>,
    pub signatures: &'look Signatures<'text>,
    pub variable: &'look dyn Fn(usize) -> Option<String>,
}

impl<'text> Types<'_, 'text> {
    /// The type of the steps over a range.
    pub fn of_steps(&self, range: usize) -> Option<String> {
        let tree = self.tree;
        if tree.kind(range) != "range_expression" {
            return None;
        }
        let ends: Option<Vec<String>> = tree.named(range).map(|end| self.of(end)).collect();
        ends?.into_iter().reduce(joined)
    }

    /// The type of an expression.
    pub fn of(&self, id: usize) -> Option<String> {
        let tree = self.tree;
        let text = tree.text(id);
        match tree.kind(id) {
            "integer_literal" => {
                let suffix = WHOLE.iter().find(|suffix| text.ends_with(**suffix));
                Some((*suffix.unwrap_or(&SOME_WHOLE)).to_owned())
            }
            "boolean_literal" => Some("bool".to_owned()),
            "char_literal" => Some("char".to_owned()),
            "float_literal" => Some(if text.ends_with("f32") { "f32" } else { "f64" }.to_owned()),
            "string_literal" | "raw_string_literal" => Some("&str".to_owned()),
            "array_expression" => {
                let element = self.of(tree.named(id).next()?)?;
                Some(format!("[{element}; 0]"))
            }
            "tuple_expression" => {
                let parts: Option<Vec<String>> = tree.named(id).map(|part| self.of(part)).collect();
                Some(format!("({})", parts?.join(", ")))
            }
            "reference_expression" if !text.starts_with("&mut") => {
                Some(format!("&{}", self.of(tree.child(id, "value")?)?))
            }
            "struct_expression" => {
                let name = tree.text(tree.child(id, "name")?);
                Some(self.signatures.enumeration(name).unwrap_or(name).to_owned())
            }
            "scoped_identifier" => self.signatures.enumeration(text).map(str::to_owned),
            "macro_invocation" => self.made(id),
            "identifier" => (self.variable)(id),
            "parenthesized_expression" => self.of(tree.named(id).next()?),
            "type_cast_expression" => Some(tree.text(tree.child(id, "type")?).to_owned()),
            "unary_expression" => {
                let kind = self.of(tree.named(id).next()?)?;
                if !text.starts_with('*') {
                    return Some(kind);
                }
                let kind = kind.strip_prefix('&')?;
                Some(kind.strip_prefix("mut ").unwrap_or(kind).to_owned())
            }
            "binary_expression" => self.binary(id),
            "field_expression" => {
                let field = tree.text(tree.child(id, "field")?);
                Some(self.signatures.field(field)?.to_owned())
            }
            "call_expression" => {
                let function = tree.child(id, "function")?;
                self.wrapped(function, tree.child(id, "arguments")?).or_else(|| self.call(function))
            }
            "index_expression" => {
                let of: Vec<usize> = tree.named(id).collect();
                let by_range = tree.kind(*of.last()?) == "range_expression";
                element(&self.of(*of.first()?)?).filter(|_| !by_range)
            }
            _ => None,
        }
    }

    fn binary(&self, id: usize) -> Option<String> {
        let tree = self.tree;
        let operator = tree.child(id, "operator").map_or("", |it| tree.text(it));
        if matches!(operator, "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||") {
            return Some("bool".to_owned());
        }
        let left = self.of(tree.child(id, "left")?)?;
        if matches!(operator, "<<" | ">>") {
            return Some(left);
        }
        let right = self.of(tree.child(id, "right")?)?;
        (is_plain(&left) && is_plain(&right)).then(|| joined(left, right))
    }

    /// What a macro of the library makes.
    fn made(&self, id: usize) -> Option<String> {
        let tree = self.tree;
        let name = tree.text(tree.child(id, "macro")?);
        let arguments = tree.named(id).find(|&it| tree.kind(it) == "token_tree")?;
        match name {
            "format" => Some("String".to_owned()),
            // Only the first token says what the elements are.
            "vec" => match tree.nodes[arguments].children.get(1..3)? {
                [first, next] if matches!(tree.text(*next), "," | ";" | "]") => {
                    Some(format!("Vec<{}>", self.of(*first)?))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// What wraps the only argument of a call: a type of the library, or a variant.
    fn wrapped(&self, function: usize, arguments: usize) -> Option<String> {
        const MADE: [(&str, &str); 7] = [
            ("Arc::new", "Arc"),
            ("Box::new", "Box"),
            ("Cell::new", "Cell"),
            ("Rc::clone", ""),
            ("Rc::new", "Rc"),
            ("RefCell::new", "RefCell"),
            ("Some", "Option"),
        ];
        let name = self.tree.text(function);
        if let Some(owner) = self.signatures.enumeration(name) {
            return Some(owner.to_owned());
        }
        let (_, outer) = MADE.iter().find(|(made, _)| *made == name)?;
        let inner = self.of(self.tree.named(arguments).next()?)?;
        match inner.strip_prefix('&') {
            Some(lent) if outer.is_empty() => Some(lent.to_owned()),
            _ if outer.is_empty() => None,
            _ => Some(format!("{outer}<{inner}>")),
        }
    }

    fn call(&self, function: usize) -> Option<String> {
        let tree = self.tree;
        let name = match tree.kind(function) {
            "identifier" => tree.text(function),
            "field_expression" => tree.text(tree.child(function, "field")?),
            "scoped_identifier" => tree.text(tree.child(function, "name")?),
            _ => return None,
        };
        let path = tree.child(function, "path").map(|path| tree.text(path));
        match (self.signatures.functions.get(name), path) {
            (Some(Some("Self")), Some(path)) => Some(path.to_owned()),
            (Some(kind), _) => Some((*kind)?.to_owned()),
            (None, Some("String")) => Some("String".to_owned()),
            (None, Some(_)) => None,
            (None, None) if self.signatures.tuples.contains(name) => Some(name.to_owned()),
            (None, None) => match name {
                "len" | "count" => Some("usize".to_owned()),
                "to_string" => Some("String".to_owned()),
                _ => None,
            },
        }
    }
}

/// The type of two sides of which one may be a literal.
fn joined(left: String, right: String) -> String {
    if left == SOME_WHOLE { right } else { left }
}

/// The type of the elements of a slice, an array or a vector.
fn element(kind: &str) -> Option<String> {
    let kind = kind.trim_start_matches('&').trim_start_matches("mut ");
    let inside = match kind.strip_prefix("Vec<") {
        Some(rest) => rest.strip_suffix('>')?,
        None => kind.strip_prefix('[')?.strip_suffix(']')?.split(';').next()?.trim(),
    };
    Some(inside.to_owned())
}
