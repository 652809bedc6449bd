//! Makes a copy of a program that logs every statement it runs and otherwise does the same.
//!
//! Text is only inserted, and never a line end. The copy keeps its log in memory and prints it when
//! it ends, so that it does not mix with the program's output.

use crate::c::SYNTAX;
use crate::c::declarations::{Lifetime, NamedItem, SCOPES, ValueKind, declared, named};
use crate::c::shapes::{Shape, Shapes};
use crate::c::unions::Unions;
use crate::cpp::references::References;
use crate::cpp::{self, objects};
use crate::tree::{COPY_NAME as NAME, LogCalls, LogKinds, SyntaxTree};
use debunk_model::{
    Edit, InstrumentedProgram, Language, NeutralityDoubt, Program, Sites, StatementKind,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Words of programs that can be interrupted anywhere or end silently.
const UNSAFE: [&str; 5] = ["pthread", "fork(", "signal(", "sigaction", "_exit("];

/// Those of C++, with the ways to print something when the log is complete.
const UNSAFE_IN_CPP: [&str; 10] = [
    "std::thread",
    "jthread",
    "<thread>",
    "<future>",
    "quick_exit",
    "co_await",
    "co_yield",
    "co_return",
    "sync_with_stdio",
    "init_priority",
];

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

/// The limit of variables to which addresses are known to lead.
const LIVE_MAX: usize = 512;

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
const WORDS: [&str; 19] = [
    "static", "char", "int", "long", "unsigned", "void", "volatile", "extern", "return", "if",
    "else", "while", "for", "do", "const", "sizeof", "double", "continue", "struct",
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

/// The code that precedes a copy, with slots for the variables whose values hold others.
fn prelude(slots: usize, knows_calls: bool) -> String {
    let lines: Vec<&str> = PRELUDE.lines().map(str::trim).collect();
    // Without calls, everything runs in one.
    let mut prelude = format!("{} ", lines.join(" "))
        .replace("DEPTH", if knows_calls { "0" } else { "1" })
        .replace("SLOTS", &slots.max(1).to_string())
        .replace("LIVE", &LIVE_MAX.to_string())
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
    let is_cpp = program.language == Language::Cpp;
    let more = UNSAFE_IN_CPP.iter().filter(|_| is_cpp);
    if UNSAFE.iter().chain(more).any(|word| text.contains(word)) {
        return Err(NeutralityDoubt::because("can be interrupted anywhere"));
    }
    if redefines_words(&text) {
        return Err(NeutralityDoubt::because("gives words of C another meaning"));
    }
    let syntax = if is_cpp { cpp::SYNTAX } else { SYNTAX };
    let tree = syntax.tree(program).ok_or(NeutralityDoubt::because("is not understood"))?;
    let first = (0..tree.nodes.len()).find(|&id| SCOPES.is_function(tree.kind(id)));
    let first = first.ok_or(NeutralityDoubt::because("has no function"))?;
    let has_objects = is_cpp && objects::are_readable(&text);
    let classes = if has_objects { objects::classes(&tree) } else { Vec::new() };
    // Not inside of a namespace, a class or a template.
    let outermost = |id: usize| tree.ancestors(id).filter(|&outer| outer > 0).last().unwrap_or(id);
    let first = classes.into_iter().chain([first]).map(outermost).min().unwrap_or(first);
    let start = tree.span(first).start;
    let declared = declared(&tree);
    // Functions of C++ can be left by exceptions, or be run by the compiler.
    let knows_calls = !is_cpp && !JUMPS.iter().any(|word| text.contains(word));
    let mut copy = LogCalls::new(&tree, program, KINDS);
    let mut prelude = prelude(declared.len(), knows_calls);
    if has_objects {
        prelude += &objects::reader(&tree, start).replace("NAME", NAME);
        copy.edits.extend(objects::friends(&tree));
    }
    copy.edits.push(Edit::insert(start, prelude));
    if knows_calls {
        copy.add_entries(entry);
    }
    let unions = knows_calls.then(|| Unions::of(&tree, program.language, &declared));
    copy.edits.extend(unions.iter().flat_map(|unions| unions.edits(&tree, &declared)));
    let candidates = candidates(&tree, &declared, (is_cpp, has_objects), unions.as_ref());
    let variables = Variables { tree: &tree, declared, candidates, sites: syntax.analyse(program) };
    if knows_calls {
        variables.keep(&mut copy.edits);
    }
    copy.add(|id, line| (!is_constant(&tree, id)).then(|| variables.logged(id, line)), call);
    copy.finish(key)
}

const KINDS: LogKinds = LogKinds {
    lists: &["compound_statement", "case_statement"],
    scopes: &SCOPES,
    statement: |tree, id| logged_kind(tree.kind(id)),
    name,
};

/// The name of a function; none if it is a lambda.
fn name(tree: &SyntaxTree<'_>, id: usize) -> Option<usize> {
    let is_name = |inner: &usize| matches!(tree.kind(*inner), "identifier" | "field_identifier");
    tree.inside(id).find(is_name).filter(|_| tree.kind(id) == "function_definition")
}

/// Whether a node is in a function that the compiler may run, and so cannot log anything.
fn is_constant(tree: &SyntaxTree<'_>, id: usize) -> bool {
    let is_so = |function: usize| {
        tree.named(function).any(|child| matches!(tree.text(child), "constexpr" | "consteval"))
    };
    tree.ancestors(id).any(|outer| tree.kind(outer) == "function_definition" && is_so(outer))
}

/// The code that logs where a function begins, and where it ends.
fn entry(function: usize) -> String {
    format!(
        " int {NAME}_caller __attribute__((cleanup({NAME}_leave), unused)) = {NAME}_enter({function}); "
    )
}

/// The variables that may be logged, by their index in `declared`, with what their values consist of.
fn candidates(
    tree: &SyntaxTree<'_>,
    declared: &[NamedItem<'_>],
    (is_cpp, has_objects): (bool, bool),
    unions: Option<&Unions>,
) -> BTreeMap<usize, Shape> {
    let shapes = Shapes::new(tree);
    let assigned: BTreeSet<(Option<usize>, &str)> = tree
        .of_kind("assignment_expression")
        .filter_map(|id| tree.child(id, "left"))
        .filter(|&left| tree.kind(left) == "identifier")
        .map(|left| (SCOPES.function(tree, left), tree.text(left)))
        .collect();
    let is_listed = |it: &NamedItem<'_>| {
        let value = tree.child(it.declarator, "value");
        value.is_some_and(|value| matches!(tree.kind(value), "initializer_list" | "string_literal"))
    };
    let is_complete =
        |it: &NamedItem<'_>| is_listed(it) && !assigned.contains(&(function_of(tree, it), it.name));
    let references = has_objects.then(|| References::of(tree, declared));
    let shape = |slot: usize, it: &NamedItem<'_>| {
        let own = || shapes.of(it.declaration, it.declarator);
        if let Some(shape) = unions.and_then(|unions| unions.shape(slot, own())) {
            let is_read = matches!(shape, Shape::Union(..)) || is_complete(it);
            return is_read.then_some(shape);
        }
        let has_value = references.as_ref().and_then(|references| references.living(it));
        if let Some(has_value) = has_value {
            return it.built.map(|_| Shape::Reference(has_value));
        }
        if !matches!(it.lives, Lifetime::InBlock | Lifetime::InCall) {
            return None;
        }
        if has_objects && it.holds == ValueKind::Anything && is_read_by_name(tree, it) {
            let (has_value, is_listed) = (it.has_value, is_complete(it));
            return it.built.map(|_| Shape::Object { has_value, is_listed });
        }
        it.ready?;
        let is_array = it.lives == Lifetime::InCall && it.holds == ValueKind::Address;
        let shape = shapes.of(it.declaration, it.declarator);
        match shape {
            Shape::Unknown => None,
            // What a name of C++ stands for, and what an object shows, does not follow from the text.
            _ if is_cpp => {
                (!shape.holds_others() && it.holds == ValueKind::Number).then_some(shape)
            }
            _ if is_array => Some(shapes.of_parameter(it.declaration, it.declarator)),
            // Only a list gives every part a value, and another value may have parts without one.
            _ if shape.may_be_partial() => is_complete(it).then_some(shape),
            _ => Some(shape),
        }
    };
    let found = declared.iter().enumerate().map(|(slot, it)| (slot, shape(slot, it)));
    found.filter_map(|(slot, shape)| Some((slot, shape?))).collect()
}

/// Whether the name of a variable of C++ is that of an object, and not of what it refers or leads to.
fn is_read_by_name(tree: &SyntaxTree<'_>, it: &NamedItem<'_>) -> bool {
    const DECLARATIONS: [&str; 4] = [
        "declaration",
        "parameter_declaration",
        "optional_parameter_declaration",
        "for_range_loop",
    ];
    let of = tree.child(it.declaration, "type").map_or("decltype", |of| tree.text(of));
    let is_bound = tree.around(it.declarator, &["structured_binding_declarator"]).is_some();
    let parts = tree.inside(it.declarator).chain([it.declarator]);
    let mut arrays = parts.filter(|&id| tree.kind(id) == "array_declarator");
    let is_fixed = arrays.all(|array| {
        let size = tree.child(array, "size");
        size.is_some_and(|size| tree.kind(size) == "number_literal")
    });
    let is_parameter = it.lives == Lifetime::InCall;
    let value = tree.child(it.declarator, "value").map_or("", |value| tree.kind(value));
    // Lines of templates are not judged.
    let is_judged = tree.around(it.declaration, &["template_declaration"]).is_none();
    DECLARATIONS.contains(&tree.kind(it.declaration))
        && !is_bound
        && !of.starts_with("decltype")
        && is_fixed
        && is_judged
        && value != "lambda_expression"
        && named(tree, it.declarator).is_some_and(|(_, around)| {
            around.iter().all(|kind| !is_parameter && *kind == "array_declarator")
        })
}

/// A variable that is logged at a statement.
struct Logged<'it> {
    name: &'it str,
    /// Its index among what is declared.
    slot: usize,
    shape: &'it Shape,
}

impl AsRef<str> for Logged<'_> {
    fn as_ref(&self) -> &str {
        self.name
    }
}

/// The code that logs a statement with these variables.
fn call(number: usize, logged: &[Logged<'_>]) -> String {
    if logged.iter().all(|it| *it.shape == Shape::Signed) {
        let values: String = logged.iter().map(|it| format!(", (long long){}", it.name)).collect();
        return format!("{NAME}({number}, {}{values}); ", logged.len());
    }
    let space = 64 + logged.iter().map(|it| it.shape.bytes_max(0)).sum::<usize>();
    let mut code = format!("if ({NAME}_open({number}, {space})) {{ ");
    for Logged { name, slot, shape } in logged {
        let _ = write!(code, "{NAME}_byte(','); ");
        if shape.holds_others() {
            let _ = write!(code, "{NAME}_hold(); {NAME}_raw(\"{{\\\"value\\\":\"); ");
            shape.log(NAME, name, 0, &mut code);
            let _ = write!(code, "{NAME}_held({slot}); ");
            if matches!(shape, Shape::Object { .. } | Shape::Reference(_)) {
                let _ = write!(code, "{NAME}_spent += {NAME}_used - {NAME}_from; ");
            }
        } else {
            shape.log(NAME, name, 0, &mut code);
        }
    }
    let _ = write!(code, "{NAME}_close(); }} ");
    code
}

/// The variables of a program.
struct Variables<'tree, 'text> {
    tree: &'tree SyntaxTree<'text>,
    declared: Vec<NamedItem<'text>>,
    /// See [`candidates`].
    candidates: BTreeMap<usize, Shape>,
    sites: Sites,
}

impl Variables<'_, '_> {
    /// Those of its function that are certain to have a value at a node, each visible by its name.
    fn logged(&self, id: usize, line: u32) -> Vec<Logged<'_>> {
        let offset = self.tree.span(id).start;
        let function = SCOPES.function(self.tree, id);
        let mut space = 0;
        let mut wanted = Vec::new();
        for (&slot, shape) in &self.candidates {
            let it = &self.declared[slot];
            let is_object =
                matches!(shape, Shape::Object { .. } | Shape::Reference(_) | Shape::Union(..));
            let is_known = self.is_readable(it, is_object, offset)
                && function_of(self.tree, it) == function
                && (shape.holds_others() || it.is_assignable)
                && (!is_number(it) || self.sites.is_certain(it.name, line))
                && (!is_object || self.sites.holds_value(it.name, line));
            if is_known && space + shape.bytes_max(0) <= STATEMENT_BYTES_MAX {
                space += shape.bytes_max(0);
                wanted.push(Logged { name: it.name, slot, shape });
            }
        }
        wanted
    }

    /// Makes known which variables live whose address the program takes, each as long as its block runs. They all
    /// have a value from the beginning.
    fn keep(&self, edits: &mut Vec<Edit>) {
        let shapes = Shapes::new(self.tree);
        let taken: BTreeSet<&str> = self
            .tree
            .of_kind("pointer_expression")
            .filter(|&id| self.tree.text(id).starts_with('&'))
            .filter_map(|id| self.tree.child(id, "argument"))
            .map(|argument| self.tree.text(argument))
            .collect();
        for (&slot, shape) in &self.candidates {
            let it = &self.declared[slot];
            let scope = self.tree.span(it.scope);
            let is_in_block = it.lives == Lifetime::InBlock
                && self.tree.nodes[it.declaration].parent == Some(it.scope)
                && self.tree.kind(it.scope) == "compound_statement"
                && it.ready.is_some_and(|ready| ready.end == scope.end);
            let depth = shape.array_depth();
            let is_wanted = depth > 0 || taken.contains(it.name);
            let (true, true, Some(of)) =
                (is_in_block && it.has_value, is_wanted, shapes.type_name(it.declaration))
            else {
                continue;
            };
            // Neither an address nor anything that is declared as one.
            if shape.is_address() {
                continue;
            }
            let (name, first) = (it.name, "[0]".repeat(depth));
            let kept = format!(
                " int {NAME}_kept{slot} __attribute__((cleanup({NAME}_forget), unused)) = \
                 {NAME}_keep(&{name}, sizeof {name}{first}, sizeof {name}, \"{of}\");"
            );
            edits.push(Edit::insert(self.tree.span(it.declaration).end, kept));
        }
    }

    /// Whether a variable has a value at an offset, and its name means it there.
    fn is_readable(&self, it: &NamedItem<'_>, is_object: bool, offset: u32) -> bool {
        let is_visible = |it: &NamedItem<'_>| {
            self.tree.span(it.scope).contains(offset) && it.visible_from <= offset
        };
        let same = self.declared.iter().filter(|other| other.name == it.name);
        let innermost = same.filter(|other| is_visible(other)).map(|other| other.scope).max();
        let ready = if is_object { it.built } else { it.ready };
        let is_ready = ready.is_some_and(|ready| ready.start <= offset && offset < ready.end);
        is_ready && is_visible(it) && innermost == Some(it.scope)
    }
}

/// The function that a variable is in.
fn function_of(tree: &SyntaxTree<'_>, it: &NamedItem<'_>) -> Option<usize> {
    match SCOPES.is_function(tree.kind(it.scope)) {
        true => Some(it.scope),
        false => SCOPES.function(tree, it.scope),
    }
}

/// Whether a variable is a number. What an address leads to may be uncertain where the address itself is not.
fn is_number(it: &NamedItem<'_>) -> bool {
    matches!(it.holds, ValueKind::Number | ValueKind::Enumerator)
}

fn logged_kind(kind: &str) -> Option<StatementKind> {
    Some(match kind {
        "expression_statement" => StatementKind::Expression,
        "declaration" => StatementKind::Declaration,
        "if_statement" => StatementKind::If,
        "for_statement" => StatementKind::For,
        "for_range_loop" => StatementKind::ForOf,
        "throw_statement" => StatementKind::Throw,
        "try_statement" => StatementKind::Try,
        "while_statement" => StatementKind::While,
        "do_statement" => StatementKind::DoWhile,
        "switch_statement" => StatementKind::Switch,
        "return_statement" => StatementKind::Return,
        "break_statement" => StatementKind::Break,
        "continue_statement" => StatementKind::Continue,
        _ => return None,
    })
}
