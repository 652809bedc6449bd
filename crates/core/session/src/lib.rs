//! The session: one program under one debugger from start to end, as a state machine that never
//! sends an action which is not legal now; and the traits that a debugger implements.
//!
//! A [`Debugger`] opens [`Driver`]s, which perform actions, and [`PlainRunner`]s, which run the
//! same program without a debugger. A [`Session`] stands between a driver and whoever chooses the
//! actions, and keeps the trace. Every driver crate implements these traits; everything above them
//! knows nothing else of a debugger.
//!
//! [`Session`] refuses an action that is not legal in its present state, and then sends nothing of the
//! batch that holds it. A debugger may report late where a breakpoint stands ([`Driver::moved`]); the
//! trace is then corrected to what it should have reported at once. A debugger that counts which of its
//! own code runs has a [`CodeMap`], and its driver says which counters the last session covered. All
//! others leave that out.

mod code;
mod debugger;
mod recipe;
mod secret;
mod session;

pub use code::{CodeFunction, CodeMap};
pub use debugger::{
    BuiltInFault, Debugger, DebuggerInfo, Driver, OpenError, PlainRun, PlainRunner,
};
pub use recipe::{Means, Recipe};
pub use secret::secret;
pub use session::{IllegalAction, Session, State};
