//! Findings on a real Node, with planted faults and with one of its own bugs, are reduced and
//! reproducible every time.

use debunk_campaign::{Attempt, Replayed, WorkerTools, class_of, judge, replay, run_session};
use debunk_faults::{Fault, FaultyDriver, by_name as fault_by_name};
use debunk_kit::debuggers::located;
use debunk_languages::analyse;
use debunk_model::{Action, Goal, Location, Program, Seed};
use debunk_reduce::{Effort, ReducedFinding, ReductionLimits, reduce_finding};
use debunk_relations::{Application, FixedActions, Initial, by_name};
use debunk_results::{Finding, ReductionEnd, SCHEMA_VERSION, Side, Transformation};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, Driver};
use debunk_testimony::Verdict;
use debunk_v8::V8Debugger;
use std::sync::atomic::AtomicBool;

const NODE: &str = "node@20.20.2";
const TIMES: usize = 20;

fn node() -> V8Debugger {
    let (located, info) = located(NODE);
    let area = TempArea::new().expect("temporary folder");
    V8Debugger::new(info, located.binary, &area).expect("Node has V8")
}

fn driver(debugger: &V8Debugger, fault: Option<Fault>) -> Box<dyn Driver> {
    match fault {
        Some(fault) => Box::new(FaultyDriver::new(debugger.driver(), fault)),
        None => debugger.driver(),
    }
}

/// A session to run, with the relation that it violates.
struct Test<'test> {
    relation: &'test str,
    text: &'test str,
    actions: &'test [Action],
}

/// The finding that a session makes, by the first seed for which its relation finds something.
fn found(debugger: &V8Debugger, fault: Option<Fault>, test: &Test<'_>) -> Finding {
    let mut tools = WorkerTools::new(debugger, driver(debugger, fault));
    let program = Program::javascript("large.js", Goal::Script, test.text);
    for seed in 0..40 {
        let transformation = transformation(&mut tools, debugger, test, &program, seed);
        let attempt = Attempt {
            relation: test.relation,
            program: &program,
            actions: test.actions,
            known: None,
            transformation: transformation.as_ref(),
        };
        let Ok(attempted) = attempt.run(debugger, &mut tools, |_| {}) else { continue };
        let Some(violation) = attempted.violation else { continue };
        let initial = Side { program: program.clone(), trace: attempted.initial };
        let follow_up = attempted.plan.zip(attempted.follow_up);
        let follow_up =
            follow_up.map(|(plan, trace)| Side { program: plan.program.clone(), trace });
        let showing = follow_up.as_ref().unwrap_or(&initial);
        let sites = analyse(&showing.program).expect("parses");
        let class = class_of(showing, &sites, test.relation, &violation);
        let mut finding = Finding {
            schema: SCHEMA_VERSION,
            debugger: debugger.info().clone(),
            relation: test.relation.to_owned(),
            interactive: false,
            test: 0,
            seed,
            round: 0,
            history: Vec::new(),
            violation: *violation,
            class,
            verdict: Verdict::undecided(),
            initial,
            follow_up,
            transformation,
            recipe: None,
            witness: None,
        };
        finding.verdict = judge(debugger, &mut tools, &(&finding).into());
        return finding;
    }
    panic!("{} finds nothing", test.relation);
}

fn transformation(
    tools: &mut WorkerTools,
    debugger: &V8Debugger,
    test: &Test<'_>,
    program: &Program,
    seed: u64,
) -> Option<Transformation> {
    let mut actions = FixedActions::new(test.actions.to_vec());
    let (trace, _) = run_session(&mut *tools.driver, program, &mut actions).expect("opens");
    let sites = analyse(program).expect("parses");
    let (plain, log) = (tools.plain(program), tools.log(program));
    let initial = Initial {
        program,
        sites: &sites,
        lines: &program.lines(),
        trace: &trace,
        dead: None,
        plain: plain.as_ref(),
        log: log.as_deref(),
        quirks: debugger.quirks(),
        capabilities: debugger.capabilities(),
    };
    let relation = by_name(test.relation).expect("there");
    match relation.apply(&initial, &mut Seed::new(seed).rng()) {
        Ok(Application::FollowUp(plan)) => Some(Transformation::of(&plan)),
        _ => None,
    }
}

fn reduced(
    debugger: &V8Debugger,
    fault: Option<Fault>,
    finding: &Finding,
    jobs: usize,
    sessions: Option<u64>,
) -> ReducedFinding {
    let stop = AtomicBool::new(false);
    let effort = Effort { limits: ReductionLimits { sessions, time: None }, jobs, stop: &stop };
    reduce_finding(debugger, &|| driver(debugger, fault), finding, &effort, &mut |_| {})
        .expect("reduces")
}

/// Reduces what a session shows; the result is as small as expected and is reproduced each time.
fn check(fault: Option<&str>, test: &Test<'_>, bytes: usize, actions: usize) {
    let debugger = node();
    let fault = fault.map(|name| fault_by_name(name).expect(name));
    let finding = found(&debugger, fault, test);
    let ReducedFinding { finding: small, figures } = reduced(&debugger, fault, &finding, 1, None);
    let text = &small.initial.program.text;
    assert!(text.len() <= bytes, "{} bytes: {text}", text.len());
    assert!(small.initial.trace.steps.len() <= actions, "{:?}", small.initial.trace);
    assert_eq!(figures.ended, ReductionEnd::Complete);
    assert!([finding.class.relation.as_str(), "witness"].contains(&small.class.relation.as_str()));
    assert_eq!(small.class.kind, finding.class.kind);
    assert_eq!(small.verdict.is_proven(), finding.verdict.is_proven());
    for _ in 0..TIMES {
        let again = replay(&debugger, driver(&debugger, fault), &small);
        assert!(matches!(again, Replayed::Holds { identical: true, .. }), "{again:?}");
    }
    if fault.is_some() {
        let honest = replay(&debugger, debugger.driver(), &small);
        assert!(!matches!(honest, Replayed::Holds { .. }), "it is not the planted fault: {text}");
    }
    let twice = reduced(&debugger, fault, &finding, 2, None);
    assert_eq!((*twice.finding, twice.figures), (*small, figures), "two jobs change nothing");
}

const LARGE: &str = "\
// Counts words, and more.
const words = ['one', 'two', 'three'];
let total = 0;
function count(list, start) {
  let sum = start;
  for (const word of list) {
    sum += word.length;
  }
  return sum;
}
class Box {
  constructor(value) { this.value = value; }
  get twice() { return this.value * 2; }
}
function show(text) {
  if (text.length > 3) {
    print('long', text);
  } else {
    print('short', text);
  }
  return text;
}
for (const word of words) {
  show(word);
}
total = count(words, 0);
const box = new Box(total);
print(box.twice);
try {
  if (total > 5) throw new Error('large');
} catch (error) {
  print(error.message);
}
print('end', total);
";

fn break_at(line: u32) -> Action {
    Action::add_breakpoint(Location::new(line, 0))
}

#[test]
fn a_breakpoint_that_is_never_hit_is_left_with_one_statement() {
    let actions = [break_at(26), Action::Start];
    let test = Test { relation: "witness", text: LARGE, actions: &actions };
    check(Some("breakpoint-needs-another"), &test, 12, 2);
}

#[test]
fn a_look_that_changes_a_step_is_left_with_one_call() {
    let actions = [break_at(24), break_at(27), Action::Start, Action::StepOver, Action::StepOver];
    let test = Test { relation: "look-twice", text: LARGE, actions: &actions };
    check(Some("look-changes-step"), &test, 60, 5);
}

const UNUSED: &str = "\
function before(list) {
  return list.map((item) => item + 1);
}
print(before([1, 2, 3]).join());
(() => {
  var x;
  print('inside');
  return 1;
})();
for (let i = 0; i < 3; i++) {
  print(i);
}
";

/// The bug in `bugs/07-unused-variable-is-missing`.
#[test]
fn an_unused_variable_that_is_missing_is_left_with_its_function() {
    let actions = [break_at(7), break_at(11), Action::Start, Action::Continue, Action::Continue];
    let test = Test { relation: "witness", text: UNUSED, actions: &actions };
    check(None, &test, 40, 2);
}
