//! Sessions with a small program against the log of its run: honest ones and others.

use debunk_languages::{CopyStyle, analyse, instrument};
use debunk_model::{
    Action, Evaluation, EvaluationContext, Expansion, FRAMES_REPORTED_MAX, Frame, Goal, Location,
    Observation, Outcome, Pause, Place, Program, Quirks, RETURNED, Scope, ScopeKind, SourceMap,
    StatementKind, Trace, Value, ValueChild,
};
use debunk_testimony::{
    Activation, Charge, ChargeKind, Liar, Log, LogEntry, LoggedChild, LoggedContents, ReturnEntry,
    Testimony, TimedSide, infer, infer_ordered, same_run,
};
use std::collections::BTreeMap;

const TEXT: &str = "\
function f(a) {
  let b = a + 1;
  if (b > 9) {
    b = 0;
  }
  return b;
}
let x = f(1);
x = f(2);
done(x);
";

/// A line of the log: line, activation, depth, values of the variables by name.
type Line = (u32, usize, u32, &'static [(&'static str, &'static str)]);

const LINES: [Line; 9] = [
    (8, 0, 1, &[]),
    (2, 1, 2, &[("a", "1")]),
    (3, 1, 2, &[("a", "1"), ("b", "2")]),
    (6, 1, 2, &[("a", "1"), ("b", "2")]),
    (9, 0, 1, &[("x", "2")]),
    (2, 2, 2, &[("a", "2")]),
    (3, 2, 2, &[("a", "2"), ("b", "3")]),
    (6, 2, 2, &[("a", "2"), ("b", "3")]),
    (10, 0, 1, &[("x", "3")]),
];

fn program() -> Program {
    Program::javascript("p.js", Goal::Script, TEXT)
}

fn log(program: &Program, lines: &[Line]) -> Log {
    let instrumented = instrument(program, CopyStyle::default()).expect("can be watched");
    let mut texts: Vec<String> = vec!["?".to_owned()];
    let mut entries = Vec::new();
    for (line, activation, depth, values) in lines {
        let is_meant = |statement: &debunk_model::LoggedStatement| {
            statement.start.line == *line && statement.kind != StatementKind::End
        };
        let statement = instrumented.statements.iter().position(is_meant).expect("a statement");
        let names = &instrumented.statements[statement].variables;
        let values = names
            .iter()
            .map(|name| {
                let value = values.iter().find(|(known, _)| *known == &**name);
                let Some((_, value)) = value else { return 0 };
                texts.push((*value).to_owned());
                texts.len() as u32 - 1
            })
            .collect();
        entries.push(LogEntry { statement, activation: *activation, depth: *depth, values });
    }
    Log {
        entries,
        activations: vec![
            Activation { function: 0, parent: None },
            Activation { function: 1, parent: Some(0) },
            Activation { function: 1, parent: Some(0) },
        ],
        statements: instrumented.statements,
        functions: instrumented.functions,
        texts,
        contents: BTreeMap::new(),
        headings: BTreeMap::new(),
        inserted: BTreeMap::new(),
        outcome: Outcome::default(),
        truncated: false,
        size_bytes: 0,
        returns: Vec::new(),
        resumptions: Vec::new(),
    }
}

fn add(line: u32, column: u32) -> (Action, Observation) {
    let at = Location::new(line, column);
    (Action::add_breakpoint(at), Observation::BreakpointSet { at })
}

/// A pause in as many frames as given, with variables of the function itself.
fn pause(at: (u32, u32), frames: usize, variables: &[(&str, &str)]) -> Observation {
    let frame = |line, column| Frame {
        function: String::new(),
        place: Place::Program { at: Location::new(line, column) },
    };
    let mut stack = vec![frame(at.0, at.1)];
    stack.resize(frames, frame(8, 8));
    let variables = variables.iter().map(|(name, value)| ((*name).into(), (*value).into()));
    let scope = Scope { kind: ScopeKind::Own, variables: variables.collect() };
    Observation::Paused(Pause { frames: stack, variables: vec![scope] })
}

fn trace(steps: Vec<(Action, Observation)>) -> Trace {
    let mut trace = Trace::default();
    for (action, observation) in steps {
        trace.push(action, observation);
    }
    trace
}

fn charges(steps: Vec<(Action, Observation)>) -> Vec<Charge> {
    charges_about(&program(), &LINES, steps)
}

fn charges_about(
    program: &Program,
    lines: &[Line],
    steps: Vec<(Action, Observation)>,
) -> Vec<Charge> {
    let log = log(program, lines);
    let (lines, sites) = (program.lines(), analyse(program).expect("parses"));
    Testimony::new(&log, program, &lines, &sites).examine(&trace(steps))
}

#[track_caller]
fn assert_charge(steps: Vec<(Action, Observation)>, kind: ChargeKind, words: &str) {
    let charges = charges(steps);
    let found = charges.first().expect("a charge");
    assert_eq!(found.kind, kind, "{charges:?}");
    assert!(found.proof.contains(words), "{}", found.proof);
}

const ENDED: Observation = Observation::Finished(Outcome { output: Vec::new(), error: None });

#[test]
fn an_honest_session_is_not_charged() {
    let steps = vec![
        add(6, 2),
        (Action::Start, pause((6, 2), 2, &[("a", "1"), ("b", "2")])),
        (Action::StepOver, pause((6, 10), 2, &[("a", "1"), ("b", "2")])),
        (Action::StepOut, pause((9, 0), 1, &[("x", "2")])),
        (Action::StepIn, pause((2, 10), 2, &[("a", "2"), ("b", "undefined")])),
        (Action::Continue, pause((6, 2), 2, &[("a", "2"), ("b", "3")])),
        (Action::Continue, ENDED),
    ];
    assert_eq!(charges(steps), []);
}

#[test]
fn a_breakpoint_that_is_passed_is_reported_with_its_count() {
    let steps = vec![
        add(6, 2),
        (Action::Start, pause((6, 2), 2, &[("a", "1"), ("b", "2")])),
        (Action::Continue, ENDED),
    ];
    assert_charge(steps, ChargeKind::MissedBreakpoint, "ran twice");
}

#[test]
fn a_pause_must_be_where_the_program_gets() {
    let dead = vec![add(4, 4), (Action::Start, pause((4, 4), 2, &[("a", "1"), ("b", "2")]))];
    assert_charge(dead, ChargeKind::NeverRan, "4:4");
    let again = vec![
        add(9, 0),
        (Action::Start, pause((9, 0), 1, &[("x", "2")])),
        (Action::Continue, pause((9, 0), 1, &[("x", "2")])),
    ];
    assert_charge(again, ChargeKind::RanBefore, "ran once");
    let nothing = vec![add(9, 0), (Action::Start, pause((10, 0), 1, &[("x", "3")]))];
    assert_charge(nothing, ChargeKind::NoReason, "no breakpoint");
}

#[test]
fn values_are_those_of_the_moment() {
    let wrong = vec![add(6, 2), (Action::Start, pause((6, 2), 2, &[("a", "1"), ("b", "7")]))];
    assert_charge(wrong, ChargeKind::WrongValue, "b is 2 there, the debugger shows 7");
    let missing = vec![add(6, 2), (Action::Start, pause((6, 2), 2, &[("a", "1")]))];
    assert_charge(missing, ChargeKind::MissingVariable, "b is 2");
    let evaluated = vec![
        add(6, 2),
        (Action::Start, pause((6, 2), 2, &[("a", "1"), ("b", "2")])),
        (Action::evaluate("b"), Observation::Evaluated { value: "5".to_owned() }),
    ];
    assert_charge(evaluated, ChargeKind::WrongValue, "evaluates it to 5");
}

#[test]
fn what_a_function_is_about_to_return_is_what_its_call_returned() {
    let program = program();
    let mut log = log(&program, &LINES);
    for (activation, time, text) in [(1, 4, "2"), (2, 8, "3")] {
        log.texts.push(text.to_owned());
        let value = Some(log.texts.len() as u32 - 1);
        log.returns.push(ReturnEntry { activation, time, value });
    }
    let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
    let proofs = |log: &Log, returned: &str| {
        let left = pause((6, 10), 2, &[("a", "1"), ("b", "2"), (RETURNED, returned)]);
        let start = (Action::Start, pause((6, 2), 2, &[("a", "1"), ("b", "2")]));
        let steps = trace(vec![add(6, 2), start, (Action::StepOver, left)]);
        let charges = Testimony::new(log, &program, &lines, &sites).examine(&steps);
        charges.into_iter().map(|charge| charge.proof).collect::<Vec<_>>()
    };
    assert!(proofs(&log, "2").is_empty());
    let wrong = ["at 6:10: f returns 2 there, the debugger shows 3"];
    assert_eq!(proofs(&log, "3"), wrong, "another call returned that");
    log.returns[0].value = None;
    assert!(proofs(&log, "3").is_empty(), "its value is not known");
}

#[test]
fn a_global_is_judged_where_a_statement_begins_and_its_name_means_nothing_else() {
    let text = "var n = 1, m = 1;\nfunction f(a) {\n  done(a);\n}\nf(n + m);\n(m) => m;\n";
    let program = Program::javascript("p.js", Goal::Script, text);
    let values: &'static [(&str, &str)] = &[("a", "2"), ("n", "1"), ("m", "1")];
    let log = log(&program, &[(5, 0, 1, &[]), (3, 1, 2, values)]);
    let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
    let proofs = |column: u32, question: (Action, Observation)| {
        let start = (Action::Start, pause((3, column), 2, &[("a", "2")]));
        let steps = trace(vec![add(3, column), start, question]);
        let charges = Testimony::new(&log, &program, &lines, &sites).examine(&steps);
        charges.into_iter().map(|charge| charge.proof).collect::<Vec<_>>()
    };
    assert!(proofs(2, expand("n", 0, "1".into())).is_empty());
    let wrong = ["n is 1 there, the debugger shows 2"];
    assert_eq!(proofs(2, expand("n", 0, "2".into())), wrong);
    let wrong = ["n + a is 3 there, the debugger evaluates it to 4"];
    assert_eq!(proofs(2, evaluate("n + a", 0, "4")), wrong);
    assert!(proofs(2, expand("m", 0, "2".into())).is_empty(), "another variable has that name");
    assert!(
        proofs(7, expand("n", 0, "2".into())).is_empty(),
        "anything may have changed it meanwhile"
    );
}

fn expand(name: &str, frame: u32, value: Value) -> (Action, Observation) {
    let name = name.to_owned();
    let action =
        Action::Expand(Expansion { name, frame, depth: 2, width: 9, page: 0, depth_first: false });
    (action, Observation::Expanded { value })
}

fn evaluate(expression: &str, frame: u32, value: &str) -> (Action, Observation) {
    let (expression, context) = (expression.to_owned(), EvaluationContext::Watch);
    let action = Action::Evaluate(Evaluation { expression, frame, context });
    (action, Observation::Evaluated { value: value.to_owned() })
}

#[test]
fn contents_and_expressions_are_judged_where_a_statement_begins() {
    let text = "function f(a) {\n  done(a, 1);\n}\nf([7]);\n";
    let program = Program::javascript("p.js", Goal::Script, text);
    let mut log = log(&program, &[(4, 0, 1, &[]), (2, 1, 2, &[("a", "Array(1)")])]);
    log.texts.push("7".to_owned());
    let children = vec![("0".to_owned(), LoggedChild::Value(log.texts.len() as u32 - 1))];
    let array = log.number_at(1, "a").expect("a number");
    log.contents.insert(array, LoggedContents { children, is_whole: true, ..Default::default() });
    let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
    let proofs = |column: u32, question: (Action, Observation)| {
        let start = (Action::Start, pause((2, column), 2, &[("a", "Array(1)")]));
        let steps = trace(vec![add(2, column), start, question]);
        let charges = Testimony::new(&log, &program, &lines, &sites).examine(&steps);
        charges.into_iter().map(|charge| charge.proof).collect::<Vec<_>>()
    };
    let shown = |child: &str| {
        let children = vec![ValueChild::new("0", child.into())];
        expand("a", 0, Value::with_children("Array(1)", children))
    };
    assert!(proofs(2, shown("7")).is_empty());
    assert_eq!(proofs(2, shown("8")), ["a[0] is 7 there, the debugger shows 8"]);
    assert!(proofs(10, shown("8")).is_empty(), "in the middle of a statement it may be true");
    assert!(proofs(2, evaluate("a[0] + a.length", 0, "8")).is_empty());
    let wrong = ["a[0] * 2 is 14 there, the debugger evaluates it to 15"];
    assert_eq!(proofs(2, evaluate("a[0] * 2", 0, "15")), wrong);
    assert!(proofs(10, evaluate("a[0] * 2", 0, "15")).is_empty());
    assert!(proofs(2, evaluate("b.c", 0, "15")).is_empty());
}

/// While `g` runs, only `kept` is certain to keep its value in `f`.
#[test]
fn variables_of_callers_keep_their_values_unless_something_may_change_them() {
    let text = "\
function f(kept, changed) {
  let seen = 1, shared = 1;
  const see = () => shared;
  g(changed = 2);
  return kept + seen + see();
}
function g(n) {
  return n;
}
f(1, 2);
";
    let program = Program::javascript("p.js", Goal::Script, text);
    let values = [("kept", "1"), ("changed", "2"), ("seen", "1"), ("shared", "1")];
    let values: &'static [(&str, &str)] = Box::leak(Box::new(values));
    let rows: [Line; 5] = [
        (10, 0, 1, &[]),
        (2, 1, 2, &[("kept", "1"), ("changed", "2")]),
        (4, 1, 2, values),
        (8, 2, 3, &[("n", "2")]),
        (5, 1, 2, values),
    ];
    let mut log = log(&program, &rows);
    log.activations[2] = Activation { function: 3, parent: Some(1) };
    let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
    let proofs = |place: (u32, u32), question: (Action, Observation)| {
        let Observation::Paused(mut paused) = pause((8, 2), 3, &[("n", "2")]) else {
            unreachable!()
        };
        paused.frames[1].place = Place::Program { at: Location::new(place.0, place.1) };
        paused.frames[2].place = Place::Program { at: Location::new(10, 0) };
        let steps = vec![add(8, 2), (Action::Start, Observation::Paused(paused)), question];
        let charges = Testimony::new(&log, &program, &lines, &sites).examine(&trace(steps));
        charges.into_iter().map(|charge| charge.proof).collect::<Vec<_>>()
    };
    let looked = |name: &str, value: &str| {
        let scope = |variables| vec![Scope { kind: ScopeKind::Own, variables }];
        let own = scope([(name.to_owned(), value.to_owned())].into());
        let action = Action::LookAtCallers { order: Default::default() };
        (action, Observation::LookedAtCallers { callers: vec![own, scope(BTreeMap::new())] })
    };
    let there = (4, 2);
    assert!(proofs(there, looked("kept", "1")).is_empty());
    let wrong = ["kept is 1 in frame 1, the debugger shows 3"];
    assert_eq!(proofs(there, looked("kept", "3")), wrong);
    assert!(proofs(there, looked("changed", "3")).is_empty());
    assert!(proofs(there, looked("shared", "3")).is_empty());
    assert!(proofs((5, 2), looked("kept", "3")).is_empty(), "the frame is not where the log is");
    let wrong = ["seen is 1 there, the debugger evaluates it to 3"];
    assert_eq!(proofs(there, evaluate("seen", 1, "3")), wrong);
    assert!(proofs(there, evaluate("shared", 1, "3")).is_empty());
    assert!(proofs(there, evaluate("seen", 2, "3")).is_empty());
    let wrong = ["seen is 1 there, the debugger shows 3"];
    assert_eq!(proofs(there, expand("seen", 1, "3".into())), wrong);
}

#[test]
fn where_a_function_is_left_its_blocks_are_left_already() {
    let text = "function g(a) {\n  {\n    let c = a;\n    return c;\n  }\n}\ng(1);\n";
    let program = Program::javascript("p.js", Goal::Script, text);
    let lines: [Line; 3] =
        [(7, 0, 1, &[]), (3, 1, 2, &[("a", "1")]), (4, 1, 2, &[("a", "1"), ("c", "1")])];
    let left = |variables: &[(&str, &str)]| {
        let start = (Action::Start, pause((4, 4), 2, &[("a", "1"), ("c", "1")]));
        let steps = vec![add(4, 4), start, (Action::StepOver, pause((4, 13), 2, variables))];
        charges_about(&program, &lines, steps)
    };
    assert_eq!(left(&[("a", "1")]), []);
    let missing = left(&[("c", "1")]);
    assert_eq!(missing.first().map(|charge| charge.kind), Some(ChargeKind::MissingVariable));
}

#[test]
fn steps_end_where_the_log_continues() {
    let far = vec![
        add(9, 0),
        (Action::Start, pause((9, 0), 1, &[("x", "2")])),
        (Action::StepOver, ENDED),
    ];
    assert_charge(far, ChargeKind::StepTooFar, "10:0 was next");
    let short = vec![
        add(9, 0),
        (Action::Start, pause((9, 0), 1, &[("x", "2")])),
        (Action::StepOver, pause((3, 2), 2, &[("a", "2"), ("b", "3")])),
    ];
    assert_charge(short, ChargeKind::StepTooShort, "3:2");
    let frames = vec![add(3, 2), (Action::Start, pause((3, 2), 1, &[("a", "1"), ("b", "2")]))];
    assert_charge(frames, ChargeKind::WrongStack, "2 calls deep");
}

/// A driver may have reported only the upper frames.
#[test]
fn a_stack_that_may_be_cut_is_not_counted() {
    let program = Program::javascript("p.js", Goal::Script, "function f() {\n  f();\n}\nf();\n");
    let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
    let charged = |calls: usize, shown: usize| {
        let mut log = log(&program, &[(4, 0, 1, &[]), (2, calls, calls as u32 + 1, &[])]);
        let below = (0..calls).map(|parent| Activation { function: 1, parent: Some(parent) });
        log.activations =
            [Activation { function: 0, parent: None }].into_iter().chain(below).collect();
        let steps = vec![add(2, 2), (Action::Start, pause((2, 2), shown, &[]))];
        let charges = Testimony::new(&log, &program, &lines, &sites).examine(&trace(steps));
        charges.iter().any(|charge| charge.kind == ChargeKind::WrongStack)
    };
    let limit = FRAMES_REPORTED_MAX as usize;
    assert!(!charged(limit + 100, limit));
    assert!(charged(500, 400));
    assert!(!charged(500, 501));
}

#[test]
fn a_call_that_throws_is_left() {
    let text = "\
function f(a) {
  a++;
  throw a;
}
for (const a of [1, 2]) {
  try {
    f(a);
  } catch (e) {
    done(e);
  }
}
";
    let lines: [Line; 10] = [
        (5, 0, 1, &[]),
        (6, 0, 1, &[]),
        (7, 0, 1, &[]),
        (2, 1, 2, &[("a", "1")]),
        (3, 1, 2, &[("a", "2")]),
        (9, 0, 1, &[]),
        (6, 0, 1, &[]),
        (7, 0, 1, &[]),
        (2, 2, 2, &[("a", "2")]),
        (3, 2, 2, &[("a", "3")]),
    ];
    let program = Program::javascript("p.js", Goal::Script, text);
    let past = charges_about(
        &program,
        &lines,
        vec![
            add(2, 2),
            (Action::Start, pause((2, 2), 2, &[("a", "1")])),
            (Action::StepOver, pause((3, 8), 2, &[("a", "2")])),
            (Action::StepOut, pause((2, 2), 2, &[("a", "2")])),
        ],
    );
    assert_eq!(past.len(), 1, "{past:?}");
    assert_eq!(past[0].kind, ChargeKind::StepTooFar);
    assert!(past[0].proof.contains("the statement at 9:4 was next"), "{past:?}");
}

#[test]
fn a_call_from_elsewhere_is_another_call() {
    let text = "\
function f() {
  g.h();
  throw 1;
}
try {
  f();
} catch (e) {
  done(e);
}
try {
  f();
} catch (e) {}
";
    let lines: [Line; 9] = [
        (5, 0, 1, &[]),
        (6, 0, 1, &[]),
        (2, 1, 2, &[]),
        (3, 1, 2, &[]),
        (8, 0, 1, &[]),
        (10, 0, 1, &[]),
        (11, 0, 1, &[]),
        (2, 2, 2, &[]),
        (3, 2, 2, &[]),
    ];
    let program = Program::javascript("p.js", Goal::Script, text);
    let called_from = |line| {
        let Observation::Paused(mut paused) = pause((2, 4), 2, &[]) else { unreachable!() };
        paused.frames[1].place = Place::Program { at: Location::new(line, 2) };
        Observation::Paused(paused)
    };
    let charges = |second| {
        let begin = vec![add(2, 4), (Action::Start, called_from(6))];
        let steps = [begin, vec![(Action::StepOut, called_from(second))]].concat();
        charges_about(&program, &lines, steps)
    };
    let past = charges(11);
    assert_eq!(past.len(), 1, "{past:?}");
    assert_eq!(past[0].kind, ChargeKind::StepTooFar);
    assert!(past[0].proof.contains("the statement at 8:2 was next"), "{past:?}");
    assert_eq!(charges(6), [], "the breakpoint may pause in the middle of the statement");
}

/// A quirk counts as used only if it makes an answer true, and only in asynchronous functions.
#[test]
fn uses_of_quirks_are_counted() {
    let charged_and_uses = |keyword: &str, ends_at_call: bool| {
        let text = format!("{keyword}function f() {{\n  g();\n  throw 1;\n}}\nf();\n");
        let program = Program::javascript("p.js", Goal::Script, text);
        let log = log(&program, &[(5, 0, 1, &[]), (2, 1, 2, &[]), (3, 1, 2, &[])]);
        let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
        let quirks = Quirks { ends_at_call, ..Quirks::default() };
        let testimony = Testimony::new(&log, &program, &lines, &sites).with_quirks(quirks);
        let steps = vec![
            add(2, 2),
            add(4, 0),
            (Action::Start, pause((2, 2), 2, &[])),
            (Action::Continue, pause((4, 0), 2, &[])),
        ];
        let steps = trace(steps);
        let uses = testimony.uses(&steps);
        (testimony.examine(&steps).len(), uses.into_iter().collect::<Vec<_>>())
    };
    assert_eq!(charged_and_uses("async ", true), (0, vec![("ends-at-call", 1)]));
    assert_eq!(charged_and_uses("async ", false), (1, vec![]));
    assert_eq!(charged_and_uses("", true), (1, vec![]), "no promise is returned there");
}

#[test]
fn only_a_step_may_end_where_an_asynchronous_function_is_left_by_an_error() {
    let charged_and_uses = |keyword: &str, action: Action| {
        let text = format!("{keyword}function f() {{\n  g();\n  throw 1;\n}}\nf();\n");
        let program = Program::javascript("p.js", Goal::Script, text);
        let log = log(&program, &[(5, 0, 1, &[]), (2, 1, 2, &[]), (3, 1, 2, &[])]);
        let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
        let quirks = Quirks { ends_rejected: true, ..Quirks::default() };
        let testimony = Testimony::new(&log, &program, &lines, &sites).with_quirks(quirks);
        let start = (Action::Start, pause((3, 2), 2, &[]));
        let steps = trace(vec![add(3, 2), add(4, 0), start, (action, pause((4, 0), 2, &[]))]);
        let uses = testimony.uses(&steps);
        (testimony.examine(&steps).len(), uses.into_iter().collect::<Vec<_>>())
    };
    let used = (0, vec![("ends-rejected", 1)]);
    assert_eq!(charged_and_uses("async ", Action::StepOver), used);
    assert_eq!(charged_and_uses("async ", Action::StepOut), used);
    assert_eq!(charged_and_uses("async ", Action::Continue), (1, vec![]));
    assert_eq!(charged_and_uses("", Action::StepOver), (1, vec![]));
}

/// The head of an `if` is a place that no step passes, even if it is all that a loop has.
#[test]
fn a_loop_whose_body_is_a_single_if_is_judged() {
    for head in ["n > 1", "1 < n", "typeof n === 'x'", "'a' in n", "n"] {
        let text = format!("for (const n of [1, 2]) {{\n  if ({head}) {{\n    g(n);\n  }}\n}}\n");
        let program = Program::javascript("p.js", Goal::Script, text);
        let lines: [Line; 3] = [(1, 0, 1, &[]), (2, 0, 1, &[("n", "1")]), (2, 0, 1, &[("n", "2")])];
        let start = (Action::Start, pause((2, 2), 1, &[("n", "1")]));
        let over = |end| charges_about(&program, &lines, vec![add(2, 2), start.clone(), end]);
        let past = over((Action::StepOver, ENDED));
        let kinds: Vec<ChargeKind> = past.iter().map(|charge| charge.kind).collect();
        assert!(kinds.contains(&ChargeKind::MissedBreakpoint), "{head}: {past:?}");
        let mut removed = vec![add(2, 2), start.clone()];
        let at = Location::new(2, 2);
        removed.push((Action::RemoveBreakpoint { at }, Observation::BreakpointRemoved));
        removed.push((Action::StepOver, ENDED));
        let past = charges_about(&program, &lines, removed);
        assert_eq!(past.first().map(|charge| charge.kind), Some(ChargeKind::StepTooFar), "{head}");
        assert_eq!(over((Action::StepOver, pause((2, 2), 1, &[("n", "2")]))), [], "{head}");
    }
}

#[test]
fn a_breakpoint_must_not_go_past_a_statement() {
    let asked = Location::new(9, 0);
    let at = Location::new(11, 0);
    let steps = vec![(Action::add_breakpoint(asked), Observation::BreakpointSet { at })];
    assert_charge(steps, ChargeKind::Misplaced, "the statement at 9:0 runs");
}

#[test]
fn a_log_that_is_cut_short_proves_nothing() {
    let program = program();
    let mut log = log(&program, &LINES);
    log.truncated = true;
    let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
    let steps = vec![add(4, 4), (Action::Start, pause((4, 4), 2, &[]))];
    let testimony = Testimony::new(&log, &program, &lines, &sites);
    assert_eq!(testimony.examine(&trace(steps)), []);
}

#[test]
fn a_changed_program_must_run_like_the_one_before() {
    let before = program();
    let map = SourceMap::identity(&before.text);
    let (first, second) = (log(&before, &LINES), log(&before, &LINES));
    assert_eq!(same_run(&first, &second, &map), Ok(()));
    let shorter = log(&before, &LINES[..8]);
    assert_eq!(same_run(&first, &shorter, &map), Err("10:0 no longer runs".to_owned()));
    let mut other = LINES;
    other[8] = (10, 0, 1, &[("x", "4")]);
    let refused = same_run(&first, &log(&before, &other), &map);
    assert_eq!(refused, Err("at 10:0 x is 4, not 3".to_owned()));
}

#[test]
fn of_two_sessions_the_one_that_ran_past_is_wrong() {
    let stops = trace(vec![add(5, 2), (Action::Start, pause((5, 2), 2, &[]))]);
    let passes = trace(vec![add(5, 2), (Action::Start, ENDED)]);
    let side = |side, trace| TimedSide { side, trace, step: 1, time: None, before: None, text: "" };
    let found = infer(&side(Liar::First, &stops), &side(Liar::Second, &passes));
    assert_eq!(found.map(|verdict| verdict.liar), Some(Liar::Second));
    let without = trace(vec![add(9, 0), (Action::Start, ENDED)]);
    let found = infer(&side(Liar::First, &stops), &side(Liar::Second, &without));
    assert_eq!(found, None, "no breakpoint was set there");
}

#[test]
fn a_session_that_continues_to_the_other_pause_was_earlier() {
    let stops = trace(vec![add(5, 2), add(9, 0), (Action::Start, pause((5, 2), 2, &[]))]);
    let passes = trace(vec![add(5, 2), add(9, 0), (Action::Start, pause((9, 0), 1, &[]))]);
    let side = |side, trace| TimedSide { side, trace, step: 2, time: None, before: None, text: "" };
    let (early, late) = (side(Liar::First, &stops), side(Liar::Second, &passes));
    assert_eq!(infer(&early, &late), None, "the pauses alone decide nothing");
    let found = infer_ordered(&early, &late);
    assert_eq!(found.map(|verdict| verdict.liar), Some(Liar::Second));
}

#[test]
fn a_pause_that_repeats_the_one_before_convicts_nobody() {
    let repeats = trace(vec![
        add(9, 0),
        (Action::Start, pause((9, 0), 1, &[])),
        (Action::StepOver, pause((9, 0), 1, &[])),
    ]);
    let passes_on =
        trace(vec![add(9, 0), (Action::Start, pause((9, 0), 1, &[])), (Action::StepOver, ENDED)]);
    let side = |side, trace| TimedSide { side, trace, step: 2, time: None, before: None, text: "" };
    let found = infer(&side(Liar::First, &passes_on), &side(Liar::Second, &repeats));
    assert_eq!(found, None);
}
