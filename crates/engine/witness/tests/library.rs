//! What containers, owners and references of C++ hold, against what real debuggers show.

use crate::judged::{Lie, check_lies};
use crate::languages::{check_held, log};
use debunk_model::{Contents, Language, Program, Value};
use debunk_native::{Builder, Compilers, NativeRunner};
use debunk_sandbox::TempArea;
use debunk_testimony::Log;
use debunk_witness::{WitnessResult, witness};

const TEXT: &str = include_str!("programs/cpp/library.cpp");

/// The line with a mark.
fn line(mark: &str) -> u32 {
    TEXT.lines().position(|line| line.contains(mark)).expect("a mark") as u32 + 1
}

fn is_logged(log: &Log, line: u32, name: &str) -> bool {
    let is_there = |it: &&debunk_model::LoggedStatement| it.start.line == line;
    let statement = log.statements.iter().find(is_there).expect("a statement");
    statement.variables.iter().any(|known| &**known == name)
}

#[test]
fn a_log_in_cpp_knows_what_the_library_holds_and_runs_no_code_of_the_program() {
    let log = log(Language::Cpp, TEXT);
    let end = line("// here");
    let check = |name: &str, expected: &str| check_held(&log, end, name, expected);
    check("counts", "?<0: ?<first: \"a\", second: 1>, 1: ?<first: \"b\", second: 2>>");
    check("groups", "?<0: ?<first: 7, second: ?<0: 4, 1: 5>>>");
    check("several", "?<0: ?<first: 1, second: 2>, 1: ?<first: 1, second: 3>>");
    check("same", "?<0: 6, 1: 6>");
    check("table", "?<<entries>: ?<0: ?<first: 1, second: 10>>, …>");
    check("three", "?<0: 1, 1: \"two\", 2: ?<x: 3, y: 4>>");
    check("some", "?<<value>: 3, …>");
    check("none", "?<<no value>: ?, …>");
    check("place", "?<<value>: ?<x: 5, y: 6>, …>");
    check("owner", "?<<owned>: ?<*: ?<x: 7, y: 8>, …>, …>");
    check("plain", "?<<owned>: ?<*: 9, …>, …>");
    check("nothing", "?<<owned>: 0x0, …>");
    check("again", "?<<owned>: ?<*: ?<x: 1, y: 2>, …>, …>");
    check("shape", "?<<owned>: ?<*: ?, …>, …>");
    let next = "?<<owned>: ?<*: ?<value: 2, next: ?<<owned>: 0x0, …>>, …>, …>";
    check("list", &format!("?<value: 1, next: {next}>"));
    check("loud", "?<<owned>: ?<*: ?<number: 5>, …>, …>");
    check("keyed", "?<0: ?<first: ?<number: 1>, second: 1>>");
    check("tied", "?<0: ?, 1: ?>");
    check_held(&log, line("// in a function"), "word", "?<<referent>: \"word\", …>");
    check_held(&log, line("// in a function"), "numbers", "?<<referent>: ?<0: 3, 1: 4>, …>");
    check_held(&log, line("// in a loop"), "number", "?<<referent>: 4, …>");
    for (mark, name) in [("&gone - &gone", "gone"), ("// here", "lent"), ("// here", "point")] {
        assert!(!is_logged(&log, line(mark), name), "{name} may refer to nothing");
    }
}

#[test]
fn every_compiler_makes_the_same_log_of_what_the_library_holds() {
    let program = Program::script("library.cpp", Language::Cpp, TEXT);
    let logs = ["gcc", "clang"].map(|cc| {
        let area = TempArea::new().expect("temporary folder");
        let compilers = Compilers { cc: cc.to_owned(), ..Compilers::default() };
        match witness(&mut NativeRunner::new(Builder::new(&area, compilers)), &program) {
            WitnessResult::Neutral(log) => *log,
            other => panic!("{cc}: {other:?}"),
        }
    });
    assert_eq!(logs[0].contents, logs[1].contents);
}

/// Changes the text at the end of a path of keys, or of their beginnings.
fn set(value: &mut Value, path: &[&str], text: &str) {
    let Some((first, rest)) = path.split_first() else {
        value.text = text.to_owned();
        return;
    };
    if let Contents::Children { children, .. } = &mut value.contents {
        for child in children.iter_mut().filter(|child| child.key.starts_with(first)) {
            set(&mut child.value, rest, text);
        }
    }
}

#[test]
fn lldb_is_judged_by_what_the_library_of_cpp_holds() {
    let judged = [
        "counts/0/first",
        "counts/1/second",
        "groups/0/first",
        "groups/0/second/1",
        "several/1/second",
        "same/1",
        "some/Value",
        "place/Value/y",
        "owner/pointer/y",
        "plain/pointer/*",
        "shared/pointer/x",
        "list/next/pointer/value",
        "loud/pointer/number",
        "keyed/0/first/number",
    ];
    const TUPLE: [&str; 3] = ["std::_Tuple_impl<0,", "std::_Head_base<0,", "_M_head_impl"];
    let lies: [Lie<'_>; 4] = [
        ("both", &|it| set(it, &TUPLE, "7")),
        ("three", &|it| set(it, &TUPLE, "7")),
        ("some", &|it| it.text = " Has Value=false ".to_owned()),
        ("none", &|it| it.text = " Has Value=true ".to_owned()),
    ];
    check_lies("lldb-dap", Language::Cpp, TEXT, &judged, &lies);
    check_lies("codelldb", Language::Cpp, TEXT, &judged, &lies);
}

#[test]
fn gdb_is_judged_by_what_the_library_of_cpp_holds() {
    const TUPLE: [&str; 3] = ["std::_Tuple_impl<0,", "std::_Head_base<0,", "_M_head_impl"];
    const ENGAGED: [&str; 4] =
        ["std::_Optional_base<", "_M_payload", "std::_Optional_payload", "_M_engaged"];
    const HELD: [&str; 5] =
        ["std::_Optional_base<", "_M_payload", "std::_Optional_payload", "_M_payload", "_M_value"];
    const SHARED: [&str; 3] = ["std::__shared_ptr<", "_M_ptr", "x"];
    let lies: [Lie<'_>; 5] = [
        ("both", &|it| set(it, &TUPLE, "7")),
        ("some", &|it| set(it, &HELD, "7")),
        ("some", &|it| set(it, &ENGAGED, "false")),
        ("none", &|it| set(it, &ENGAGED, "true")),
        ("shared", &|it| set(it, &SHARED, "7")),
    ];
    check_lies("gdb-mi", Language::Cpp, TEXT, &[], &lies);
    check_lies("gdb", Language::Cpp, TEXT, &[], &lies[..4]);
}

#[test]
fn references_of_cpp_are_judged_in_every_form() {
    let text = TEXT.replace(" // here", "").replace("// in a function", "// here");
    check_lies("lldb-dap", Language::Cpp, &text, &["numbers/0"], &[]);
    check_lies("codelldb", Language::Cpp, &text, &["numbers/0", "word"], &[]);
    let text = TEXT.replace(" // here", "").replace("// in a loop", "// here");
    check_lies("lldb-dap", Language::Cpp, &text, &["number/&number"], &[]);
    check_lies("gdb-mi", Language::Cpp, &text, &["number"], &[]);
    check_lies("gdb", Language::Cpp, &text, &["number/*"], &[]);
}
