//! Makes a copy of a program that logs every statement it runs and otherwise does the same.
//!
//! Text is only inserted, and never a line end. The copy keeps its log in memory and prints it when
//! it ends, so that it does not mix with the program's output.

use crate::c::declarations::{Lifetime, NamedItem, ValueKind, declared};
use crate::c::shapes::{Shape, Shapes};
use crate::c::{analyse, parse};
use crate::tree::SyntaxTree;
use debunk_model::{
    Edit, InstrumentedProgram, LoggedFunction, LoggedStatement, NeutralityDoubt, Program,
    SourceMap, Span, StatementKind,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The prefix of the names that a copy adds.
const NAME: &str = "debunk_witness";
/// The prefix of each log line, before the key of the copy. The copy gets its mark when it runs: a
/// program can read the file that it runs from.
const MARK: &str = "debunk witness ";

/// Words of programs that can be interrupted anywhere or end silently.
const UNSAFE: [&str; 5] = ["pthread", "fork(", "signal(", "sigaction", "_exit("];

/// What programs have in their text that run code before the log begins, where they could read the mark. A name
/// can be put together from parts, so that this is in the list as well.
const EARLY: [&str; 6] = ["section", "constructor", "ifunc", "asm", "##", "%:"];

/// Writes the log. It uses no function of the C library but one, since a program may define its own,
/// and becomes one line. Mark and log are veiled in memory by what is made from the mark, and the log has a
/// sum, so that a program which looks for them finds nothing, and one that changes them is noticed.
const PRELUDE: &str = include_str!("witness.c");

/// Words of programs that may leave a function without returning from it, or whose functions have no
/// room for what is added. Their log does not know who called whom.
const JUMPS: [&str; 5] = ["jmp", "context", "__label__", "naked", "__builtin_eh"];

/// The limit of bytes that one statement may add to the log.
const STATEMENT_BYTES_MAX: usize = 32_768;

/// A system call, and the numbers of those that are used.
#[cfg(target_arch = "x86_64")]
const CALL: (&str, [(&str, &str); 6]) = (
    r#"static long NAME_call(long number, long first, long second, long third) { long result; __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(first), "S"(second), "d"(third) : "rcx", "r11", "memory"); return result; }"#,
    [
        ("READ", "0"),
        ("WRITE", "1"),
        ("CLOSE", "3"),
        ("GETPID", "39"),
        ("OPENAT", "257"),
        ("DUP3", "292"),
    ],
);
#[cfg(not(target_arch = "x86_64"))]
const CALL: (&str, [(&str, &str); 6]) = (
    r#"extern long NAME_system(long, ...) __asm__("syscall"); static long NAME_call(long number, long first, long second, long third) { return NAME_system(number, first, second, third); }"#,
    [
        ("READ", "63"),
        ("WRITE", "64"),
        ("CLOSE", "57"),
        ("GETPID", "172"),
        ("OPENAT", "56"),
        ("DUP3", "24"),
    ],
);

/// Words of C that the log is written with; a program that redefines them changes it.
const WORDS: [&str; 18] = [
    "static", "char", "int", "long", "unsigned", "void", "volatile", "extern", "return", "if",
    "else", "while", "for", "do", "const", "sizeof", "double", "continue",
];

/// Whether the preprocessor redefines a word of C.
fn redefines_words(text: &str) -> bool {
    text.lines().any(|line| {
        let Some(rest) = line.trim_start().strip_prefix('#') else { return false };
        let Some(rest) = rest.trim_start().strip_prefix("define") else { return false };
        let end = |character: char| !character.is_ascii_alphanumeric() && character != '_';
        let name = rest.trim_start().split(end).next().unwrap_or_default();
        WORDS.contains(&name)
    })
}

/// The code that precedes a copy, for so many variables whose values hold others.
fn prelude(slots: usize, knows_calls: bool) -> String {
    let lines: Vec<&str> = PRELUDE.lines().map(str::trim).collect();
    // Without calls, everything runs in one.
    let mut prelude = format!("{} ", lines.join(" "))
        .replace("DEPTH", if knows_calls { "0" } else { "1" })
        .replace("SLOTS", &slots.max(1).to_string())
        .replace("CALL ", &format!("{} ", CALL.0));
    for (word, number) in CALL.1 {
        prelude = prelude.replace(&format!("({word},"), &format!("({number},"));
    }
    prelude.replace("NAME", NAME)
}

/// Makes the copy of a program that logs what it does.
///
/// # Errors
/// If the grammar does not understand the program, or if the program could notice.
pub fn instrument(program: &Program, key: u64) -> Result<InstrumentedProgram, NeutralityDoubt> {
    // As the compiler reads it: a line that ends in a backslash continues in the next.
    let text = program.text.replace("\\\r\n", "").replace("\\\n", "");
    if text.contains(NAME) {
        return Err(NeutralityDoubt::because("uses the name of the log"));
    }
    if EARLY.iter().any(|word| text.contains(word)) {
        return Err(NeutralityDoubt::because("may run code before its log begins"));
    }
    if UNSAFE.iter().any(|word| text.contains(word)) {
        return Err(NeutralityDoubt::because("can be interrupted anywhere"));
    }
    if redefines_words(&text) {
        return Err(NeutralityDoubt::because("gives words of C another meaning"));
    }
    let tree = parse(&program.text).ok_or(NeutralityDoubt::because("is not understood"))?;
    let first = tree.of_kind("function_definition").next();
    let first = first.ok_or(NeutralityDoubt::because("has no function"))?;
    let declared = declared(&tree);
    let knows_calls = !JUMPS.iter().any(|word| text.contains(word));
    let prelude = prelude(declared.len(), knows_calls);
    let mut copy = CopyBuilder {
        tree: &tree,
        program,
        candidates: candidates(&tree, &declared),
        declared,
        sites: analyse(program),
        statements: Vec::new(),
        edits: vec![Edit::insert(tree.span(first).start, prelude)],
    };
    if knows_calls {
        copy.log_calls();
    }
    copy.log_statements();
    let CopyBuilder { statements, edits, .. } = copy;
    let map = SourceMap::apply(&program.text, edits)
        .map_err(|error| NeutralityDoubt::because(format!("cannot be edited: {error:?}")))?;
    Ok(InstrumentedProgram {
        program: program.with_text(map.new_text().clone()),
        map,
        mark: format!("{MARK}{key:016x}: "),
        statements,
        functions: functions(&tree, program),
    })
}

fn functions(tree: &SyntaxTree<'_>, program: &Program) -> Vec<LoggedFunction> {
    let whole = Span::new(0, program.text.len() as u32);
    let top = LoggedFunction::unseen(String::new(), whole);
    let others = tree.of_kind("function_definition").map(|id| {
        let mut inside = tree.inside(id);
        let name = inside.find(|&inner| tree.kind(inner) == "identifier");
        let name = name.map_or_else(String::new, |name| tree.text(name).to_owned());
        LoggedFunction::unseen(name, tree.span(id))
    });
    std::iter::once(top).chain(others).collect()
}

/// The variables that may be logged besides plain integers, by their index in `declared`, with what
/// their values consist of.
fn candidates(tree: &SyntaxTree<'_>, declared: &[NamedItem<'_>]) -> BTreeMap<usize, Shape> {
    let shapes = Shapes::new(tree);
    let assigned: BTreeSet<&str> = tree
        .of_kind("assignment_expression")
        .filter_map(|id| tree.child(id, "left"))
        .filter(|&left| tree.kind(left) == "identifier")
        .map(|left| tree.text(left))
        .collect();
    let is_listed = |it: &NamedItem<'_>| {
        let value = tree.child(it.declarator, "value");
        value.is_some_and(|value| tree.kind(value) == "initializer_list")
    };
    let shape = |it: &NamedItem<'_>| {
        if !matches!(it.lives, Lifetime::InBlock | Lifetime::InCall) || it.ready.is_none() {
            return None;
        }
        let is_array = it.lives == Lifetime::InCall && it.holds == ValueKind::Address;
        let shape = shapes.of(it.declaration, it.declarator);
        match shape {
            Shape::Unknown => None,
            _ if is_array => Some(Shape::Address),
            // Only a list gives every part a value, and another value may have parts without one.
            _ if shape.holds_others() => {
                let is_complete = is_listed(it) && !assigned.contains(it.name);
                is_complete.then_some(shape)
            }
            _ => Some(shape),
        }
    };
    let found = declared.iter().enumerate().map(|(slot, it)| (slot, shape(it)));
    found.filter_map(|(slot, shape)| Some((slot, shape?))).collect()
}

struct CopyBuilder<'tree, 'text> {
    tree: &'tree SyntaxTree<'text>,
    program: &'tree Program,
    declared: Vec<NamedItem<'text>>,
    candidates: BTreeMap<usize, Shape>,
    sites: debunk_model::Sites,
    statements: Vec<LoggedStatement>,
    edits: Vec<Edit>,
}

impl CopyBuilder<'_, '_> {
    /// Logs where each function begins and ends.
    fn log_calls(&mut self) {
        for (index, id) in self.tree.of_kind("function_definition").enumerate() {
            let Some(body) = self.tree.child(id, "body") else { continue };
            let call = format!(
                " int {NAME}_caller __attribute__((cleanup({NAME}_leave), unused)) = {NAME}_enter({}); ",
                index + 1
            );
            self.edits.push(Edit::insert(self.tree.span(body).start + 1, call));
        }
    }

    fn log_statements(&mut self) {
        let tree = self.tree;
        let functions: Vec<usize> = tree.of_kind("function_definition").collect();
        for id in 0..tree.nodes.len() {
            let Some(kind) = logged_kind(tree.kind(id)) else { continue };
            let node = &tree.nodes[id];
            let list = node.parent.map_or("", |parent| tree.kind(parent));
            let is_listed = matches!(list, "compound_statement" | "case_statement");
            let inside = tree.around(id, &["function_definition"]);
            let number = functions.iter().position(|&it| Some(it) == inside);
            let (true, None, Some(number)) = (is_listed, node.field, number) else { continue };
            let start = self.program.lines().location(tree.text, node.span.start);
            let logged = self.logged(node.span.start, start.line);
            let call = self.call(&logged);
            let names = logged.iter().map(|(slot, _)| self.declared[*slot].name.into()).collect();
            self.edits.push(Edit::insert(node.span.start, call));
            self.statements.push(LoggedStatement {
                span: node.span,
                start,
                kind,
                function: number + 1,
                variables: names,
                constants: Vec::new(),
            });
        }
    }

    /// The code that logs the next statement with these variables.
    fn call(&self, logged: &[(usize, &Shape)]) -> String {
        let number = self.statements.len();
        let names = logged.iter().map(|(slot, _)| self.declared[*slot].name);
        if logged.iter().all(|(_, shape)| **shape == Shape::Signed) {
            let values: String = names.map(|name| format!(", (long long){name}")).collect();
            return format!("{NAME}({number}, {}{values}); ", logged.len());
        }
        let space = 64 + logged.iter().map(|(_, shape)| shape.bytes_max(0)).sum::<usize>();
        let mut code = format!("if ({NAME}_open({number}, {space})) {{ ");
        for ((slot, shape), name) in logged.iter().zip(names) {
            let _ = write!(code, "{NAME}_byte(','); ");
            if shape.holds_others() {
                let _ = write!(code, "{NAME}_hold(); {NAME}_raw(\"{{\\\"value\\\":\"); ");
                shape.log(NAME, name, 0, &mut code);
                let _ = write!(code, "{NAME}_held({slot}); ");
            } else {
                shape.log(NAME, name, 0, &mut code);
            }
        }
        let _ = write!(code, "{NAME}_close(); }} ");
        code
    }

    /// The variables that are certain to have a value at an offset, each visible by its name, by
    /// their index in `declared`.
    fn logged(&self, offset: u32, line: u32) -> Vec<(usize, &Shape)> {
        let is_visible = |it: &NamedItem<'_>| {
            self.tree.span(it.scope).contains(offset) && it.visible_from <= offset
        };
        let innermost = |it: &NamedItem<'_>| {
            let same = self.declared.iter().filter(|other| other.name == it.name);
            same.filter(|it| is_visible(it)).map(|other| other.scope).max() == Some(it.scope)
        };
        let is_ready =
            |it: &NamedItem<'_>| it.ready.is_some_and(|it| it.start <= offset && offset < it.end);
        // What an address leads to may be uncertain where the address itself is not.
        let is_number =
            |it: &NamedItem<'_>| matches!(it.holds, ValueKind::Number | ValueKind::Enumerator);
        let mut space = 0;
        let mut wanted = Vec::new();
        for (slot, it) in self.declared.iter().enumerate() {
            let Some(shape) = self.candidates.get(&slot) else { continue };
            let is_known = is_visible(it)
                && is_ready(it)
                && innermost(it)
                && (shape.holds_others() || it.is_assignable)
                && (!is_number(it) || self.sites.is_certain(it.name, line));
            if is_known && space + shape.bytes_max(0) <= STATEMENT_BYTES_MAX {
                space += shape.bytes_max(0);
                wanted.push((slot, shape));
            }
        }
        wanted
    }
}

fn logged_kind(kind: &str) -> Option<StatementKind> {
    Some(match kind {
        "expression_statement" => StatementKind::Expression,
        "declaration" => StatementKind::Declaration,
        "if_statement" => StatementKind::If,
        "for_statement" => StatementKind::For,
        "while_statement" => StatementKind::While,
        "do_statement" => StatementKind::DoWhile,
        "switch_statement" => StatementKind::Switch,
        "return_statement" => StatementKind::Return,
        "break_statement" => StatementKind::Break,
        "continue_statement" => StatementKind::Continue,
        _ => return None,
    })
}
