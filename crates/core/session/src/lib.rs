//! The session: one program under one debugger from start to end, as a state machine that never
//! sends an action which is not legal now; and the traits that a debugger implements.
//!
//! A [`Debugger`] opens [`Driver`]s, which perform actions, and [`PlainRunner`]s, which run the
//! same program without a debugger. A [`Session`] stands between a driver and whoever chooses the
//! actions, and keeps the trace. Every driver crate implements these traits; everything above them
//! knows nothing else of a debugger.

mod code;
mod debugger;
mod each;
mod recipe;
mod secret;
mod session;

pub use code::{CodeFunction, CodeMap};
pub use debugger::{
    BuiltInFault, Debugger, DebuggerInfo, Driver, OpenError, PlainRun, PlainRunner,
};
pub use each::perform_each;
pub use recipe::{Means, Recipe};
pub use secret::secret;
pub use session::{IllegalAction, Session, State};
