//! Makes a copy of a program that logs every statement it runs and otherwise does the same.
//!
//! Text is only inserted, and never a line end. The copy keeps its log in memory and prints it when
//! `main` ends or the program exits, so that it does not mix with the program's output.

use crate::go::SYNTAX;
use crate::go::declarations::{Declarations, SCOPES, declared, of_system, redefines_names};
use crate::tree::{COPY_NAME, LogCalls, LogKinds, LoggedName, SyntaxTree};
use debunk_model::{Edit, InstrumentedProgram, NeutralityDoubt, Program, StatementKind};

/// Reads the mark before the program begins, keeps the log, and prints it. A panic that nobody
/// recovers prints it, too. What a variable holds is read from memory by its type: no method of the
/// program runs for it. Its lines become one, with semicolons where the compiler would add them.
const PRELUDE: &str = include_str!("witness.go");

/// The code that precedes a copy, with slots for the variables that hold others.
fn prelude(slots: usize) -> String {
    let joined: String = PRELUDE
        .lines()
        .map(str::trim)
        .map(|line| match line.ends_with(['{', ':', ',']) {
            true => format!("{line} "),
            false => format!("{line}; "),
        })
        .collect();
    format!("; {joined}").replace("SLOTS", &slots.max(1).to_string()).replace("NAME", COPY_NAME)
}

/// Makes the copy of a program that logs what it does.
///
/// # Errors
/// If the grammar does not understand the program, or if the program could notice.
pub fn instrument(program: &Program, key: u64) -> Result<InstrumentedProgram, NeutralityDoubt> {
    if program.text.contains(COPY_NAME) {
        return Err(NeutralityDoubt::because("uses the name of the log"));
    }
    let tree = SYNTAX.tree(program).ok_or(NeutralityDoubt::because("is not understood"))?;
    if tree.of_kind("comment").any(|id| tree.text(id).starts_with("//go:")) {
        return Err(NeutralityDoubt::because("directs the compiler"));
    }
    let Declarations { named, chance } = declared(&tree);
    if let Some(reason) = chance {
        return Err(NeutralityDoubt::because(reason));
    }
    if redefines_names(&named) {
        return Err(NeutralityDoubt::because("gives names that Go knows another meaning"));
    }
    let body = main_body(&tree).ok_or(NeutralityDoubt::because("has no function main"))?;
    let begin = tree.of_kind("import_declaration").last();
    let begin = begin.or_else(|| tree.of_kind("package_clause").next());
    let begin = begin.ok_or(NeutralityDoubt::because("has no package"))?;
    let sites = SYNTAX.analyse(program);
    let mut copy = LogCalls::new(&tree, program, KINDS);
    copy.edits.push(Edit::insert(tree.span(begin).end, prelude(named.items.len())));
    copy.edits.push(Edit::insert(tree.span(body).start + 1, format!(" defer {COPY_NAME}_end(); ")));
    for argument in exit_codes(&tree) {
        let span = tree.span(argument);
        copy.edits.push(Edit::insert(span.start, format!("{COPY_NAME}_exit(")));
        copy.edits.push(Edit::insert(span.end, ")"));
    }
    copy.add(
        |id, line| Some(named.logged(id, line, &sites)),
        |number, names| {
            let values: String = names.iter().map(argument).collect();
            format!("{COPY_NAME}({number}{values}); ")
        },
    );
    copy.finish(key)
}

/// A variable as an argument of what logs it: where it is, if it holds others.
fn argument(LoggedName { name, slot, holds_others }: &LoggedName<'_>) -> String {
    match holds_others {
        true => format!(", {COPY_NAME}_at{{{slot}, &{name}}}"),
        false => format!(", {name}"),
    }
}

const KINDS: LogKinds = LogKinds {
    lists: &["statement_list"],
    scopes: &SCOPES,
    statement: |tree, id| logged_kind(tree.kind(id)),
    name: |tree, id| tree.child(id, "name"),
};

fn logged_kind(kind: &str) -> Option<StatementKind> {
    Some(match kind {
        "assignment_statement"
        | "dec_statement"
        | "defer_statement"
        | "expression_statement"
        | "inc_statement"
        | "send_statement" => StatementKind::Expression,
        "short_var_declaration" | "var_declaration" => StatementKind::Declaration,
        "if_statement" => StatementKind::If,
        "for_statement" => StatementKind::For,
        "expression_switch_statement" | "select_statement" | "type_switch_statement" => {
            StatementKind::Switch
        }
        "return_statement" => StatementKind::Return,
        "break_statement" => StatementKind::Break,
        "continue_statement" => StatementKind::Continue,
        _ => return None,
    })
}

fn main_body(tree: &SyntaxTree<'_>) -> Option<usize> {
    let is_main = |&id: &usize| tree.child(id, "name").is_some_and(|it| tree.text(it) == "main");
    tree.of_kind("function_declaration").find(is_main).and_then(|id| tree.child(id, "body"))
}

/// The arguments of calls that end the program.
fn exit_codes(tree: &SyntaxTree<'_>) -> Vec<usize> {
    let codes = tree.of_kind("call_expression").filter_map(|id| {
        let function = tree.child(id, "function")?;
        let is_exit = of_system(tree, function) == Some("Exit");
        is_exit.then(|| tree.named(tree.child(id, "arguments")?).next())?
    });
    codes.collect()
}
