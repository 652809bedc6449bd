//! What the tests with a real browser share.
#![allow(dead_code, reason = "each test binary uses its own part")]

use debunk_firefox::FirefoxDebugger;
use debunk_model::{Action, Location, Observation, VariableView};
use debunk_sandbox::{TempArea, find_program};
use debunk_session::DebuggerInfo;
use std::ffi::OsStr;
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

/// A breakpoint without a condition.
pub fn add_breakpoint(line: u32, column: u32) -> Action {
    Action::add_breakpoint(Location::new(line, column))
}

/// The value of a variable at a pause.
pub fn value(observation: &Observation, name: &str) -> String {
    let pause = observation.pause().unwrap_or_else(|| panic!("{observation}"));
    let found = pause.variables.lookup(name).map(|(_, value)| value.to_owned());
    found.unwrap_or_else(|| panic!("no {name} at {observation}: {:?}", pause.variables))
}

/// The observation as people read it.
pub fn text(observation: &Observation) -> String {
    observation.to_string()
}
