//! What drivers have in common.
//!
//! A driver crate knows a protocol and how to start the debugger that speaks it: it implements [`Backend`]
//! and [`Protocol`]. [`Shell`] makes a `Driver` of it. The shell keeps the process between sessions,
//! replaces one that was lost, repeats an attempt to open a program where that makes sense, and turns a
//! hang or a crash into an observation. What is special about a debugger stays visible as a method that it
//! overrides, with the reason beside it.
//!
//! ```text
//! Driver::open      close, then Backend::start unless a process is left, then Backend::load
//! Driver::perform   Protocol::perform: one_by_one, or pipelined where requests may be sent ahead
//! Driver::close     Backend::leave; the process is kept or dismissed
//! Driver::discard   the process is dismissed
//! ```
//!
//! [`inspector`] is the connection that the inspectors of V8 and WebKit share, [`javascript`] what a
//! JavaScript program finds around it on every engine, [`contents`] how what its values hold is read.

mod backend;
pub mod contents;
mod end;
pub mod inspector;
pub mod javascript;
mod perform;
mod refusals;
mod shell;
#[cfg(test)]
mod shell_tests;

pub use backend::{Backend, Failure, Fate, LoadError, OpeningStage, Protocol};
pub use end::{Patience, end_process};
pub use perform::{ACTION_TIMEOUT_MS, Pipeline, action_deadline, one_by_one, pipelined, within};
pub use refusals::{no_frame, no_variable};
pub use shell::Shell;
