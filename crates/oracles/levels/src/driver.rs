//! What a debugger has to offer to be checked.

use crate::trace::{LevelFrame, LevelStep};
use debunk_model::Program;
use std::collections::BTreeMap;

/// Why there is no run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// There is nothing to debug.
    #[error("build the program: {0}")]
    Build(String),
    /// The debugger hung, crashed or refused.
    #[error("drive the debugger: {0}")]
    Debugger(String),
    /// The program is of a kind that cannot be followed.
    #[error("follow the program: {0}")]
    Program(String),
}

/// The outcome of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepAnswer {
    /// The program is paused. All frames, innermost first, with addresses as loaded; the line is 0
    /// if the debugger reports none in the program's text.
    Stopped(Vec<LevelFrame>),
    /// The program has ended.
    Ended,
}

/// A debugger that steps by lines and by instructions.
pub trait LevelDriver {
    /// Starts a program and runs it to a breakpoint on `main`; no breakpoint is left.
    ///
    /// # Errors
    /// If the program or the debugger does not do that.
    fn begin(&mut self, program: &Program) -> Result<StepAnswer, LevelError>;

    /// Lets the program run; `above` is how many frames are above the program's own.
    ///
    /// # Errors
    /// If the debugger does not do that.
    fn step(&mut self, step: LevelStep, above: usize) -> Result<StepAnswer, LevelError>;

    /// The variables of the innermost frame.
    ///
    /// # Errors
    /// If the debugger does not report them.
    fn variables(&mut self) -> Result<BTreeMap<String, String>, LevelError>;

    /// Where `main` is loaded.
    ///
    /// # Errors
    /// If the debugger does not report it.
    fn main_address(&mut self) -> Result<u64, LevelError>;

    /// Ends the session and forgets the program.
    fn close(&mut self);
}
