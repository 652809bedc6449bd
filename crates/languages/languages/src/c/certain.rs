//! On which lines a variable may hold garbage.

use crate::c::declarations::{Lifetime, NamedItem, SCOPES, ValueKind};
use crate::c::shapes::Shapes;
use crate::c::unions::Unions;
use crate::tree::SyntaxTree;
use debunk_model::{Language, LineIndex, Program, Span, UncertainLines};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The lines on which variables are not certain to hold a value of the program.
pub(crate) fn uncertain(
    tree: &SyntaxTree<'_>,
    program: &Program,
    declared: &[NamedItem<'_>],
    unions: &Unions,
) -> Vec<UncertainLines> {
    let lines = program.lines();
    let line = |offset: u32| line_of(&lines, program, offset);
    let shapes = Shapes::new(tree);
    let raw_memory = RawMemory::of(program, declared, &shapes);
    // Of a union only one member has a value.
    let has_union = program.text.contains("union");
    let may_have_union = |it: &NamedItem<'_>| {
        let is_plain = || shapes.of(it.declaration, it.declarator).is_known();
        has_union && (program.language == Language::Cpp || !is_plain())
    };
    let mut found = Vec::new();
    // At the start of a function its arguments may not be in place yet.
    for function in (0..tree.nodes.len()).filter(|&id| SCOPES.is_function(tree.kind(id))) {
        let Some(body) = tree.child(function, "body") else { continue };
        let (start, body) = (tree.span(function).start, tree.span(body).start);
        found.push(UncertainLines { name: None, first_line: line(start), last_line: line(body) });
    }
    let returns = tree.of_kind("return_statement").map(|node| tree.span(node));
    let returns: Vec<_> = returns.collect();
    let has_objects = program.language == Language::Cpp;
    if has_objects {
        found.extend(OF_RANGES.iter().map(|name| everywhere(name)));
    }
    for (slot, it) in declared.iter().enumerate() {
        let is_raw = match it.holds {
            ValueKind::Address => raw_memory.through_addresses || may_have_union(it),
            ValueKind::Anything => raw_memory.by_copying || may_have_union(it),
            ValueKind::Number | ValueKind::Enumerator => false,
        };
        // What an object has inside, and what it points to, is not known from the text.
        // Only what the log knows of a union is judged.
        let is_object = has_objects && is_object(it) || unions.contains(slot);
        let ready = if is_object { it.built } else { it.ready.filter(|_| !is_raw) };
        if is_object && matches!(it.lives, Lifetime::InBlock | Lifetime::InCall) {
            found.push(everywhere(it.name));
        }
        let scope = tree.span(it.scope);
        let mut add = |from: u32, to: u32| {
            let name = Some(it.name.into());
            found.push(UncertainLines { name, first_line: line(from), last_line: line(to) });
        };
        match (it.lives, ready) {
            (Lifetime::InBlock | Lifetime::InCall, None) => add(scope.start, scope.end),
            (Lifetime::InBlock, Some(ready)) => {
                add(scope.start, ready.start);
                if ready.end < scope.end {
                    add(ready.end, scope.end);
                }
                // An earlier return reaches the closing brace, too.
                let leaves = |it: &Span| scope.encloses(*it) && it.end <= ready.start;
                if returns.iter().any(leaves) {
                    add(scope.end - 1, scope.end);
                }
            }
            (Lifetime::InCall, Some(_)) | (Lifetime::Always | Lifetime::Never, _) => {}
        }
    }
    found
}

/// Whether a variable of C++ is an object, or leads to one.
fn is_object(it: &NamedItem<'_>) -> bool {
    it.holds == ValueKind::Anything || it.holds == ValueKind::Address && !it.is_primitive
}

/// The objects of a program in C++, and unions: what they hold is not compared between sessions.
pub(crate) fn objects(
    program: &Program,
    declared: &[NamedItem<'_>],
    unions: &Unions,
) -> BTreeSet<Arc<str>> {
    let is_one = |(slot, it): &(usize, &NamedItem<'_>)| {
        program.language == Language::Cpp && is_object(it) || unions.contains(*slot)
    };
    let objects = declared.iter().enumerate().filter(is_one);
    objects.map(|(_, it)| it.name.into()).collect()
}

/// The variables that compilers add to a loop over a range.
const OF_RANGES: [&str; 12] = [
    "__for_range",
    "__for_begin",
    "__for_end",
    "__range1",
    "__begin1",
    "__end1",
    "__range2",
    "__begin2",
    "__end2",
    "__range3",
    "__begin3",
    "__end3",
];

fn everywhere(name: &str) -> UncertainLines {
    UncertainLines { name: Some(name.into()), ..UncertainLines::EVERYTHING }
}

fn line_of(lines: &LineIndex, program: &Program, offset: u32) -> u32 {
    lines.location(&program.text, offset).line
}

/// What may get garbage from memory to which nothing was written.
struct RawMemory {
    /// What an address leads to.
    through_addresses: bool,
    /// A value that holds others, as a copy.
    by_copying: bool,
}

/// Functions that copy memory whatever it holds.
const COPIES: [&str; 6] = ["memcpy", "memmove", "bcopy", "fread", "read(", "recv"];

impl RawMemory {
    fn of(program: &Program, declared: &[NamedItem<'_>], shapes: &Shapes<'_, '_>) -> Self {
        let is_raw = |it: &&NamedItem<'_>| {
            it.holds == ValueKind::Anything && it.lives == Lifetime::InBlock && !it.has_value
        };
        let is_allocated = program.text.contains("alloc(");
        // Elements that are numbers are copied one by one, and reading one without a value is an error of the
        // program.
        let may_be_copied = |it: &NamedItem<'_>| {
            program.language == Language::Cpp
                || !shapes.of(it.declaration, it.declarator).is_of_numbers()
                || COPIES.iter().any(|name| program.text.contains(name))
        };
        Self {
            through_addresses: is_allocated || declared.iter().any(|it| is_raw(&it)),
            by_copying: is_allocated || declared.iter().filter(is_raw).any(may_be_copied),
        }
    }
}
