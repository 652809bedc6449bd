//! How each product is started, and how a program gets into a fresh environment there.

pub(crate) mod chromium;
pub(crate) mod deno;
pub(crate) mod node;

use crate::events::Connection;
use crate::raw::{Floor, RawSession};
use debunk_model::{Location, Outcome, Program};
use debunk_sandbox::{Child, TempArea, TextTail};
use debunk_session::{Driver, OpenError, PlainRunner};
use debunk_shell::{LoadError, Patience, end_process};
use debunk_wire::ChannelError;
use serde_json::Value;
use std::path::PathBuf;

const PATIENCE: Patience = Patience { exit_ms: 200, words_ms: 200 };
/// Everything except programs and code without an address is skipped when stepping.
pub(crate) const SKIPPED_SCRIPTS: &str = "^(?!debunk:program/)";
/// The seed of the engine's own random numbers.
pub(crate) const ENGINE_SEED_FLAG: &str = "--random-seed=20190719";
/// A third of V8's default. How deep a program gets also depends on when its code is compiled, by a
/// factor below two, so two runs with one size agree or differ by chance.
const DECOY_STACK_KIB: u32 = 328;

/// Makes a product of what is installed.
type MakeProduct = fn(Setup) -> Box<dyn Product>;

/// Every product with V8 in it, by the name that users write.
pub(crate) const HOSTS: [(&str, MakeProduct); 3] = [
    ("node", |setup| Box::new(node::Node(setup))),
    ("deno", |setup| Box::new(deno::Deno(setup))),
    ("chromium", |setup| Box::new(chromium::Chromium(setup))),
];

/// Where a product is installed, and where its processes live.
#[derive(Clone)]
pub(crate) struct Setup {
    pub binary: PathBuf,
    pub area: TempArea,
    /// The major version.
    pub major: u32,
}

/// An installed product.
pub(crate) trait Product: Send + Sync {
    /// Whether it can debug modules.
    fn has_modules(&self) -> bool;
    /// A new driver.
    fn driver(&self) -> Box<dyn Driver>;
    /// A new runner without the debugger.
    fn runner(&self) -> Box<dyn PlainRunner>;
    /// Measures a fixed session with nothing around it.
    fn raw_floor(&self, _session: &RawSession, _sessions: u64) -> Result<Floor, String> {
        Err("measure the raw floor: only Node's is known".to_owned())
    }
}

/// The engine's flags for a decoy: a debugger takes part of the stack, and of the compiler's time.
pub(crate) fn decoy_flags() -> String {
    format!("{ENGINE_SEED_FLAG},--stack-size={DECOY_STACK_KIB}")
}

/// A query to the engine.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub method: &'static str,
    pub params: Value,
}

/// How the end of a run shows.
#[derive(Clone, Debug)]
pub(crate) enum EndSign {
    /// This query is answered when the program has no work left.
    Settle(Ask),
    /// After this query, the environment of that number reports when the program has none.
    Report(Ask, i64),
    /// The environment goes away.
    ContextDestroyed,
}

/// In what state a session is left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaving {
    /// The program is still paused.
    pub is_paused: bool,
    /// The last control action was a step, which old engines carry into the next program.
    pub after_step: bool,
}

/// A program that is ready to start.
pub(crate) struct Loaded {
    pub script_id: String,
    pub start: (&'static str, Value),
    pub end: EndSign,
    /// The object that the prelude made; the program cannot reach it.
    pub control: Option<String>,
    /// The first statement, if the program has to be held there until the start.
    pub held: Option<Location>,
}

/// A running debugger, with what only its product has.
pub(crate) struct Process<E> {
    pub child: Child,
    pub stderr: TextTail,
    pub connection: Connection,
    /// How many programs it has served.
    pub sessions: u32,
    pub extra: E,
}

impl<E> Process<E> {
    /// Ends the process and says how it ended.
    pub fn kill(&mut self) -> String {
        end_process(&mut self.child, &self.stderr, PATIENCE, fatal_line)
    }
}

/// How a product is started, and how a program gets into a fresh environment there.
pub(crate) trait Host: Send {
    /// What only the processes of this product have.
    type Extra: Send;

    /// Starts a process.
    fn start(&mut self, program: &Program) -> Result<Process<Self::Extra>, OpenError>;
    /// Loads a program into a fresh environment.
    fn load(
        &mut self,
        process: &mut Process<Self::Extra>,
        program: &Program,
    ) -> Result<Loaded, LoadError>;
    /// Ends a session and prepares the next one.
    fn leave(
        &mut self,
        _process: &mut Process<Self::Extra>,
        _leaving: Leaving,
    ) -> Result<(), ChannelError> {
        Ok(())
    }
    /// A process is replaced after this many sessions.
    fn sessions_max(&self) -> u32;
    /// How often to load a program anew, each time in a new process, if a process is lost.
    fn reloads_max(&self) -> u32 {
        1
    }
    /// Forgets what was noted of the session before.
    fn forget_last(&mut self) {}
    /// Whether requests are handled in the order in which they are sent. If not, a control action
    /// may overtake the queries before it.
    fn keeps_order(&self) -> bool {
        true
    }
    /// What a program did whose end is the end of its process.
    fn outcome_at_exit(&mut self, _process: &mut Process<Self::Extra>) -> Outcome {
        Outcome::default()
    }
}

/// The line of a dying process that says why, if there is one.
pub(crate) fn fatal_line(text: &str) -> Option<&str> {
    text.lines()
        .find(|line| line.contains("Check failed") || line.contains("FATAL ERROR"))
        .map(|line| line.trim_start_matches(['#', ' ']))
}
