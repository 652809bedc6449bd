//! The code that a copy in Rust reads values of the program's own types with, field by field.

use crate::rust::contents::{Readable, attributes_of, own_types};
use crate::rust::types::Signatures;
use crate::tree::SyntaxTree;
use std::fmt::Write;

/// The limit of variants of an enumeration whose values are read.
const VARIANTS_MAX: usize = 40;

/// The code that reads values of the program's own types, with names that begin with `NAME`.
pub(crate) fn readers(tree: &SyntaxTree<'_>) -> String {
    const TO_TEXT: &str = "(&self, text: &mut ::std::string::String, depth: usize)";
    let signatures = Signatures::of(tree);
    let readable = Readable::of(tree, &signatures);
    let mut code = String::new();
    for id in own_types(tree) {
        let name = tree.child(id, "name").map_or("", |name| tree.text(name));
        let is_changed = attributes_of(tree, id).iter().any(|text| text.starts_with("#[cfg"));
        if !readable.own.contains(name) || is_changed {
            continue;
        }
        let read = match tree.kind(id) {
            "enum_item" => of_variants(tree, id, &readable),
            _ => of_structure(tree, id, &readable),
        };
        let (value, others) = read.unwrap_or_else(|| (pushed("null"), String::new()));
        let (begin, end) = (pushed("[\"?\",[[\"*\","), pushed("],0]"));
        let pointee = format!("NAME_part(self, text, depth); {}", pushed("]"));
        let _ = write!(
            code,
            " #[allow(warnings)] impl NAME_kind for {name} {{ fn NAME_put{TO_TEXT} {{ {value} }} \
             fn NAME_lent{TO_TEXT} {{ {begin}{pointee}{others}{end} }} }}"
        );
    }
    code
}

/// The code that adds a text to a log.
fn pushed(text: &str) -> String {
    format!("text.push_str(\"{}\"); ", text.replace('"', "\\\""))
}

/// The code that logs a structure, and the one that adds its members to what holds others: some debuggers
/// show the members of what a reference leads to as if they were its own.
fn of_structure(
    tree: &SyntaxTree<'_>,
    id: usize,
    readable: &Readable<'_, '_>,
) -> Option<(String, String)> {
    let body = tree.child(id, "body")?;
    if tree.contains(body, &["attribute_item"]) {
        return None;
    }
    let fields = Field::all_of(tree, body)?;
    let logged = |field: &Field<'_>| field.logged(readable, &format!("&self.{}", field.name));
    let members: Vec<String> = fields.iter().map(logged).collect();
    let others = members.iter().map(|it| pushed(",") + it).collect();
    Some((whole(&members), others))
}

/// The same for an enumeration: the variant that the value has is named, and then the others.
fn of_variants(
    tree: &SyntaxTree<'_>,
    id: usize,
    readable: &Readable<'_, '_>,
) -> Option<(String, String)> {
    let (owner, body) = (tree.text(tree.child(id, "name")?), tree.child(id, "body")?);
    let is_default = |attribute: usize| tree.text(attribute) == "#[default]";
    let mut attributes = tree.inside(body).filter(|&it| tree.kind(it) == "attribute_item");
    let variants = tree.named(body).filter(|&it| tree.kind(it) == "enum_variant");
    let variants: Vec<usize> = variants.collect();
    let name = |id: usize| tree.child(id, "name").map_or("", |it| tree.text(it));
    let is_plain = |name: &str| name != owner && !name.is_empty() && !name.starts_with("r#");
    let is_known = attributes.all(is_default)
        && (1..=VARIANTS_MAX).contains(&variants.len())
        && variants.iter().all(|&it| is_plain(name(it)));
    if !is_known {
        return None;
    }
    let mut arms = String::new();
    for &variant in &variants {
        let others = variants.iter().filter(|&&it| it != variant).map(|&it| name(it));
        let names: Vec<&str> = std::iter::once(name(variant)).chain(others).collect();
        let fields = match tree.child(variant, "body") {
            Some(body) => Field::all_of(tree, body)?,
            None => Vec::new(),
        };
        // What a debugger shows is named by its variant, so a member is never one of the value itself.
        let bound = |at: usize| format!("NAME_{at}");
        let pattern = |(at, field): (usize, &Field<'_>)| format!("{}: {}", field.name, bound(at));
        let patterns: Vec<String> = fields.iter().enumerate().map(pattern).collect();
        let logged = |(at, field): (usize, &Field<'_>)| field.logged(readable, &bound(at));
        let members: Vec<String> = fields.iter().enumerate().map(logged).collect();
        let begin = pushed(&format!("[\"::{}\",", names.join(" ")));
        let _ = write!(
            arms,
            "{owner}::{} {{ {} }} => {{ {begin}{}{} }} ",
            names[0],
            patterns.join(", "),
            whole(&members),
            pushed("]")
        );
    }
    let arms = format!("match self {{ {arms} }} ");
    let value = format!("{}{arms}{}", pushed("[\"?\",["), pushed("],0]"));
    Some((value, pushed(",") + &arms))
}

/// The code that logs a value with all its members.
fn whole(members: &[String]) -> String {
    format!("{}{}{}", pushed("[\"?\",["), members.join(&pushed(",")), pushed("],1]"))
}

/// A member of a structure or a variant.
struct Field<'text> {
    /// How debuggers name it.
    key: String,
    /// How the program names it.
    name: String,
    kind: &'text str,
}

impl<'text> Field<'text> {
    fn all_of(tree: &SyntaxTree<'text>, body: usize) -> Option<Vec<Self>> {
        match tree.kind(body) {
            "field_declaration_list" => {
                let fields = tree.named(body).filter(|&it| tree.kind(it) == "field_declaration");
                let field = |it: usize| {
                    let name = tree.text(tree.child(it, "name")?).to_owned();
                    let key = name.trim_start_matches("r#").to_owned();
                    Some(Self { key, name, kind: tree.text(tree.child(it, "type")?) })
                };
                fields.map(field).collect()
            }
            "ordered_field_declaration_list" => {
                let kinds = tree.children_of(body, "type").enumerate();
                let field = |(at, it): (usize, usize)| Self {
                    key: format!("__{at}"),
                    name: at.to_string(),
                    kind: tree.text(it),
                };
                Some(kinds.map(field).collect())
            }
            _ => None,
        }
    }

    /// The code that logs it with its key; `value` leads to it.
    fn logged(&self, readable: &Readable<'_, '_>, value: &str) -> String {
        let read = match readable.is_known(self.kind) {
            true => format!("NAME_part({value}, text, depth); "),
            false => pushed("null"),
        };
        format!("{}{read}{}", pushed(&format!("[\"{}\",", self.key)), pushed("]"))
    }
}
