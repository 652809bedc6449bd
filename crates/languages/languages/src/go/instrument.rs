//! Makes a copy of a program that logs every statement it runs and otherwise does the same.
//!
//! Text is only inserted, and never a line end. The copy keeps its log in memory and prints it when
//! `main` ends or the program exits, so that it does not mix with the program's output.

use crate::go::declarations::{Declarations, SCOPES, declared, of_system, redefines_names};
use crate::go::{analyse, parse};
use crate::tree::{COPY_NAME, LogCalls, LogKinds, SyntaxTree};
use debunk_model::{Edit, InstrumentedProgram, NeutralityDoubt, Program, StatementKind};

/// Reads the mark before the program begins, keeps the log, and prints it. A panic that nobody
/// recovers prints it, too.
const PRELUDE: &str = r#"; import NAME_os "os"; var NAME_state = NAME_begin(); type NAME_kept struct { mark, log []byte; cut bool }; func NAME_begin() *NAME_kept { state := &NAME_kept{log: make([]byte, 0, 1<<20)}; buffer := make([]byte, 64); for { count, err := NAME_os.Stdin.Read(buffer); state.mark = append(state.mark, buffer[:count]...); if err != nil || count == 0 { return state } } }; func NAME_number(log []byte, value uint64) []byte { var digits [20]byte; at := len(digits); for { at--; digits[at] = byte('0' + value%10); value /= 10; if value == 0 { return append(log, digits[at:]...) } } }; func NAME_signed(log []byte, value int64) []byte { if value < 0 { return NAME_number(append(log, '-'), -uint64(value)) }; return NAME_number(log, uint64(value)) }; func NAME(statement int, values ...interface{}) { state := NAME_state; if state.cut || len(state.log)+32+24*len(values) >= cap(state.log) { state.cut = true; return }; log := NAME_signed(append(state.log, 'w'), int64(statement)); for _, value := range values { log = append(log, ','); switch value := value.(type) { case bool: if value { log = append(log, "\"true\""...) } else { log = append(log, "\"false\""...) }; case int: log = NAME_signed(log, int64(value)); case int8: log = NAME_signed(log, int64(value)); case int16: log = NAME_signed(log, int64(value)); case int32: log = NAME_signed(log, int64(value)); case int64: log = NAME_signed(log, value); case uint: log = NAME_number(log, uint64(value)); case uint8: log = NAME_number(log, uint64(value)); case uint16: log = NAME_number(log, uint64(value)); case uint32: log = NAME_number(log, uint64(value)); case uint64: log = NAME_number(log, value); default: log = append(log, "null"...) } }; state.log = append(log, '\n') }; func NAME_end() { state := NAME_state; if state.mark == nil { return }; text := []byte{'\n'}; from := 0; for at, sign := range state.log { if sign == '\n' { text = append(append(text, state.mark...), state.log[from:at+1]...); from = at + 1 } }; text = append(append(text, state.mark...), "z\n"...); if state.cut { text = append(append(text, state.mark...), "t\n"...) }; state.mark = nil; NAME_os.Stdout.Write(text) }; func NAME_exit(code int) int { NAME_end(); return code }"#;

/// Makes the copy of a program that logs what it does.
///
/// # Errors
/// If the grammar does not understand the program, or if the program could notice.
pub fn instrument(program: &Program, key: u64) -> Result<InstrumentedProgram, NeutralityDoubt> {
    if program.text.contains(COPY_NAME) {
        return Err(NeutralityDoubt::because("uses the name of the log"));
    }
    let tree = parse(&program.text).ok_or(NeutralityDoubt::because("is not understood"))?;
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
    let sites = analyse(program);
    let mut copy = LogCalls::new(&tree, program, KINDS);
    copy.edits.push(Edit::insert(tree.span(begin).end, PRELUDE.replace("NAME", COPY_NAME)));
    copy.edits.push(Edit::insert(tree.span(body).start + 1, format!(" defer {COPY_NAME}_end(); ")));
    for argument in exit_codes(&tree) {
        let span = tree.span(argument);
        copy.edits.push(Edit::insert(span.start, format!("{COPY_NAME}_exit(")));
        copy.edits.push(Edit::insert(span.end, ")"));
    }
    copy.add(
        |id, line| Some(named.logged(id, line, &sites)),
        |number, names| {
            let values: String = names.iter().map(|name| format!(", {name}")).collect();
            format!("{COPY_NAME}({number}{values}); ")
        },
    );
    copy.finish(key)
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
