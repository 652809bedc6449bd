//! Tests with a scripted driver.

use crate::{ALL, FaultyDriver, by_name};
use debunk_model::{
    Action, Frame, Goal, Location, Observation, Outcome, Pause, Place, Program, Scope, ScopeKind,
};
use debunk_session::{Driver, OpenError};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};

const TEXT: &str = "function f(a) {\n  return a;\n}\nf(1);\n";

/// Sets breakpoints where they are requested, and pauses where its script says.
struct Scripted {
    script: Vec<Observation>,
    left: VecDeque<Observation>,
    seen: Arc<Mutex<Vec<Action>>>,
}

impl Driver for Scripted {
    fn open(&mut self, _program: &Program) -> Result<(), OpenError> {
        self.left = self.script.clone().into();
        Ok(())
    }

    fn perform(&mut self, actions: &[Action]) -> Vec<Observation> {
        let mut seen = self.seen.lock().expect("no test panics while it holds the lock");
        seen.extend_from_slice(actions);
        let answer = |action: &Action| match action {
            Action::AddBreakpoint { at, .. } => Observation::BreakpointSet { at: *at },
            Action::RemoveBreakpoint { .. } => Observation::BreakpointRemoved,
            Action::Evaluate { .. } => Observation::Evaluated { value: "1".to_owned() },
            Action::Look => Observation::Looked { variables: Vec::new() },
            _ => Observation::Hung,
        };
        let mut answers = Vec::new();
        for action in actions {
            let scripted = action.is_control().then(|| self.left.pop_front()).flatten();
            answers.push(scripted.unwrap_or_else(|| answer(action)));
        }
        answers
    }

    fn close(&mut self) {}

    fn discard(&mut self) {}
}

/// A pause in `f`, called from the top level.
fn pause(line: u32, a: &str) -> Observation {
    let frame = |function: &str, line| Frame {
        function: function.to_owned(),
        place: Place::Program { at: Location::new(line, 2) },
    };
    let variables = BTreeMap::from([("a".to_owned(), a.to_owned())]);
    Observation::Paused(Pause {
        frames: vec![frame("f", line), frame("", 4)],
        variables: vec![Scope { kind: ScopeKind::Own, variables }],
    })
}

fn finished() -> Observation {
    Observation::Finished(Outcome::default())
}

/// Runs two sessions, which must be the same, and returns the answers and what was forwarded.
fn run(fault: &str, script: &[Observation], actions: &[Action]) -> (Vec<Observation>, Vec<Action>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let inner = Scripted { script: script.to_vec(), left: VecDeque::new(), seen: seen.clone() };
    let fault = by_name(fault).expect("the fault is in the catalogue");
    let mut driver = FaultyDriver::new(Box::new(inner), fault);
    let program = Program::javascript("test", Goal::Script, TEXT);
    let mut session = || {
        seen.lock().expect("no panic").clear();
        driver.open(&program).expect("the script opens");
        let answers = driver.perform(actions);
        driver.close();
        (answers, seen.lock().expect("no panic").clone())
    };
    let first = session();
    assert_eq!(first, session(), "a fault must not carry state over");
    first
}

fn add(line: u32) -> Action {
    Action::add_breakpoint(Location::new(line, 2))
}

#[test]
fn names_are_unique_and_found() {
    let names: BTreeSet<&str> = ALL.iter().map(|fault| fault.name).collect();
    assert_eq!(names.len(), ALL.len());
    assert!(names.iter().all(|name| by_name(name).is_some_and(|fault| fault.name == *name)));
    assert!(by_name("no-such-fault").is_none());
}

#[test]
fn every_fault_is_honest_in_a_session_without_anything_special() {
    for fault in ALL {
        let (answers, _) = run(fault.name, &[finished()], &[Action::Start]);
        assert_eq!(answers, [finished()], "{}", fault.name);
    }
}

#[test]
fn a_breakpoint_in_a_called_function_is_hit_twice_once() {
    let script = [pause(2, "1"), finished()];
    let actions = [add(2), Action::Start, Action::Continue, Action::Continue];
    let (answers, _) = run("breakpoint-hit-twice", &script, &actions);
    assert_eq!(answers[1..], [pause(2, "1"), pause(2, "1"), finished()]);
}

#[test]
fn a_lonely_breakpoint_is_taken_away() {
    let (_, seen) = run("breakpoint-needs-another", &[finished()], &[add(2), Action::Start]);
    let removed = Action::RemoveBreakpoint { at: Location::new(2, 2) };
    assert_eq!(seen, [add(2), removed, Action::Start]);
    let (_, seen) =
        run("breakpoint-needs-another", &[finished()], &[add(2), add(4), Action::Start]);
    assert_eq!(seen, [add(2), add(4), Action::Start]);
}

#[test]
fn a_stale_value_is_kept_up_until_the_program_runs_on() {
    let script = [pause(1, "1"), pause(2, "2"), pause(2, "3")];
    let actions = [Action::Start, Action::StepOver, Action::Continue];
    let (answers, _) = run("variable-stale", &script, &actions);
    assert_eq!(answers, [pause(1, "1"), pause(2, "1"), pause(2, "3")]);
}

#[test]
fn a_hang_does_not_wait() {
    let script = vec![pause(2, "1"); 9];
    let mut actions: Vec<Action> = (1..=4).map(add).collect();
    actions.push(Action::Start);
    actions.extend(vec![Action::Continue; 9]);
    let (answers, _) = run("never-answers", &script, &actions);
    assert_eq!(answers.last(), Some(&Observation::Hung));
    assert_eq!(answers.len(), actions.len());
}

#[test]
fn what_a_session_ends_with_ends_the_batch() {
    let (answers, _) = run("crash", &[finished()], &[Action::Start, Action::Continue]);
    assert_eq!(answers, [finished()]);
}
