//! What the tests with a real browser share.
#![allow(dead_code, reason = "each test binary uses its own part")]

use debunk_firefox::FirefoxDebugger;
use debunk_model::{Action, Goal, Location, Observation, Outcome, Program, VariableView};
use debunk_sandbox::{TempArea, find_program};
use debunk_session::{Debugger, DebuggerInfo, PlainRun, Session};
use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::Command;

/// The Firefox on the PATH.
pub fn find() -> FirefoxDebugger {
    find_in(&TempArea::new().expect("temporary folder"))
}

/// The Firefox on the PATH, with its processes in `area`.
pub fn find_in(area: &TempArea) -> FirefoxDebugger {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let binary = ["firefox-esr", "firefox"]
        .iter()
        .find_map(|name| find_program(OsStr::new(name), &path))
        .unwrap_or_else(|| panic!("failed to find firefox-esr or firefox on the PATH"));
    let output = Command::new(&binary).arg("--version").output().expect("a version");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = said.split_whitespace().last().unwrap_or_default().to_owned();
    let info = DebuggerInfo {
        name: "firefox".to_owned(),
        product: "firefox".to_owned(),
        version,
        engine: None,
    };
    FirefoxDebugger::new(info, binary, area)
}

/// Records what was tested; the test command prints it at its end.
pub fn tested(debugger: &FirefoxDebugger) {
    let list = std::env::var("DEBUNK_TESTED").unwrap_or_default();
    if list.is_empty() {
        return;
    }
    let mut file = OpenOptions::new().create(true).append(true).open(list).expect("list");
    writeln!(file, "{}: {}", debugger.info().name, debugger.info()).expect("list");
}

/// A script with this text.
pub fn script(text: &str) -> Program {
    Program::javascript("test.js", Goal::Script, text)
}

/// A breakpoint without a condition.
pub fn add_breakpoint(line: u32, column: u32) -> Action {
    Action::add_breakpoint(Location::new(line, column))
}

/// Performs one action.
pub fn act(session: &mut Session<'_>, action: Action) -> Observation {
    session.act(&[action]).expect("legal").last().expect("an answer").observation.clone()
}

/// Where a pause is.
pub fn location(observation: &Observation) -> Location {
    observation
        .pause()
        .and_then(|pause| pause.location())
        .unwrap_or_else(|| panic!("{observation}"))
}

/// The observation as people read it.
pub fn text(observation: &Observation) -> String {
    observation.to_string()
}

/// The value of a variable at a pause.
pub fn value(observation: &Observation, name: &str) -> String {
    let pause = observation.pause().unwrap_or_else(|| panic!("{observation}"));
    let found = pause.variables.lookup(name).map(|(_, value)| value.to_owned());
    found.unwrap_or_else(|| panic!("no {name} at {observation}: {:?}", pause.variables))
}

/// How a program ends without a debugger.
pub fn plain(debugger: &FirefoxDebugger, program: &Program) -> Outcome {
    match debugger.runner().run(program) {
        PlainRun::Ended(outcome) => outcome,
        other => panic!("{}: {other:?}", debugger.info()),
    }
}
