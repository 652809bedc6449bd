//! gdb over its machine interface, for the versions before 14, which have no debug adapter.
//!
//! [`GdbMiDebugger`] implements the traits of `debunk-session`. One process serves many sessions:
//! each loads another file and runs it. Programs are compiled by `debunk-native`. The protocol does
//! not leave this crate.

mod connection;
mod contents;
mod driver;
#[doc(hidden)]
pub mod fuzz;
mod levels;
mod live;
mod process;
mod questions;
mod raw;
mod record;

use debunk_levels::LevelDriver;
use debunk_model::{Capabilities, Capability, Goal, Granularity, Language, Quirks};
use debunk_native::{Builder, FixedSession, NativeRunner};
use debunk_session::{Debugger, DebuggerInfo, Driver, Means, PlainRunner, Recipe};
use debunk_shell::Shell;
use process::GdbSetup;
use std::path::PathBuf;

/// A gdb on this machine.
pub struct GdbMiDebugger {
    info: DebuggerInfo,
    setup: GdbSetup,
}

impl GdbMiDebugger {
    /// The name of the product that it drives.
    pub const PRODUCT: &str = "gdb-mi";

    /// A debugger from its binary; `builder` makes the programs.
    pub fn new(info: DebuggerInfo, binary: PathBuf, builder: Builder) -> Self {
        Self { info, setup: GdbSetup { binary, builder } }
    }

    /// A driver that steps by lines and by instructions.
    pub fn levels(&self) -> Box<dyn LevelDriver> {
        Box::new(levels::GdbLevels::new(self.setup.clone()))
    }

    /// What makes the programs.
    pub fn builder(&self) -> &Builder {
        &self.setup.builder
    }

    /// Runs a fixed session with nothing around it; it is the floor of the benchmark.
    ///
    /// # Errors
    /// If the debugger does not cooperate.
    pub fn raw_floor(
        &self,
        session: &FixedSession,
        sessions: u64,
    ) -> Result<std::time::Duration, String> {
        raw::measure(&self.setup, session, sessions)
    }
}

/// Whether a gdb of this version completes over its machine interface: from 8.3 on.
fn has_completions(version: &str) -> bool {
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (8, 3)
}

impl Debugger for GdbMiDebugger {
    fn info(&self) -> &DebuggerInfo {
        &self.info
    }

    fn quirks(&self) -> Quirks {
        Quirks {
            granularity: Granularity::Lines,
            c_level: self.setup.builder.compilers().c_level(),
            ..Quirks::default()
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::of(&[
            Capability::Restarting,
            Capability::CallerVariables,
            Capability::Logpoints,
            Capability::Contents,
            Capability::FrameQuestions,
        ])
        .with(Capability::Completions, has_completions(&self.info.version))
    }

    fn languages(&self) -> &[Language] {
        &[Language::C, Language::Cpp, Language::Rust]
    }

    fn supports(&self, goal: Goal) -> bool {
        goal == Goal::Script
    }

    fn optimises(&self, language: Language) -> bool {
        self.builder().compilers().optimises(language)
    }

    fn recipe(&self, language: Language) -> Option<Recipe> {
        let build = self.setup.builder.compilers().words(language);
        Some(Recipe { build, means: Means::Gdb })
    }

    fn driver(&self) -> Box<dyn Driver> {
        Box::new(Shell::new(self.setup.clone()))
    }

    fn runner(&self) -> Box<dyn PlainRunner> {
        Box::new(NativeRunner::new(self.setup.builder.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::has_completions;

    #[test]
    fn an_old_gdb_does_not_complete() {
        assert!(["8.3", "13.1", "16.3"].into_iter().all(has_completions));
        assert!(!["8.0.1", "7.12", ""].into_iter().any(has_completions));
    }
}
