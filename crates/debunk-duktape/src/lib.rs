//! Duktape's debugger, in a build that counts what of its own code runs.
//!
//! [`set_up`] makes the build; [`DuktapeDebugger`] drives it. One process serves many programs, each
//! in a heap of its own, over a pair of pipes. Duktape's debug protocol does not leave this crate.

mod driver;
mod faults;
mod frame;
mod plain;
mod process;
mod set_up;
mod value;

use debunk_model::{Goal, Quirks};
use debunk_sandbox::TempArea;
use debunk_session::{
    BuiltInFault, CodeFunction, CodeMap, Debugger, DebuggerInfo, Driver, PlainRunner,
};
use driver::DuktapeDriver;
use plain::DuktapeRunner;
pub use set_up::set_up;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A Duktape that was set up on this machine.
pub struct DuktapeDebugger {
    info: DebuggerInfo,
    binary: PathBuf,
    area: TempArea,
    code: Arc<CodeMap>,
}

impl DuktapeDebugger {
    /// The Duktape whose host is `binary`.
    pub fn new(info: DebuggerInfo, binary: PathBuf, area: &TempArea) -> Self {
        let code = Arc::new(read_code(&binary.with_file_name(set_up::COUNTERS)));
        Self { info, binary, area: area.clone(), code }
    }
}

/// What the set-up found out about the counters; nothing when the list is gone.
fn read_code(list: &Path) -> CodeMap {
    let mut code = CodeMap::new();
    for line in std::fs::read_to_string(list).unwrap_or_default().lines() {
        code.push(
            line.split_once(' ')
                .map(|(name, file)| CodeFunction { file: file.to_owned(), name: name.to_owned() }),
        );
    }
    code
}

impl Debugger for DuktapeDebugger {
    fn info(&self) -> &DebuggerInfo {
        &self.info
    }

    fn quirks(&self) -> Quirks {
        Quirks { whole_lines: true, tail_calls: true, ..Quirks::default() }
    }

    fn supports(&self, goal: Goal) -> bool {
        goal == Goal::Script
    }

    fn driver(&self) -> Box<dyn Driver> {
        Box::new(DuktapeDriver::new(self.binary.clone(), self.area.clone(), 0))
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
        Box::new(DuktapeDriver::new(self.binary.clone(), self.area.clone(), fault.number))
    }
}
