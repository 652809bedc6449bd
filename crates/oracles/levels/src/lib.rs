//! Cross-level checking of native debuggers: what stepping by lines shows is held against what
//! stepping by instructions shows of the same binary.
//!
//! A [`LevelDriver`] is what a debugger has to offer; [`record_instructions`] and [`record_lines`]
//! make a [`LevelTrace`] each; a [`LineTable`] says where statements begin; [`judge`] lists the
//! [`Contradiction`]s. What debuggers do on purpose is an [`Exception`]. No files, no processes.
//!
//! # How two levels are compared
//!
//! A [`LineTable`] is read from the bytes of a binary. Both traces have addresses of the file and frames
//! of the program alone. [`judge`] gives each moment its activation (`activation.rs`), finds each line
//! step among the instructions, and asks how far it may go (`walk.rs`). What a debugger must not do is a
//! [`Contradiction`]; what debuggers do on purpose is an [`Exception`]. [`script()`] writes both sides as
//! commands of gdb or LLDB, so that a finding can be seen without debunk. The drivers are in
//! `debunk-gdbmi` and `debunk-dap`.

mod activation;
mod check;
mod contradiction;
mod driver;
mod dwarf;
mod exception;
mod judge;
mod record;
mod report;
mod script;
mod table;
#[cfg(test)]
mod tests;
mod trace;
mod walk;

pub use check::{Check, Checked, Test};
pub use contradiction::{Contradiction, Judgement, Kind, Rules};
pub use driver::{Answer, LevelDriver, LevelError};
pub use dwarf::TableError;
pub use exception::Exception;
pub use judge::judge;
pub use record::{Limits, Policy, record_instructions, record_lines};
pub use report::{Finding, markdown};
pub use script::{Dialect, script};
pub use table::{Function, LineTable, Row};
pub use trace::{End, Frame, LevelTrace, Moment, Step};
