//! What gdb says of contents, frames and completions, for real.

use debunk_gdbmi::GdbMiDebugger;
use debunk_kit::containers::{
    check_contents, check_frames, completed, evaluated, expanded, expansion, paused, program,
};
use debunk_kit::debuggers::{located, tested};
use debunk_kit::sessions::{act, variable};
use debunk_model::{
    Action, Contents, EvaluationContext, Expansion, FrameOrder, Language, Location, Observation,
    Program, Value, ValueChild, VariableView,
};
use debunk_native::{Builder, Compilers};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, Session};

fn find() -> GdbMiDebugger {
    let (located, info) = located("gdb-mi");
    let builder = Builder::new(&TempArea::new().expect("a folder"), Compilers::default());
    GdbMiDebugger::new(info, located.binary, builder)
}

#[test]
fn contents_are_those_of_the_program() {
    let debugger = find();
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program(Language::C));
    check_contents(
        &mut session,
        &[
            ("first", 2, "{value = 1, next = 0x…} {value: 1, next: 0x… {value: 2, next: 0x0}}"),
            ("second", 2, "{value = 2, next = 0x0} {value: 2, next: 0x0 {value: , next: }}"),
            (
                "box",
                1,
                "{grid = {{1, 2, 3}, {4, 5, 6}}, name = \"ab\\000\", color = GREEN, number = {whole = 65, bytes = \"A\\000\\000\"}, low = 5, high = 17, list = 0x…, {inner = 9}, action = 0x… <act>, word = 0x… \"hey\"} {grid: [2], name: [4], color: GREEN, number: {...}, low: 5, high: 17, list: 0x…, <anonymous struct>: {...}, action: 0x… <act>, word: 0x… \"hey\"}",
            ),
            (
                "box",
                3,
                "{grid = {{1, 2, 3}, {4, 5, 6}}, name = \"ab\\000\", color = GREEN, number = {whole = 65, bytes = \"A\\000\\000\"}, low = 5, high = 17, list = 0x…, {inner = 9}, action = 0x… <act>, word = 0x… \"hey\"} {grid: [2] {0: [3] {0: 1, 1: 2, 2: 3}, 1: [3] {0: 4, 1: 5, 2: 6}}, name: [4] {0: 97 'a', 1: 98 'b', 2: 0 '\\000', 3: 0 '\\000'}, color: GREEN, number: {...} {whole: 65, bytes: [4] {0: 65 'A', 1: 0 '\\000', 2: 0 '\\000', 3: 0 '\\000'}}, low: 5, high: 17, list: 0x… {value: 1, next: 0x… {value: 2, next: 0x0}}, <anonymous struct>: {...} {inner: 9}, action: 0x… <act>, word: 0x… \"hey\" {*: 104 'h'}}",
            ),
            ("sum", 1, "0"),
        ],
    );
    tested(&debugger);
}

#[test]
fn pages_are_joined_and_the_width_cuts() {
    let debugger = find();
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program(Language::C));
    let whole = expanded(&mut session, Expansion { width: 100, ..expansion("many", 1) });
    assert_eq!(whole.children().len(), 80);
    assert!(whole.is_whole());
    for page in [1, 7, 79, 80, 200] {
        let paged = Expansion { width: 100, page, ..expansion("many", 1) };
        assert_eq!(expanded(&mut session, paged), whole, "pages of {page}");
    }
    for page in [0, 2, 3] {
        let cut = expanded(&mut session, Expansion { width: 3, page, ..expansion("many", 1) });
        assert_eq!(cut.children(), &whole.children()[..3], "pages of {page}");
        assert!(!cut.is_whole());
    }
}

#[test]
fn every_child_has_the_expression_that_denotes_it() {
    let debugger = find();
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program(Language::C));
    let first = expanded(&mut session, expansion("first", 2));
    let child = |key: &str, expression: &str, value: Value| ValueChild {
        key: key.to_owned(),
        expression: Some(expression.to_owned()),
        value,
    };
    let next = Value::with_children(
        "0x…",
        vec![
            child("value", "((first).next)->value", "2".into()),
            child("next", "((first).next)->next", Value::folded("0x0")),
        ],
    );
    let value = child("value", "(first).value", "1".into());
    let children = vec![value, child("next", "(first).next", next)];
    assert_eq!(first, Value::with_children("{value = 1, next = 0x…}", children));
    let expression = "((first).next)->value";
    assert_eq!(evaluated(&mut session, expression, 1, &[EvaluationContext::Watch]), ["2"]);
}

#[test]
fn what_a_null_pointer_points_to_is_unreadable() {
    let debugger = find();
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program(Language::C));
    let second = expanded(&mut session, expansion("second", 9));
    let next = second.child("next").expect("a pointer");
    assert_eq!((next.value.text.as_str(), next.value.children().len()), ("0x0", 2));
    let unreadable = Contents::Unreadable { reason: "it has no value".to_owned() };
    assert!(next.value.children().iter().all(|child| child.value.contents == unreadable));
}

#[test]
fn frames_and_completions_are_those_asked_for() {
    let debugger = find();
    let mut driver = debugger.driver();
    let mut session = paused(&mut *driver, &program(Language::C));
    check_frames(&mut session, "box");
    assert_eq!(completed(&mut session, "doub", 0), ["doubled"]);
    assert_eq!(completed(&mut session, "1 + bo", 1), ["box"]);
    assert_eq!(completed(&mut session, "box.gr", 1), ["grid"]);
}

#[test]
fn questions_are_about_the_thread_that_is_paused() {
    const TEXT: &str = "\
#include <pthread.h>
static int twice(int amount) {
    return amount * 2;
}
static void *run(void *argument) {
    int innermost[] = {7, 8};
    innermost[0] = twice(innermost[1]);
    return argument;
}
int main(void) {
    int outer = 1;
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return outer - 1;
}
";
    let debugger = find();
    let mut driver = debugger.driver();
    let program = Program::script("threads.c", Language::C, TEXT);
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    act(&mut session, Action::add_breakpoint(Location::new(3, 0)));
    act(&mut session, Action::Start);
    let inner = expanded(&mut session, Expansion { frame: 1, ..expansion("innermost", 1) });
    assert_eq!(inner.children().len(), 2, "{inner:?}");
    assert_eq!(evaluated(&mut session, "innermost[1]", 1, &[EvaluationContext::Watch]), ["8"]);
    assert_eq!(completed(&mut session, "amou", 0), ["amount"]);
    assert_eq!(completed(&mut session, "innerm", 1), ["innermost"]);
    let order = FrameOrder::default();
    let Observation::LookedAtCallers { callers } =
        act(&mut session, Action::LookAtCallers { order })
    else {
        panic!("no callers");
    };
    assert_eq!(callers[0].lookup("innermost").map(|(_, value)| value), Some("{7, 8}"));
}

#[test]
fn a_reference_evaluates_to_what_is_shown_of_it() {
    const TEXT: &str = "\
static int twice(int &amount) {
    return amount * 2;
}
int main() {
    int seven = 7;
    return twice(seven) - 14;
}
";
    let debugger = find();
    let mut driver = debugger.driver();
    let program = Program::script("reference.cpp", Language::Cpp, TEXT);
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    act(&mut session, Action::add_breakpoint(Location::new(2, 0)));
    let pause = act(&mut session, Action::Start);
    let shown = variable(&pause, "amount").expect("it is shown");
    assert!(shown.starts_with("@0x") && shown.ends_with(": 7"), "{shown}");
    let watch = [EvaluationContext::Watch];
    assert_eq!(evaluated(&mut session, "amount", 0, &watch), [shown]);
    assert_eq!(evaluated(&mut session, "seven", 1, &watch), ["7"]);
}
