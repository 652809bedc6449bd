//! The real Bun, fetched as a user would. Nothing is skipped: if Bun is not available, the test
//! fails.

use debunk_kit::contents::{self, EngineFacts};
use debunk_kit::debuggers::{located, tested};
use debunk_kit::sessions::{PROGRAM, act, module, script};
use debunk_model::{
    Action, Location, Observation, Outcome, Program, ScopeKind, Trace, VariableView,
};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, Driver, OpenError, PlainRun, Session, State};
use debunk_webkit::BunDebugger;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn find() -> (BunDebugger, PathBuf) {
    let (located, info) = located("bun");
    let area = TempArea::new().expect("temporary folder");
    let path = area.path().to_owned();
    (BunDebugger::new(info, located.binary, &area), path)
}

fn at(line: u32, column: u32) -> Action {
    Action::add_breakpoint(Location::new(line, column))
}

fn at_if(line: u32, column: u32, condition: &str) -> Action {
    let condition = Some(condition.to_owned());
    Action::AddBreakpoint { at: Location::new(line, column), condition }
}

fn evaluate(expression: &str) -> Action {
    Action::evaluate(expression)
}

/// The answers to the actions, one by one, as people read them.
fn play(program: &Program, actions: &[Action]) -> Vec<String> {
    let (debugger, _) = find();
    let mut driver = debugger.driver();
    let trace = run(&mut *driver, program, actions);
    trace.steps.iter().map(|step| step.observation.to_string()).collect()
}

fn run(driver: &mut dyn Driver, program: &Program, actions: &[Action]) -> Trace {
    let mut session = Session::open(driver, program).expect("opens");
    for action in actions {
        if session.state() == State::Ended {
            break;
        }
        act(&mut session, action.clone());
    }
    session.finish()
}

/// What is visible where the program is paused after the actions, by name.
fn variables(program: &Program, actions: &[Action]) -> Vec<(String, ScopeKind, String)> {
    let (debugger, _) = find();
    let mut driver = debugger.driver();
    let trace = run(&mut *driver, program, actions);
    let last = trace.last_observation().and_then(Observation::pause).expect("a pause");
    last.variables
        .visible()
        .into_iter()
        .map(|(name, (kind, value))| (name.to_owned(), kind, value.to_owned()))
        .collect()
}

fn check_session(debugger: &BunDebugger, program: &Program) {
    let PlainRun::Ended(expected) = debugger.runner().run(program) else { panic!("no end") };
    assert_eq!(expected.output[0], "6");
    assert_eq!(expected.output[3..], ["end", "later", "timer"]);
    let mut driver = debugger.driver();
    for _ in 0..2 {
        let mut session = Session::open(&mut *driver, program).expect("opens");
        let steps = session.act(&[at(3, 0), at(1, 0), Action::Start]).expect("legal").to_vec();
        let seen: Vec<String> = steps.iter().map(|step| step.observation.to_string()).collect();
        assert_eq!(seen, ["set at 3:2", "set at 1:0", "paused at 1:0"]);
        let pause = act(&mut session, Action::Continue);
        assert_eq!(pause.to_string(), "paused at add 3:2 < 8:3");
        let step = act(&mut session, Action::StepOver);
        assert_eq!(step.to_string(), "paused at add 4:6 < 8:3");
        let variables = &step.pause().expect("pause").variables;
        assert_eq!(variables.lookup("doubled"), Some((ScopeKind::Own, "6")));
        let look = act(&mut session, Action::Look);
        assert_eq!(look, Observation::Looked { variables: variables.clone() });
        let value = act(&mut session, evaluate("amount + doubled"));
        assert_eq!(value, Observation::Evaluated { value: "9".into() });
        let remove = Action::RemoveBreakpoint { at: Location::new(3, 0) };
        assert_eq!(act(&mut session, remove), Observation::BreakpointRemoved);
        assert_eq!(act(&mut session, Action::StepOut).to_string(), "paused at 9:0");
        assert_eq!(act(&mut session, at_if(12, 0, "total === 7")).to_string(), "set at 12:0");
        let end = act(&mut session, Action::Continue);
        assert_eq!(end, Observation::Finished(expected.clone()));
    }
    let dead = debugger.runner().dead_spans(program).expect("coverage");
    let dead: Vec<&str> = dead.iter().map(|span| span.of(PROGRAM).trim()).collect();
    assert_eq!(dead, ["{ print('never'); }"]);
}

#[test]
fn a_session_can_do_everything() {
    let (debugger, _) = find();
    check_session(&debugger, &script(PROGRAM));
    check_session(&debugger, &module(PROGRAM));
    tested(&debugger);
}

#[test]
fn a_program_that_does_not_parse_is_refused() {
    let (debugger, _) = find();
    for program in [script("let = = 1"), module("let = = 1"), script("let a; let a;")] {
        let refused = debugger.driver().open(&program);
        let Err(OpenError::DoesNotParse(reason)) = refused else { panic!("{refused:?}") };
        assert!(reason.starts_with("SyntaxError: "), "{reason}");
        let plain = debugger.runner().run(&program);
        assert_eq!(plain, PlainRun::DoesNotParse(reason));
    }
}

#[test]
fn scripts_are_scripts_and_modules_are_modules() {
    let (debugger, _) = find();
    let text = "\
var v = 1; let l = 2; function f() { return this; }
print(globalThis.v, globalThis.l, typeof f() === 'object', typeof this, eval('l'));
print((function () { 'use strict'; return typeof this; })());
undeclared = 3; print(delete globalThis.undeclared, typeof process, typeof require);
";
    let expected = ["1", "undefined", "true", "object", "2", "undefined", "true"];
    let script = script(text);
    let PlainRun::Ended(plain) = debugger.runner().run(&script) else { panic!("no end") };
    assert_eq!(plain.output[..7], expected);
    assert_eq!(plain.output[7..], ["undefined", "undefined"]);
    let trace = run(&mut *debugger.driver(), &script, &[Action::Start]);
    assert_eq!(trace.last_observation(), Some(&Observation::Finished(plain)));
    let module = module("print(typeof this); await null; print('after'); undeclared = 3;");
    let end = run(&mut *debugger.driver(), &module, &[Action::Start]);
    let error = "ReferenceError: undeclared is not defined";
    let outcome =
        Outcome { output: vec!["undefined".into(), "after".into()], error: Some(error.into()) };
    assert_eq!(end.last_observation(), Some(&Observation::Finished(outcome.clone())));
    assert_eq!(debugger.runner().run(&module), PlainRun::Ended(outcome));
}

#[test]
fn breakpoints_stand_where_they_say() {
    let program =
        script("let a = 1; a = 2;\n\n// nothing\nfunction f() {\n  a = 3;\n}\nf(); f();\n");
    let actions = [
        at(1, 11),
        at(4, 0),
        at(6, 0),
        at(7, 5),
        Action::Start,
        Action::Continue,
        Action::RemoveBreakpoint { at: Location::new(6, 0) },
        Action::Continue,
        Action::Continue,
        Action::RemoveBreakpoint { at: Location::new(4, 0) },
        Action::Continue,
    ];
    assert_eq!(
        play(&program, &actions),
        [
            "set at 1:11",
            "set at 5:2",
            "set at 6:0",
            "set at 7:5",
            "paused at 1:11",
            "paused at f 5:2 < 7:1",
            "removed",
            "paused at 7:5",
            "paused at f 5:2 < 7:6",
            "removed",
            "finished",
        ]
    );
}

#[test]
fn breakpoints_that_slide_to_one_place_share_it() {
    let program = script("let a = 0;\n\nwhile (a < 3) {\n\n\n  a++;\n}\n");
    let remove = |line| Action::RemoveBreakpoint { at: Location::new(line, 0) };
    let actions = [
        at_if(4, 0, "a === 9"),
        at(2, 0),
        at_if(5, 0, "a === 1"),
        Action::Start,
        remove(2),
        Action::Continue,
        remove(5),
        at(6, 0),
        Action::Continue,
        remove(6),
        remove(4),
        Action::Continue,
    ];
    let expected = [
        "set at 6:2",
        "set at 3:7",
        "set at 6:2",
        "paused at 3:7",
        "removed",
        "paused at 6:2",
        "removed",
        "set at 6:2",
        "paused at 6:2",
        "removed",
        "removed",
        "finished",
    ];
    assert_eq!(play(&program, &actions), expected);
}

#[test]
fn what_is_sent_together_keeps_its_order() {
    let (debugger, _) = find();
    let mut driver = debugger.driver();
    let program = script("let a = 0;\na = 1;\n\na = 2;\n");
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    let remove = Action::RemoveBreakpoint { at: Location::new(3, 0) };
    let actions = [at(3, 0), remove, at(4, 0), at(2, 0), Action::Start];
    let steps = session.act(&actions).expect("legal").to_vec();
    let seen: Vec<String> = steps.iter().map(|step| step.observation.to_string()).collect();
    assert_eq!(seen, ["set at 4:0", "removed", "set at 4:0", "set at 2:0", "paused at 2:0"]);
    assert_eq!(act(&mut session, Action::Continue).to_string(), "paused at 4:0");
}

#[test]
fn the_end_of_a_function_is_shown_as_its_brace() {
    let program = script("function f() {\n  let a = 1;\n}\nf();\n");
    let by_breakpoint = play(&program, &[at(3, 0), Action::Start]);
    assert_eq!(by_breakpoint, ["set at 3:0", "paused at f 3:0 < 4:1"]);
    let by_step = play(&program, &[at(2, 0), Action::Start, Action::StepOver]);
    assert_eq!(by_step[2], "paused at f 3:0 < 4:1");
}

#[test]
fn conditions_count_on_the_first_statement_too() {
    let program = script("let a = 1;\nfor (let i = 0; i < 5; i++) {\n  a += i;\n}\n");
    let start = Action::Start;
    let never = play(&program, &[at_if(1, 0, "1 > 2"), start.clone()]);
    assert_eq!(never, ["set at 1:0", "finished"]);
    let wrong = play(&program, &[at_if(1, 0, "nowhere.to"), start.clone()]);
    assert_eq!(wrong, ["set at 1:0", "finished"]);
    let first = play(&program, &[at_if(1, 0, "2 > 1 // yes"), start.clone(), Action::Continue]);
    assert_eq!(first, ["set at 1:0", "paused at 1:0", "finished"]);
    let third = play(
        &program,
        &[at_if(3, 0, "i === 3"), start, evaluate("[i, a].join()"), Action::Continue],
    );
    assert_eq!(third, ["set at 3:2", "paused at 3:2", "= \"3,4\"", "finished"]);
}

#[test]
fn steps_go_in_over_and_out_and_off_the_end() {
    let program =
        script("function f(n) {\n  return n + 1;\n}\nlet a = f(1);\nlet b = f(a);\nf(b);");
    let (over, into, out) = (Action::StepOver, Action::StepIn, Action::StepOut);
    let steps =
        [at(4, 0), Action::Start, into.clone(), out, over.clone(), into, over.clone(), over];
    let seen = play(&program, &steps);
    assert_eq!(
        seen,
        [
            "set at 4:0",
            "paused at 4:0",
            "paused at f 2:2 < 4:9",
            "paused at 5:0",
            "paused at 6:0",
            "paused at f 2:2 < 6:1",
            "paused at f 3:0 < 6:1",
            "finished",
        ]
    );
}

#[test]
fn host_code_is_never_entered() {
    let program =
        script("debugger;\nsetTimeout(() => {\n  print(1);\n}, 5);\nnew Date();\nprint(2);");
    let mut steps = vec![Action::Start];
    steps.extend(std::iter::repeat_n(Action::StepIn, 3));
    let seen = play(&program, &steps);
    assert_eq!(seen, ["paused at 1:0", "paused at 2:0", "paused at 5:0", "paused at 6:0"]);
}

#[test]
fn variables_have_kinds_and_values() {
    let text = "\
const top = [1, 2];
function outer(p, q = 'x', ...rest) {
  let captured = -0; var unused = 1n;
  return function inner(own) {
    let late;
    {
      const block = new Map([[1, 2]]);
      debugger;
    }
    let after = 1;
    return captured;
  };
}
outer(1)({ a: 1 });
";
    let seen = variables(&script(text), &[Action::Start]);
    let (own, outer, script) = (ScopeKind::Own, ScopeKind::Outer, ScopeKind::Script);
    let expected = [
        ("after", own, "uninitialised"),
        ("block", own, "Map(1)"),
        ("captured", outer, "-0"),
        ("inner", own, "function inner"),
        ("late", own, "undefined"),
        ("own", own, "Object"),
        ("p", outer, "1"),
        ("q", outer, "\"x\""),
        ("rest", outer, "Array(0)"),
        ("top", script, "Array(2)"),
        ("unused", outer, "1n"),
    ];
    let expected: Vec<_> = expected
        .map(|(name, kind, value)| (name.to_owned(), kind, value.to_owned()))
        .into_iter()
        .collect();
    assert_eq!(seen, expected);
}

#[test]
fn values_of_all_kinds_have_one_form() {
    let text = "\
const values = [NaN, 'a\"𝒳', null, undefined, Symbol('s'), [1], {}, new Error('m'), class A {},
  () => 1, new (class Foo {})(), /x/g, new Set([1]), new WeakMap(), 2 ** 70];
for (const value of values) debugger;
";
    let mut actions = vec![Action::Start];
    for _ in 0..15 {
        actions.extend([evaluate("value"), Action::Continue]);
    }
    let seen = play(&script(text), &actions);
    let seen: Vec<&str> = seen.iter().filter_map(|text| text.strip_prefix("= ")).collect();
    assert_eq!(
        seen,
        [
            "NaN",
            "\"a\\\"𝒳\"",
            "null",
            "undefined",
            "Symbol(s)",
            "Array(1)",
            "Object",
            "Error: m",
            "class A",
            "function",
            "Foo",
            "/x/g",
            "Set(1)",
            "WeakMap",
            "1.1805916207174113e+21",
        ]
    );
}

#[test]
fn an_evaluation_can_throw() {
    let program = script("debugger;");
    let throws = [Action::Start, evaluate("nowhere"), evaluate("throw 1"), evaluate("1 +")];
    let seen = play(&program, &throws);
    assert_eq!(seen[1], "= throws ReferenceError: nowhere is not defined");
    assert_eq!(seen[2], "= throws 1");
    assert!(seen[3].starts_with("= throws SyntaxError: "), "{}", seen[3]);
}

#[test]
fn recursion_has_all_its_frames() {
    let program = script("function f(n) {\n  if (n > 0) f(n - 1);\n  else debugger;\n}\nf(3);");
    let seen = play(&program, &[Action::Start]);
    assert_eq!(seen, ["paused at f 3:7 < f 2:14 < f 2:14 < f 2:14 < 5:1"]);
}

#[test]
fn generators_and_asynchronous_functions_are_one_frame_each() {
    let text = "\
function* gen(x) { let y = x; const r = yield y; debugger; }
const it = gen(1); it.next(); it.next(5);
const arrow = async (x) => { let y = x; debugger; await null; debugger; };
arrow(4);
(async function named(z) { debugger; await 1; })(1);
";
    let program = script(text);
    let mut actions = vec![Action::Start];
    actions.extend(std::iter::repeat_n(Action::Continue, 4));
    let seen = play(&program, &actions);
    assert_eq!(
        seen,
        [
            "paused at gen 1:49 < 2:37",
            "paused at arrow 3:40 < 4:5",
            "paused at named 5:27 < 5:48",
            "paused at arrow 3:62",
            "finished",
        ]
    );
    let seen = variables(&program, &actions[..1]);
    let own: Vec<_> = seen.iter().filter(|(_, kind, _)| *kind == ScopeKind::Own).collect();
    let own: Vec<_> = own.iter().map(|(name, _, value)| (&**name, &**value)).collect();
    assert_eq!(own, [("r", "5"), ("x", "1"), ("y", "1")]);
}

#[test]
fn errors_that_nobody_caught_are_reported() {
    let (debugger, _) = find();
    let cases = [
        ("print(1); throw new TypeError('x');", Some("TypeError: x")),
        ("throw 'text';", Some("\"text\"")),
        ("throw { a: 1 };", Some("{a: 1}")),
        ("throw { name: 'Odd', message: 'thing' };", Some("Odd: thing")),
        (
            "let undefined = 1;",
            Some(
                "SyntaxError: Can't create duplicate variable that shadows a global property: 'undefined'",
            ),
        ),
        (
            "setTimeout(() => { null.x; });",
            Some("TypeError: null is not an object (evaluating 'null.x')"),
        ),
        ("Promise.reject(new Error('nobody'));", None),
    ];
    for (text, expected) in cases {
        let program = script(text);
        let PlainRun::Ended(plain) = debugger.runner().run(&program) else { panic!("no end") };
        assert_eq!(plain.error.as_deref(), expected, "{text}");
        let trace = run(&mut *debugger.driver(), &program, &[Action::Start]);
        assert_eq!(trace.last_observation(), Some(&Observation::Finished(plain)), "{text}");
    }
}

#[test]
fn code_made_at_run_time_has_its_own_place() {
    let program = script("let x = 1;\neval('x = 2;\\nx = 3;');\nprint(x);");
    let seen = play(&program, &[at(2, 0), Action::Start, Action::StepIn, Action::StepOver]);
    assert_eq!(seen[2..], ["paused at eval 1:0 < 2:4", "paused at eval 2:0 < 2:4"]);
}

#[test]
fn odd_programs_have_right_locations() {
    // Astral characters, CRLF and a line separator: columns count UTF-16 units.
    let program = script("let a = '𝒳𝒳'; print(a);\r\nlet b = 1;\u{2028}print(b);");
    let seen = play(&program, &[at(1, 16), Action::Start, Action::StepOver, Action::StepOver]);
    assert_eq!(seen, ["set at 1:16", "paused at 1:16", "paused at 2:0", "paused at 3:0"]);
    let nothing = play(&script("// nothing\n"), &[Action::Start]);
    assert_eq!(nothing, ["finished"]);
}

/// Neither host asks a promise for its `then`, so the same runs with the debugger and without.
#[test]
fn no_host_calls_what_a_program_makes_of_promises() {
    let (debugger, _) = find();
    let text = "Promise.prototype.then = function () { print('asked'); };\n\
                Promise = class { constructor() { print('made'); } };\nprint('end');\n";
    for program in [script(text), module(text)] {
        let plain = debugger.runner().run(&program);
        let PlainRun::Ended(outcome) = &plain else { panic!("{plain:?}") };
        assert_eq!(outcome.output, ["end"], "{}", program.goal);
        assert_eq!(debugger.runner().run_in_decoy(&program), plain);
        let mut driver = debugger.driver();
        let trace = run(&mut *driver, &program, &[Action::Start]);
        assert_eq!(trace.last_observation(), Some(&Observation::Finished(outcome.clone())));
    }
}

#[test]
fn a_long_answer_is_read_whole() {
    let (debugger, _) = find();
    let program = script("for (let i = 0; i < 3000; i++) print('x'.repeat(100));");
    let PlainRun::Ended(plain) = debugger.runner().run(&program) else { panic!("no end") };
    assert_eq!(plain.output.len(), 3000);
    let trace = run(&mut *debugger.driver(), &program, &[Action::Start]);
    assert_eq!(trace.last_observation(), Some(&Observation::Finished(plain)));
}

#[test]
fn an_endless_loop_hangs_and_the_process_is_replaced() {
    let (debugger, _) = find();
    let endless = script("print(1); for (;;) {}");
    assert_eq!(debugger.runner().run(&endless), PlainRun::TimedOut);
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &endless).expect("opens");
    assert_eq!(act(&mut session, Action::Start), Observation::Hung);
    drop(session);
    let mut session = Session::open(&mut *driver, &script("print(1)")).expect("a new process");
    assert!(matches!(act(&mut session, Action::Start), Observation::Finished(_)));
}

/// The processes whose private folder is inside this one.
fn processes_in(area: &Path) -> Vec<i32> {
    let sign = format!("HOME={}/", area.display());
    std::fs::read_dir("/proc")
        .expect("proc")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|pid: &i32| {
            let bytes = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            String::from_utf8_lossy(&bytes).split('\0').any(|entry| entry.starts_with(&sign))
        })
        .collect()
}

#[test]
fn a_killed_debugger_is_an_observation_and_is_replaced() {
    let (debugger, area) = find();
    let program = script(PROGRAM);
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    session.act(&[at(3, 0), Action::Start]).expect("legal");
    for pid in processes_in(&area) {
        // SAFETY: the process was started by this test.
        unsafe { libc::kill(pid, libc::SIGKILL) };
    }
    let seen = act(&mut session, Action::Continue);
    assert!(
        matches!(&seen, Observation::Crashed { detail } if detail.contains("SIGKILL")),
        "{seen}"
    );
    drop(session);
    let mut session = Session::open(&mut *driver, &program).expect("a new process");
    assert!(
        session.act(&[at(3, 0), Action::Start]).expect("legal")[1].observation.pause().is_some()
    );
}

#[test]
fn two_hundred_sessions_are_alike_and_leave_nothing_behind() {
    let (debugger, area) = find();
    let program = script(PROGRAM);
    let mut actions = vec![at(1, 0), at(3, 0), at(11, 19), Action::Start];
    let step = [Action::StepOver, Action::StepIn, Action::Continue];
    actions.extend(step.iter().cycle().take(7).cloned());
    let mut driver = debugger.driver();
    let first = run(&mut *driver, &program, &actions);
    for number in 1..200 {
        assert_eq!(run(&mut *driver, &program, &actions), first, "session {number}");
    }
    // The next one is started in the background.
    let is_ahead = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        !processes_in(&area).is_empty()
    });
    assert!(is_ahead, "the next one is on its way");
    drop(driver);
    assert_eq!(processes_in(&area), Vec::<i32>::new());
    drop(debugger);
    assert!(!area.exists(), "the folder is gone");
}

#[test]
fn values_show_what_they_hold_and_nothing_runs() {
    let engine = EngineFacts { point: "Point", proxy: "Proxy", has_private_fields: true };
    contents::check(&find().0, engine);
}
