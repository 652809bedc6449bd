//! What the copy of a program in C++ can read of its objects: members by friends that are added to their
//! classes, and what containers of the library hold by their own functions.
//!
//! No function of the program runs for it, and nothing is read that may not have a value. An address is only
//! compared with nothing, and followed only where an owner holds it; what a reference stands for is read where it
//! cannot be gone.

use crate::c::named;
use crate::cpp::library;
use crate::tree::{COPY_NAME, SyntaxTree};
use debunk_model::Edit;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Reads a value by its type.
const READER: &str = include_str!("witness.hpp");

/// The types of the language, with the function of the log that writes their values.
const SCALARS: [(&str, &str); 14] = [
    ("short", "number"),
    ("int", "number"),
    ("long", "number"),
    ("long long", "number"),
    ("unsigned short", "unsigned"),
    ("unsigned int", "unsigned"),
    ("unsigned long", "unsigned"),
    ("unsigned long long", "unsigned"),
    ("char", "character"),
    ("signed char", "character"),
    ("unsigned char", "character"),
    ("bool", "truth"),
    ("float", "real"),
    ("double", "real"),
];

/// Words of programs in which an object may end before its block does, may have no value, or may not
/// be of the library.
const ODD: [&str; 7] =
    [".~", "->~", "alloc", "jmp", "context", "namespace std {", "namespace std{"];

/// Whether the objects of a program can be read.
pub(crate) fn are_readable(text: &str) -> bool {
    !ODD.iter().any(|word| text.contains(word))
}

/// The code that reads objects, with the headers that are included before an offset.
pub(crate) fn reader(tree: &SyntaxTree<'_>, before: u32) -> String {
    let headers: BTreeSet<&str> = tree
        .of_kind("preproc_include")
        .filter(|&id| tree.span(id).end <= before)
        .filter_map(|id| Some(tree.text(tree.child(id, "path")?).trim_matches(['<', '>'])))
        .collect();
    let lines: Vec<&str> = READER.lines().map(str::trim).collect();
    let mut code = format!("{} ", lines.join(" "));
    for (kind, writer) in SCALARS {
        let _ = write!(
            code,
            "template <> struct NAME_of<{kind}, void> {{ static void log({kind} value, int, int is_given) \
             {{ if (is_given) NAME_{writer}(value); else NAME_raw(\"null\"); }} }}; "
        );
    }
    code + &library::readers(tree, &headers)
}

/// The classes whose members can be read.
pub(crate) fn classes(tree: &SyntaxTree<'_>) -> Vec<usize> {
    let all = (0..tree.nodes.len()).filter(|&id| {
        let is_class = matches!(tree.kind(id), "class_specifier" | "struct_specifier");
        let name = tree.child(id, "name").map_or("", |name| tree.kind(name));
        let is_local = ["compound_statement", "lambda_expression", "union_specifier"];
        let body = tree.child(id, "body");
        is_class
            && matches!(name, "type_identifier" | "template_type")
            && tree.around(id, &is_local).is_none()
            && body.is_some_and(|body| {
                !tree.named(body).any(|member| tree.kind(member).starts_with("preproc"))
            })
    });
    all.collect()
}

/// Makes a friend of each class that logs its members.
pub(crate) fn friends(tree: &SyntaxTree<'_>) -> Vec<Edit> {
    let friend = |class: usize| {
        let body = tree.child(class, "body")?;
        let end = tree.span(body).end.checked_sub(1)?;
        let code = Class::of(tree, class)?.friend().replace("NAME", COPY_NAME);
        Some(Edit::insert(end, code))
    };
    classes(tree).into_iter().filter_map(friend).collect()
}

/// A class with its members.
struct Class<'text> {
    name: &'text str,
    /// Their names, with whether each is certain to have a value.
    members: Vec<(&'text str, bool)>,
    /// Whether these are all that an object has.
    is_whole: bool,
}

impl<'text> Class<'text> {
    fn of(tree: &SyntaxTree<'text>, id: usize) -> Option<Self> {
        let (name, body) = (tree.text(tree.child(id, "name")?), tree.child(id, "body")?);
        let bare = name.split('<').next().unwrap_or(name).trim();
        let has_base = tree.named(id).any(|child| tree.kind(child) == "base_class_clause");
        let mut class = Self { name, members: Vec::new(), is_whole: !has_base };
        let initialisation = Initialisation::in_objects_of(tree, bare, body);
        for field in tree.named(body).filter(|&it| tree.kind(it) == "field_declaration") {
            let words = || tree.named(field).map(|word| tree.text(word));
            let declarators: Vec<usize> = tree.children_of(field, "declarator").collect();
            class.is_whole &= !declarators.is_empty();
            if words().any(|word| word == "static") {
                continue;
            }
            for declarator in declarators {
                let Some((member, around)) = named(tree, declarator) else {
                    class.is_whole = false;
                    continue;
                };
                let is_odd =
                    |kind: &&str| matches!(*kind, "function_declarator" | "reference_declarator");
                if around.contains(&"function_declarator") && around.len() == 1 {
                    continue;
                }
                let size = tree.inside(declarator).chain([declarator]);
                let mut sizes = size
                    .filter(|&it| tree.kind(it) == "array_declarator")
                    .map(|it| tree.child(it, "size"));
                if around.iter().any(is_odd) || sizes.any(|size| size.is_none()) {
                    class.is_whole = false;
                    continue;
                }
                let member = tree.text(member);
                let has_default = tree.child(field, "default_value").is_some();
                class.members.push((member, has_default || initialisation.contains(member)));
            }
        }
        Some(class)
    }

    /// The function that logs an object. `is_given` says that a list gave every member a value.
    fn friend(&self) -> String {
        let name = self.name;
        let mut code = format!(
            " friend void NAME_fields(NAME_type<{name}>, const {name} &NAME_it, int NAME_depth, int NAME_is_given) \
             {{ (void)NAME_it; (void)NAME_depth; (void)NAME_is_given; NAME_raw(\"[\\\"?\\\",[\"); "
        );
        for (index, (member, is_given)) in self.members.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let is_given = if *is_given { "1" } else { "NAME_is_given" };
            let _ = write!(
                code,
                "NAME_raw(\"{comma}[\\\"{member}\\\",\"); NAME_show(NAME_it.{member}, NAME_depth + 1, {is_given}); \
                 NAME_raw(\"]\"); "
            );
        }
        let _ = write!(code, "NAME_raw(\"],{}]\"); }} ", u8::from(self.is_whole));
        code
    }
}

/// The members that every object of a class gets a value for.
enum Initialisation<'text> {
    All,
    These(BTreeSet<&'text str>),
}

impl<'text> Initialisation<'text> {
    fn contains(&self, member: &str) -> bool {
        match self {
            Self::All => true,
            Self::These(names) => names.contains(member),
        }
    }

    fn in_objects_of(tree: &SyntaxTree<'text>, name: &str, body: usize) -> Self {
        let is_constructor = |&id: &usize| {
            tree.child(id, "type").is_none()
                && matches!(tree.kind(id), "function_definition" | "declaration")
                && tree.child(id, "declarator").is_some_and(|declarator| {
                    tree.text(declarator).split('(').next().is_some_and(|it| it.trim() == name)
                })
        };
        let members = || {
            tree.named(body).flat_map(|id| match tree.kind(id) {
                "template_declaration" => tree.named(id).collect(),
                _ => vec![id],
            })
        };
        let inherits = tree.contains(body, &["using_declaration"]);
        let mut constructors = members().filter(is_constructor).peekable();
        if constructors.peek().is_none() {
            return if !inherits && is_always_given(tree, name) { Self::All } else { Self::none() };
        }
        let initialised = |id: usize| -> BTreeSet<&'text str> {
            let lists = tree.named(id).filter(|&it| tree.kind(it) == "field_initializer_list");
            let each = lists.flat_map(|list| tree.named(list));
            let names = each.filter_map(|one| tree.named(one).next());
            names.map(|it| tree.text(it)).collect()
        };
        // One that hands over to another one names its class.
        let lists = constructors.map(initialised).filter(|names| !names.contains(name));
        let common = lists.reduce(|left, right| left.intersection(&right).copied().collect());
        common.filter(|_| !inherits).map_or_else(Self::none, Self::These)
    }

    fn none() -> Self {
        Self::These(BTreeSet::new())
    }
}

/// Whether no object of a class without constructors is declared or made without a value.
fn is_always_given(tree: &SyntaxTree<'_>, name: &str) -> bool {
    let mentions = |id: usize| {
        let text = tree.child(id, "type").map_or("", |it| tree.text(it));
        text == name
            || text.ends_with(&format!("::{name}"))
            || text.contains("array<") && text.contains(name)
    };
    let has_no_value = |id: usize| {
        let declarators = tree.children_of(id, "declarator");
        let bare = |declarator: usize| {
            !matches!(tree.kind(declarator), "init_declarator" | "function_declarator")
                && !matches!(tree.kind(declarator), "pointer_declarator" | "reference_declarator")
        };
        let has_default = tree.child(id, "default_value").is_some();
        !has_default && { declarators }.any(bare)
    };
    let is_doubt = |id: usize| match tree.kind(id) {
        "declaration" | "field_declaration" => mentions(id) && has_no_value(id),
        "new_expression" => mentions(id) && tree.child(id, "arguments").is_none(),
        // Another name, or a type that is not known here, may stand for the class.
        "alias_declaration" | "type_definition" => {
            tree.inside(id).any(|inner| tree.text(inner) == name)
        }
        "template_declaration" => tree.inside(id).any(|inner| {
            tree.kind(inner) == "declaration"
                && has_no_value(inner)
                && is_of_parameter(tree, id, inner)
        }),
        _ => false,
    };
    !(0..tree.nodes.len()).any(is_doubt)
}

/// Whether the type in a declaration is a parameter of a template.
fn is_of_parameter(tree: &SyntaxTree<'_>, template: usize, declaration: usize) -> bool {
    let Some(kind) = tree.child(declaration, "type").map(|it| tree.text(it)) else { return true };
    let parameters = tree.child(template, "parameters").into_iter().flat_map(|it| tree.inside(it));
    { parameters }.any(|id| tree.kind(id) == "type_identifier" && tree.text(id) == kind)
}
