//! Local variables whose occurrences are all known.

use crate::c::declarations::{Lifetime, NamedItem, is_outside, macros};
use crate::tree::SyntaxTree;
use debunk_model::LocalSite;
use std::collections::BTreeSet;

/// The variables of functions that can be renamed: their name means one thing in the whole
/// function, and no macro can see it.
pub(crate) fn renameable(tree: &SyntaxTree<'_>, declared: &[NamedItem<'_>]) -> Vec<LocalSite> {
    let macros = macros(tree);
    let mut taken = words_of_macros(tree);
    taken.extend(macros.iter().copied());
    taken.extend(declared.iter().filter(|it| is_outside(tree, it.scope)).map(|it| it.name));
    taken.extend(fields(tree));
    let mut found = Vec::new();
    for function in tree.of_kind("function_definition") {
        if is_unclear(tree, function) {
            continue;
        }
        let is_inside =
            |it: &&NamedItem<'_>| it.scope >= function && it.scope < end(tree, function);
        let own: Vec<&NamedItem<'_>> = declared.iter().filter(is_inside).collect();
        for it in &own {
            let is_variable = it.lives != Lifetime::Never;
            let is_only_one = own.iter().filter(|other| other.name == it.name).count() == 1;
            if is_variable && is_only_one && !taken.contains(it.name) {
                found.extend(local(tree, function, it.name, &macros));
            }
        }
    }
    found
}

/// The names of fields, which the methods of C++ can use without their object.
fn fields<'text>(tree: &SyntaxTree<'text>) -> impl Iterator<Item = &'text str> {
    let classes = tree.of_kind("class_specifier").chain(tree.of_kind("struct_specifier"));
    let has_methods =
        |id: &usize| tree.contains(*id, &["function_definition", "base_class_clause"]);
    let inside = { classes }.filter(has_methods).flat_map(|id| tree.inside(id));
    inside.filter(|&id| tree.kind(id) == "field_identifier").map(|id| tree.text(id))
}

fn end(tree: &SyntaxTree<'_>, function: usize) -> usize {
    tree.nodes[function].end
}

/// Whether a function contains something opaque: conditional text or assembly.
fn is_unclear(tree: &SyntaxTree<'_>, function: usize) -> bool {
    tree.inside(function).any(|id| {
        let kind = tree.kind(id);
        kind.starts_with("preproc") || kind.starts_with("gnu_asm")
    })
}

/// Every word in the text of some macro.
fn words_of_macros<'text>(tree: &SyntaxTree<'text>) -> BTreeSet<&'text str> {
    let texts = tree.of_kind("preproc_arg").map(|id| tree.text(id));
    texts.flat_map(|text| text.split(|c: char| !(c.is_alphanumeric() || c == '_'))).collect()
}

fn local(
    tree: &SyntaxTree<'_>,
    function: usize,
    name: &str,
    macros: &BTreeSet<&str>,
) -> Option<LocalSite> {
    let is_named = |id: &usize| tree.kind(*id) == "identifier" && tree.text(*id) == name;
    let all: Vec<usize> = tree.inside(function).filter(is_named).collect();
    if all.iter().any(|&id| is_argument_of_macro(tree, id, macros)) {
        return None;
    }
    let occurrences = all.into_iter().map(|id| tree.span(id)).collect();
    Some(LocalSite { name: name.into(), occurrences })
}

/// Whether a macro gets a node as an argument, which it may turn into a string.
pub(crate) fn is_argument_of_macro(
    tree: &SyntaxTree<'_>,
    id: usize,
    macros: &BTreeSet<&str>,
) -> bool {
    tree.ancestors(id).filter(|&outer| tree.kind(outer) == "call_expression").any(|call| {
        let called = tree.child(call, "function").map_or("", |it| tree.text(it));
        macros.contains(called) || called == "assert"
    })
}
