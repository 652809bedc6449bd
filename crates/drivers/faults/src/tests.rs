//! Tests with a scripted driver.

use crate::{ALL, FaultyDriver, by_name};
use debunk_kit::scripted::{ScriptedDriver, paused};
use debunk_model::{Action, Goal, Location, Observation, Outcome, Program, Scope, ScopeKind};
use debunk_session::Driver;
use std::collections::{BTreeMap, BTreeSet};

const TEXT: &str = "function f(a) {\n  return a;\n}\nf(1);\n";

/// A pause in `f`, called from the top level.
fn pause(line: u32, a: &str) -> Observation {
    let variables = BTreeMap::from([("a".to_owned(), a.to_owned())]);
    let frames = [("f", Location::new(line, 2)), ("", Location::new(4, 2))];
    paused(&frames, &[Scope { kind: ScopeKind::Own, variables }])
}

fn finished() -> Observation {
    Observation::Finished(Outcome::default())
}

/// Runs two sessions, which must be the same, and returns the answers and what was forwarded.
fn run(fault: &str, script: &[Observation], actions: &[Action]) -> (Vec<Observation>, Vec<Action>) {
    let inner = ScriptedDriver::new(script.to_vec());
    let performed = inner.performed();
    let fault = by_name(fault).expect("the fault is in the catalogue");
    let mut driver = FaultyDriver::new(Box::new(inner), fault);
    let program = Program::javascript("test", Goal::Script, TEXT);
    let mut session = || {
        driver.open(&program).expect("the script opens");
        let answers = driver.perform(actions);
        driver.close();
        (answers, performed.actions())
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
