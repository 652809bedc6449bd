//! Starts child processes that cannot escape: limited, scrubbed, and gone when debunk is gone.
//!
//! The programs that debunk debugs are untrusted code, and the debuggers that run them are large
//! programs which start further processes. This crate gives each of them
//!
//! * a private folder ([`TempArea`]) that disappears even after `kill -9` of debunk,
//! * an environment without the user's secrets, limits on memory, processor time and file size,
//!   and no file descriptor that it was not given ([`Spawn`]),
//! * a session of its own, which is killed as a whole ([`Child`]),
//! * no right that it does not need.
//!
//! It needs Linux: every system call that other systems lack stands in `sys.rs`, `launch.rs`,
//! `keeper.rs`, `mounts.rs` and `confine.rs`.
//!
//! Everything but the user's own tools is isolated besides ([`Isolation`]): in name spaces it sees its
//! own processes, its own network, and of the file system the system, its tools and the area, and
//! writes to its own folders only. Where name spaces are not allowed, Landlock, seccomp and a keeper
//! that ends all descendants do as much of that as they can.

mod ahead;
mod area;
mod child;
mod confine;
mod disk;
mod error;
mod exit;
mod family;
mod isolation;
mod janitor;
mod keeper;
mod launch;
mod marker;
mod mounts;
mod output;
mod places;
mod program;
mod removal;
mod run;
mod spawn;
mod sweep;
mod sys;
mod view;

pub use ahead::Ahead;
pub use area::{TempArea, TempFolder};
pub use child::Child;
pub use error::SandboxError;
pub use exit::ExitInfo;
pub use family::family;
pub use isolation::{Isolation, IsolationMode, Protection};
pub use output::{
    TextTail, collect_in_background, drain_in_background, read_answer, read_line_matching,
};
pub use program::{find_program, unguessable};
pub use run::{Finished, OUTPUT_CAP_BYTES, run_to_end};
pub use spawn::Spawn;
