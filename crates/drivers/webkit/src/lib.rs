//! JavaScriptCore's debugger in Bun, over WebKit's inspector protocol.
//!
//! [`BunDebugger`] implements the traits of `debunk-session`. Bun debugs its main environment only,
//! so that every program gets a process of its own; the next one is started while the present one
//! is in use. The protocol does not leave this crate.
//!
//! Values and addresses have the form that `debunk-shell` gives them on every engine, so that Bun can be
//! compared with the others.

mod breakpoints;
mod contents;
mod coverage;
mod driver;
mod events;
mod frames;
#[doc(hidden)]
pub mod fuzz;
mod host;
mod live;
mod plain;
mod protocol;
mod stack;
mod values;

use debunk_model::{Capabilities, Capability, Goal, Quirks};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, DebuggerInfo, Driver, PlainRunner};
use debunk_shell::Shell;
use driver::BunBackend;
use host::BunSetup;
use plain::BunRunner;
use std::path::PathBuf;

/// A Bun on this machine.
pub struct BunDebugger {
    info: DebuggerInfo,
    setup: BunSetup,
}

impl BunDebugger {
    /// The name of the product that it drives.
    pub const PRODUCT: &str = "bun";

    /// A debugger from its binary; processes live in `area`.
    pub fn new(info: DebuggerInfo, binary: PathBuf, area: &TempArea) -> Self {
        Self { info, setup: BunSetup { binary, area: area.clone() } }
    }
}

impl Debugger for BunDebugger {
    fn info(&self) -> &DebuggerInfo {
        &self.info
    }

    fn quirks(&self) -> Quirks {
        // With the debugger attached, the engine keeps every variable of every function.
        Quirks {
            tail_calls: true,
            pauses_twice: true,
            pauses_between: true,
            ends_at_call: true,
            ..Quirks::default()
        }
    }

    fn capabilities(&self) -> Capabilities {
        use Capability::{CallerVariables, Contents, FrameQuestions, Globals};
        Capabilities::of(&[Contents, CallerVariables, FrameQuestions, Globals])
    }

    fn supports(&self, _goal: Goal) -> bool {
        true
    }

    fn driver(&self) -> Box<dyn Driver> {
        Box::new(Shell::new(BunBackend::new(self.setup.clone())))
    }

    fn runner(&self) -> Box<dyn PlainRunner> {
        Box::new(BunRunner::new(self.setup.clone()))
    }
}
