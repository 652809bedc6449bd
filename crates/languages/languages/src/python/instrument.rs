//! Makes a copy of a program that runs it under a trace function and logs every line.
//!
//! The copy holds the program as a text and runs it with its own lines. Only what can be read without
//! running code of the program is logged: plain values, and what lists, tuples, dictionaries, queues
//! and objects of the program's classes hold.

use crate::python::SYNTAX;
use crate::python::sites::collect;
use crate::tree::{SyntaxTree, starts_line};
use debunk_model::{
    DeclaredKind, Edit, InstrumentedProgram, LoggedFunction, LoggedStatement, NeutralityDoubt,
    Program, Sites, SourceMap, Span, StatementKind,
};
use std::fmt::Write;

/// The prefix of each log line, before the key of the copy. The copy gets its mark when it runs: a
/// program can read the file that it runs from.
const MARK: &str = "debunk witness ";

/// Words of programs that would notice.
const NOTICES: [&str; 8] = [
    "settrace",
    "setprofile",
    "gettrace",
    "getprofile",
    "monitoring",
    "_getframe",
    "sys.modules",
    "setrecursionlimit",
];

/// Words of programs that may run code after their last statement, when the log is complete.
const LATE: [&str; 3] = ["atexit", "__del__", "finalize"];

/// Words of programs that may run several threads, of which only the first is traced.
const THREADS: [&str; 4] = ["threading", "concurrent", "_thread", "multiprocessing"];

/// Whether a program may run several threads.
pub fn may_run_threads(program: &Program) -> bool {
    THREADS.iter().any(|word| program.text.contains(word))
}

/// The limit of logged variables per function.
const VARIABLES_MAX: usize = 12;

/// Makes the copy of a program that logs what it does.
///
/// # Errors
/// If the grammar does not understand the program, or if the program could notice.
pub fn instrument(program: &Program, key: u64) -> Result<InstrumentedProgram, NeutralityDoubt> {
    if NOTICES.iter().any(|word| program.text.contains(word)) {
        return Err(NeutralityDoubt::because("looks at how it is run"));
    }
    if LATE.iter().any(|word| program.text.contains(word)) {
        return Err(NeutralityDoubt::because("may run code after its end"));
    }
    if may_run_threads(program) {
        return Err(NeutralityDoubt::because("may run several threads"));
    }
    let tree = SYNTAX.tree(program).ok_or(NeutralityDoubt::because("is not understood"))?;
    let sites = collect(&tree, program);
    let frames = frames(&tree, program);
    let statements = statements(&tree, program, &sites, &frames);
    let whole = Span::new(0, program.text.len() as u32);
    // In this order no replacement is looked for in what another one inserted.
    let text = include_str!("witness.py")
        .replacen("OTHER", &(frames.len() + 1).to_string(), 1)
        .replacen("FUNCTIONS", &table_of(&frames), 1)
        .replacen("POINTS", &points(&statements), 1)
        .replacen("SOURCE", &literal(&program.text), 1);
    let map = SourceMap::apply(&program.text, vec![Edit::replace(whole, text)])
        .map_err(|error| NeutralityDoubt::because(format!("cannot be edited: {error:?}")))?;
    Ok(InstrumentedProgram {
        program: program.with_text(map.new_text().clone()),
        map,
        mark: format!("{MARK}{key:016x}: "),
        statements,
        functions: functions(&tree, &frames, whole),
    })
}

/// The kinds of nodes whose code runs in a frame of its own, with the names of those frames if they
/// have no name in the text.
const FRAMES: [(&str, &str); 7] = [
    ("function_definition", ""),
    ("class_definition", ""),
    ("lambda", "<lambda>"),
    ("list_comprehension", "<listcomp>"),
    ("set_comprehension", "<setcomp>"),
    ("dictionary_comprehension", "<dictcomp>"),
    ("generator_expression", "<genexpr>"),
];

/// Code that runs in a frame of its own.
struct FrameSite<'text> {
    /// Its node.
    id: usize,
    name: &'text str,
    /// Where Python says that it begins: with its first decorator.
    first_line: u32,
}

impl FrameSite<'_> {
    /// Whether its statements are logged.
    fn has_statements(&self) -> bool {
        !self.name.starts_with('<')
    }
}

/// All code that runs in a frame of its own, in the order of the text.
fn frames<'text>(tree: &SyntaxTree<'text>, program: &Program) -> Vec<FrameSite<'text>> {
    let lines = program.lines();
    let site = |id: usize| {
        if !tree.nodes[id].is_named {
            return None;
        }
        let (_, name) = FRAMES.iter().find(|(kind, _)| *kind == tree.kind(id))?;
        let name = tree.child(id, "name").map_or(*name, |name| tree.text(name));
        let parent = tree.nodes[id].parent;
        let whole = parent.filter(|&parent| tree.kind(parent) == "decorated_definition");
        let start = tree.span(whole.unwrap_or(id)).start;
        Some(FrameSite { id, name, first_line: lines.location(tree.text, start).line })
    };
    (0..tree.nodes.len()).filter_map(site).collect()
}

/// The first statement of each line.
fn statements(
    tree: &SyntaxTree<'_>,
    program: &Program,
    sites: &Sites,
    frames: &[FrameSite<'_>],
) -> Vec<LoggedStatement> {
    let lines = program.lines();
    let firsts = sites.insertions.iter().filter(|site| starts_line(tree.text, site.offset));
    firsts
        .filter_map(|site| {
            let statement = sites.statements.iter().find(|it| it.span.start == site.offset)?;
            // A definition runs in the frame around it.
            let is_inside = |frame: &FrameSite<'_>| {
                let span = tree.span(frame.id);
                frame.has_statements() && span.encloses(statement.span) && span != statement.span
            };
            let number = frames.iter().rposition(is_inside);
            let variables = sites.scopes.get(site.scope)?.bindings.iter();
            Some(LoggedStatement {
                span: statement.span,
                start: lines.location(tree.text, site.offset),
                kind: StatementKind::Expression,
                function: number.map_or(0, |number| number + 1),
                variables: variables
                    .filter(|binding| binding.kind != DeclaredKind::Hidden)
                    .map(|binding| binding.name.clone())
                    .take(VARIABLES_MAX)
                    .collect(),
                constants: Vec::new(),
            })
        })
        .collect()
}

/// The top level, what runs in frames of its own, and last all code whose text is elsewhere.
fn functions(tree: &SyntaxTree<'_>, frames: &[FrameSite<'_>], whole: Span) -> Vec<LoggedFunction> {
    let top = LoggedFunction::unseen(String::new(), whole);
    let others = frames
        .iter()
        .map(|frame| LoggedFunction::unseen(frame.name.to_owned(), tree.span(frame.id)));
    let elsewhere = LoggedFunction::unseen(String::new(), Span::new(whole.end, whole.end));
    std::iter::once(top).chain(others).chain([elsewhere]).collect()
}

/// A table from first lines and names to the numbers of functions.
fn table_of(frames: &[FrameSite<'_>]) -> String {
    let mut text = "{".to_owned();
    for (index, frame) in frames.iter().enumerate() {
        let key = literal(&format!("{} {}", frame.first_line, frame.name));
        let _ = write!(text, "{key}: {}, ", index + 1);
    }
    text.push('}');
    text
}

/// A table from lines to numbers and names.
fn points(statements: &[LoggedStatement]) -> String {
    let mut text = "{".to_owned();
    for (number, statement) in statements.iter().enumerate() {
        let _ = write!(text, "{}: ({number},", statement.start.line);
        for name in &statement.variables {
            let _ = write!(text, " {},", literal(name));
        }
        text.push_str("), ");
    }
    text.push('}');
    text
}

/// A text as Python writes it.
fn literal(text: &str) -> String {
    let mut literal = "\"".to_owned();
    for character in text.chars() {
        match character {
            '"' | '\\' => literal.extend(['\\', character]),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            control if control.is_control() => {
                let _ = write!(literal, "\\u{:04x}", u32::from(control));
            }
            other => literal.push(other),
        }
    }
    literal.push('"');
    literal
}
