//! Any debugger that speaks the Debug Adapter Protocol.
//!
//! One driver serves all of them; what is special about one stands in a small file, an
//! [`AdapterSpec`]. Some come with debunk ([`shipped`]), a user adds others. A [`Checker`] lists where
//! an adapter departs from the protocol, and [`check()`] reports what one does and can do. The protocol
//! does not leave this crate.
//!
//! One handshake serves all adapters. Where an adapter allows it, one process serves many programs
//! (`support/gate.py`, or one connection after the other); otherwise the next one is started ahead. Values
//! of JavaScript get the form that `debunk-shell` gives them on the engines. [`Checker`] is pure: a
//! conversation in, departures from the protocol out. [`check()`] plays a trial session under its eyes.
//! [`counted_debugpy`] is a copy of debugpy that [`set_up_debugpy`] has rewritten so that every block counts.

mod breakpoints;
mod check;
mod checker;
mod connection;
mod contents;
mod counted;
mod departure;
mod driver;
#[doc(hidden)]
pub mod fuzz;
mod javascript;
mod launch;
mod levels;
mod live;
mod pause;
mod process;
mod protocol;
mod python;
mod questions;
mod raw;
mod recipe;
mod spec;

pub use check::{AdapterReport, HandshakeStep, TrialStep, check};
pub use checker::Checker;
pub use counted::{counted_debugpy, is_current_debugpy, set_up_debugpy};
pub use debunk_toolchain::{adapter_file as shipped, adapter_names as shipped_names};
pub use departure::{Departure, DepartureKind, Peer};
pub use spec::{AdapterSpec, Output, Reuse, SpecError, Transport};

use debunk_levels::LevelDriver;
use debunk_model::{Capabilities, Capability, Goal, Granularity, Language, Quirks};
use debunk_native::{Builder, FixedSession, NativeRunner};
use debunk_session::{CodeMap, Debugger, DebuggerInfo, Driver, PlainRunner, Recipe};
use debunk_shell::Shell;
use driver::DapBackend;
use process::Setup;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A debug adapter on this machine.
pub struct DapDebugger {
    info: DebuggerInfo,
    setup: Setup,
}

impl DapDebugger {
    /// A debugger from its description; `binary` replaces `${binary}` in it, and `builder` makes
    /// the programs.
    pub fn new(
        info: DebuggerInfo,
        spec: AdapterSpec,
        binary: Option<PathBuf>,
        builder: Builder,
    ) -> Self {
        Self { info, setup: Setup { spec: Arc::new(spec), binary, builder, code: None } }
    }

    /// The description.
    pub fn spec(&self) -> &AdapterSpec {
        &self.setup.spec
    }

    /// A driver that steps by lines and by instructions.
    pub fn levels(&self) -> Box<dyn LevelDriver> {
        Box::new(levels::DapLevels::new(self.setup.clone()))
    }

    /// What makes the programs.
    pub fn builder(&self) -> &Builder {
        &self.setup.builder
    }

    /// Runs a fixed session with nothing around it; it is the floor of the benchmark.
    ///
    /// # Errors
    /// If the adapter does not cooperate.
    pub fn raw_floor(&self, session: &FixedSession, sessions: u64) -> Result<Duration, String> {
        raw::measure(&self.setup, session, sessions)
    }
}

impl Debugger for DapDebugger {
    fn info(&self) -> &DebuggerInfo {
        &self.info
    }

    fn quirks(&self) -> Quirks {
        let spec = &self.setup.spec;
        Quirks {
            granularity: Granularity::from(!spec.columns),
            completes_steps: spec.completes_steps,
            pauses_twice: spec.pauses_twice,
            cuts_contents: spec.cuts_contents,
            c_level: self.setup.builder.compilers().c_level(),
            ..Quirks::default()
        }
    }

    fn capabilities(&self) -> Capabilities {
        let spec = &self.setup.spec;
        Capabilities::of(&[
            Capability::CallerVariables,
            Capability::Logpoints,
            Capability::Contents,
            Capability::FrameQuestions,
        ])
        .with(Capability::Restarting, spec.restarts)
        .with(Capability::EvaluationContexts, spec.evaluation_contexts)
        .with(Capability::Completions, spec.completions)
    }

    fn languages(&self) -> &[Language] {
        &self.setup.spec.languages
    }

    fn supports(&self, goal: Goal) -> bool {
        goal == Goal::Script
    }

    fn code(&self) -> Option<Arc<CodeMap>> {
        self.setup.code.clone()
    }

    fn optimises(&self, language: Language) -> bool {
        self.builder().compilers().optimises(language)
    }

    fn recipe(&self, language: Language) -> Option<Recipe> {
        recipe::recipe(&self.setup, language)
    }

    fn driver(&self) -> Box<dyn Driver> {
        Box::new(Shell::new(DapBackend::new(self.setup.clone())))
    }

    fn runner(&self) -> Box<dyn PlainRunner> {
        let (builder, spec) = (self.setup.builder.clone(), &self.setup.spec);
        let runner = match &spec.plain {
            Some(command) => NativeRunner::with_command(builder, command.clone()),
            None => NativeRunner::new(builder),
        };
        Box::new(if spec.reports_exit_code { runner } else { runner.without_exit() })
    }
}
