//! Adapters that misbehave: the outcome is clear, and nothing is left behind.

mod support;

use debunk_dap::{AdapterSpec, DapDebugger, check};
use debunk_kit::sessions::act;
use debunk_model::{Action, Language, Location, Observation, Program};
use debunk_native::{Builder, Compilers};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, OpenError, Session};
use std::time::{Duration, Instant};
use support::{info, processes_in};

/// More than any outcome may take: three attempts to start, one of them ahead, each of 15 s, and an
/// action of 8 s.
const LIMIT: Duration = Duration::from_secs(75);

fn adapter(mode: &str) -> (DapDebugger, TempArea) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad_adapter.py");
    let text = format!(
        "name = 'bad'\ncommand = ['python3', '{script}', '{mode}']\nlanguages = ['python']\n"
    );
    let spec: AdapterSpec = text.parse().expect("a description");
    let area = TempArea::new().expect("a folder");
    let builder = Builder::new(&area, Compilers::default());
    (DapDebugger::new(info("bad", "1"), spec, None, builder), area)
}

fn program() -> Program {
    Program::script("test.py", Language::Python, "a = 1\nb = 2\n")
}

/// Opens a session and returns why that failed.
fn does_not_open(mode: &str, part: &str) {
    let (debugger, area) = adapter(mode);
    let started = Instant::now();
    let mut driver = debugger.driver();
    let opened = driver.open(&program());
    match &opened {
        Err(OpenError::Dead(reason)) => assert!(reason.contains(part), "{mode}: {reason}"),
        other => panic!("{mode}: {other:?}"),
    }
    drop(driver);
    assert!(started.elapsed() < LIMIT, "{mode}");
    leaves_nothing(mode, &area);
}

/// Starts the program and returns the observation.
fn starts(mode: &str) -> Observation {
    let (debugger, area) = adapter(mode);
    let started = Instant::now();
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &program()).expect("opens");
    act(&mut session, Action::add_breakpoint(Location::new(2, 0)));
    let observation = act(&mut session, Action::Start);
    drop(session);
    drop(driver);
    assert!(started.elapsed() < LIMIT, "{mode}");
    leaves_nothing(mode, &area);
    observation
}

fn leaves_nothing(mode: &str, area: &TempArea) {
    assert_eq!(processes_in(area), Vec::<String>::new(), "{mode}");
    let left: Vec<String> = std::fs::read_dir(area.path())
        .expect("the area")
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.starts_with("work-") || name.starts_with("home-"))
        .collect();
    assert_eq!(left, Vec::<String>::new(), "{mode}");
}

#[test]
fn one_that_never_answers_does_not_open() {
    does_not_open("silent", "not answered in time");
}

#[test]
fn one_that_answers_garbage_does_not_open() {
    does_not_open("garbage", "connection ended");
    does_not_open("bad-json", "malformed JSON");
}

#[test]
fn one_that_closes_at_once_does_not_open() {
    does_not_open("closes", "exit code 0");
}

#[test]
fn one_that_refuses_the_program_has_refused() {
    assert_eq!(starts("refuses"), Observation::Refused { reason: "no".to_owned() });
}

#[test]
fn one_that_stops_answering_hangs() {
    assert_eq!(starts("mute"), Observation::Hung);
}

#[test]
fn one_that_floods_is_hung_or_crashed() {
    let flood = starts("floods");
    assert!(matches!(flood, Observation::Hung | Observation::Crashed { .. }), "{flood}");
    assert_eq!(starts("chatters"), Observation::Hung);
}

#[test]
fn one_that_dies_and_leaves_the_program_running_has_crashed_and_the_program_is_ended() {
    let observation = starts("dies");
    assert_eq!(observation, Observation::Crashed { detail: "exit code 7".to_owned() });
}

#[test]
fn every_departure_is_reported() {
    let (debugger, _area) = adapter("departs");
    let report = check(&debugger);
    let kinds: Vec<&str> =
        report.departures.iter().map(|departure| departure.kind.name()).collect();
    for kind in
        ["wrong-type", "missing-field", "stopped-twice", "unknown-breakpoint", "unknown-request"]
    {
        assert!(kinds.contains(&kind), "{kind}: {:#?}", report.departures);
    }
}
