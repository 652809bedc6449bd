//! What the tests with real adapters share.

#![allow(dead_code)]

use debunk_dap::{AdapterSpec, DapDebugger, shipped};
use debunk_model::{Action, Observation, Program};
use debunk_native::{Builder, Compilers};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, DebuggerInfo, Session};
use debunk_toolchain::{Cache, Located, Product, locate};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

pub fn info(name: &str, version: &str) -> DebuggerInfo {
    DebuggerInfo {
        name: name.to_owned(),
        product: name.to_owned(),
        version: version.to_owned(),
        engine: None,
    }
}

/// A debugger that comes with debunk, and the area in which it works.
pub fn find(name: &str) -> (DapDebugger, TempArea) {
    let cache = Cache::open(None).expect("cache");
    let parsed = name.parse().expect("a name");
    let located: Located = locate(&parsed, &cache, &mut |_| {})
        .unwrap_or_else(|error| panic!("failed to get {name}: {error}"));
    let spec: AdapterSpec = shipped(name).expect("shipped").parse().expect("a description");
    let python: Option<PathBuf> =
        (located.product == Product::DEBUGPY).then(|| located.binary.clone());
    let defaults = Compilers::default();
    let compilers = Compilers {
        go_cache: Some(cache.path().join("go-build")),
        python: python.unwrap_or(defaults.python),
        ..defaults
    };
    let area = TempArea::new().expect("a folder");
    let builder = Builder::new(&area, compilers);
    let info = info(name, &located.version.text);
    (DapDebugger::new(info, spec, Some(located.binary), builder), area)
}

/// Records what was tested; the test command prints it at its end.
pub fn tested(debugger: &DapDebugger) {
    let list = std::env::var("DEBUNK_TESTED").unwrap_or_default();
    if !list.is_empty() {
        let mut file = OpenOptions::new().create(true).append(true).open(list).expect("list");
        writeln!(file, "{}: {}", debugger.info().name, debugger.info()).expect("list");
    }
}

pub fn act(session: &mut Session<'_>, action: Action) -> Observation {
    session.act(&[action]).expect("legal").last().expect("an answer").observation.clone()
}

pub fn line(observation: &Observation) -> u32 {
    let pause = observation.pause().unwrap_or_else(|| panic!("{observation}"));
    pause.location().unwrap_or_else(|| panic!("{observation}")).line
}

/// The number of the line that contains the text.
pub fn line_with(program: &Program, text: &str) -> u32 {
    let position = program.text.lines().position(|line| line.contains(text));
    position.unwrap_or_else(|| panic!("no line with {text}")) as u32 + 1
}

/// Processes that work in the area: those that have its folder in their environment.
pub fn processes_in(area: &TempArea) -> Vec<String> {
    let folder = area.path().to_string_lossy().into_owned();
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").expect("proc").flatten() {
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        let is_ours = entry.file_name() == std::process::id().to_string().as_str();
        if !is_ours && String::from_utf8_lossy(&environment).contains(&folder) {
            let name = std::fs::read_to_string(entry.path().join("comm")).unwrap_or_default();
            found.push(name.trim().to_owned());
        }
    }
    found
}
