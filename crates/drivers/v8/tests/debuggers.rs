//! Every V8 debugger that debunk claims to drive, for real. Nothing is skipped: if a debugger is
//! not available, the test fails.

mod support;

use debunk_kit::contents::{self, EngineFacts};
use debunk_kit::debuggers::tested;
use debunk_kit::sessions::{PROGRAM, act, location, plain, script};
use debunk_model::{Action, Goal, Location, Observation, Program, RETURNED, VariableView};
use debunk_session::{Debugger, OpenError, PlainRun, Session};
use debunk_v8::V8Debugger;
use std::collections::BTreeSet;
use support::find;

/// Goes through everything a session can do.
fn check_session(debugger: &V8Debugger, goal: Goal) {
    let program = Program::javascript("test", goal, PROGRAM);
    let expected = plain(debugger, &program);
    assert_eq!(expected.output[0], "6", "{}", debugger.info());
    assert_eq!(expected.output[3..], ["end", "later", "timer"], "{}", debugger.info());
    let mut driver = debugger.driver();
    for _ in 0..2 {
        let mut session = Session::open(&mut *driver, &program).expect("opens");
        let first = [
            Action::add_breakpoint(Location::new(3, 0)),
            Action::add_breakpoint(Location::new(1, 0)),
            Action::Start,
        ];
        let steps = session.act(&first).expect("legal").to_vec();
        assert_eq!(
            steps[0].observation,
            Observation::BreakpointSet { at: Location::new(3, 16) }.clone(),
            "{}",
            debugger.info()
        );
        let mut pause = steps[2].observation.clone();
        // Some releases run the first line of a module before it can be debugged.
        if goal == Goal::Script || location(&pause).line == 1 {
            assert_eq!(location(&pause).line, 1, "a breakpoint on line 1 counts");
            pause = act(&mut session, Action::Continue);
        }
        assert_eq!(location(&pause), Location::new(3, 16), "{}", debugger.info());
        let stack = pause.pause().expect("pause").frames.clone();
        assert_eq!(stack[0].function, "add");
        assert_eq!(stack[1].place.in_program(), Some(Location::new(8, 0)));
        let step = act(&mut session, Action::StepOver);
        assert_eq!(location(&step), Location::new(4, 2));
        let variables = &step.pause().expect("pause").variables;
        assert_eq!(variables.lookup("doubled").map(|(_, value)| value), Some("6"));
        let look = act(&mut session, Action::Look);
        assert_eq!(look, Observation::Looked { variables: variables.clone() });
        let evaluated = act(&mut session, Action::evaluate("amount + doubled"));
        assert_eq!(evaluated, Observation::Evaluated { value: "9".into() });
        assert_eq!(
            act(&mut session, Action::RemoveBreakpoint { at: Location::new(3, 0) }),
            Observation::BreakpointRemoved
        );
        assert_eq!(location(&act(&mut session, Action::StepOut)).line, 9);
        let never = Action::AddBreakpoint {
            at: Location::new(12, 0),
            condition: Some("total === 7".into()),
        };
        assert!(matches!(act(&mut session, never), Observation::BreakpointSet { .. }));
        let end = act(&mut session, Action::Continue);
        assert_eq!(end, Observation::Finished(expected.clone()), "{}", debugger.info());
    }
    let dead = debugger.runner().dead_spans(&program).expect("coverage");
    let dead: Vec<&str> =
        dead.iter().map(|span| span.of(PROGRAM).trim()).filter(|text| !text.is_empty()).collect();
    assert_eq!(dead, ["{ print('never'); }"], "{}", debugger.info());
}

fn check(name: &str) {
    let debugger = find(name);
    check_session(&debugger, Goal::Script);
    if debugger.supports(Goal::Module) {
        check_session(&debugger, Goal::Module);
    }
    let broken = debugger.driver().open(&script("let = = 1"));
    assert!(matches!(broken, Err(OpenError::DoesNotParse(_))), "{name}: {broken:?}");
    tested(&debugger);
}

macro_rules! debuggers {
    ($($test:ident: $name:literal,)+) => {
        $(
            #[test]
            fn $test() {
                check($name);
            }
        )+
    };
}

debuggers! {
    node_of_the_system: "node",
    node_8: "node@8",
    node_10: "node@10",
    node_11_1_0: "node@11.1.0",
    node_12: "node@12",
    node_14: "node@14",
    node_16: "node@16",
    node_18: "node@18",
    node_20: "node@20",
    node_22: "node@22",
    node_24: "node@24",
    node_latest: "node@latest",
    deno: "deno",
    chromium: "chromium",
}

#[test]
fn an_endless_loop_hangs_and_the_process_is_replaced() {
    let debugger = find("node");
    let endless = script("print(1); for (;;) {}");
    assert_eq!(debugger.runner().run(&endless), PlainRun::TimedOut);
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &endless).expect("opens");
    assert_eq!(act(&mut session, Action::Start), Observation::Hung);
    drop(session);
    let mut session = Session::open(&mut *driver, &script("print(1)")).expect("a new process");
    assert!(matches!(act(&mut session, Action::Start), Observation::Finished(_)));
}

#[test]
fn a_program_that_eats_memory_is_ended() {
    let debugger = find("node");
    let hungry = script("const all = []; for (;;) all.push(new Array(1e6).fill(all.length));");
    let run = debugger.runner().run(&hungry);
    assert!(matches!(run, PlainRun::Died(_) | PlainRun::TimedOut), "{run:?}");
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &hungry).expect("opens");
    let mut seen = act(&mut session, Action::Start);
    // The engine pauses when its heap is almost full, to give the user a chance, and it may get
    // some room that way.
    for _ in 0..100 {
        if seen.pause().is_none() {
            break;
        }
        seen = act(&mut session, Action::Continue);
    }
    assert!(matches!(seen, Observation::Crashed { .. } | Observation::Hung), "{seen}");
}

#[test]
fn what_a_function_returns_is_shown_where_it_is_left() {
    let program = script(
        "function f(a) {\n  return [a];\n}\nfunction g() {\n  return f(2).length;\n}\nprint(g());",
    );
    for name in ["node", "chromium", "deno"] {
        let debugger = find(name);
        let mut driver = debugger.driver();
        let mut session = Session::open(&mut *driver, &program).expect("opens");
        session.act(&[Action::add_breakpoint(Location::new(2, 2)), Action::Start]).expect("legal");
        let mut returned = Vec::new();
        for action in [Action::StepOver, Action::Look, Action::StepOut, Action::StepOver] {
            let variables = match act(&mut session, action) {
                Observation::Paused(pause) => pause.variables,
                Observation::Looked { variables } => variables,
                other => panic!("{name}: {other}"),
            };
            returned.push(variables.lookup(RETURNED).map(|(_, value)| value.to_owned()));
        }
        let expected = [Some("Array(1)"), Some("Array(1)"), Some("1"), None];
        assert_eq!(returned, expected.map(|it| it.map(str::to_owned)), "{name}");
    }
}

#[test]
fn odd_programs_have_right_locations() {
    let debugger = find("node");
    // Astral characters, CRLF and a line separator: columns count UTF-16 units.
    let program = script("let a = '𝒳𝒳'; print(a);\r\nlet b = 1;\u{2028}print(b);");
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    let first = [Action::add_breakpoint(Location::new(1, 16)), Action::Start];
    let steps = session.act(&first).expect("legal").to_vec();
    assert_eq!(location(&steps[1].observation), Location::new(1, 16));
    assert_eq!(location(&act(&mut session, Action::StepOver)).line, 2);
    assert_eq!(location(&act(&mut session, Action::StepOver)), Location::new(3, 0));
}

#[test]
fn code_made_at_run_time_has_its_own_place() {
    let debugger = find("node");
    let program = script("let x = 1;\neval('x = 2;\\nx = 3;');\nprint(x);");
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    session.act(&[Action::add_breakpoint(Location::new(2, 0)), Action::Start]).expect("legal");
    let inside = act(&mut session, Action::StepIn);
    assert_eq!(inside.to_string(), "paused at eval 1:0 < 2:0");
}

#[test]
fn a_step_that_met_the_end_does_not_pause_in_the_next_program() {
    let program = script(
        "function throws() {\n  try { throw new Error('x'); } finally { return 1; }\n}\n\
         function keeps() {\n  try { return 2; } finally { 3; }\n}\n\
         throws();\nkeeps();\n",
    );
    for name in ["node", "node@11.1.0", "chromium"] {
        let debugger = find(name);
        let mut driver = debugger.driver();
        for _ in 0..3 {
            let mut session = Session::open(&mut *driver, &program).expect("opens");
            let steps = session
                .act(&[Action::add_breakpoint(Location::new(5, 8)), Action::Start])
                .expect("legal")
                .to_vec();
            assert_eq!(location(&steps[1].observation).line, 5, "{name}");
            let mut last = act(&mut session, Action::StepOut);
            while last.pause().is_some() {
                last = act(&mut session, Action::StepOut);
            }
            assert!(matches!(last, Observation::Finished(_)), "{name}: {last}");
        }
    }
}

#[test]
fn a_thrown_object_shows_its_name_and_message() {
    for name in ["node", "chromium", "deno"] {
        let debugger = find(name);
        for (source, expected) in [
            ("throw new RangeError('low');", "RangeError: low"),
            ("throw { name: 'Odd', message: 'thing' };", "Odd: thing"),
            ("setTimeout(() => { throw { a: 1 }; });", "{a: 1}"),
        ] {
            let program = script(source);
            let outcome = plain(&debugger, &program);
            assert_eq!(outcome.error.as_deref(), Some(expected), "{name}");
            let mut driver = debugger.driver();
            let mut session = Session::open(&mut *driver, &program).expect("opens");
            assert_eq!(act(&mut session, Action::Start), Observation::Finished(outcome), "{name}");
        }
    }
}

#[test]
fn a_program_that_measures_its_stack_does_something_else_in_the_decoy_every_time() {
    let measuring = script(
        "let depth = 0; function down() { depth += 1; return down() + 1; } \
         try { down(); } catch (error) {} print(depth);",
    );
    // A program that only uses its stack is not one of these.
    let deep = script("const down = (n) => n === 0 ? 0 : 1 + down(n - 1); print(down(2000));");
    for name in ["node", "deno", "chromium"] {
        let debugger = find(name);
        let mut runner = debugger.runner();
        for _ in 0..6 {
            assert_ne!(runner.run(&measuring), runner.run_in_decoy(&measuring), "{name}");
        }
        let plain = runner.run(&deep);
        assert!(matches!(&plain, PlainRun::Ended(outcome) if outcome.output == ["2000"]));
        assert_eq!(runner.run_in_decoy(&deep), plain, "{name}");
    }
}

#[test]
fn a_long_output_and_what_shows_it_are_reported_once_and_whole() {
    // The traps run when the output is reported, and print more.
    let program = script(
        "let asked = 0; const watched = new Proxy({ a: 1 }, { ownKeys(target) { asked += 1; \
         print('asked'); return Reflect.ownKeys(target); } }); \
         print('0123456789'.repeat(30000)); print(watched, asked);",
    );
    for name in ["node", "deno", "chromium"] {
        let debugger = find(name);
        let expected = plain(&debugger, &program);
        assert_eq!(expected.output.len(), 3, "{name}: {:?}", expected.output.last());
        assert_eq!(expected.output[0].len(), 300_000, "{name}");
        let mut driver = debugger.driver();
        let mut session = Session::open(&mut *driver, &program).expect("opens");
        let end = act(&mut session, Action::Start);
        assert_eq!(end, Observation::Finished(expected), "{name}");
    }
}

#[test]
fn a_module_is_not_started_in_the_middle_of_other_code() {
    let program = Program::javascript(
        "test.mjs",
        Goal::Module,
        "const later = async () => 'later';\nconst slow = async function* () { yield 1; };\n\
         print(1);\nprint(await later());\nfor await (const s of slow()) print(s);\n",
    );
    let debugger = find("node@20.20.2");
    let mut answers = BTreeSet::new();
    for _ in 0..12 {
        let mut driver = debugger.driver();
        for _ in 0..2 {
            let mut session = Session::open(&mut *driver, &program).expect("opens");
            session
                .act(&[Action::add_breakpoint(Location::new(3, 0)), Action::Start])
                .expect("legal");
            answers.insert(act(&mut session, Action::StepOut).to_string());
        }
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
}

#[test]
fn breakpoints_count_in_every_session_of_a_browser() {
    let debugger = find("chromium");
    let program = script("let a = 1;\na = 2;\na = 3;\n");
    // Some sessions end paused, some by a step, some by a continue; whichever precedes a new
    // document, the next session must pause.
    for last in [None, Some(Action::StepOver), Some(Action::Continue)] {
        let mut driver = debugger.driver();
        for number in 0..60 {
            let mut session = Session::open(&mut *driver, &program).expect("opens");
            let actions = [Action::add_breakpoint(Location::new(2, 0)), Action::Start];
            let steps = session.act(&actions).expect("legal").to_vec();
            let place = location(&steps[1].observation);
            assert_eq!(place.line, 2, "session {number}, each ended by {last:?}");
            let mut saw = steps[1].observation.clone();
            while let (Some(action), Observation::Paused(_)) = (&last, &saw) {
                saw = act(&mut session, action.clone());
            }
        }
    }
}

#[test]
fn values_show_what_they_hold_and_nothing_runs() {
    let recent = EngineFacts { point: "Point", proxy: "Proxy(Object)", has_private_fields: true };
    for name in ["node", "node@24", "deno", "chromium"] {
        contents::check(&find(name), recent);
    }
    let old = EngineFacts { proxy: "Proxy", has_private_fields: false, ..recent };
    contents::check(&find("node@8"), old);
}
