//! The text of instrumented copies. The witness tests on real engines what they do.

use super::*;
use debunk_model::{LoggedStatement, StatementKind};

fn copy(goal: Goal, text: &str) -> InstrumentedProgram {
    instrument(&Program::javascript("test", goal, text), CopyStyle::default())
        .expect("can be instrumented")
}

/// The copy without the header and the end of the program, with short names.
fn shortened(text: &str) -> String {
    let copy = copy(Goal::Script, text);
    let header = Header::new(NAME, 0, text, false, false).code();
    let text = copy.program.text.replace("/*debunkWitness*/", "").replace(&header, "");
    let (text, _end) = text.rsplit_once(";debunkWitness.full||").expect("an end");
    text.replace("debunkWitness.full||", "").replace(NAME, "W")
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(shortened(text), expected);
}

#[test]
fn statements_get_a_call_in_front() {
    check("f(); g()", "W.at(0,0);f(); W.at(1,0);g()");
}

#[test]
fn proxies_are_noted_unless_the_program_gets_them_otherwise() {
    check("f(new Proxy({}, h));", "W.at(0,0);f((W.proxy(new Proxy({}, h))));");
    let has_unknown = |text: &str| {
        copy(Goal::Script, text).program.text.contains("return true ? '?' : objectText(value)")
    };
    for (text, expected) in [
        ("new Proxy({}, {});", false),
        ("new Proxy({}, {}); // a Proxy", false),
        ("const P = Proxy;", true),
        ("new Proxy({}, {}); globalThis['Proxy'];", true),
        ("Proxy.revocable({}, {});", true),
        ("f();", false),
    ] {
        assert_eq!(has_unknown(text), expected, "{text}");
    }
}

#[test]
fn single_statements_get_a_block() {
    check("if (a) b; else c", "W.at(0,0);if (a) {W.at(1,0);b;} else {W.at(2,0);c}");
    check("while (a);", "W.at(0,0);while (W.at(1,0),a);");
}

#[test]
fn functions_log_their_begin_and_end() {
    check(
        "function f(a) { 'use strict' }",
        "function f(a) { 'use strict';const WRun=W.enter(1);try{ \
         ;W.at(0,WRun,()=>[[a],[],['f']])}finally{W.leave(WRun)}}",
    );
}

#[test]
fn a_body_that_is_no_block_stays_what_it_is() {
    check(
        "function f() { var g; function g() {} }",
        "function f() {const WRun=W.enter(1); W.at(0,WRun,()=>[[g],[],['f']]);var g; \
         function g() {const WRun=W.enter(2);try{;W.at(1,WRun,()=>[[g],[],['f']])}\
         finally{W.leave(WRun)}} ;W.at(2,WRun,()=>[[g],[],['f']]);W.leave(WRun)}",
    );
}

#[test]
fn variables_that_may_have_no_value_are_read_by_a_function() {
    check("let a; f()", "W.at(0,0,()=>[[],[()=>a],[]]);let a; W.at(1,0,()=>[[a],[],[]]);f()");
}

#[test]
fn what_would_lose_its_name_is_left_alone() {
    check(
        "var a = 1, b = () => {}",
        "W.at(0,0,()=>[[],[],['a','b']]);var a = 1, b = () => {const WRun=W.enter(1);try{;W.at(1,WRun,()=>[[],[],['a','b']])}finally{W.leave(WRun)}}",
    );
}

#[test]
fn no_line_is_added() {
    let text = "let a = 1\r\nfunction f() {\n  return `x\ny`;\n}\nfor (;;)\n  break;";
    let copy = copy(Goal::Script, text);
    assert_eq!(copy.program.lines().line_count(), 7);
    assert!(copy.map.edits().iter().all(|edit| edit.span.start == edit.span.end));
    assert!(copy.map.edits().iter().all(|edit| !edit.text.contains(['\n', '\r'])));
}

#[test]
fn tables_list_what_was_logged() {
    let copy = copy(Goal::Module, "export const f = (a) =>\n  a + 1;");
    assert_eq!(copy.functions.iter().map(|it| &*it.name).collect::<Vec<_>>(), ["", "f"]);
    let row = |it: &LoggedStatement| (it.kind, it.start.to_string(), it.function);
    assert_eq!(
        copy.statements.iter().map(row).collect::<Vec<_>>(),
        [
            (StatementKind::Declaration, "1:0".to_owned(), 0),
            (StatementKind::ArrowBody, "2:2".to_owned(), 1),
            (StatementKind::End, "2:8".to_owned(), 0),
        ]
    );
}
