//! bdb for real. Nothing is skipped: if something is not available, the test fails.

use debunk_bdb::BdbDebugger;
use debunk_kit::debuggers::{located, tested};
use debunk_kit::sessions::{act, at, line, plain, python};
use debunk_model::{Action, Location, Observation, VariableView};
use debunk_native::{Builder, Compilers};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, OpenError, Session};

const PROGRAM: &str = "\
class Loud:
    def __repr__(self):
        print('repr')
        return 'Loud'


def add(amount):
    doubled = amount * 2
    if doubled > 100:
        print('never')
    return doubled


loud = Loud()
total = add(3)
print(total, sorted({'b', 'a'}))

raise SystemExit(4)
";

fn find() -> BdbDebugger {
    let (located, info) = located("bdb");
    let compilers = Compilers { python: located.binary, ..Compilers::default() };
    BdbDebugger::new(info, Builder::new(&TempArea::new().expect("a folder"), compilers))
}

#[test]
fn a_session_can_do_everything_twice_in_one_process() {
    let debugger = find();
    let program = python(PROGRAM);
    let expected = plain(&debugger, &program);
    assert_eq!(expected.output, ["6 ['a', 'b']"]);
    assert_eq!(expected.error.as_deref(), Some("exit code 4"));
    let mut driver = debugger.driver();
    let mut traces = Vec::new();
    for _ in 0..2 {
        let mut session = Session::open(&mut *driver, &program).expect("opens");
        let first = act(&mut session, Action::add_breakpoint(at(1)));
        assert_eq!(first, Observation::BreakpointSet { at: at(1) });
        act(&mut session, Action::add_breakpoint(Location::new(8, 4)));
        let refused = act(&mut session, Action::add_breakpoint(at(17)));
        assert!(matches!(refused, Observation::BreakpointRefused { .. }), "{refused}");
        assert_eq!(line(&act(&mut session, Action::Start)), 1, "a breakpoint on line 1 counts");
        // The body of the class begins on the same line.
        assert_eq!(line(&act(&mut session, Action::Continue)), 1);
        let pause = act(&mut session, Action::Continue);
        assert_eq!(line(&pause), 8);
        let frames = &pause.pause().expect("pause").frames;
        assert_eq!(frames.len(), 2);
        assert_eq!(frames[0].function, "add");
        assert_eq!(frames[1].place.in_program(), Some(at(15)));
        let step = act(&mut session, Action::StepOver);
        assert_eq!(line(&step), 9);
        let variables = &step.pause().expect("pause").variables;
        assert_eq!(variables.lookup("doubled").map(|(_, value)| value), Some("6"));
        let look = act(&mut session, Action::Look);
        assert_eq!(look, Observation::Looked { variables: variables.clone() });
        let sum = Action::evaluate("amount + doubled");
        assert_eq!(act(&mut session, sum), Observation::Evaluated { value: "9".to_owned() });
        let wrong = Action::evaluate("nope");
        let value = "throws NameError".to_owned();
        assert_eq!(act(&mut session, wrong), Observation::Evaluated { value });
        act(&mut session, Action::RemoveBreakpoint { at: Location::new(8, 4) });
        let out = act(&mut session, Action::StepOut);
        assert_eq!(line(&out), 16);
        let variables = &out.pause().expect("pause").variables;
        assert_eq!(variables.lookup("loud").map(|(_, value)| value), Some("<Loud object>"));
        let never = Action::AddBreakpoint { at: at(18), condition: Some("total == 9".to_owned()) };
        assert_eq!(act(&mut session, never), Observation::BreakpointSet { at: at(18) });
        let end = act(&mut session, Action::Continue);
        assert_eq!(end, Observation::Finished(expected.clone()));
        traces.push(session.finish());
    }
    assert_eq!(traces[0], traces[1]);
    tested(&debugger);
}

#[test]
fn stepping_in_passes_libraries_and_ends_with_the_program() {
    let debugger = find();
    let mut driver = debugger.driver();
    let text = "import json\n\ndef f():\n    return json.dumps([1])\n\nprint(f())\n";
    let mut session = Session::open(&mut *driver, &python(text)).expect("opens");
    act(&mut session, Action::add_breakpoint(at(1)));
    let mut lines = vec![line(&act(&mut session, Action::Start))];
    let end = loop {
        match act(&mut session, Action::StepIn) {
            pause @ Observation::Paused(_) => lines.push(line(&pause)),
            end => break end,
        }
    };
    assert_eq!(lines, [1, 3, 6, 4]);
    assert_eq!(end, Observation::Finished(plain(&debugger, &python(text))));
}

#[test]
fn an_endless_program_hangs_and_the_next_one_runs() {
    let debugger = find();
    let mut driver = debugger.driver();
    let mut session =
        Session::open(&mut *driver, &python("while True:\n    pass\n")).expect("opens");
    assert_eq!(act(&mut session, Action::Start), Observation::Hung);
    drop(session);
    let mut session = Session::open(&mut *driver, &python(PROGRAM)).expect("opens again");
    assert!(matches!(act(&mut session, Action::Start), Observation::Finished(_)));
}

#[test]
fn an_uncaught_error_and_a_signal_are_ends_of_the_program() {
    let debugger = find();
    let mut driver = debugger.driver();
    let raising = python("print('a')\nraise ValueError(1)\n");
    let killed = python("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n");
    for (program, error) in [(raising, "exit code 1"), (killed, "killed by SIGSEGV")] {
        let expected = plain(&debugger, &program);
        assert_eq!(expected.error.as_deref(), Some(error));
        let mut session = Session::open(&mut *driver, &program).expect("opens");
        assert_eq!(act(&mut session, Action::Start), Observation::Finished(expected));
    }
}

#[test]
fn a_session_that_is_dropped_in_the_middle_leaves_the_host_usable() {
    let debugger = find();
    let mut driver = debugger.driver();
    for _ in 0..3 {
        let mut session = Session::open(&mut *driver, &python(PROGRAM)).expect("opens");
        act(&mut session, Action::add_breakpoint(at(8)));
        assert_eq!(line(&act(&mut session, Action::Start)), 8);
    }
    let broken = driver.open(&python("def = 1\n"));
    assert!(matches!(broken, Err(OpenError::DoesNotParse(_))), "{broken:?}");
    assert!(driver.open(&python(PROGRAM)).is_ok());
}

#[test]
fn lines_that_did_not_run_are_known() {
    let debugger = find();
    let dead = debugger.runner().dead_spans(&python(PROGRAM)).expect("coverage");
    let dead: Vec<&str> = dead.iter().map(|span| span.of(PROGRAM)).collect();
    assert_eq!(dead, ["print('repr')\n        return 'Loud'", "print('never')"]);
}
