//! Makes a copy of a program that runs it under a trace function and logs every line.
//!
//! The copy holds the program as a text and runs it with its own lines. Only numbers, truth values
//! and `None` are logged, which can be read without running code of the program.

use crate::python::parse;
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
    let tree = parse(&program.text).ok_or(NeutralityDoubt::because("is not understood"))?;
    let sites = collect(&tree, program);
    let statements = statements(&tree, program, &sites);
    let text = include_str!("witness.py").replacen("POINTS", &points(&statements), 1).replacen(
        "SOURCE",
        &literal(&program.text),
        1,
    );
    let whole = Span::new(0, program.text.len() as u32);
    let map = SourceMap::apply(&program.text, vec![Edit::replace(whole, text)])
        .map_err(|error| NeutralityDoubt::because(format!("cannot be edited: {error:?}")))?;
    Ok(InstrumentedProgram {
        program: program.with_text(map.new_text().clone()),
        map,
        mark: format!("{MARK}{key:016x}: "),
        statements,
        functions: functions(&tree, whole),
    })
}

/// The first statement of each line.
fn statements(tree: &SyntaxTree<'_>, program: &Program, sites: &Sites) -> Vec<LoggedStatement> {
    let lines = program.lines();
    let functions: Vec<usize> = tree.of_kind("function_definition").collect();
    let firsts = sites.insertions.iter().filter(|site| starts_line(tree.text, site.offset));
    firsts
        .filter_map(|site| {
            let statement = sites.statements.iter().find(|it| it.span.start == site.offset)?;
            let is_around = |&&id: &&usize| tree.span(id).encloses(statement.span);
            let function = functions.iter().rfind(is_around);
            let number = functions.iter().position(|id| Some(id) == function);
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

fn functions(tree: &SyntaxTree<'_>, whole: Span) -> Vec<LoggedFunction> {
    let top = LoggedFunction::unseen(String::new(), whole);
    let others = tree.of_kind("function_definition").map(|id| {
        let name =
            tree.child(id, "name").map_or_else(String::new, |name| tree.text(name).to_owned());
        LoggedFunction::unseen(name, tree.span(id))
    });
    std::iter::once(top).chain(others).collect()
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
