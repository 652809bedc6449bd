//! What the tests with real adapters share.

#![allow(dead_code)]

use debunk_dap::{AdapterSpec, DapDebugger, shipped};
use debunk_kit::debuggers::located;
use debunk_native::{Builder, Compilers};
use debunk_sandbox::TempArea;
use debunk_session::DebuggerInfo;
use debunk_toolchain::{Cache, Product};
use std::path::PathBuf;

/// A debugger of that name and version.
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
    let (located, info) = located(name);
    let spec: AdapterSpec = shipped(name).expect("shipped").parse().expect("a description");
    let python: Option<PathBuf> =
        (located.product == Product::DEBUGPY).then(|| located.binary.clone());
    let defaults = Compilers::default();
    let compilers = Compilers {
        go_cache: Some(Cache::open(None).expect("the cache opens").path().join("go-build")),
        python: python.unwrap_or(defaults.python),
        ..defaults
    };
    let area = TempArea::new().expect("a folder");
    let builder = Builder::new(&area, compilers);
    (DapDebugger::new(info, spec, Some(located.binary), builder), area)
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
