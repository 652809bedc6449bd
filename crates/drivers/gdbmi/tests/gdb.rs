//! gdb over its machine interface, for real. Nothing is skipped: if something is not available, the
//! test fails.

use debunk_gdbmi::GdbMiDebugger;
use debunk_kit::debuggers::{located, tested};
use debunk_kit::sessions::{act, at, c, line, plain};
use debunk_model::{Action, Location, Observation, VariableView};
use debunk_native::{Builder, Compilers};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, OpenError, Session};

const PROGRAM: &str = r#"#include <stdio.h>
#include <stdlib.h>
struct point { int x; char name[8]; };
static int total = 0;
static int add(int amount) {
    int doubled = amount * 2;
    if (doubled > 100) {
        puts("never");
    }
    total += doubled;
    return total;
}
static int order(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int numbers[3] = {3, 1, 2};
    struct point point = {7, "abc"};
    const char *word = "hello";
    qsort(numbers, 3, sizeof *numbers, order);
    int sum = add(numbers[0]);
    printf("%d %s %d\n", sum, word, point.x);
    return 3;
}
"#;

fn find() -> GdbMiDebugger {
    let (located, info) = located("gdb-mi");
    let builder = Builder::new(&TempArea::new().expect("a folder"), Compilers::default());
    GdbMiDebugger::new(info, located.binary, builder)
}

#[test]
fn a_session_can_do_everything_twice_in_one_process() {
    let debugger = find();
    let program = c(PROGRAM);
    let expected = plain(&debugger, &program);
    assert_eq!(expected.output, ["2 hello 7"]);
    assert_eq!(expected.error.as_deref(), Some("exit code 3"));
    let mut driver = debugger.driver();
    let mut traces = Vec::new();
    for _ in 0..2 {
        let mut session = Session::open(&mut *driver, &program).expect("opens");
        let set = act(&mut session, Action::add_breakpoint(Location::new(6, 4)));
        assert_eq!(set, Observation::BreakpointSet { at: at(6) });
        let refused = act(&mut session, Action::add_breakpoint(at(900)));
        assert!(matches!(refused, Observation::BreakpointRefused { .. }), "{refused}");
        let logged = act(&mut session, Action::AddLogpoint { at: at(7) });
        assert_eq!(logged, Observation::BreakpointSet { at: at(7) });
        let pause = act(&mut session, Action::Start);
        assert_eq!(line(&pause), 6);
        let stack = &pause.pause().expect("pause").frames;
        assert_eq!(stack.len(), 2);
        assert_eq!((stack[0].function.as_str(), stack[1].function.as_str()), ("add", "main"));
        let step = act(&mut session, Action::StepOver);
        assert_eq!(line(&step), 7);
        let variables = &step.pause().expect("pause").variables;
        assert_eq!(variables.lookup("doubled").map(|(_, value)| value), Some("2"));
        let look = act(&mut session, Action::Look);
        assert_eq!(look, Observation::Looked { variables: variables.clone() });
        let sum = Action::evaluate("amount + doubled");
        assert_eq!(act(&mut session, sum), Observation::Evaluated { value: "3".to_owned() });
        let removed = act(&mut session, Action::RemoveBreakpoint { at: Location::new(6, 4) });
        assert_eq!(removed, Observation::BreakpointRemoved);
        let out = act(&mut session, Action::StepOut);
        assert_eq!(line(&out), 21);
        let variables = &out.pause().expect("pause").variables;
        let value = |name: &str| variables.lookup(name).map(|(_, value)| value.to_owned());
        assert_eq!(value("numbers").as_deref(), Some("{1, 2, 3}"));
        assert_eq!(value("word").as_deref(), Some("0x… \"hello\""));
        let never = Action::AddBreakpoint { at: at(22), condition: Some("sum == 99".to_owned()) };
        assert_eq!(act(&mut session, never), Observation::BreakpointSet { at: at(22) });
        let end = act(&mut session, Action::Continue);
        assert_eq!(end, Observation::Finished(expected.clone()));
        traces.push(session.finish());
    }
    assert_eq!(traces[0], traces[1]);
    tested(&debugger);
}

#[test]
fn code_that_is_none_of_the_program_is_left() {
    let debugger = find();
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &c(PROGRAM)).expect("opens");
    act(&mut session, Action::add_breakpoint(at(14)));
    let pause = act(&mut session, Action::Start);
    assert_eq!(line(&pause), 14);
    let functions: Vec<String> =
        pause.pause().expect("pause").frames.iter().map(|frame| frame.function.clone()).collect();
    assert_eq!(functions, ["order", "main"], "the library's frames are left out");
    act(&mut session, Action::RemoveBreakpoint { at: at(14) });
    let out = act(&mut session, Action::StepOut);
    assert!(matches!(line(&out), 14 | 20 | 21), "{out}");
    let mut last = out;
    for _ in 0..40 {
        last = act(&mut session, Action::StepOver);
        if last.is_end() {
            break;
        }
    }
    assert!(matches!(last, Observation::Finished(_)), "stepping ends with the program: {last}");
}

#[test]
fn stepping_out_of_main_runs_to_the_end() {
    let debugger = find();
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &c(PROGRAM)).expect("opens");
    act(&mut session, Action::add_breakpoint(at(17)));
    assert_eq!(line(&act(&mut session, Action::Start)), 17);
    let end = act(&mut session, Action::StepOut);
    assert!(matches!(end, Observation::Finished(_)), "{end}");
}

#[test]
fn a_crash_of_the_program_is_its_end() {
    let debugger = find();
    let program = c("#include <stdlib.h>\nint main(void) {\n    abort();\n}\n");
    let expected = plain(&debugger, &program);
    assert_eq!(expected.error.as_deref(), Some("killed by SIGABRT"));
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    assert_eq!(act(&mut session, Action::Start), Observation::Finished(expected));
}

#[test]
fn an_endless_program_hangs_and_leaves_nothing_behind() {
    let debugger = find();
    let mut driver = debugger.driver();
    let endless = c("int main(void) {\n    for (;;) {}\n}\n");
    let mut session = Session::open(&mut *driver, &endless).expect("opens");
    assert_eq!(act(&mut session, Action::Start), Observation::Hung);
    drop(session);
    assert_eq!(processes_below(std::process::id()), Vec::<u32>::new());
    let mut session = Session::open(&mut *driver, &c(PROGRAM)).expect("opens again");
    assert!(matches!(act(&mut session, Action::Start), Observation::Finished(_)));
}

#[test]
fn what_does_not_compile_does_not_open() {
    let debugger = find();
    let broken = debugger.driver().open(&c("int main(void) { return }\n"));
    assert!(matches!(broken, Err(OpenError::DoesNotParse(_))), "{broken:?}");
}

/// Processes that this one started and that run a program, other than clean-up shells.
fn processes_below(pid: u32) -> Vec<u32> {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    let children = children.unwrap_or_default();
    children
        .split_whitespace()
        .filter_map(|child| child.parse().ok())
        .filter(|child| {
            let name = std::fs::read_to_string(format!("/proc/{child}/comm")).unwrap_or_default();
            name.trim() == "program"
        })
        .collect()
}
