//! Starts child processes that cannot escape: limited, scrubbed, and gone when debunk is gone.
//!
//! The programs that debunk debugs are untrusted code, and the debuggers that run them are large
//! programs which start further processes. This crate gives each of them
//!
//! * a private folder ([`TempArea`]) that disappears even after `kill -9` of debunk,
//! * an environment without the user's secrets, limits on memory, processor time and file size,
//!   and no file descriptor that it was not given ([`Spawn`]),
//! * a session of its own, which is killed as a whole ([`Child`]).
//!
//! It needs Linux: every system call that other systems lack stands in `sys.rs` and `launch.rs`.
//!
//! What is *not* contained: the network, reading the file system, and a process that detaches
//! itself with a double `fork` and `setsid`; that takes name spaces, which are left for later.

mod ahead;
mod area;
mod child;
mod error;
mod exit;
mod family;
mod janitor;
mod launch;
mod output;
mod program;
mod run;
mod spawn;
mod sweep;
mod sys;

pub use ahead::Ahead;
pub use area::{TempArea, TempFolder};
pub use child::Child;
pub use error::SandboxError;
pub use exit::ExitInfo;
pub use output::{TextTail, drain_in_background, read_answer, read_line_matching};
pub use program::find_program;
pub use run::{Finished, OUTPUT_CAP_BYTES, run_to_end};
pub use spawn::Spawn;
