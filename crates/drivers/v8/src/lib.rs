//! V8's debugger over the inspector protocol: one driver, three ways to start it.
//!
//! [`V8Debugger`] implements the traits of `debunk-session` for each [`V8Product`]. Node runs many
//! programs in one warm process, each in a context of its own; Chromium does the same with isolated
//! worlds in a headless page; Deno gets a process per program. The protocol does not leave this
//! crate.

mod connection;
mod coverage;
mod driver;
#[doc(hidden)]
pub mod fuzz;
mod host;
mod plain;
mod protocol;
mod values;

pub mod raw;

use debunk_model::{Goal, Quirks};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, DebuggerInfo, Driver, PlainRunner};
use driver::V8Driver;
use host::chromium::{ChromiumHost, ChromiumSetup};
use host::deno::{DenoHost, DenoSetup};
use host::node::{NodeHost, NodeSetup};
use plain::{ChromiumRunner, DenoRunner, NodeRunner};
use std::path::PathBuf;

/// The releases of Node from which modules can be made in a context.
const NODE_WITH_MODULES_MAJOR: u32 = 10;

enum Setup {
    Node(NodeSetup),
    Deno(DenoSetup),
    Chromium(ChromiumSetup),
}

/// A product with V8 in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum V8Product {
    /// Node, with its major version.
    Node {
        /// The major version.
        major: u32,
    },
    /// Deno.
    Deno,
    /// Chromium and its relatives.
    Chromium,
}

/// A V8 debugger on this machine.
pub struct V8Debugger {
    info: DebuggerInfo,
    setup: Setup,
}

impl V8Debugger {
    /// A debugger from its binary; processes live in `area`.
    pub fn new(info: DebuggerInfo, product: V8Product, binary: PathBuf, area: &TempArea) -> Self {
        let area = area.clone();
        let setup = match product {
            V8Product::Node { major } => Setup::Node(NodeSetup { binary, major, area }),
            V8Product::Deno => Setup::Deno(DenoSetup { binary, area }),
            V8Product::Chromium => Setup::Chromium(ChromiumSetup { binary, area }),
        };
        Self { info, setup }
    }
}

impl V8Debugger {
    /// Runs the messages of `sessions` equal sessions with nothing around them; Node only.
    ///
    /// # Errors
    /// If this is not Node, or the process does not do its part.
    pub fn raw_floor(
        &self,
        session: &raw::RawSession,
        sessions: u64,
    ) -> Result<raw::Floor, String> {
        match &self.setup {
            Setup::Node(setup) => {
                raw::measure(NodeHost::new(setup.clone(), true), session, sessions)
            }
            _ => Err("measure the raw floor: only Node's is known".to_owned()),
        }
    }
}

impl Debugger for V8Debugger {
    fn info(&self) -> &DebuggerInfo {
        &self.info
    }

    fn quirks(&self) -> Quirks {
        Quirks { outer_scopes_partial: true, ..Quirks::default() }
    }

    fn supports(&self, goal: Goal) -> bool {
        match (&self.setup, goal) {
            (_, Goal::Script) | (Setup::Deno(_), Goal::Module) => true,
            (Setup::Node(setup), Goal::Module) => setup.major >= NODE_WITH_MODULES_MAJOR,
            (Setup::Chromium(_), Goal::Module) => false,
        }
    }

    fn driver(&self) -> Box<dyn Driver> {
        match &self.setup {
            Setup::Node(setup) => Box::new(V8Driver::new(NodeHost::new(setup.clone(), true))),
            Setup::Deno(setup) => Box::new(V8Driver::new(DenoHost::new(setup.clone()))),
            Setup::Chromium(setup) => {
                Box::new(V8Driver::new(ChromiumHost::new(setup.clone(), true)))
            }
        }
    }

    fn runner(&self) -> Box<dyn PlainRunner> {
        match &self.setup {
            Setup::Node(setup) => Box::new(NodeRunner::new(setup.clone())),
            Setup::Deno(setup) => Box::new(DenoRunner::new(setup.clone())),
            Setup::Chromium(setup) => Box::new(ChromiumRunner::new(setup.clone())),
        }
    }
}
