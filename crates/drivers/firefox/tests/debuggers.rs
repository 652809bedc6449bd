//! The real Firefox, through everything that a session can do. Nothing is skipped: if the browser
//! is not available, the test fails.

mod support;

use debunk_kit::contents::{self, EngineFacts, expand, expanded};
use debunk_kit::debuggers::tested;
use debunk_kit::sessions::{PROGRAM, act, location, plain, script};
use debunk_model::{
    Action, Completion, Contents, Goal, Location, Observation, Program, VariableView,
};
use debunk_session::{Debugger, OpenError, PlainRun, Session};
use support::{add_breakpoint, find, text, value};

/// Goes through everything a session can do.
fn check_session(goal: Goal) {
    let debugger = find();
    let program = Program::javascript("test", goal, PROGRAM);
    let expected = plain(&debugger, &program);
    assert_eq!(expected.output[0], "6");
    assert_eq!(expected.output[2], "1600000000000");
    assert_eq!(expected.output[3..], ["end", "later", "timer"]);
    let mut driver = debugger.driver();
    for _ in 0..2 {
        let mut session = Session::open(&mut *driver, &program).expect("opens");
        let first = [add_breakpoint(3, 0), add_breakpoint(1, 0), Action::Start];
        let steps = session.act(&first).expect("legal").to_vec();
        assert_eq!(steps[0].observation, Observation::BreakpointSet { at: Location::new(3, 16) });
        assert_eq!(location(&steps[2].observation), Location::new(1, 12), "line 1 counts");
        let pause = act(&mut session, Action::Continue);
        assert_eq!(text(&pause), "paused at add 3:16 < 8:3");
        let step = act(&mut session, Action::StepOver);
        assert_eq!(location(&step), Location::new(4, 6));
        assert_eq!(value(&step, "doubled"), "6");
        assert_eq!(value(&step, "amount"), "3");
        assert_eq!(value(&step, "total"), "0");
        let variables = step.pause().expect("pause").variables.clone();
        let look = act(&mut session, Action::Look);
        assert_eq!(look, Observation::Looked { variables });
        let sum = Action::evaluate("amount + doubled");
        assert_eq!(act(&mut session, sum), Observation::Evaluated { value: "9".into() });
        let unknown = Action::evaluate("unknown");
        let thrown = "throws ReferenceError: unknown is not defined".to_owned();
        assert_eq!(act(&mut session, unknown), Observation::Evaluated { value: thrown });
        assert_eq!(
            act(&mut session, Action::RemoveBreakpoint { at: Location::new(3, 0) }),
            Observation::BreakpointRemoved
        );
        assert_eq!(location(&act(&mut session, Action::StepOut)), Location::new(9, 0));
        let never = Action::AddBreakpoint {
            at: Location::new(12, 0),
            condition: Some("total === 7".into()),
        };
        assert_eq!(
            act(&mut session, never),
            Observation::BreakpointSet { at: Location::new(12, 0) }
        );
        let end = act(&mut session, Action::Continue);
        assert_eq!(end, Observation::Finished(expected.clone()));
    }
    tested(&debugger);
}

#[test]
fn a_script_can_be_debugged() {
    check_session(Goal::Script);
}

#[test]
fn a_module_can_be_debugged() {
    let debugger = find();
    if debugger.supports(Goal::Module) {
        check_session(Goal::Module);
    } else {
        let version = &debugger.info().version;
        assert!(version.starts_with("140."), "{version} is newer, and modules should work");
    }
}

#[test]
fn a_text_that_does_not_parse_is_reported() {
    let debugger = find();
    let mut driver = debugger.driver();
    for goal in [Goal::Script, Goal::Module] {
        let broken = Program::javascript("broken", goal, "let = = 1");
        let opened = driver.open(&broken);
        assert!(matches!(opened, Err(OpenError::DoesNotParse(_))), "{opened:?}");
        let run = debugger.runner().run(&broken);
        assert!(matches!(run, PlainRun::DoesNotParse(_)), "{run:?}");
    }
    for incomplete in ["if (true)", "label:", "x = ", "for (;;)", "'use strict'; with (a) {}"] {
        let opened = driver.open(&script(incomplete));
        assert!(matches!(opened, Err(OpenError::DoesNotParse(_))), "{incomplete}: {opened:?}");
    }
    let mut session = Session::open(&mut *driver, &script("print(1)")).expect("opens");
    assert!(matches!(act(&mut session, Action::Start), Observation::Finished(_)));
}

#[test]
fn breakpoints_slide_and_meet() {
    let debugger = find();
    let mut driver = debugger.driver();
    let program = script("// nothing\n\nlet a = 1; print(a);\nprint(2);\n// end");
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    let at = |line, column| Observation::BreakpointSet { at: Location::new(line, column) };
    assert_eq!(act(&mut session, add_breakpoint(1, 0)), at(3, 8));
    assert_eq!(act(&mut session, add_breakpoint(2, 0)), at(3, 8), "two may stand at one place");
    assert_eq!(act(&mut session, add_breakpoint(3, 9)), at(3, 11));
    let removed = act(&mut session, Action::RemoveBreakpoint { at: Location::new(2, 0) });
    assert_eq!(removed, Observation::BreakpointRemoved);
    let beyond = act(&mut session, add_breakpoint(6, 0));
    assert!(matches!(beyond, Observation::BreakpointRefused { .. }), "{beyond}");
    assert_eq!(location(&act(&mut session, Action::Start)), Location::new(3, 8));
    assert_eq!(location(&act(&mut session, Action::Continue)), Location::new(3, 11));
    assert_eq!(act(&mut session, add_breakpoint(4, 0)), at(4, 0), "also while it is paused");
    assert_eq!(location(&act(&mut session, Action::Continue)), Location::new(4, 0));
    assert!(matches!(act(&mut session, Action::Continue), Observation::Finished(_)));
}

#[test]
fn a_condition_decides() {
    let debugger = find();
    let mut driver = debugger.driver();
    let program = script("for (let i = 0; i < 5; i++) {\n  print(i);\n}");
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    let third =
        Action::AddBreakpoint { at: Location::new(2, 0), condition: Some("i === 3".into()) };
    session.act(&[third]).expect("legal");
    let pause = act(&mut session, Action::Start);
    assert_eq!(value(&pause, "i"), "3");
    assert!(matches!(act(&mut session, Action::Continue), Observation::Finished(_)));
}

#[test]
fn every_kind_of_value_has_its_form() {
    let debugger = find();
    let mut driver = debugger.driver();
    let program = script(
        "class A { method() {} }\n\
         function outer(given, captured, lost) {\n\
         let string = 'a\"b', number = 1.5, zero = -0, none = NaN, big = 12n, nothing = null;\n\
         let symbol = Symbol('s'), list = [1, 2, 3], map = new Map([[1, 2]]), object = { a: 1 };\n\
         let error = new TypeError('bad'), pattern = /a+/g, flag = true, missing;\n\
         let declared = outer, written = function () {}, arrow = () => 1, made = A, own = Math.max;\n\
         return function inner() {\n\
         print(captured); let late = 1; return late;\n\
         };\n\
         }\n\
         outer(1, 2, 3)();",
    );
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    session.act(&[add_breakpoint(7, 0), add_breakpoint(8, 0)]).expect("legal");
    let pause = act(&mut session, Action::Start);
    for (name, expected) in [
        ("given", "1"),
        ("string", r#""a\"b""#),
        ("number", "1.5"),
        ("zero", "-0"),
        ("none", "NaN"),
        ("big", "12n"),
        ("nothing", "null"),
        ("symbol", "Symbol(s)"),
        ("list", "Array(3)"),
        ("map", "Map(1)"),
        ("object", "Object"),
        ("error", "TypeError: bad"),
        ("pattern", "/a+/g"),
        ("flag", "true"),
        ("missing", "undefined"),
        ("declared", "function outer"),
        ("written", "function"),
        ("arrow", "function"),
        ("made", "class A"),
        ("own", "function max"),
        ("A", "class A"),
    ] {
        assert_eq!(value(&pause, name), expected, "{name}");
    }
    assert_eq!(pause.pause().expect("pause").variables.lookup("arguments"), None);
    let inside = act(&mut session, Action::Continue);
    assert_eq!(text(&inside), "paused at inner 8:0 < 11:14");
    assert_eq!(value(&inside, "captured"), "2");
    assert_eq!(value(&inside, "late"), "uninitialised");
}

#[test]
fn stacks_of_recursion_generators_and_jobs_are_right() {
    let debugger = find();
    let mut driver = debugger.driver();
    let program = script(
        "function down(n) {\n  if (n === 0) return 0;\n  return down(n - 1);\n}\ndown(2);\n\
         function* count() {\n  yield 1;\n  yield 2;\n}\nfor (const n of count()) print(n);\n\
         async function wait() {\n  await null;\n  print('after');\n}\nwait();\n\
         setTimeout(() => {\n  print('timer');\n}, 5);",
    );
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    let never = |line, condition: &str| Action::AddBreakpoint {
        at: Location::new(line, 0),
        condition: Some(condition.into()),
    };
    let first = [never(2, "n === 0"), add_breakpoint(8, 0), add_breakpoint(13, 0)];
    session.act(&first).expect("legal");
    assert_eq!(
        text(&act(&mut session, Action::Start)),
        "paused at down 2:6 < down 3:9 < down 3:9 < 5:4"
    );
    assert_eq!(text(&act(&mut session, Action::Continue)), "paused at count 8:2 < 10:0");
    assert_eq!(text(&act(&mut session, Action::Continue)), "paused at wait 13:2");
    act(&mut session, add_breakpoint(17, 0));
    assert_eq!(text(&act(&mut session, Action::Continue)), "paused at 17:2");
    assert!(matches!(act(&mut session, Action::Continue), Observation::Finished(_)));
}

#[test]
fn steps_go_in_over_out_and_end_with_the_program() {
    let debugger = find();
    let mut driver = debugger.driver();
    let program = script("function f() {\n  print(1);\n}\nf();\nf();\n");
    for _ in 0..2 {
        let mut session = Session::open(&mut *driver, &program).expect("opens");
        session.act(&[add_breakpoint(4, 0)]).expect("legal");
        assert_eq!(text(&act(&mut session, Action::Start)), "paused at 4:0");
        assert_eq!(text(&act(&mut session, Action::StepIn)), "paused at f 2:2 < 4:0");
        assert_eq!(text(&act(&mut session, Action::StepOut)), "paused at 5:0");
        let mut last = act(&mut session, Action::StepOver);
        // The end of the program is a place to pause, once on reaching and once on leaving it.
        while last.pause().is_some() {
            assert_eq!(text(&last), "paused at 6:0");
            last = act(&mut session, Action::StepIn);
        }
        assert!(matches!(last, Observation::Finished(_)), "{last}");
    }
}

#[test]
fn an_uncaught_error_is_part_of_the_outcome() {
    let debugger = find();
    let mut driver = debugger.driver();
    for (source, expected) in [
        ("print(1); throw new RangeError('low');", "RangeError: low"),
        ("print(1); throw 'text';", "\"text\""),
        ("print(1); throw { a: 1 };", "{a: 1}"),
        ("print(1); throw { name: 'Odd', message: 'thing' };", "Odd: thing"),
        ("print(1); setTimeout(() => { null.x; }, 1);", "TypeError: can't access property \"x\""),
    ] {
        let program = script(source);
        let outcome = plain(&debugger, &program);
        assert_eq!(outcome.output, ["1"]);
        let error = outcome.error.clone().unwrap_or_default();
        assert!(error.starts_with(expected), "{error}");
        let mut session = Session::open(&mut *driver, &program).expect("opens");
        assert_eq!(act(&mut session, Action::Start), Observation::Finished(outcome));
    }
}

#[test]
fn odd_programs_have_right_locations() {
    let debugger = find();
    // Astral characters, CRLF and a line separator: columns count UTF-16 units.
    let program = script("let a = '𝒳𝒳'; print(a);\r\nlet b = 1;\u{2028}print(b);");
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    session.act(&[add_breakpoint(1, 16)]).expect("legal");
    assert_eq!(location(&act(&mut session, Action::Start)), Location::new(1, 16));
    assert_eq!(location(&act(&mut session, Action::StepOver)).line, 2);
    assert_eq!(location(&act(&mut session, Action::StepOver)), Location::new(3, 0));
}

#[test]
fn code_made_at_run_time_has_its_own_place() {
    let debugger = find();
    let program = script("let x = 1;\neval('x = 2;\\nx = 3;');\nprint(x);");
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    session.act(&[add_breakpoint(2, 0)]).expect("legal");
    act(&mut session, Action::Start);
    assert_eq!(text(&act(&mut session, Action::StepIn)), "paused at eval 1:0 < 2:0");
}

#[test]
fn values_show_what_they_hold_and_nothing_runs() {
    let engine = EngineFacts { point: "Object", proxy: "Proxy", has_private_fields: true };
    contents::check(&find(), engine);
}

#[test]
fn entries_that_only_code_of_the_program_lists_are_unreadable() {
    let debugger = find();
    let mut driver = debugger.driver();
    let program = script(
        "let ran = 0;\nconst map = new Map([[1, 2]]);\n\
         Object.getPrototypeOf(map.keys()).next = function () { ran += 1; return { done: true }; };\n\
         print(ran);",
    );
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    session.act(&[add_breakpoint(4, 0)]).expect("legal");
    let pause = act(&mut session, Action::Start);
    assert_eq!(location(&pause).line, 4);
    let map = expanded(&mut session, expand("map", 0));
    assert!(matches!(map.contents, Contents::Unreadable { .. }), "{map:?}");
    assert_eq!(expanded(&mut session, expand("ran", 0)), "0".into());
}

#[test]
fn names_are_completed() {
    let debugger = find();
    let mut driver = debugger.driver();
    let program = script(
        "function f(amount) {\n  let amounts = { total: amount };\n  print(amounts);\n}\nf(1);",
    );
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    session.act(&[add_breakpoint(3, 0)]).expect("legal");
    act(&mut session, Action::Start);
    for (text, names) in [("amou", vec!["amount", "amounts"]), ("amounts.tot", vec!["total"])] {
        let completion = Completion { text: text.to_owned(), frame: 0 };
        let names = names.into_iter().map(str::to_owned).collect();
        let completed = act(&mut session, Action::Complete(completion));
        assert_eq!(completed, Observation::Completed { names, has_more: false });
    }
}
