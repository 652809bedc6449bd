//! Duktape for real. Nothing is skipped: if something is not available or cannot be built, the test
//! fails.

use debunk_duktape::{DuktapeDebugger, is_current, set_up};
use debunk_kit::contents::{expand, expanded};
use debunk_kit::debuggers::{info, tested};
use debunk_kit::sessions::{act, at, line_with, script, variable};
use debunk_model::{
    Action, Contents, Evaluation, EvaluationContext, Expansion, FrameOrder, Observation,
    VariableView,
};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, Driver, OpenError, PlainRun, Session};
use debunk_toolchain::{Cache, Located, locate};
use std::sync::OnceLock;

const PROGRAM: &str = "\
function add(amount) {
  var doubled = amount * 2;
  return doubled;
}
var total = 0;
total = add(3);
print(total, 'ignored');
console.log([1, { a: -0 }]);
setTimeout(function () { print('late'); }, 20);
setTimeout(function (text) { print(text); }, 10, 'soon');
";

/// The debugger, which is built once and then found in the cache.
fn find() -> DuktapeDebugger {
    static LOCATED: OnceLock<Located> = OnceLock::new();
    let located = LOCATED.get_or_init(|| {
        let cache = Cache::open(None).expect("cache");
        let found = locate(&"duktape".parse().expect("a name"), &cache, &mut |_| {});
        let found = found.ok().filter(|found| is_current(&found.binary));
        found.unwrap_or_else(|| set_up(&cache, &mut |_| {}).expect("Duktape is built"))
    });
    let info = info("duktape", located);
    let area = TempArea::new().expect("a folder");
    DuktapeDebugger::new(info, located.binary.clone(), &area)
}

fn stack(observation: &Observation) -> Vec<(String, u32)> {
    let pause = observation.pause().unwrap_or_else(|| panic!("{observation}"));
    let line = |frame: &debunk_model::Frame| frame.place.in_program().expect("in program").line;
    pause.frames.iter().map(|frame| (frame.function.clone(), line(frame))).collect()
}

#[test]
fn a_session_can_do_everything_twice_in_one_process() {
    let debugger = find();
    let program = script(PROGRAM);
    let PlainRun::Ended(expected) = debugger.runner().run(&program) else { panic!("it ends") };
    assert_eq!(expected.output, ["6", "[1, {a: -0}]", "soon", "late"]);
    let mut driver = debugger.driver();
    let mut seen = Vec::new();
    for _ in 0..2 {
        let mut session = Session::open(&mut *driver, &program).expect("opens");
        assert_eq!(
            act(&mut session, Action::add_breakpoint(at(7))),
            Observation::BreakpointSet { at: at(7) }
        );
        act(&mut session, Action::add_breakpoint(at(6)));
        let paused = act(&mut session, Action::Start);
        assert_eq!(stack(&paused), [("global".to_owned(), 6)]);
        let paused = act(&mut session, Action::StepIn);
        assert_eq!(stack(&paused), [("add".to_owned(), 2), ("global".to_owned(), 6)]);
        assert_eq!(variable(&paused, "amount").as_deref(), Some("3"));
        let paused = act(&mut session, Action::StepOver);
        assert_eq!(stack(&paused)[0], ("add".to_owned(), 3));
        let looked = act(&mut session, Action::Look);
        assert_eq!(variable(&looked, "doubled").as_deref(), Some("6"));
        let evaluate = |expression: &str| Action::evaluate(expression);
        let value = act(&mut session, evaluate("doubled + 'x'"));
        assert_eq!(value, Observation::Evaluated { value: "\"6x\"".to_owned() });
        let value = act(&mut session, evaluate("nowhere"));
        assert!(matches!(value, Observation::Evaluated { value } if value.starts_with("throws")));
        let removed = act(&mut session, Action::RemoveBreakpoint { at: at(7) });
        assert_eq!(removed, Observation::BreakpointRemoved);
        let paused = act(&mut session, Action::StepOut);
        assert_eq!(stack(&paused), [("global".to_owned(), 6)]);
        let end = act(&mut session, Action::Continue);
        assert_eq!(end, Observation::Finished(expected.clone()));
        let trace = session.finish();
        seen.push((trace, driver.coverage().expect("coverage")));
    }
    assert_eq!(seen[0], seen[1], "the same session covers the same code");
    let code = debugger.code().expect("a list of functions");
    let covered: Vec<&str> = seen[0]
        .1
        .iter()
        .filter_map(|counter| Some(code.function(counter)?.name.as_str()))
        .collect();
    assert!(covered.contains(&"duk__debug_handle_eval"), "{covered:?}");
    assert!(!covered.contains(&"duk__debug_handle_put_var"), "{covered:?}");
    tested(&debugger);
}

#[test]
fn a_session_that_is_left_in_the_middle_leaves_nothing_behind() {
    let debugger = find();
    let mut driver = debugger.driver();
    let endless = script("var i = 0;\nwhile (true) {\n  try { i++; } finally { i += 2; }\n}\n");
    for _ in 0..3 {
        let mut session = Session::open(&mut *driver, &endless).expect("opens");
        act(&mut session, Action::add_breakpoint(at(3)));
        assert_eq!(stack(&act(&mut session, Action::Start))[0].1, 3);
        drop(session);
        assert!(driver.coverage().is_some_and(|coverage| coverage.count() > 0));
    }
    let mut session = Session::open(&mut *driver, &script("print('on');")).expect("opens");
    let end = act(&mut session, Action::Start);
    assert!(matches!(end, Observation::Finished(outcome) if outcome.output == ["on"]));
}

#[test]
fn what_cannot_be_run_is_reported_with_its_reason() {
    let debugger = find();
    let modern = script("let x = () => 1;");
    let mut driver = debugger.driver();
    assert!(
        matches!(driver.open(&modern), Err(OpenError::DoesNotParse(why)) if why.contains("line 1"))
    );
    let mut runner = debugger.runner();
    assert!(matches!(runner.run(&modern), PlainRun::DoesNotParse(_)));
    assert_eq!(runner.run(&script("for (;;);")), PlainRun::TimedOut);
    for (thrown, expected) in [
        ("new TypeError('bad')", "TypeError: bad"),
        ("{ name: 'Odd', message: 'thing' }", "Odd: thing"),
        ("{ a: 1 }", "{a: 1}"),
    ] {
        let run = runner.run(&script(&format!("print(1); throw {thrown};")));
        let PlainRun::Ended(outcome) = run else { panic!("{run:?}") };
        assert_eq!(outcome.error.as_deref(), Some(expected));
    }
    let mut session = Session::open(&mut *driver, &script("print(1);")).expect("opens");
    let condition = Action::AddBreakpoint { at: at(1), condition: Some("false".to_owned()) };
    assert!(matches!(act(&mut session, condition), Observation::BreakpointRefused { .. }));
}

/// The numbers that a session with a fault shows in the function `add`.
fn amount(driver: &mut dyn Driver) -> Option<String> {
    let mut session = Session::open(driver, &script(PROGRAM)).expect("opens");
    for line in [6, 20, 21] {
        act(&mut session, Action::add_breakpoint(at(line)));
    }
    act(&mut session, Action::Start);
    variable(&act(&mut session, Action::StepIn), "amount")
}

#[test]
fn a_fault_that_is_built_in_can_be_switched_on() {
    let debugger = find();
    let faults = debugger.built_in_faults();
    assert_eq!(faults.len(), 12);
    let fault = faults.iter().find(|fault| fault.name == "local-one-too-big").expect("a fault");
    assert_eq!(amount(&mut *debugger.driver()).as_deref(), Some("3"));
    assert_eq!(amount(&mut *debugger.faulty_driver(fault)).as_deref(), Some("4"));
}

#[test]
fn a_message_inside_of_another_ends_the_session() {
    let debugger = find();
    let mut driver = debugger.driver();
    let text =
        "try {\n  throw { toString: function () {\n    return 'x';\n  } };\n} catch (e) {}\n";
    let mut session = Session::open(&mut *driver, &script(text)).expect("opens");
    act(&mut session, Action::add_breakpoint(at(3)));
    let end = act(&mut session, Action::Start);
    assert!(
        matches!(&end, Observation::Crashed { detail } if detail.contains("protocol")),
        "{end}"
    );
}

/// Every getter and every trap of a proxy counts.
const HOLDING: &str = "\
var ran = 0;
function runs() { ran += 1; }
function make(given) {
  var it = {
    holes: [1, , [2, 3]], none: null, 'two words': -0,
    get code() { runs(); return 1; }
  };
  it[Symbol('mark')] = 'marked';
  it.watched = new Proxy({ a: 1 }, { get: runs, ownKeys: runs, getOwnPropertyDescriptor: runs });
  it.error = new RangeError('low');
  it.error.extra = 1;
  it.make = make;
  it.pattern = /a/;
  it.bytes = new Uint8Array([7, 8]);
  it.self = it;
  return it;
}
Object.defineProperty(this, 'watcher', { get: runs });
function outer(first) {
  var local = [first];
  var made = make(local);
  return made;
}
outer(1);
print(ran);
";

#[test]
fn values_show_what_they_hold_and_nothing_runs() {
    let program = script(HOLDING);
    let debugger = find();
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    act(&mut session, Action::add_breakpoint(at(line_with(&program, "return it;"))));
    act(&mut session, Action::Start);
    let part =
        "none: null, two words: -0, code: accessor, Symbol(mark): \"marked\", watched: Object, ";
    let part = |error: &str| {
        format!("{part}error: {error}, make: function, pattern: RegExp, bytes: Uint8Array")
    };
    let (inner, outer) = (part("Error"), part("Error {extra: 1}"));
    let it = expanded(&mut session, Expansion { depth: 2, ..expand("it", 0) });
    let self_text = format!("Object {{holes: Array, {inner}, self: Object}}");
    let expected =
        format!("Object {{holes: Array {{0: 1, 2: Array}}, {outer}, self: {self_text}}}");
    assert_eq!(it.to_string(), expected);
    let child = |key: &str| it.child(key).unwrap_or_else(|| panic!("no {key}"));
    assert_eq!(child("watched").value.contents, Contents::Nothing);
    assert_eq!(child("code").value.contents, Contents::Accessor);
    assert!(matches!(child("bytes").value.contents, Contents::Unreadable { .. }));
    assert_eq!(child("two words").expression.as_deref(), Some("it[\"two words\"]"));
    assert_eq!(child("Symbol(mark)").expression, None);
    let watcher = expanded(&mut session, expand("watcher", 0));
    assert_eq!(watcher.contents, Contents::Accessor);
    assert_eq!(expanded(&mut session, expand("ran", 0)), "0".into());
    let this = expanded(&mut session, Expansion { depth: 0, ..expand("this", 0) });
    assert_eq!(this.text, "global");
    assert_eq!(expanded(&mut session, expand("local", 1)).to_string(), "Array {0: 1}");
    let unknown = act(&mut session, Action::Expand(expand("local", 0)));
    assert_eq!(unknown.to_string(), "refused: local is no variable in frame 0");
    let context = EvaluationContext::Watch;
    let sum = Evaluation { expression: "first + 1".to_owned(), frame: 1, context };
    assert_eq!(act(&mut session, Action::Evaluate(sum)).to_string(), "= 2");
    let callers =
        FrameOrder::ALL.map(|order| match act(&mut session, Action::LookAtCallers { order }) {
            Observation::LookedAtCallers { callers } => callers,
            other => panic!("{other}"),
        });
    assert_eq!(callers[0].len(), 2);
    assert_eq!(callers[0][0].lookup("local").map(|(_, value)| value), Some("Array"));
    assert!(callers.iter().all(|other| *other == callers[0]), "{callers:?}");
    let mut end = act(&mut session, Action::StepOut);
    while end.pause().is_some() {
        end = act(&mut session, Action::Continue);
    }
    assert!(matches!(end, Observation::Finished(outcome) if outcome.output == ["0"]));
}
