//! Makes a copy of a program that logs every statement it runs and otherwise does the same.
//!
//! Text is only inserted, and never a line end. The copy keeps its log in memory and prints it when
//! `main` ends or the program exits, so that it does not mix with the program's output. Only variables
//! are logged that can be read without moving anything, and that are not lent for writing.

use crate::rust::SYNTAX;
use crate::rust::declarations::{SCOPES, declared};
use crate::rust::readers::readers;
use crate::rust::sites::{chance, is_statement};
use crate::tree::{COPY_NAME, LogCalls, LogKinds, LoggedName, SyntaxTree};
use debunk_model::{Edit, InstrumentedProgram, NeutralityDoubt, Program, StatementKind};

/// The modules of the library that a program may use: none of them can look at memory, at the stack or
/// at files, or run code at other times.
const MODULES: [&str; 28] = [
    "array",
    "borrow",
    "boxed",
    "cell",
    "char",
    "clone",
    "cmp",
    "collections",
    "convert",
    "default",
    "error",
    "fmt",
    "hash",
    "iter",
    "marker",
    "mem",
    "num",
    "ops",
    "option",
    "process",
    "rc",
    "result",
    "slice",
    "str",
    "string",
    "sync",
    "vec",
    "vec_deque",
];

/// Words of programs that can look at memory, have another beginning, or other code than their text
/// shows.
const UNSAFE: [&str; 8] = [
    "unsafe",
    "extern",
    "no_mangle",
    "link_section",
    "no_std",
    "no_main",
    "macro_rules",
    "include!",
];

/// What a program may use of `std::process`.
const OF_PROCESS: [&str; 2] = ["exit", "ExitCode"];

/// What a program may use of `std::sync`.
const OF_SYNC: [&str; 2] = ["Arc", "Weak"];

/// Reads the mark when `main` begins, keeps the log, and prints it when its guard is dropped. Its lines become
/// one.
const PRELUDE: &str = include_str!("witness.rs.txt");

/// Makes the copy of a program that logs what it does.
///
/// # Errors
/// If the grammar does not understand the program, or if the program could notice.
pub fn instrument(program: &Program, key: u64) -> Result<InstrumentedProgram, NeutralityDoubt> {
    if let Some(reason) = obstacle(program) {
        return Err(NeutralityDoubt::because(reason));
    }
    let tree = SYNTAX.tree(program).ok_or(NeutralityDoubt::because("is not understood"))?;
    let body = main_body(&tree).ok_or(NeutralityDoubt::because("has no function main"))?;
    let is_exit = |&id: &usize| tree.child(id, "name").is_some_and(|it| tree.text(it) == "exit");
    if tree.of_kind("function_item").any(|id| is_exit(&id)) {
        return Err(NeutralityDoubt::because("has a function exit of its own"));
    }
    let end = tree.named(0).last().map_or(0, |last| tree.span(last).end);
    let (named, sites) = (declared(&tree), SYNTAX.analyse(program));
    let mut copy = LogCalls::new(&tree, program, KINDS);
    let begin = format!(" let {COPY_NAME}_kept = crate::{COPY_NAME}_begin(); ");
    copy.edits.push(Edit::insert(tree.span(body).start + 1, begin));
    for argument in exit_codes(&tree) {
        let span = tree.span(argument);
        copy.edits.push(Edit::insert(span.start, format!("crate::{COPY_NAME}_exit(")));
        copy.edits.push(Edit::insert(span.end, ")"));
    }
    copy.add(
        |id, line| {
            let is_logged = is_statement(&tree, id) && !is_constant(&tree, id);
            is_logged.then(|| named.logged(id, line, &sites))
        },
        |number, names| {
            let value =
                |LoggedName { name, slot, holds_others }: &LoggedName<'_>| match holds_others {
                    true => format!("crate::{COPY_NAME}_held({slot}, &{name})"),
                    false => format!("crate::{COPY_NAME}_value({name})"),
                };
            let values = names.iter().map(value).collect::<Vec<_>>().join(", ");
            format!("crate::{COPY_NAME}({number}, &[{values}]); ")
        },
    );
    let lines: Vec<&str> = PRELUDE.lines().map(str::trim).collect();
    let code = format!(" {}{}", lines.join(" "), readers(&tree));
    copy.edits.push(Edit::insert(end, code.replace("NAME", COPY_NAME)));
    copy.finish(key)
}

const KINDS: LogKinds = LogKinds {
    lists: &["block"],
    scopes: &SCOPES,
    statement: logged_kind,
    name: |tree, id| tree.child(id, "name"),
};

fn logged_kind(tree: &SyntaxTree<'_>, id: usize) -> Option<StatementKind> {
    match tree.kind(id) {
        "let_declaration" => return Some(StatementKind::Declaration),
        "expression_statement" => {}
        _ => return None,
    }
    let kind = tree.named(id).next().map_or("", |inner| tree.kind(inner));
    Some(match kind {
        "if_expression" => StatementKind::If,
        "for_expression" => StatementKind::ForOf,
        "while_expression" | "loop_expression" => StatementKind::While,
        "match_expression" => StatementKind::Switch,
        "return_expression" => StatementKind::Return,
        "break_expression" => StatementKind::Break,
        "continue_expression" => StatementKind::Continue,
        _ => StatementKind::Expression,
    })
}

/// Why a program could notice that it is watched, or end without its log.
fn obstacle(program: &Program) -> Option<String> {
    let text = &*program.text;
    if text.contains(COPY_NAME) {
        return Some("uses the name of the log".to_owned());
    }
    if let Some(word) = UNSAFE.iter().find(|word| text.contains(**word)) {
        return Some(format!("uses {word}"));
    }
    if let Some(word) = chance(program) {
        return Some(format!("may do something else in each run: uses {word}"));
    }
    let other = ["std::", "core::", "alloc::"].into_iter().find_map(|path| {
        let all = named_after(text, path);
        let other = { all }.find(|name| !MODULES.contains(name) && !is_type(name))?;
        Some(format!("uses {path}{other}"))
    });
    let of_module = |module, allowed: &[&str]| {
        let other = named_after(text, module).find(|name| !allowed.contains(name))?;
        Some(format!("uses {module}{other}"))
    };
    other.or_else(|| of_module("process::", &OF_PROCESS)).or_else(|| of_module("sync::", &OF_SYNC))
}

/// Whether a name after `std::` is a type of the language, such as `i32`.
fn is_type(name: &str) -> bool {
    name.starts_with(['i', 'u', 'f']) && name[1..].bytes().all(|byte| byte.is_ascii_digit())
}

/// The names that follow a path wherever it is mentioned; of a list in braces, all that begin one of
/// its entries.
fn named_after<'text>(text: &'text str, path: &'static str) -> impl Iterator<Item = &'text str> {
    let word = |text: &'text str| {
        let text = text.trim_start();
        let end = text.find(|sign: char| !sign.is_alphanumeric() && sign != '_');
        &text[..end.unwrap_or(text.len())]
    };
    text.match_indices(path).flat_map(move |(at, _)| {
        let rest = &text[at + path.len()..];
        let list = rest.strip_prefix('{').map(|list| {
            let mut depth = 0;
            let end = list.find(|sign| {
                depth += i32::from(sign == '{') - i32::from(sign == '}');
                sign == '}' && depth < 0
            });
            &list[..end.unwrap_or(list.len())]
        });
        let mut depth = 0;
        let entries = list.unwrap_or(rest).split(move |sign| {
            depth += i32::from(sign == '{') - i32::from(sign == '}');
            sign == ',' && depth == 0
        });
        let count = if list.is_some() { usize::MAX } else { 1 };
        entries.map(word).filter(|name| !name.is_empty()).take(count)
    })
}

/// Whether a node is in something that the compiler runs, and so cannot log anything.
fn is_constant(tree: &SyntaxTree<'_>, id: usize) -> bool {
    tree.ancestors(id).any(|outer| match tree.kind(outer) {
        "const_item" | "static_item" | "const_block" => true,
        "function_item" => tree.named(outer).any(|child| {
            tree.kind(child) == "function_modifiers" && tree.text(child).contains("const")
        }),
        _ => false,
    })
}

fn main_body(tree: &SyntaxTree<'_>) -> Option<usize> {
    let is_main = |&id: &usize| {
        tree.nodes[id].parent == Some(0)
            && tree.child(id, "name").is_some_and(|it| tree.text(it) == "main")
    };
    tree.of_kind("function_item").find(is_main).and_then(|id| tree.child(id, "body"))
}

/// The arguments of calls that end the program.
fn exit_codes(tree: &SyntaxTree<'_>) -> Vec<usize> {
    let codes = tree.of_kind("call_expression").filter_map(|id| {
        let function = tree.text(tree.child(id, "function")?);
        let is_exit = function == "exit" || function.ends_with("process::exit");
        is_exit.then(|| tree.named(tree.child(id, "arguments")?).next())?
    });
    codes.collect()
}
