//! Which variants enumerations of Rust have and what these hold, and what the library's types hold, against what
//! real debuggers show.

use crate::judged::{Lie, check_lies};
use crate::languages::{check_held, log};
use debunk_model::{Contents, Language, Program, Value};
use debunk_witness::witness;

const TEXT: &str = include_str!("programs/rust/variants.rs");

/// A program with hash tables, over which it does not go.
const TABLES: &str = include_str!("programs/rust/tables.rs");

/// The value with the key of a child changed.
fn renamed(value: &mut Value, from: &str, to: &str) {
    if let Contents::Children { children, .. } = &mut value.contents {
        for child in children.iter_mut().filter(|child| child.key == from) {
            child.key = to.to_owned();
        }
    }
}

#[test]
fn hash_tables_are_logged_and_judged_by_their_sizes_if_a_program_does_not_go_over_them() {
    let log = log(Language::Rust, TABLES);
    let line = TABLES.lines().count() as u32 - 1;
    let entry = |at: u32, key: &str, value: u32| {
        let key = format!("\"{key}\"<vec: ?<len: {}, …>, …>", key.len());
        format!("{at}: ?<key: {key}, value: {value}>")
    };
    let entries = [("again", 7), ("n0", 2), ("n1", 2), ("n2", 2)];
    let entries: Vec<String> =
        (0..).zip(entries).map(|(at, (key, value))| entry(at, key, value)).collect();
    let table = format!("?<items: 4, <entries>: ?<{}>, …>", entries.join(", "));
    check_held(&log, line, "counts", &format!("?<base: ?<table: ?<table: {table}, …>, …>, …>"));
    check_lies("lldb-dap", Language::Rust, TABLES, &["counts/base/table/table/items"], &[]);
    let judged = ["counts/base/table/table/items", "seen/base/map/table/table/items"];
    check_lies("gdb-mi", Language::Rust, TABLES, &judged, &[]);
    for code in [
        "for (k, v) in &counts {}",
        "println!(\"{counts:?}\");",
        "seen.iter();",
        "impl Drop for D { fn drop(&mut self) {} } struct D;",
    ] {
        let text = TABLES.replace("let size", &format!("{code}\n    let size"));
        let program = Program::script("test", Language::Rust, text);
        let refused = witness(&mut crate::support::native_runner(), &program);
        assert!(format!("{refused:?}").contains("Hash"), "{code}: {refused:?}");
    }
}

/// The value with another number of its variant, wherever LLDB shows that.
fn numbered(value: &mut Value, number: &str) {
    if let Contents::Children { children, .. } = &mut value.contents {
        for child in children {
            match child.key.as_str() {
                "$discr$" => child.value.text = number.to_owned(),
                _ => numbered(&mut child.value, number),
            }
        }
    }
}

#[test]
fn a_log_in_rust_names_variants_and_runs_no_code_of_the_program() {
    let log = log(Language::Rust, TEXT);
    assert!(!log.outcome.output.iter().any(|line| line.contains("ran")));
    let line = TEXT.lines().position(|line| line.contains("// here")).expect("a mark") as u32 + 1;
    let check = |name: &str, expected: &str| check_held(&log, line, name, expected);
    check("maybe", "?<::Some None: ?<__0: 4>, …>");
    check("none", "?<::None Some: ?<>, …>");
    check("bad", "?<::Err Ok: ?<__0: \"7 is odd\"<vec: ?<len: 8, …>, …>>, …>");
    check("colour", "?<::Green Red: ?<>, …>");
    check("line", "?<::Line Dot Named: ?<__0: 7, __1: 8>, …>");
    check("named", "?<::Named Dot Line: ?<at: ?<x: 3, y: 4>, type: 9>, …>");
    check("pair", "?<__0: ?<::Some None: ?<__0: 2>, …>, __1: 3>");
    let keyed = "?<0: ?<key: ?<__0: 3>, value: ?<::Some None: ?<__0: 4>, …>>>";
    check("keyed", &format!("?<length: 1, <entries>: {keyed}, …>"));
    check("ordered", "?<map: ?<length: 1, <entries>: ?<0: 4>, …>, …>");
    check("queue", "?<0: 1, 1: 2, len: 2, …>");
    check("cell", "?<value: ?<value: 8, …>, …>");
}

#[test]
fn gdb_is_judged_by_the_variants_of_rust() {
    let judged = [
        "maybe/Some/__0",
        "good/Ok/__0",
        "bad/Err/__0/vec/len",
        "boxed/Some/__0/y",
        "colour",
        "line/Line/__0",
        "line/Line/__1",
        "named/Named/at/x",
        "named/Named/type",
        "single/Only/__0",
        "yes/Yes/__0",
        "pair/__0/Some/__0",
        "shapes/len",
        "tree/length",
        "ordered/map/length",
        "queue/len",
        "shared/ptr/pointer/strong/value/value",
        "shared/ptr/pointer/weak/value/value",
        "shared/ptr/pointer/value",
        "atomic/ptr/pointer/data/x",
        "cell/value/value",
        "first/ptr/pointer/value/value/value/weight",
    ];
    let lies: [Lie<'_>; 4] = [
        ("maybe", &|it| renamed(it, "Some", "None")),
        ("none", &|it| renamed(it, "None", "Some")),
        ("dot", &|it| renamed(it, "Dot", "Named")),
        ("bad", &|it| renamed(it, "Err", "Ok")),
    ];
    check_lies("gdb-mi", Language::Rust, TEXT, &judged, &lies);
    let judged = ["maybe/Some/__0", "line/Line/__1", "word/Some/__0", "colour"];
    check_lies("gdb", Language::Rust, TEXT, &judged, &lies);
}

#[test]
fn lldb_is_judged_by_the_variants_of_rust() {
    let judged = [
        "maybe/$variants$/$variant$1/value/__0",
        "word/$variants$/$variant$/value/__0",
        "boxed/$variants$/$variant$/value/__0/y",
        "colour",
        "line/$variants$/$variant$1/value/__0",
        "named/$variants$/$variant$2/value/at/x",
        "named/$variants$/$variant$2/value/type",
        "single/$variants$/$variant$/value/__0",
        "yes/$variants$/$variant$/value/__0",
        "tree/length",
        "ordered/map/length",
        "queue/len",
        "shared/ptr/pointer/strong/value/value",
        "shared/ptr/pointer/value",
        "atomic/ptr/pointer/data/x",
        "cell/value/value",
        "first/ptr/pointer/value/value/value/weight",
    ];
    let lies: [Lie<'_>; 3] = [
        ("maybe", &|it| numbered(it, "0")),
        ("line", &|it| numbered(it, "'\\x02'")),
        ("no", &|it| numbered(it, "'\\x01'")),
    ];
    check_lies("lldb-dap", Language::Rust, TEXT, &judged, &lies[..1]);
    check_lies("codelldb", Language::Rust, TEXT, &judged, &[]);
}
