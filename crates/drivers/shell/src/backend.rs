//! What a driver crate implements: how a debugger's process is started, used and ended.

use debunk_base::Bits;
use debunk_model::{Action, Location, Observation, Program};
use debunk_session::OpenError;
use debunk_wire::ChannelError;

/// Why a process did not load a program.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The program is refused.
    #[error(transparent)]
    Refused(#[from] OpenError),
    /// The process hung or died.
    #[error(transparent)]
    Lost(#[from] ChannelError),
}

/// What becomes of a process after a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It serves the next session.
    Keep,
    /// The next session gets another one.
    Replace,
}

/// The part of opening a program that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// No process could be started.
    Start,
    /// The process did not load the program.
    Load,
}

/// An attempt to open a program that failed because of the debugger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// How many attempts failed before it.
    pub earlier: u32,
    /// What failed.
    pub stage: Stage,
    /// Whether the process had served before.
    pub was_used: bool,
}

/// A kind of debugger process, which serves one program after the other or one alone.
pub trait Backend: Send {
    /// A running debugger.
    type Process: Send;
    /// A program in it.
    type Live: Send;

    /// Starts a process, or takes one that was started ahead. The program is the one that it will
    /// get first; some debuggers want it on their command line.
    ///
    /// # Errors
    /// If no process can be started.
    fn start(&mut self, program: &Program) -> Result<Self::Process, OpenError>;

    /// Loads a program into a fresh environment, not yet started.
    ///
    /// # Errors
    /// If the program is refused, or if the process is lost.
    fn load(
        &mut self,
        process: &mut Self::Process,
        program: &Program,
    ) -> Result<Self::Live, LoadError>;

    /// Ends a process and says how it ended.
    fn kill(&mut self, process: Self::Process) -> String;

    /// Whether a process serves one program after the other. If not, it is dismissed after each.
    fn serves_many(&self) -> bool {
        true
    }

    /// Ends the session of a process that [serves many](Backend::serves_many), in whatever state it
    /// is.
    fn leave(&mut self, _process: &mut Self::Process, _live: Self::Live) -> Fate {
        Fate::Keep
    }

    /// Ends a process that is no longer needed.
    fn dismiss(&mut self, process: Self::Process) {
        drop(process);
    }

    /// Whether a process has served for so long that a new one is better.
    fn is_worn_out(&self, _process: &Self::Process) -> bool {
        false
    }

    /// Whether to open the program once more after such a failure. A process that has served
    /// before, or was started ahead, may have died since.
    fn retries(&self, failure: Failure) -> bool {
        failure.earlier == 0
    }

    /// What is said of a process that was lost while it loaded a program.
    fn explain_loss(&mut self, process: Self::Process, error: &ChannelError) -> String {
        format!("{error}; {}", self.kill(process))
    }

    /// Forgets what was noted of the session before, since another one begins.
    fn forget_last(&mut self) {}
}

/// A backend whose programs can be debugged.
pub trait Protocol: Backend {
    /// Performs the actions, of which only the last may be a control action, and adds one
    /// observation each; no action is performed after an end.
    ///
    /// # Errors
    /// If the process hangs or dies.
    fn perform(
        &mut self,
        process: &mut Self::Process,
        live: &mut Self::Live,
        actions: &[Action],
        observations: &mut Vec<Observation>,
    ) -> Result<(), ChannelError>;

    /// Whether a process that does not answer has in fact ended.
    fn has_ended(&mut self, _process: &mut Self::Process) -> bool {
        false
    }

    /// What is said of a process that is gone, by the reason for which its connection ended.
    fn crash_detail(&mut self, process: Self::Process, _reason: &str) -> String {
        self.kill(process)
    }

    /// Breakpoints that were relocated since the last call: their requested and actual locations.
    fn moved(
        &mut self,
        _process: &mut Self::Process,
        _live: &mut Self::Live,
    ) -> Vec<(Location, Location)> {
        Vec::new()
    }

    /// Which of the debugger's own code the last closed session covered, if that is known.
    fn coverage(&mut self) -> Option<Bits> {
        None
    }
}
