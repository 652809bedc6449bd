//! V8's debugger over the inspector protocol: one driver, three ways to start it.
//!
//! [`V8Debugger`] implements the traits of `debunk-session` for every product in `host/`. Node runs many
//! programs in one warm process, each in a context of its own; Chromium does the same with isolated
//! worlds in a headless page; Deno gets a process per program. The protocol does not leave this
//! crate.
//!
//! # How a session runs on Node
//!
//! Starting a Node process costs far more than a session, so one process serves up to 600 of them (20
//! before Node 16, whose engines get slower with every context).
//!
//! **A fresh context for each session.** The host script makes a new `vm` context, whose global object
//! inherits nothing from the host, and runs the prelude in it. The value of the prelude is its control
//! object: driver and host keep it, and no name leads to it. Everything that it needs later it takes
//! before the program runs. It provides `print` and `console`, a fixed clock, and timers that fire in the
//! order in which they are due, without waiting. The next context is requested as soon as a session ends,
//! before anybody needs it.
//!
//! **Compile, set, run.** A script is compiled with `Runtime.compileScript`. Breakpoints are set with
//! `Debugger.setBreakpoint` on the script itself, so that they can stand on the first line before anything
//! has run, and the script is started with `Runtime.runScript`. A module is made with
//! `vm.SourceTextModule`, linked, and evaluated by the host. Messages that can go out together are written
//! together: breakpoints with the start, and the requests for all scopes of a pause.
//!
//! **Black-boxing.** Every program has an address `debunk:program/…` of a fixed length, which is masked
//! wherever it shows. Steps skip all scripts with another address. Code without an address was made by the
//! program (`eval`, `new Function`) and counts as its own: its locations are reported as `eval 1:0`.
//!
//! **Stepping out of host code.** Black-boxing does not keep every pause out of the host's own code. The
//! driver steps out by itself, up to 64 times; only then does it report a pause outside the program.
//!
//! **The end of a run.** The answer to `runScript` means that the top level has returned, not that the
//! program is over: promise jobs may still be pending, and a pause can happen in each of them. The
//! inspector calls in from the middle of running code, even from inside a pause, so that a question sent
//! at once would be answered too early. Only a turn of the event loop cannot come before all jobs are
//! done, and some releases need two. Then one timer is run, and so on until there is none. The question is
//! sent once, at the first pause or when the top level has returned without one: code that is evaluated
//! later could use up a step that waits for one of the program's jobs.
//!
//! **Leftover steps.** A step that met the end of the program stays pending in some engines, and would
//! pause in whatever runs next: the next program. After a session whose last control action was a step, a
//! tiny function without an address runs while all pauses are switched off, which uses the step up.
//!
//! **Leaving a paused program.** A session may end while the program is paused. All pauses are switched
//! off and the program runs to its end, because its context cannot be dropped before.
//!
//! **Switching the debugger off and on.** V8 keeps the functions of past sessions in a list that every step
//! walks, so that sessions get slower and slower. `Debugger.disable` and `Debugger.enable` every six
//! sessions empty it.
//!
//! # Chromium and Deno
//!
//! Chromium works in the same way, with isolated worlds in a headless page over a pair of pipes. A world
//! reports the end of its program by a function that the prelude hides before the program runs, since a
//! program can spoil promises. A new document every 48 sessions drops old worlds. Deno gets a process per
//! program; the next one is started ahead.
//!
//! A process that does not answer within 8 s or dies becomes an observation, and is replaced at the next
//! session. [`raw`] plays a fixed session with nothing around it, as the floor of the benchmark. The plain
//! runners (`plain.rs`) run programs on the same engines without the debugger and read their coverage.

mod contents;
mod coverage;
mod driver;
mod events;
#[doc(hidden)]
pub mod fuzz;
mod host;
mod plain;
mod protocol;
mod stack;
mod values;

pub mod raw;

use debunk_model::{Capabilities, Capability, Goal, Quirks};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, DebuggerInfo, Driver, PlainRunner};
use host::{HOSTS, Product, Setup};
use std::path::PathBuf;

/// A V8 debugger on this machine.
pub struct V8Debugger {
    info: DebuggerInfo,
    product: Box<dyn Product>,
}

impl V8Debugger {
    /// The products that have V8 in them.
    pub fn products() -> impl Iterator<Item = &'static str> {
        HOSTS.iter().map(|(name, _)| *name)
    }

    /// A debugger from its binary; processes live in `area`. None if it is a product without V8.
    pub fn new(info: DebuggerInfo, binary: PathBuf, area: &TempArea) -> Option<Self> {
        let (_, make) = HOSTS.iter().find(|(name, _)| *name == info.product)?;
        let major = info.version.split('.').next().and_then(|major| major.parse().ok());
        let setup = Setup { binary, area: area.clone(), major: major.unwrap_or_default() };
        Some(Self { product: make(setup), info })
    }

    /// Runs the messages of `sessions` equal sessions with nothing around them; Node only.
    ///
    /// # Errors
    /// If this is not Node, or the process does not do its part.
    pub fn raw_floor(
        &self,
        session: &raw::RawSession,
        sessions: u64,
    ) -> Result<raw::Floor, String> {
        self.product.raw_floor(session, sessions)
    }
}

impl Debugger for V8Debugger {
    fn info(&self) -> &DebuggerInfo {
        &self.info
    }

    fn quirks(&self) -> Quirks {
        Quirks { outer_scopes_partial: true, ..Quirks::default() }
    }

    fn capabilities(&self) -> Capabilities {
        use Capability::{CallerVariables, Contents, FrameQuestions, Globals};
        Capabilities::of(&[Contents, CallerVariables, FrameQuestions, Globals])
    }

    fn supports(&self, goal: Goal) -> bool {
        goal == Goal::Script || self.product.has_modules()
    }

    fn driver(&self) -> Box<dyn Driver> {
        self.product.driver()
    }

    fn runner(&self) -> Box<dyn PlainRunner> {
        self.product.runner()
    }
}
