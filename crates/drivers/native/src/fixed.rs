//! A session with a fixed course, for the benchmark.

use debunk_model::{Action, Program};

/// A session that every debugger of a language can run.
#[derive(Clone, Debug)]
pub struct FixedSession {
    /// The program.
    pub program: Program,
    /// The lines of the breakpoints before the start.
    pub lines: Vec<u32>,
    /// Control actions after the first pause; each must lead to another pause.
    pub actions: Vec<Action>,
}
