//! The session: one program under one debugger from start to end, as a state machine that
//! never sends an action which is not legal now; and the traits that a debugger implements.

mod debugger;
mod session;

pub use debugger::{Debugger, DebuggerInfo, Driver, OpenError, PlainRun, PlainRunner};
pub use session::{IllegalAction, Session, State};
