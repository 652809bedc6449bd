//! SpiderMonkey's debugger in a headless Firefox, over the Remote Debugging Protocol.
//!
//! One browser serves many programs. Each gets a frame of its own in a page that stays: a realm of
//! its own, and a debugging target with a thread of its own, so that neither the program nor the
//! debugger remembers anything of the session before. The page's own code belongs to another
//! target and is invisible to that thread; of debunk's code only the prelude runs in the frame,
//! and its source is black-boxed.
//!
//! A program is a `<script>` element, so that it is an ordinary classic script or module; its
//! address stands in a comment in one more line. It is compiled twice: first as a scouted text
//! that cannot start (see `page/host.js`), which reports syntax errors and where breakpoints can
//! stand, then for real, with the breakpoints in place before its first statement runs.
//!
//! [`FirefoxDebugger`] implements the traits of `debunk-session`. The protocol does not leave this
//! crate.

mod breakpoints;
mod browser;
mod connection;
mod contents;
mod driver;
#[doc(hidden)]
pub mod fuzz;
mod live;
mod plain;
mod positions;
mod preferences;
mod questions;
mod realm;
mod scopes;
mod stack;
mod values;

use browser::FirefoxSetup;
use debunk_model::{Capabilities, Capability, Goal, Quirks};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, DebuggerInfo, Driver, PlainRunner};
use debunk_shell::Shell;
use driver::FirefoxBackend;
use plain::FirefoxRunner;
use std::path::PathBuf;

/// A Firefox on this machine.
pub struct FirefoxDebugger {
    info: DebuggerInfo,
    setup: FirefoxSetup,
}

impl FirefoxDebugger {
    /// The name of the product that it drives.
    pub const PRODUCT: &str = "firefox";

    /// A debugger from its binary; processes live in `area`.
    pub fn new(info: DebuggerInfo, binary: PathBuf, area: &TempArea) -> Self {
        Self { info, setup: FirefoxSetup { binary, area: area.clone() } }
    }
}

/// The oldest release with which modules were seen to work.
const FIRST_MAJOR_WITH_MODULES: u32 = 153;

impl Debugger for FirefoxDebugger {
    fn info(&self) -> &DebuggerInfo {
        &self.info
    }

    fn quirks(&self) -> Quirks {
        // Variables that no inner function mentions are not kept, and shown as optimised away.
        Quirks {
            outer_scopes_partial: true,
            pauses_twice: true,
            pauses_between: true,
            ends_rejected: true,
            ..Quirks::default()
        }
    }

    fn capabilities(&self) -> Capabilities {
        use Capability::{CallerVariables, Completions, Contents, FrameQuestions, Globals};
        Capabilities::of(&[Contents, CallerVariables, FrameQuestions, Completions, Globals])
    }

    fn supports(&self, goal: Goal) -> bool {
        let major = self.info.version.split('.').next().and_then(|major| major.parse().ok());
        match goal {
            Goal::Script => true,
            // An older one (140 was seen) does not announce a module that was only compiled.
            Goal::Module => major.is_none_or(|major: u32| major >= FIRST_MAJOR_WITH_MODULES),
        }
    }

    fn driver(&self) -> Box<dyn Driver> {
        Box::new(Shell::new(FirefoxBackend::new(self.setup.clone())))
    }

    fn runner(&self) -> Box<dyn PlainRunner> {
        Box::new(FirefoxRunner::new(self.setup.clone()))
    }
}
