//! The code that a copy in Rust reads values of the program's own types with, field by field.

use crate::rust::contents::{Readable, attributes_of, own_types};
use crate::rust::types::Signatures;
use crate::tree::SyntaxTree;
use std::fmt::Write;

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
        let members = members(tree, id, &readable);
        let value = match &members {
            Some(members) => {
                let joined = members.join(&pushed(","));
                format!("{}{joined}{}", pushed("[\"?\",["), pushed("],1]"))
            }
            None => pushed("null"),
        };
        // Some debuggers show the members of what a reference leads to as if they were its own.
        let others: String =
            members.unwrap_or_default().iter().map(|it| pushed(",") + it).collect();
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

/// The code that logs each member of a structure with its key.
fn members(tree: &SyntaxTree<'_>, id: usize, readable: &Readable<'_, '_>) -> Option<Vec<String>> {
    let body = tree.child(id, "body")?;
    let fields: Vec<(String, String, &str)> = match tree.kind(body) {
        "field_declaration_list" => {
            let fields = tree.named(body).filter(|&it| tree.kind(it) == "field_declaration");
            let field = |it: usize| {
                let name = tree.text(tree.child(it, "name")?).to_owned();
                Some((name.clone(), name, tree.text(tree.child(it, "type")?)))
            };
            fields.filter_map(field).collect()
        }
        "ordered_field_declaration_list" => {
            let kinds = tree.children_of(body, "type").enumerate();
            let field =
                |(at, it): (usize, usize)| (format!("__{at}"), at.to_string(), tree.text(it));
            kinds.map(field).collect()
        }
        _ => return None,
    };
    let member = |(key, field, kind): &(String, String, &str)| {
        let value = match readable.is_known(kind) {
            true => format!("NAME_part(&self.{field}, text, depth); "),
            false => pushed("null"),
        };
        format!("{}{value}{}", pushed(&format!("[\"{key}\",")), pushed("]"))
    };
    let is_plain = !tree.contains(body, &["attribute_item"]);
    is_plain.then(|| fields.iter().map(member).collect())
}
