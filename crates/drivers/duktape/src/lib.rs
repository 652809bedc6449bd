//! Duktape's debugger, in a build that counts what of its own code runs.
//!
//! [`set_up`] makes the build; [`DuktapeDebugger`] drives it. One process serves many programs, each
//! in a heap of its own, over a pair of pipes. Duktape's debug protocol does not leave this crate.
//!
//! The set-up fetches Duktape's source with apt and compiles it with Clang's counters, with the host in
//! `host/`, and with faults that can be switched on (`host/faults.h`), into the cache. There is no clock
//! and no chance in it: the same session covers the same code.

mod contents;
mod driver;
mod faults;
mod frame;
#[doc(hidden)]
pub mod fuzz;
mod plain;
mod process;
mod set_up;
mod value;

use debunk_base::Bits;
use debunk_model::{Capabilities, Capability, Goal, Granularity, Quirks};
use debunk_sandbox::TempArea;
use debunk_session::{
    BuiltInFault, CodeFunction, CodeMap, Debugger, DebuggerInfo, Driver, PlainRunner,
};
use debunk_shell::Shell;
use driver::DuktapeBackend;
use plain::DuktapeRunner;
pub use set_up::{is_current, set_up};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A Duktape that was set up on this machine.
pub struct DuktapeDebugger {
    info: DebuggerInfo,
    binary: PathBuf,
    area: TempArea,
    code: Arc<CodeMap>,
    /// The counters that are reported.
    own: Arc<Bits>,
}

impl DuktapeDebugger {
    /// The Duktape whose host is `binary`.
    pub fn new(info: DebuggerInfo, binary: PathBuf, area: &TempArea) -> Self {
        let code = Arc::new(read_code(&binary.with_file_name(set_up::COUNTERS)));
        let own = (0..code.len()).map(|counter| code.function(counter).is_some());
        let own = Arc::new(own.collect());
        Self { info, binary, area: area.clone(), code, own }
    }

    fn driver_with(&self, fault: u32) -> Box<dyn Driver> {
        let (binary, area) = (self.binary.clone(), self.area.clone());
        Box::new(Shell::new(DuktapeBackend::new(binary, area, fault, self.own.clone())))
    }
}

/// What the set-up found out about the counters of the debugger; nothing if the list is gone. The
/// rest of the engine has counters, too, but what a program does there says nothing about its
/// debugger.
fn read_code(list: &Path) -> CodeMap {
    let mut code = CodeMap::new();
    for line in std::fs::read_to_string(list).unwrap_or_default().lines() {
        let function = line
            .split_once(' ')
            .map(|(name, file)| CodeFunction { file: file.to_owned(), name: name.to_owned() });
        code.push(function.filter(is_of_debugger));
    }
    code
}

/// Whether a function belongs to the debugger: by its file, or as one of the engine's functions
/// that serve it.
fn is_of_debugger(function: &CodeFunction) -> bool {
    const FILES: [&str; 3] = ["duk_debugger.c", "duk_api_debug.c", "faults.h"];
    const SERVANTS: [&str; 5] = [
        "duk__executor_interrupt",
        "duk_hobject_pc2line_query",
        "duk__hobject_pc2line_query_raw",
        "duk__activation_unwind_nofree_norz",
        "duk_hthread_get_activation_for_level",
    ];
    FILES.contains(&function.file.as_str())
        || function.name.contains("debug")
        || SERVANTS.contains(&function.name.as_str())
}

impl Debugger for DuktapeDebugger {
    fn info(&self) -> &DebuggerInfo {
        &self.info
    }

    fn quirks(&self) -> Quirks {
        Quirks { granularity: Granularity::Lines, tail_calls: true, ..Quirks::default() }
    }

    fn capabilities(&self) -> Capabilities {
        use Capability::{CallerVariables, Contents, FrameQuestions, Globals};
        Capabilities::of(&[Contents, CallerVariables, FrameQuestions, Globals])
    }

    fn supports(&self, goal: Goal) -> bool {
        goal == Goal::Script
    }

    fn driver(&self) -> Box<dyn Driver> {
        self.driver_with(0)
    }

    fn runner(&self) -> Box<dyn PlainRunner> {
        Box::new(DuktapeRunner::new(self.binary.clone(), self.area.clone()))
    }

    fn code(&self) -> Option<Arc<CodeMap>> {
        (!self.code.is_empty()).then(|| self.code.clone())
    }

    fn built_in_faults(&self) -> &[BuiltInFault] {
        &faults::ALL
    }

    fn faulty_driver(&self, fault: &BuiltInFault) -> Box<dyn Driver> {
        self.driver_with(fault.number)
    }
}
