//! What adapters say of contents, frames, contexts and completions, for real.

mod support;

use debunk_dap::DapDebugger;
use debunk_kit::containers::{
    check_contents, check_frames, completed, evaluated, expanded, expansion, paused, program,
};
use debunk_kit::debuggers::tested;
use debunk_kit::sessions::act;
use debunk_model::{
    Action, Capability, Contents, EvaluationContext, Expansion, Language, Observation, Program,
    Value, ValueChild,
};
use debunk_session::{Debugger, Session};
use support::find;

/// Checks frames, contexts, width and pages, which all adapters treat alike.
fn check_questions(debugger: &DapDebugger, session: &mut Session<'_>, many: u32) {
    check_frames(session, "many");
    let name = &debugger.info().name;
    let all = EvaluationContext::ALL;
    assert!(debugger.capabilities().has(Capability::EvaluationContexts), "{name}");
    assert_eq!(evaluated(session, "amount", 0, &all), ["3", "3", "3"], "{name}");
    assert_eq!(
        evaluated(session, "many[2]", 1, &all)[0].as_str(),
        NUMBERS[usize::from(name != "delve")]
    );
    let paged = |page| Expansion { width: many, page, ..expansion("many", 1) };
    let whole = expanded(session, paged(50));
    assert_eq!(whole.children().len(), many as usize, "{name}");
    assert!(whole.is_whole(), "{name}");
    for page in [7, 64, 200] {
        assert_eq!(expanded(session, paged(page)), whole, "{name}: pages of {page}");
    }
    let at_once = expanded(session, paged(0));
    assert_eq!(at_once.first_difference(&whole, "many", &|a, b| a == b), None, "{name}");
    // Delve reads no more than 64 elements unless they are requested by number.
    assert_eq!(at_once.is_whole(), name != "delve", "{name}");
    for page in [0, 2, 3] {
        let cut = expanded(session, Expansion { width: 3, page, ..expansion("many", 1) });
        assert_eq!(cut.children(), &whole.children()[..3], "{name}: pages of {page}");
        assert!(!cut.is_whole(), "{name}");
    }
}

/// The element at index 2: Go's are zero.
const NUMBERS: [&str; 2] = ["0", "2"];

fn child(key: &str, expression: &str, value: Value) -> ValueChild {
    ValueChild { key: key.to_owned(), expression: Some(expression.to_owned()), value }
}

#[test]
fn lldb_dap_says_what_variables_of_c_hold() {
    let (debugger, _area) = find("lldb-dap");
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program(Language::C));
    check_contents(
        &mut session,
        &[
            (
                "first",
                3,
                "{value:1, next:0x…} {value: 1, next: 0x… {value:2, next:0x…} {value: 2, next: 0x… {value: , next: }}}",
            ),
            (
                "box",
                1,
                "{grid:{...}, name:\"ab\", color:GREEN, ...} {grid: {{...}, {...}}, name: \"ab\", color: GREEN, number: {whole:65, bytes:\"A\"}, low: 5, high: 17, list: 0x… {value:1, next:0x…}, : {inner:9}, action: 0x… (program`act at program.c:18:29), word: 0x… \"hey\"}",
            ),
            (
                "box",
                3,
                "{grid:{...}, name:\"ab\", color:GREEN, ...} {grid: {{...}, {...}} {0: {1, 2, 3} {0: 1, 1: 2, 2: 3}, 1: {4, 5, 6} {0: 4, 1: 5, 2: 6}}, name: \"ab\" {0: 'a', 1: 'b', 2: '\\0', 3: '\\0'}, color: GREEN, number: {whole:65, bytes:\"A\"} {whole: 65, bytes: \"A\" {}}, low: 5, high: 17, list: 0x… {value:1, next:0x…} {value: 1, next: 0x… {value:2, next:0x…} {value: 2, next: 0x…}}, : {inner:9} {inner: 9}, action: 0x… (program`act at program.c:18:29) {}, word: 0x… \"hey\" {*: 'h'}}",
            ),
            ("sum", 1, "0"),
        ],
    );
    check_questions(&debugger, &mut session, 80);
    assert_eq!(completed(&mut session, "doubl", 0), ["double", "doubled"]);
    assert_eq!(completed(&mut session, "box.gr", 1), ["grid"]);
    let first = expanded(&mut session, expansion("first", 1));
    let next = child("next", "first.next", Value::folded("0x… {value:2, next:0x…}"));
    let children = vec![child("value", "first.value", "1".into()), next];
    assert_eq!(first, Value::with_children("{value:1, next:0x…}", children));
    tested(&debugger);
}

#[test]
fn gdb_says_what_variables_of_c_hold() {
    let (debugger, _area) = find("gdb");
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program(Language::C));
    check_contents(
        &mut session,
        &[
            ("first", 3, " {value: 1, next: 0x… {*:  {value: 2, next: 0x0}}}"),
            (
                "box",
                1,
                " {grid: , name: \"ab\\000\", color: GREEN, number: , low: 5, high: 17, list: 0x…, action: 0x… <act>, word: \"hey\"}",
            ),
            (
                "box",
                3,
                " {grid:  {0:  {0: 1, 1: 2, 2: 3}, 1:  {0: 4, 1: 5, 2: 6}}, name: \"ab\\000\", color: GREEN, number:  {whole: 65, bytes: \"A\\000\\000\"}, low: 5, high: 17, list: 0x… {*:  {value: 1, next: 0x…}}, action: 0x… <act> {*: {void (int)} 0x… <act>}, word: \"hey\"}",
            ),
            ("sum", 1, "0"),
        ],
    );
    let second = expanded(&mut session, expansion("second", 3));
    let next = second.child("next").and_then(|next| next.value.child("*"));
    let next = next.map(|child| &child.value.contents);
    let reason = "Cannot access memory at address 0x0".to_owned();
    assert_eq!(next, Some(&Contents::Unreadable { reason }));
    check_questions(&debugger, &mut session, 80);
    tested(&debugger);
}

#[test]
fn codelldb_says_what_variables_of_c_hold() {
    let (debugger, _area) = find("codelldb");
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program(Language::C));
    check_contents(
        &mut session,
        &[
            (
                "first",
                3,
                "{value:1, next:0x…} {value: 1, next: {value:2, next:0x…} {value: 2, next: <null> {value: , next: }}}",
            ),
            ("sum", 1, "0"),
        ],
    );
    // The text of `bytes` in the union has more than its four bytes.
    let held = expanded(&mut session, expansion("box", 3));
    let grid = held.child("grid").map(|child| child.value.to_string());
    assert_eq!(
        grid.as_deref(),
        Some("{...} {0: {1, 2, 3} {0: 1, 1: 2, 2: 3}, 1: {4, 5, 6} {0: 4, 1: 5, 2: 6}}")
    );
    check_questions(&debugger, &mut session, 80);
    tested(&debugger);
}

#[test]
fn debugpy_says_what_variables_of_python_hold() {
    let (debugger, _area) = find("debugpy");
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program(Language::Python));
    check_contents(
        &mut session,
        &[
            (
                "nested",
                3,
                "{'a': [1, (...)], 2: {4}, (1, 2): None} {'a': [1, (2, 3)] {0: 1, 1: (2, 3) {0: 2, 1: 3}}, 2: {4} {0: 4}, (1, 2): None}",
            ),
            ("point", 2, "Point(x=1, tags=['x']) {tags: ['x'] {0: 'x'}, x: 1}"),
            ("slotted", 2, "<__main__.Slotted object> {near: 1, _far: [2] {0: 2}}"),
            ("loud", 1, "<__main__.Loud object> {own: 1, _inner: 2}"),
            ("keyed", 1, "{<__main__.Loud object>: 1} {<__main__.Loud object>: 1}"),
            ("queue", 2, "deque([1, [2]]) {maxlen: None, 0: 1, 1: [2] {0: 2}}"),
            (
                "cycle",
                3,
                "[1, [...]] {0: 1, 1: [1, [...]] {0: 1, 1: [1, [...]] {0: 1, 1: [1, [...]]}}}",
            ),
            ("frozen", 1, "frozenset({1, 7}) {0: 1, 1: 7}"),
            (
                "functions",
                1,
                "[1, <function look>, <class '__main__.Point'>, <built-in function len>] {0: 1, 1: <function look>, 2: <class '__main__.Point'>, 3: <built-in function len>}",
            ),
            ("ordered", 1, "OrderedDict([('a', 2), ('b', 1)]) {'a': 2, 'b': 1}"),
            (
                "pair",
                1,
                "Pair(left=1, right=2) {left: 1, right: 2, _field_defaults: {}, _fields: ('left', 'right'), 0: 1, 1: 2}",
            ),
            ("empty", 1, "[] {}"),
            ("text", 1, "'hi'"),
        ],
    );
    check_questions(&debugger, &mut session, 120);
    let large = Expansion { width: 900, ..expansion("large", 1) };
    let large = expanded(&mut session, large);
    assert_eq!(large.children().len(), 500, "debugpy shows no more of a dictionary");
    assert!(!large.is_whole());
    assert_eq!(completed(&mut session, "doub", 0), ["doubled"]);
    assert_eq!(completed(&mut session, "loud.ow", 1), ["own"]);
    tested(&debugger);
}

#[test]
fn debugpy_shows_the_members_of_a_set_in_one_order() {
    let (debugger, _area) = find("debugpy");
    let text = "def look(amount):\n    doubled = amount * 2\n    return doubled + 1\n\n\n\
                def main():\n    names = {'red', 'green', 'blue'}\n    return look(3)\n\n\nmain()\n";
    let program = Program::script("set", Language::Python, text);
    let mut driver = debugger.driver();
    // The second time, the process knows these texts already, which changes the order of the set.
    for _ in 0..2 {
        let mut session = paused(&mut *driver, &program);
        let names = evaluated(&mut session, "names", 1, &[EvaluationContext::Watch]);
        assert_eq!(names, ["{'blue', 'green', 'red'}"]);
    }
    tested(&debugger);
}

#[test]
fn what_debugpy_fails_to_read_is_unreadable() {
    let (debugger, _area) = find("debugpy");
    let text = "class Box:\n    note = 'Traceback (most recent call last):'\n\n    @property\n    \
                def open(self):\n        raise ValueError('shut')\n\n\n\
                def look(amount):\n    doubled = amount * 2\n    return doubled + 1\n\n\n\
                def main():\n    box = Box()\n    return look(3)\n\n\nmain()\n";
    let program = Program::script("unreadable", Language::Python, text);
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program);
    let held = expanded(&mut session, expansion("box", 1));
    let open = &held.child("open").expect("a property").value;
    let Contents::Unreadable { reason } = &open.contents else { panic!("{open:?}") };
    assert!(open.text.is_empty() && reason.contains("ValueError: shut"), "{reason}");
    // What only looks like it is a text.
    let note = &held.child("note").expect("an attribute").value;
    assert_eq!(*note, Value::from("'Traceback (most recent call last):'"));
    tested(&debugger);
}

#[test]
fn delve_says_what_variables_of_go_hold() {
    let (debugger, _area) = find("delve");
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program(Language::Go));
    check_contents(
        &mut session,
        &[
            ("counts", 1, "map[string]int [\"a\": 1, ] {\"a\": 1}"),
            (
                "point",
                3,
                "*main.Point {X: 1, Tags: []string len: 2, cap: 2, [\"x\",\"y\"], Next: *main.Point {X: 1, Tags: []string len: 2, cap: 2, [\"x\",\"y\"], Next: *(*main.Point)(0x…)}} {*: main.Point {X: 1, Tags: []string len: 2, cap: 2, [\"x\",\"y\"], Next: *main.Point {X: 1, Tags: []string len: 2, cap: 2, [\"x\",\"y\"], Next: *(*main.Point)(0x…)}} {X: 1, Tags: []string len: 2, cap: 2, [\"x\",\"y\"] {0: \"x\", 1: \"y\"}, Next: *main.Point {X: 1, Tags: []string len: 2, cap: 2, [\"x\",\"y\"], Next: *(*main.Point)(0x…)} {*: main.Point {X: 1, Tags: []string len: 2, cap: 2, [\"x\",\"y\"], Next: *(*main.Point)(0x…)}}}}",
            ),
            (
                "any",
                2,
                "interface {}(main.Point) {X: 2, Tags: []string len: 0, cap: 0, nil, Next: *main.Point nil} {data: main.Point {X: 2, Tags: []string len: 0, cap: 0, nil, Next: *main.Point nil} {X: 2, Tags: []string len: 0, cap: 0, nil, Next: *main.Point nil}}",
            ),
            ("none", 1, "interface {} nil"),
            // What they are as a string comes first or last.
            ("bytes", 1, "[]uint8 len: 2, cap: 2, [104,105] {0: 104, 1: 105}"),
            (
                "grid",
                2,
                "[2][2]int [[1,2],[3,4]] {0: [2]int [1,2] {0: 1, 1: 2}, 1: [2]int [3,4] {0: 3, 1: 4}}",
            ),
        ],
    );
    check_questions(&debugger, &mut session, 80);
    assert!(!debugger.capabilities().has(Capability::Completions));
    tested(&debugger);
}

#[test]
fn js_debug_reads_no_getter() {
    let (debugger, _area) = find("js-debug");
    let text = "function look(amount) {\n  let doubled = amount * 2;\n  return doubled + 1;\n}\n\
                function main() {\n  let ran = 0;\n  const keyed = new Map([['a', { b: 1 }]]);\n  \
                const box = { list: [1, [2]], get side() { ran += 1; return 5; } };\n  \
                look(3);\n  return ran;\n}\nprint(main());\n";
    let program = Program::script("getter", Language::JavaScript, text);
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program);
    check_contents(
        &mut session,
        &[
            (
                "box",
                3,
                "Object {list: Array(2) {0: 1, 1: Array(1) {0: 2, length: 1}, length: 2}, side: accessor}",
            ),
            ("keyed", 3, "Map(1) {0: Object {key: \"a\", value: Object {b: 1}}, size: 1}"),
            ("ran", 1, "0"),
        ],
    );
    let held = expanded(&mut session, expansion("box", 1));
    let side = held.child("side").map(|child| &child.value.contents);
    assert_eq!(side, Some(&Contents::Accessor));
    assert_eq!(evaluated(&mut session, "amount", 0, &EvaluationContext::ALL), ["3", "3", "3"]);
    assert_eq!(completed(&mut session, "doub", 0), ["doubled"]);
    let Observation::Finished(outcome) = act(&mut session, Action::Continue) else { panic!() };
    assert_eq!(outcome.output, ["0"], "the getter did not run");
    tested(&debugger);
}
