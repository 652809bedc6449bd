//! bdb, the debugger in Python's standard library, on which pdb is built.
//!
//! [`BdbDebugger`] implements the traits of `debunk-session`. A small host written in Python serves
//! sessions over a pair of pipes; it forks for every program. The messages between the two do not
//! leave this crate.

mod driver;
#[doc(hidden)]
pub mod fuzz;
mod message;
mod process;

use debunk_model::{Capabilities, Capability, Goal, Granularity, Language, Quirks};
use debunk_native::{Builder, NativeRunner};
use debunk_session::{Debugger, DebuggerInfo, Driver, Means, PlainRunner, Recipe};
use debunk_shell::Shell;
use driver::BdbBackend;

/// The bdb of a Python on this machine.
pub struct BdbDebugger {
    info: DebuggerInfo,
    builder: Builder,
}

impl BdbDebugger {
    /// The bdb of the Python that `builder` runs programs with.
    pub fn new(info: DebuggerInfo, builder: Builder) -> Self {
        Self { info, builder }
    }
}

impl Debugger for BdbDebugger {
    fn info(&self) -> &DebuggerInfo {
        &self.info
    }

    fn quirks(&self) -> Quirks {
        Quirks { granularity: Granularity::Lines, ..Quirks::default() }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::of(&[
            Capability::CallerVariables,
            Capability::Contents,
            Capability::FrameQuestions,
        ])
    }

    fn languages(&self) -> &[Language] {
        &[Language::Python]
    }

    fn supports(&self, goal: Goal) -> bool {
        goal == Goal::Script
    }

    fn recipe(&self, _language: Language) -> Option<Recipe> {
        Some(Recipe { build: Vec::new(), means: Means::Bdb })
    }

    fn driver(&self) -> Box<dyn Driver> {
        Box::new(Shell::new(BdbBackend::new(self.builder.clone())))
    }

    fn runner(&self) -> Box<dyn PlainRunner> {
        Box::new(NativeRunner::new(self.builder.clone()))
    }
}
