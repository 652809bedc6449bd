//! What the values of C types consist of, and the code that logs them.

use crate::c::declarations::{macros, named};
use crate::tree::SyntaxTree;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Types inside types deeper than this are not followed.
const DEPTH_LIMIT: u32 = 4;
/// The limit of logged elements of an array.
const ELEMENTS_MAX: usize = 32;
/// The same for an array in an array.
const INNER_ELEMENTS_MAX: usize = 8;
/// How many bytes a plain value takes in the log at most.
const PLAIN_BYTES: usize = 40;
/// The limit of logged characters of a text.
const TEXT_MAX: usize = 80;
/// How much deeper what an address leads to counts.
const POINTEE_DEPTH: u32 = 2;

/// Names of the library's types for whole numbers without a sign.
const UNSIGNED: [&str; 6] =
    ["size_t", "uint16_t", "uint32_t", "uint64_t", "uintptr_t", "uintmax_t"];
/// Names of the library's types for whole numbers with a sign.
const SIGNED: [&str; 7] =
    ["ssize_t", "int16_t", "int32_t", "int64_t", "intptr_t", "intmax_t", "ptrdiff_t"];
/// Words of whole numbers' types.
const INTEGER_WORDS: [&str; 5] = ["signed", "unsigned", "short", "int", "long"];

/// The declarations of types in C++ whose names need no other word before them.
const NAMED_TYPES: [&str; 5] = [
    "alias_declaration",
    "class_specifier",
    "enum_specifier",
    "struct_specifier",
    "union_specifier",
];

/// What the values of a type consist of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A whole number with a sign.
    Signed,
    /// A whole number without a sign.
    Unsigned,
    /// A number that debuggers show with its character.
    Character,
    /// A truth value.
    Truth,
    /// A number with a fraction.
    Real,
    /// One of these names.
    Enumeration(Vec<String>),
    /// An address.
    Address,
    /// An address of something with a type of this name.
    Pointer(String, Box<Shape>),
    /// Characters in an array, up to the first that is zero.
    Text,
    /// Fields by their names, and whether these are all.
    Structure(Vec<(String, Shape)>, bool),
    /// Elements.
    Array(Box<Shape>),
    /// An object of C++, whose type says how it is read.
    Object {
        /// Whether its declaration gives it a value.
        has_value: bool,
        /// Whether a list gives every part of it a value, if it has no constructor.
        is_listed: bool,
    },
    /// A union in the variable of this index, with those of its members that are plain values, by their numbers.
    Union(usize, Vec<(usize, String, Shape)>),
    /// A reference of C++, and whether a number that it refers to is certain to have a value.
    Reference(bool),
    /// Something else.
    Unknown,
}

/// Finds the shapes of types by their names.
pub(crate) struct Shapes<'tree, 'text> {
    tree: &'tree SyntaxTree<'text>,
    /// Names that the preprocessor replaces, or that the program gives to types.
    redefined: BTreeSet<&'text str>,
}

impl<'tree, 'text> Shapes<'tree, 'text> {
    pub(crate) fn new(tree: &'tree SyntaxTree<'text>) -> Self {
        let mut redefined = macros(tree);
        let types = NAMED_TYPES.iter().flat_map(|kind| tree.of_kind(kind));
        redefined.extend(types.filter_map(|id| tree.child(id, "name")).map(|id| tree.text(id)));
        for id in tree.of_kind("type_definition") {
            redefined.extend(tree.children_of(id, "declarator").map(|name| tree.text(name)));
        }
        Self { tree, redefined }
    }

    /// The program.
    pub(super) fn tree(&self) -> &'tree SyntaxTree<'text> {
        self.tree
    }

    /// The shape of what a declarator of a declaration declares.
    pub(crate) fn of(&self, declaration: usize, declarator: usize) -> Shape {
        self.declared(declaration, declarator, 0)
    }

    fn declared(&self, declaration: usize, declarator: usize, depth: u32) -> Shape {
        let Some((_, around)) = named(self.tree, declarator) else { return Shape::Unknown };
        let Some(of) = self.tree.child(declaration, "type") else { return Shape::Unknown };
        if self.is_special(declaration) {
            return Shape::Unknown;
        }
        let (inner, around) = match (&around[..], self.type_name(declaration)) {
            (["pointer_declarator", around @ ..], Some(name)) => {
                match self.of_type(of, depth + POINTEE_DEPTH) {
                    Shape::Unknown => (Shape::Address, around),
                    pointee => (Shape::Pointer(name, Box::new(pointee)), around),
                }
            }
            (around, _) => (self.of_type(of, depth), around),
        };
        around.iter().fold(inner, |inner, kind| match (*kind, inner) {
            ("pointer_declarator", _) => Shape::Address,
            ("array_declarator", Shape::Character) => Shape::Text,
            ("array_declarator", Shape::Unknown) => Shape::Unknown,
            ("array_declarator", inner) => Shape::Array(Box::new(inner)),
            _ => Shape::Unknown,
        })
    }

    /// The name of the type that a declaration begins with.
    pub(crate) fn type_name(&self, declaration: usize) -> Option<String> {
        let text = self.tree.text(self.tree.child(declaration, "type")?);
        let words: Vec<&str> = text.split_whitespace().collect();
        (!text.contains(['{', '/'])).then(|| words.join(" "))
    }

    /// What the parameter of a function is that is declared like an array: the address of its first element.
    pub(crate) fn of_parameter(&self, declaration: usize, declarator: usize) -> Shape {
        let around = named(self.tree, declarator).map(|(_, around)| around);
        match (self.of(declaration, declarator), self.type_name(declaration), around.as_deref()) {
            (pointer @ Shape::Pointer(..), ..) => pointer,
            (Shape::Text, Some(name), Some(["array_declarator"])) => {
                Shape::Pointer(name, Box::new(Shape::Character))
            }
            (Shape::Array(element), Some(name), Some(["array_declarator"])) => {
                Shape::Pointer(name, element)
            }
            _ => Shape::Address,
        }
    }

    /// Whether something may change a value behind the program's back, or it has no address.
    fn is_special(&self, declaration: usize) -> bool {
        const WORDS: [&str; 7] =
            ["volatile", "_Atomic", "register", "_Complex", "complex", "__attribute__", "_Alignas"];
        let parts = self.tree.named(declaration).filter(|&id| {
            !self.tree.kind(id).ends_with("declarator") && self.tree.nodes[id].field != Some("type")
        });
        parts.into_iter().any(|id| WORDS.iter().any(|word| self.tree.text(id).contains(word)))
    }

    fn of_type(&self, id: usize, depth: u32) -> Shape {
        let text = self.tree.text(id);
        if depth > DEPTH_LIMIT {
            return Shape::Unknown;
        }
        match self.tree.kind(id) {
            "primitive_type" | "sized_type_specifier" => self.number(text),
            "type_identifier" => self.named_type(text, depth),
            "enum_specifier" => self.enumeration(id),
            "struct_specifier" => self.structure(id, depth),
            _ => Shape::Unknown,
        }
    }

    fn number(&self, text: &str) -> Shape {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.iter().any(|word| self.redefined.contains(word)) {
            return Shape::Unknown;
        }
        match words[..] {
            ["float" | "double"] => Shape::Real,
            ["bool" | "_Bool"] => Shape::Truth,
            ["char" | "int8_t" | "uint8_t"] | ["signed" | "unsigned", "char"] => Shape::Character,
            [name] if UNSIGNED.contains(&name) => Shape::Unsigned,
            [name] if SIGNED.contains(&name) => Shape::Signed,
            _ if !words.iter().all(|word| INTEGER_WORDS.contains(word)) => Shape::Unknown,
            _ if words.contains(&"unsigned") => Shape::Unsigned,
            _ => Shape::Signed,
        }
    }

    /// The only declarator that gives a name to a type, with its declaration.
    fn type_definition(&self, name: &str) -> Option<(usize, usize)> {
        let declarators = self.tree.of_kind("type_definition").flat_map(|id| {
            self.tree.children_of(id, "declarator").map(move |declarator| (id, declarator))
        });
        let mut same = declarators.filter(|&(_, declarator)| {
            self.tree
                .inside(declarator)
                .any(|id| self.tree.kind(id) == "type_identifier" && self.tree.text(id) == name)
                || self.tree.text(declarator) == name
        });
        same.next().filter(|_| same.next().is_none())
    }

    /// The type that the program gives a name, and nothing more.
    pub(super) fn named_type_node(&self, name: &str) -> Option<usize> {
        let (id, declarator) = self.type_definition(name)?;
        let is_plain = self.tree.kind(declarator) == "type_identifier" && !self.is_special(id);
        self.tree.child(id, "type").filter(|_| is_plain)
    }

    /// A type by the only name that the program gives it.
    fn named_type(&self, name: &str, depth: u32) -> Shape {
        let Some((id, declarator)) = self.type_definition(name) else {
            return match name {
                _ if self.redefined.contains(name) => Shape::Unknown,
                _ if UNSIGNED.contains(&name) => Shape::Unsigned,
                _ if SIGNED.contains(&name) => Shape::Signed,
                _ => Shape::Unknown,
            };
        };
        match (self.tree.kind(declarator), self.tree.child(id, "type")) {
            _ if self.is_special(id) => Shape::Unknown,
            ("type_identifier", Some(of)) => self.of_type(of, depth + 1),
            ("pointer_declarator", _) => Shape::Address,
            _ => Shape::Unknown,
        }
    }

    /// The only definition of a tag, or the node itself if it is one.
    pub(super) fn definition(&self, id: usize) -> Option<usize> {
        let tree = self.tree;
        if tree.child(id, "body").is_some() && tree.child(id, "name").is_none() {
            return Some(id);
        }
        let name = tree.text(tree.child(id, "name")?);
        let mut same = tree.of_kind(tree.kind(id)).filter(|&other| {
            let is_named = tree.child(other, "name").is_some_and(|it| tree.text(it) == name);
            is_named && tree.child(other, "body").is_some()
        });
        same.next().filter(|_| same.next().is_none())
    }

    fn enumeration(&self, id: usize) -> Shape {
        let Some(body) = self.definition(id).and_then(|id| self.tree.child(id, "body")) else {
            return Shape::Unknown;
        };
        let names = self.tree.named(body).filter(|&id| self.tree.kind(id) == "enumerator");
        let names = names.filter_map(|id| Some(self.tree.text(self.tree.child(id, "name")?)));
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        // Another thing of the same name would be compared instead.
        let is_plain = |name: &String| {
            let same = self.tree.of_kind("identifier").filter(|&id| self.tree.text(id) == name);
            !self.redefined.contains(name.as_str())
                && same.into_iter().all(|id| {
                    let parent = self.tree.nodes[id].parent;
                    parent.is_none_or(|parent| {
                        !self.tree.kind(parent).ends_with("declarator")
                            && !self.tree.kind(parent).ends_with("declaration")
                            || self.tree.nodes[id].field == Some("value")
                            || self.tree.nodes[id].field == Some("size")
                    })
                })
        };
        if names.is_empty() || !names.iter().all(is_plain) {
            return Shape::Unknown;
        }
        Shape::Enumeration(names)
    }

    fn structure(&self, id: usize, depth: u32) -> Shape {
        let Some(body) = self.definition(id).and_then(|id| self.tree.child(id, "body")) else {
            return Shape::Unknown;
        };
        let (mut fields, mut is_whole) = (Vec::new(), true);
        for field in self.tree.named(body) {
            if self.tree.kind(field) == "comment" {
                continue;
            }
            let declarators: Vec<usize> = self.tree.children_of(field, "declarator").collect();
            if self.tree.kind(field) != "field_declaration" {
                return Shape::Unknown;
            }
            // What has no name is shown in more than one way.
            is_whole &= !declarators.is_empty();
            for declarator in declarators {
                let Some((name, _)) = named(self.tree, declarator) else { return Shape::Unknown };
                let is_flexible = self.tree.text(declarator).contains("[]");
                let shape = self.declared(field, declarator, depth + 1);
                let shape = if is_flexible { Shape::Unknown } else { shape };
                fields.push((self.tree.text(name).to_owned(), shape));
            }
        }
        Shape::Structure(fields, is_whole)
    }
}

fn elements_max(depth: usize) -> usize {
    if depth == 0 { ELEMENTS_MAX } else { INNER_ELEMENTS_MAX }
}

impl Shape {
    /// Whether its values hold others.
    pub(crate) fn holds_others(&self) -> bool {
        matches!(
            self,
            Self::Structure(..)
                | Self::Array(_)
                | Self::Pointer(..)
                | Self::Object { .. }
                | Self::Reference(_)
                | Self::Union(..)
        )
    }

    /// Whether its values are one plain value each.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(
            self,
            Self::Signed
                | Self::Unsigned
                | Self::Character
                | Self::Truth
                | Self::Real
                | Self::Enumeration(_)
        )
    }

    /// How many arrays are around its innermost elements.
    pub(crate) fn array_depth(&self) -> usize {
        match self {
            Self::Array(element) => 1 + element.array_depth(),
            Self::Text => 1,
            _ => 0,
        }
    }

    /// Whether its innermost elements are addresses.
    pub(crate) fn is_address(&self) -> bool {
        match self {
            Self::Array(element) => element.is_address(),
            Self::Address | Self::Pointer(..) => true,
            _ => false,
        }
    }

    /// Whether its values are arrays of numbers, and nothing else.
    pub(crate) fn is_of_numbers(&self) -> bool {
        match self {
            Self::Array(element) => {
                matches!(
                    **element,
                    Self::Signed | Self::Unsigned | Self::Truth | Self::Real | Self::Enumeration(_)
                ) || element.is_of_numbers()
            }
            Self::Text => true,
            _ => false,
        }
    }

    /// Whether everything in its values, and in what they lead to, is known.
    pub(crate) fn is_known(&self) -> bool {
        match self {
            Self::Unknown | Self::Address => false,
            Self::Pointer(_, inner) | Self::Array(inner) => inner.is_known(),
            Self::Structure(fields, is_whole) => {
                *is_whole && fields.iter().all(|(_, shape)| shape.is_known())
            }
            _ => true,
        }
    }

    /// Whether a value may have parts that the program did not give a value.
    pub(crate) fn may_be_partial(&self) -> bool {
        matches!(self, Self::Structure(..) | Self::Array(_) | Self::Text)
    }

    /// The limit of bytes that a value takes in the log, by the number of arrays around it.
    pub(crate) fn bytes_max(&self, depth: usize) -> usize {
        match self {
            Self::Enumeration(names) => {
                PLAIN_BYTES + names.iter().map(String::len).max().unwrap_or(0)
            }
            Self::Text => PLAIN_BYTES + TEXT_MAX,
            Self::Pointer(_, pointee) => PLAIN_BYTES + pointee.bytes_max(depth),
            Self::Structure(fields, _) => {
                let field =
                    |(name, shape): &(String, Self)| name.len() + 8 + shape.bytes_max(depth);
                PLAIN_BYTES + fields.iter().map(field).sum::<usize>()
            }
            Self::Array(element) => {
                PLAIN_BYTES + elements_max(depth) * (element.bytes_max(depth + 1) + 8)
            }
            Self::Union(_, members) => {
                let member = |(_, name, shape): &(usize, String, Self)| {
                    name.len() + PLAIN_BYTES + shape.bytes_max(depth)
                };
                PLAIN_BYTES + members.iter().map(member).max().unwrap_or(0)
            }
            // An object takes more only if there is room.
            _ => PLAIN_BYTES,
        }
    }

    /// Adds the code that logs the value of an expression, with names that begin with `prefix`;
    /// `depth` is the number of arrays around it.
    pub(crate) fn log(&self, prefix: &str, expression: &str, depth: usize, code: &mut String) {
        let raw = |code: &mut String, text: &str| {
            let text = text.replace('"', "\\\"");
            let _ = write!(code, "{prefix}_raw(\"{text}\"); ");
        };
        let _ = match self {
            Self::Signed => write!(code, "{prefix}_number((long long){expression}); "),
            Self::Unsigned => {
                write!(code, "{prefix}_unsigned((unsigned long long){expression}); ")
            }
            Self::Character => write!(code, "{prefix}_character((int){expression}); "),
            Self::Truth => write!(code, "{prefix}_truth((int){expression}); "),
            Self::Real => write!(code, "{prefix}_real((double){expression}); "),
            Self::Address => write!(code, "{prefix}_address(!{expression}); "),
            Self::Enumeration(names) => {
                let pairs = names.iter().map(|name| format!(", \"{name}\", (long long){name}"));
                let pairs: String = pairs.collect();
                let count = names.len();
                write!(code, "{prefix}_enumerator((long long){expression}, {count}{pairs}); ")
            }
            Self::Text => {
                write!(
                    code,
                    "{prefix}_chars((const char *){expression}, sizeof {expression}, {TEXT_MAX}); "
                )
            }
            Self::Pointer(name, pointee) => {
                let at = format!("{prefix}_to{}", code.len());
                let _ = write!(
                    code,
                    "{{ const __typeof__(*{expression}) *{at} = {prefix}_find({expression}, sizeof *{expression}, \"{name}\"); if ({at}) {{ "
                );
                raw(code, "[\"?\",[[\"*\",");
                pointee.log(prefix, &format!("(*{at})"), depth, code);
                raw(code, "]],0]");
                write!(code, "}} else {prefix}_address(!{expression}); }} ")
            }
            Self::Structure(fields, is_whole) => {
                raw(code, "[\"?\",[");
                for (index, (name, shape)) in fields.iter().enumerate() {
                    let comma = if index > 0 { "," } else { "" };
                    raw(code, &format!("{comma}[\"{name}\","));
                    shape.log(prefix, &format!("{expression}.{name}"), depth, code);
                    raw(code, "]");
                }
                raw(code, if *is_whole { "],1]" } else { "],0]" });
                Ok(())
            }
            Self::Array(element) => {
                let at = format!("{prefix}_at{depth}");
                let count = format!("(int)(sizeof {expression} / sizeof *{expression})");
                let limit = elements_max(depth);
                raw(code, "[\"?\",[");
                let _ = write!(
                    code,
                    "{{ int {at}; for ({at} = 0; {at} < {count} && {at} < {limit}; {at}++) {{ \
                     {prefix}_raw({at} ? \",[\\\"\" : \"[\\\"\"); {prefix}_number({at}); {prefix}_raw(\"\\\",\"); "
                );
                element.log(prefix, &format!("{expression}[{at}]"), depth + 1, code);
                let _ = write!(code, "{prefix}_byte(']'); }} }} ");
                write!(code, "{prefix}_raw({count} > {limit} ? \"],0]\" : \"],1]\"); ")
            }
            Self::Object { has_value, is_listed } => {
                let (has_value, is_listed) = (u8::from(*has_value), u8::from(*is_listed));
                write!(code, "{prefix}_top({expression}, {has_value}, {is_listed}); ")
            }
            Self::Union(slot, members) => {
                let _ = write!(code, "switch ({prefix}_member{slot}) {{ ");
                for (number, name, shape) in members {
                    let _ = write!(code, "case {number}: ");
                    raw(code, &format!("[\"?\",[[\"{name}\","));
                    shape.log(prefix, &format!("{expression}.{name}"), depth, code);
                    raw(code, "]],0]");
                    let _ = write!(code, "break; ");
                }
                write!(code, "default: {prefix}_raw(\"null\"); }} ")
            }
            Self::Reference(has_value) => {
                write!(code, "{prefix}_refer({expression}, {}); ", u8::from(*has_value))
            }
            Self::Unknown => write!(code, "{prefix}_raw(\"null\"); "),
        };
    }
}
