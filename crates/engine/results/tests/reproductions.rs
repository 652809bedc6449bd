//! Reproductions of findings on debuggers of languages other than JavaScript, run for real. Nothing
//! is skipped: if something is not available, the test fails.

use debunk_bdb::BdbDebugger;
use debunk_dap::{DapDebugger, shipped};
use debunk_gdbmi::GdbMiDebugger;
use debunk_kit::debuggers::located;
use debunk_model::{
    Action, Capability, Completion, Evaluation, EvaluationContext, Expansion, FrameOrder, Language,
    Location, Observation, Program,
};
use debunk_native::{Builder, Compilers};
use debunk_relations::{Violation, ViolationKind};
use debunk_results::{Class, Finding, SCHEMA_VERSION, Side, write};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, Session};
use debunk_testimony::Verdict;
use debunk_toolchain::Located;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const C: &str = r#"#include <stdio.h>
static int twice(int amount) {
    int doubled = amount * 2;
    return doubled;
}
int main(void) {
    int sum = 1, pair[3] = {4, 5, 6};
    sum = sum + twice(3);
    printf("%d\n", sum + pair[0] - 4);
    return 3;
}
"#;

const PYTHON: &str = "\
import sys


def twice(amount):
    doubled = amount * 2
    return doubled


sum, pair = 1, [4, {'a': (5,)}, {6}]
sum = sum + twice(3)
print(sum)
sys.exit(3)
";

fn builder(python: Option<&Path>) -> Builder {
    let mut compilers = Compilers::default();
    if let Some(python) = python {
        compilers.python = python.to_owned();
    }
    Builder::new(&TempArea::new().expect("a folder"), compilers)
}

fn dap(name: &str) -> (DapDebugger, Located) {
    let (located, info) = located(name);
    let spec = shipped(name).expect("shipped").parse().expect("a description");
    let python = (name == "debugpy").then(|| located.binary.clone());
    let builder = builder(python.as_deref());
    (DapDebugger::new(info, spec, Some(located.binary.clone()), builder), located)
}

/// The program and the actions: a breakpoint in the function, in, out, over, and to the end.
fn session(debugger: &dyn Debugger, language: Language, finer: bool) -> Side {
    let (text, line) = if language == Language::C { (C, 3) } else { (PYTHON, 5) };
    let program = Program::script("test", language, text);
    let at = Location::new(line, 0);
    let step = if finer { Action::StepIn } else { Action::StepOver };
    let mut actions = vec![Action::add_breakpoint(at), Action::Start, step, Action::Look];
    actions.extend(FrameOrder::ALL.map(|order| Action::LookAtCallers { order }));
    actions.push(Action::evaluate("doubled + 1"));
    actions.extend(questions(debugger));
    actions.extend([Action::RemoveBreakpoint { at }, Action::StepOut, Action::StepOver]);
    actions.push(Action::Continue);
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    for action in actions {
        session.act(&[action]).expect("legal");
    }
    Side { program, trace: session.finish() }
}

/// What can be asked about the frame of the caller, and what is refused.
fn questions(debugger: &dyn Debugger) -> Vec<Action> {
    let expand = |name: &str, frame, depth, width| {
        let name = name.to_owned();
        Action::Expand(Expansion { name, frame, depth, width, page: 2, depth_first: false })
    };
    let evaluate = |frame, context| {
        let expression = "pair[0]".to_owned();
        Action::Evaluate(Evaluation { expression, frame, context })
    };
    let mut questions =
        vec![expand("pair", 1, 3, 9), expand("pair", 1, 1, 2), expand("none", 1, 1, 9)];
    questions.extend([expand("doubled", 7, 1, 9), evaluate(1, EvaluationContext::Watch)]);
    let capabilities = debugger.capabilities();
    if capabilities.has(Capability::EvaluationContexts) {
        questions.extend(EvaluationContext::ALL.map(|context| evaluate(1, context)));
    }
    if capabilities.has(Capability::Completions) {
        questions.push(Action::Complete(Completion { text: "1 + doub".to_owned(), frame: 0 }));
    }
    questions
}

fn finding(debugger: &dyn Debugger, language: Language) -> Finding {
    let initial = session(debugger, language, false);
    let follow_up = session(debugger, language, true);
    let last = follow_up.trace.steps.len() - 1;
    assert!(matches!(follow_up.trace.steps[last].observation, Observation::Finished(_)));
    let is_whole = |observation: &Observation| match observation {
        Observation::Expanded { value } => value.is_whole() && value.children().len() == 3,
        _ => false,
    };
    assert!(follow_up.trace.steps.iter().any(|step| is_whole(&step.observation)));
    let class = Class {
        relation: "finer-action".to_owned(),
        kind: "location".to_owned(),
        action: "step-over".to_owned(),
        node: "planted".to_owned(),
    };
    Finding {
        schema: SCHEMA_VERSION,
        debugger: debugger.info().clone(),
        relation: "finer-action".to_owned(),
        interactive: false,
        test: 1,
        seed: 1,
        round: 1,
        history: Vec::new(),
        violation: Violation {
            kind: ViolationKind::Variables,
            action: Action::StepOver,
            step: last,
            expected_step: None,
            detail: "a planted contradiction, with \"quotes\" and \\ and \u{1b}[31m\u{202e}"
                .to_owned(),
        },
        class,
        verdict: Verdict::undecided(),
        initial,
        follow_up: Some(follow_up),
        transformation: None,
        recipe: debugger.recipe(language),
        witness: None,
    }
}

fn run(folder: &Path, words: &[&str]) -> (String, Output) {
    let output = Command::new(words[0])
        .args(&words[1..])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, output)
}

/// A lie about where the program paused.
fn lie(finding: &mut Finding) {
    for step in &mut finding.initial.trace.steps {
        if let Observation::Paused(pause) = &mut step.observation {
            pause.frames[0].function = "nowhere".to_owned();
        }
    }
}

/// Runs the script: it must distinguish what is reproduced from what is not, and leave nothing
/// behind.
fn check_python(mut finding: Finding, binary: Option<&Path>) {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = binary.map(|path| path.to_string_lossy().into_owned());
    let mut words = vec!["python3", "reproduce.py"];
    words.extend(binary.as_deref());
    let written = write(folder.path(), &finding).expect("written");
    let report = std::fs::read_to_string(written.join("report.md")).expect("a report");
    assert!(report.contains("`python3 reproduce.py`"), "{report}");
    let script = std::fs::read_to_string(written.join("reproduce.py")).expect("a script");
    for text in [&report, &script] {
        assert!(!text.contains('\u{202e}') && text.to_lowercase().contains("202e"), "{text}");
    }
    let (text, output) = run(&written, &words);
    assert_eq!(output.status.code(), Some(1), "{text}{output:?}");
    assert!(text.contains("reproduced: the debugger did what debunk saw"), "{text}");
    assert!(text.contains("CONTRADICTION: a planted contradiction"), "{text}");
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
    lie(&mut finding);
    let written = write(folder.path(), &finding).expect("written");
    let (text, output) = run(&written, &words);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("not reproduced: step 2 of session 1"), "{text}");
}

#[test]
fn a_finding_on_bdb_is_played_by_bdb_alone() {
    let (located, info) = located("bdb");
    let debugger = BdbDebugger::new(info, builder(Some(&located.binary)));
    check_python(finding(&debugger, Language::Python), Some(&located.binary));
}

#[test]
fn a_finding_on_lldb_dap_is_played_by_the_standard_library() {
    let (debugger, located) = dap("lldb-dap");
    check_python(finding(&debugger, Language::C), Some(&located.binary));
}

#[test]
fn a_finding_on_debugpy_is_played_by_the_standard_library() {
    let (debugger, located) = dap("debugpy");
    check_python(finding(&debugger, Language::Python), Some(&located.binary));
}

#[test]
fn a_finding_on_gdb_is_played_by_gdb_alone() {
    let (located, info) = located("gdb-mi");
    let debugger = GdbMiDebugger::new(info, located.binary.clone(), builder(None));
    let finding = finding(&debugger, Language::C);
    let folder = tempfile::tempdir().expect("a folder");
    let written = write(folder.path(), &finding).expect("written");
    let script = std::fs::read_to_string(written.join("reproduce.gdb")).expect("a script");
    for command in script.lines().filter_map(|line| line.strip_prefix("#   gcc ")) {
        let words: Vec<&str> = std::iter::once("gcc").chain(command.split(' ')).collect();
        let (_, output) = run(&written, &words);
        assert!(output.status.success(), "{output:?}");
    }
    let gdb = located.binary.to_string_lossy();
    let (text, output) = run(&written, &[&gdb, "-q", "--nx", "--batch", "-x", "reproduce.gdb"]);
    assert!(output.status.success(), "{text}{output:?}");
    assert!(text.contains("CONTRADICTION: a planted"), "{text}");
    // What gdb prints before each of debunk's words is what debunk saw.
    let mut printed = Vec::new();
    let mut pauses = 0;
    for line in text.lines() {
        let Some(saw) = line.strip_prefix("debunk saw: paused at ") else {
            printed.push(line);
            continue;
        };
        let innermost = saw.split(" < ").next().expect("a frame");
        let (function, place) = innermost.split_once(' ').expect("a place");
        let number = place.split(':').next().expect("a line");
        let is_it = |line: &&str| {
            line.starts_with("#0 ")
                && line.contains(&format!(" {function} ("))
                && line.ends_with(&format!(":{number}"))
        };
        assert!(printed.drain(..).any(|line| is_it(&line)), "{innermost}\n{text}");
        pauses += 1;
    }
    assert_eq!(pauses, 8, "{text}");
}

#[test]
fn a_restart_after_the_end_is_played_too() {
    let (located, info) = located("gdb-mi");
    let debugger = GdbMiDebugger::new(info, located.binary.clone(), builder(None));
    let program = Program::script("test", Language::C, C);
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    let at = Location::new(8, 0);
    let actions = [Action::add_breakpoint(at), Action::Start, Action::Continue, Action::Restart];
    for action in actions {
        session.act(&[action]).expect("legal");
    }
    let side = Side { program, trace: session.finish() };
    let last = side.trace.steps.len() - 1;
    assert!(side.trace.steps[last].observation.pause().is_some());
    let mut finding = finding(&debugger, Language::C);
    finding.initial = side;
    finding.follow_up = None;
    finding.violation.step = last;
    let folder = tempfile::tempdir().expect("a folder");
    let written = write(folder.path(), &finding).expect("written");
    let compile = ["gcc", "-g", "-o", "initial", "initial.c"];
    assert!(run(&written, &compile).1.status.success());
    let gdb = located.binary.to_string_lossy();
    let (text, output) = run(&written, &[&gdb, "-q", "--nx", "--batch", "-x", "reproduce.gdb"]);
    assert!(output.status.success(), "{text}{output:?}");
    let after = text.split("-- restart").nth(1).expect("a restart");
    assert!(after.contains("initial.c:8") && after.contains("CONTRADICTION: a planted"), "{text}");
}
