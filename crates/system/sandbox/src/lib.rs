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
//! Everything but the user's own tools is isolated besides ([`Isolation`]): in namespaces it sees its
//! own processes, its own network, and of the file system the system, its tools and the area, and
//! writes to its own folders only. Where namespaces are not allowed, Landlock, seccomp and a keeper
//! that ends all descendants do as much of that as they can.
//!
//! # How programs are contained
//!
//! Programs, the debuggers that run them, adapters and compilers are *confined*. npm, git, the commands
//! of `debunk dd` and `debunk mc` and other tools of the user are not ([`Spawn::inherit_environment`],
//! [`Spawn::as_tool`]), since they work on the user's own files. What confines is decided once per
//! process, by trying it, and the decision is data ([`Isolation`]) that `debunk doctor` prints:
//!
//! 1. **Namespaces**, if a trial child starts in them: user, mount, PID, network and IPC. This works for
//!    root and for other users.
//! 2. **Rules** otherwise: Landlock as far as the kernel has it, seccomp, and a keeper that is the parent
//!    of all orphans.
//! 3. **Nothing**, with `--no-isolation`. In this case, and with rules but without Landlock, commands
//!    print a warning.
//!
//! **The keeper.** A confined child is started by a keeper (`keeper.rs`), a fork of debunk that never
//! runs another program. In namespaces it is process 1: it lays out the file system, brings loopback
//! up, starts the program, reaps, and passes the program's exit status on through a pipe. When it ends,
//! the kernel ends everything else in there. It is not dumpable, so that nobody can look into it,
//! signals from inside do not reach it, and it dies with debunk. Without namespaces it is a subreaper
//! that kills until no descendant is left. The program shares the keeper's memory until it execs, so
//! that starting it copies nothing twice.
//!
//! **What a child sees** is a `FileView` (`view.rs`): the system's folders, the area, what the program needs
//! (`places.rs`: its prefix, the links on the way to it, and for scripts of version managers what they
//! name), and what the [`Spawn`] names. It may write to its home, to the folder in which it starts if
//! that is in the area, and to [`Spawn::writable`]. `mounts.rs` turns the view into an empty tmpfs with
//! binds, all of them read-only but those; Landlock gets the same view as rules. Passwords and keys in
//! these folders are hidden. `/proc`, `/dev`, `/tmp` and `/dev/shm` are the child's own. Root can change
//! kernel settings without any capability, so parts of `/proc` are read-only or hidden for root.
//!
//! **What a child may do.** All capabilities are dropped and `no_new_privs` is set, so that a program can
//! neither unmount what hides something nor gain rights. The number of processes is limited per PID name
//! space (from Linux 6.14) and per user namespace (from 5.14, not for root). `disk.rs` ends a child whose
//! folders grow too large. The first process number differs from child to child, since a program that
//! prints its own must not look deterministic.
//!
//! **How debunk reaches it.** A debugger that listens on loopback does so in its own network.
//! [`Child::connect`] asks the keeper for a connection and gets the socket through the line between
//! them; [`Spawn::listen`] has the keeper open a port before the program starts. Without a network name
//! space the same calls use the machine's loopback. A compiler needs no network at all, and gets no
//! socket instead ([`Spawn::without_sockets`]).
//!
//! **What is left behind.** Nothing: a small shell process, the janitor, waits for the end of debunk and
//! removes the area, also after `kill -9`. A folder is removed only if it carries debunk's own marker
//! (`marker.rs`); its name is never enough.

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
mod prefetcher;
mod program;
mod removal;
mod run;
mod spawn;
mod sweep;
mod sys;
mod view;

pub use area::{TempArea, TempFolder};
pub use child::Child;
pub use error::SandboxError;
pub use exit::ExitInfo;
pub use family::family;
pub use isolation::{Isolation, IsolationMode, Protection};
pub use output::{
    TextTail, collect_in_background, drain_in_background, read_answer, read_line_matching,
};
pub use prefetcher::Prefetcher;
pub use program::{find_program, unguessable};
pub use run::{FinishedRun, OUTPUT_CAP_BYTES, run_to_end};
pub use spawn::Spawn;
