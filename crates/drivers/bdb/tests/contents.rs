//! What bdb says of contents and frames, for real.

use debunk_bdb::BdbDebugger;
use debunk_kit::containers::{check_contents, check_frames, expanded, expansion, paused, program};
use debunk_kit::debuggers::{located, tested};
use debunk_model::{Action, Expansion, Language, Observation, Value, ValueChild};
use debunk_native::{Builder, Compilers};
use debunk_sandbox::TempArea;
use debunk_session::Debugger;

fn find() -> BdbDebugger {
    let (located, info) = located("bdb");
    let compilers = Compilers { python: located.binary, ..Compilers::default() };
    BdbDebugger::new(info, Builder::new(&TempArea::new().expect("a folder"), compilers))
}

#[test]
fn contents_are_those_of_the_program_and_none_of_its_code_runs() {
    let debugger = find();
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program(Language::Python));
    check_contents(
        &mut session,
        &[
            (
                "nested",
                3,
                "{'a': [1, (2, 3)], 2: set{4}, (1, 2): None} {'a': [1, (2, 3)] {0: 1, 1: (2, 3) {0: 2, 1: 3}}, 2: set{4} {0: 4}, (1, 2): None}",
            ),
            ("point", 2, "<Point object> {x: 1, tags: ['x'] {0: 'x'}}"),
            ("slotted", 2, "<Slotted object> {_far: [2] {0: 2}, near: 1}"),
            ("loud", 1, "<Loud object> {own: 1, _inner: 2}"),
            ("keyed", 1, "{<Loud object>: 1} {<Loud object>: 1}"),
            ("queue", 2, "<deque object> {0: 1, 1: [2] {0: 2}}"),
            (
                "cycle",
                3,
                "[1, [1, [1, <list object>]]] {0: 1, 1: [1, [1, [1, <list object>]]] {0: 1, 1: [1, [1, [1, <list object>]]] {0: 1, 1: [1, [1, [1, <list object>]]]}}}",
            ),
            ("frozen", 1, "frozenset{1, 7} {0: 1, 1: 7}"),
            (
                "functions",
                2,
                "[1, <function look>, <class Point>, <builtin_function_or_method object>] {0: 1, 1: <function look>, 2: <class Point>, 3: <builtin_function_or_method object>}",
            ),
            ("ordered", 1, "<OrderedDict object> {'a': 2, 'b': 1}"),
            ("pair", 1, "<Pair object> {0: 1, 1: 2}"),
            ("empty", 1, "[] {}"),
            ("text", 1, "'hi'"),
        ],
    );
    let end = debunk_kit::sessions::act(&mut session, Action::Continue);
    let Observation::Finished(outcome) = end else { panic!("{end}") };
    assert_eq!(outcome.output, ["7"], "nothing was compared");
    tested(&debugger);
}

#[test]
fn what_is_too_deep_is_folded_and_what_is_too_wide_is_cut() {
    let debugger = find();
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program(Language::Python));
    let queue = expanded(&mut session, expansion("queue", 1));
    let children =
        vec![ValueChild::new("0", "1".into()), ValueChild::new("1", Value::folded("[2]"))];
    assert_eq!(queue, Value::with_children("<deque object>", children));
    assert_eq!(expanded(&mut session, expansion("queue", 0)), Value::folded("<deque object>"));
    let many = expanded(&mut session, Expansion { width: 120, ..expansion("many", 1) });
    assert_eq!(many.children().len(), 120);
    assert!(many.is_whole());
    let cut = expanded(&mut session, Expansion { width: 119, ..expansion("many", 1) });
    assert_eq!(cut.children().len(), 119);
    assert!(!cut.is_whole());
    let deep = expanded(&mut session, expansion("cycle", 900));
    assert_eq!(deep.text, "[1, [1, [1, <list object>]]]");
}

#[test]
fn frames_are_those_asked_for() {
    let debugger = find();
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program(Language::Python));
    check_frames(&mut session, "nested");
}
