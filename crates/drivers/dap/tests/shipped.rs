//! Every adapter that debunk claims to drive, for real. Nothing is skipped: if an adapter is not
//! available, its test fails.

mod support;

use debunk_dap::{DapDebugger, Peer, check};
use debunk_kit::debuggers::tested;
use debunk_kit::sessions::{act, line, line_with};
use debunk_model::{Action, Language, Location, Observation, Outcome, Program, VariableView};
use debunk_session::{Debugger, OpenError, PlainRun, Session};
use support::{find, processes_in};

/// Adapters that have logpoints.
const LOGPOINTS: [&str; 5] = ["codelldb", "debugpy", "delve", "gdb", "lldb-dap"];

const C: &str = r#"#include <stdio.h>
#include <stdlib.h>
static int total = 0;
static int add(int amount) {
    int doubled = amount * 2;
    if (doubled > 100) {
        puts("never");
    }
    total += doubled;
    return total;
}
int main(void) {
    int sum = add(3);
    sum = sum + 1;
    printf("%d\n", sum);
    return 3;
}
"#;

const PYTHON: &str = "\
import sys


def add(amount):
    doubled = amount * 2
    if doubled > 100:
        print('never')
    total = doubled
    return total


sum = add(3)
sum = sum + 1
print(sum)
sys.exit(3)
";

const GO: &str = r#"package main

import (
	"fmt"
	"os"
)

func add(amount int) int {
	doubled := amount * 2
	if doubled > 100 {
		fmt.Println("never")
	}
	total := doubled
	return total
}

func main() {
	sum := add(3)
	sum = sum + 1
	fmt.Println(sum)
	os.Exit(3)
}
"#;

const RUST: &str = r#"fn add(amount: i32) -> i32 {
    let doubled = amount * 2;
    if doubled > 100 {
        println!("never");
    }
    let total = doubled;
    total
}

fn main() {
    let mut sum = add(3);
    sum = sum + 1;
    println!("{}", sum);
    std::process::exit(3);
}
"#;

fn program(language: Language) -> Program {
    let text = match language {
        Language::C => C,
        Language::Python => PYTHON,
        Language::Go => GO,
        _ => RUST,
    };
    Program::script("test", language, text)
}

fn endless(language: Language) -> Program {
    let text = match language {
        Language::C => "int main(void) {\n    for (;;) {}\n}\n",
        Language::Python => "while True:\n    pass\n",
        Language::Go => "package main\n\nfunc main() {\n\tfor {\n\t}\n}\n",
        _ => "fn main() {\n    loop {}\n}\n",
    };
    Program::script("endless", language, text)
}

fn crashing(language: Language) -> Program {
    let text = match language {
        Language::C => "#include <stdlib.h>\nint main(void) {\n    abort();\n}\n",
        Language::Python => "print('a')\nraise ValueError(1)\n",
        Language::Go => "package main\n\nfunc main() {\n\tpanic(\"no\")\n}\n",
        _ => "fn main() {\n    std::process::abort();\n}\n",
    };
    Program::script("crashing", language, text)
}

fn plain(debugger: &DapDebugger, program: &Program) -> Outcome {
    match debugger.runner().run(program) {
        PlainRun::Ended(outcome) => outcome,
        other => panic!("{}: {other:?}", debugger.info()),
    }
}

/// Goes through everything a session can do, and returns its trace.
fn whole_session(debugger: &DapDebugger, session: &mut Session<'_>, program: &Program) {
    let name = &debugger.info().name;
    let at = |text: &str| Location::new(line_with(program, text), 0);
    let doubled = at("amount * 2");
    let set = act(session, Action::add_breakpoint(doubled));
    assert_eq!(set, Observation::BreakpointSet { at: doubled }, "{name}");
    // Its output is not the program's, which is compared at the end.
    let logged = act(session, Action::AddLogpoint { at: at("doubled > 100") });
    match logged {
        Observation::BreakpointRefused { reason } if !LOGPOINTS.contains(&name.as_str()) => {
            assert_eq!(reason, "the adapter has no logpoints", "{name}");
        }
        other => {
            assert_eq!(other, Observation::BreakpointSet { at: at("doubled > 100") }, "{name}")
        }
    }
    let pause = act(session, Action::Start);
    assert_eq!(line(&pause), doubled.line, "{name}");
    let frames = &pause.pause().expect("pause").frames;
    assert!(frames.len() >= 2, "{name}: {frames:?}");
    assert!(frames[0].function.ends_with("add"), "{name}: {frames:?}");
    assert_eq!(frames[1].place.in_program().map(|at| at.line), Some(at("add(3)").line), "{name}");
    let step = act(session, Action::StepOver);
    assert_eq!(line(&step), at("doubled > 100").line, "{name}");
    let variables = &step.pause().expect("pause").variables;
    let value = |name: &str| variables.lookup(name).map(|(_, value)| value.to_owned());
    assert_eq!(value("doubled").as_deref(), Some("6"), "{name}: {variables:?}");
    assert_eq!(value("amount").as_deref(), Some("3"), "{name}: {variables:?}");
    let look = act(session, Action::Look);
    assert_eq!(look, Observation::Looked { variables: variables.clone() }, "{name}");
    let amount = act(session, Action::evaluate("amount"));
    assert_eq!(amount, Observation::Evaluated { value: "3".to_owned() }, "{name}");
    let removed = act(session, Action::RemoveBreakpoint { at: doubled });
    assert_eq!(removed, Observation::BreakpointRemoved, "{name}");
    let out = act(session, Action::StepOut);
    let here = line(&out);
    assert!([at("add(3)").line, at("sum + 1").line].contains(&here), "{name}: {out}");
    let last = at("sum + 1");
    let condition = Action::AddBreakpoint { at: last, condition: Some("sum == 99".to_owned()) };
    if here < last.line {
        assert_eq!(act(session, condition), Observation::BreakpointSet { at: last }, "{name}");
    }
    let end = act(session, Action::Continue);
    assert_eq!(end, Observation::Finished(plain(debugger, program)), "{name}");
}

fn check_language(name: &str, language: Language) {
    let (debugger, area) = find(name);
    let program = program(language);
    let expected = plain(&debugger, &program);
    assert_eq!(expected.output, ["7"]);
    let code = debugger.spec().reports_exit_code.then_some("exit code 3");
    assert_eq!(expected.error.as_deref(), code);
    let mut driver = debugger.driver();
    let mut traces = Vec::new();
    for _ in 0..2 {
        let mut session = Session::open(&mut *driver, &program).expect("opens");
        whole_session(&debugger, &mut session, &program);
        traces.push(session.finish());
    }
    assert_eq!(traces[0], traces[1], "{name}: two sessions in a row are the same");
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    let inside = Location::new(line_with(&program, "add(3)"), 0);
    act(&mut session, Action::add_breakpoint(inside));
    assert_eq!(line(&act(&mut session, Action::Start)), inside.line, "{name}");
    let step = act(&mut session, Action::StepIn);
    assert!(step.pause().expect("pause").frames[0].function.ends_with("add"), "{name}: {step}");
    drop(session);
    let crash = crashing(language);
    let mut session = Session::open(&mut *driver, &crash).expect("opens");
    let end = act(&mut session, Action::Start);
    let mut expected = plain(&debugger, &crash);
    if name == "gdb" {
        // A bug in gdb 16: it reports the exit code 0 for a program that a signal has killed.
        expected.error = None;
    }
    assert_eq!(end, Observation::Finished(expected), "{name}");
    drop(session);
    let mut session = Session::open(&mut *driver, &endless(language)).expect("opens");
    assert_eq!(act(&mut session, Action::Start), Observation::Hung, "{name}");
    drop(session);
    drop(driver);
    assert_eq!(processes_in(&area), Vec::<String>::new(), "{name} leaves nothing behind");
    tested(&debugger);
}

fn check_adapter(name: &str) {
    let (debugger, _) = find(name);
    let report = check(&debugger);
    assert_eq!(report.problem, None, "{name}: {report:#?}");
    assert!(report.works(), "{name}: {:#?}", report.session);
    assert!(report.handshake.iter().any(|step| step.what == "event initialized"), "{report:#?}");
    let ours: Vec<_> = report.departures_of(Peer::Client).collect();
    assert!(ours.is_empty(), "debunk departs from the protocol with {name}: {ours:#?}");
}

macro_rules! debuggers {
    ($($test:ident: $name:literal in $language:ident;)*) => { $(
        #[test]
        fn $test() {
            check_language($name, Language::$language);
            check_adapter($name);
        }
    )* };
}

debuggers! {
    lldb_dap_debugs_c: "lldb-dap" in C;
    lldb_dap_debugs_rust: "lldb-dap" in Rust;
    debugpy_debugs_python: "debugpy" in Python;
    delve_debugs_go: "delve" in Go;
    gdb_debugs_c: "gdb" in C;
    codelldb_debugs_c: "codelldb" in C;
}

#[test]
fn js_debug_and_rdbg_pass_their_check() {
    for name in ["js-debug", "rdbg"] {
        check_adapter(name);
        tested(&find(name).0);
    }
}

#[test]
fn js_debug_reports_late_where_a_breakpoint_stands() {
    let (debugger, _area) = find("js-debug");
    let text = "let a = 1, f = () => 2;\n\n  a = 'it\\'s';\nprint(a);\n";
    let program = Program::script("late", Language::JavaScript, text);
    let mut driver = debugger.driver();
    // The second session is in the same process.
    for _ in 0..2 {
        let mut session = Session::open(&mut *driver, &program).expect("it opens");
        act(&mut session, Action::add_breakpoint(Location::new(2, 0)));
        let pause = act(&mut session, Action::Start);
        let place = pause.pause().and_then(|pause| pause.frames[0].place.in_program());
        let column = Location::new(3, 2);
        assert_eq!(place, Some(column), "{pause}");
        let answer = &session.trace().steps[0].observation;
        assert_eq!(*answer, Observation::BreakpointSet { at: column });
        let step = act(&mut session, Action::StepOver);
        let variables = &step.pause().expect("it pauses").variables;
        let value = |name: &str| variables.lookup(name).map(|(_, value)| value.to_owned());
        assert_eq!(value("a").as_deref(), Some(r#""it's""#), "{variables:?}");
        assert_eq!(value("f").as_deref(), Some("function"), "{variables:?}");
    }
}

/// The setter of a timer is not a caller, deep stacks are reported whole, and `print` uses nothing
/// that a program can replace.
#[test]
fn js_debug_reports_the_stack_and_the_output_of_a_hostile_program() {
    let (debugger, _area) = find("js-debug");
    let text = "console.log = undefined; String = () => 'forged'; Array.prototype.values = null;\n\
                Array.prototype[Symbol.iterator] = null; Object.prototype.get = () => 'forged';\n\
                const down = (n) => n === 0 ? stop() : down(n - 1);\n\
                function stop() {\n  print('deep', '\\u001b');\n}\nsetTimeout(() => down(450), 0);\n";
    let program = Program::script("hostile", Language::JavaScript, text);
    let plain = debugger.runner().run(&program);
    let PlainRun::Ended(expected) = plain else { panic!("{plain:?}") };
    assert_eq!(expected.output, ["deep", "\u{1b}"]);
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &program).expect("it opens");
    act(&mut session, Action::add_breakpoint(Location::new(5, 2)));
    let pause = act(&mut session, Action::Start);
    assert_eq!(pause.pause().map(|pause| pause.frames.len()), Some(453));
    assert_eq!(act(&mut session, Action::Continue), Observation::Finished(expected));
}

#[test]
fn a_program_for_js_debug_that_measures_its_stack_looks_at_how_it_is_run() {
    let (debugger, _area) = find("js-debug");
    let mut runner = debugger.runner();
    let program = |text: &str| Program::script("stack", Language::JavaScript, text);
    let measuring = program(
        "let depth = 0; function down() { depth += 1; return down() + 1; }\n\
         try { down(); } catch (error) {}\nprint(depth);\n",
    );
    for _ in 0..6 {
        assert_ne!(runner.run(&measuring), runner.run_in_decoy(&measuring));
    }
    let deep = program("const down = (n) => n === 0 ? 0 : 1 + down(n - 1);\nprint(down(2000));\n");
    let plain = runner.run(&deep);
    assert!(matches!(&plain, PlainRun::Ended(outcome) if outcome.output == ["2000"]), "{plain:?}");
    assert_eq!(runner.run_in_decoy(&deep), plain);
}

#[test]
fn what_does_not_compile_does_not_open() {
    let (debugger, _) = find("lldb-dap");
    let broken = Program::script("broken", Language::C, "int main(void) { return }\n");
    let opened = debugger.driver().open(&broken);
    assert!(matches!(opened, Err(OpenError::DoesNotParse(_))), "{opened:?}");
}
