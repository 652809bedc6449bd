//! Cross-level checking of native debuggers: what stepping by lines shows is cross-checked against what
//! stepping by instructions shows of the same binary.
//!
//! A [`LevelDriver`] is what a debugger has to offer; [`record_instructions`] and [`record_lines`]
//! make a [`LevelTrace`] each; a [`LineTable`] says where statements begin; [`judge`] lists the
//! [`LevelContradiction`]s. What debuggers do on purpose is an [`Exception`]. No files, no processes.
//!
//! # How two levels are compared
//!
//! A [`LineTable`] is read from the bytes of a binary. Both traces have addresses of the file and frames
//! of the program alone. [`judge`] gives each moment its activation (`activation.rs`), finds each line
//! step among the instructions, and asks how far it may go (`walk.rs`). What a debugger must not do is a
//! [`LevelContradiction`]; what debuggers do on purpose is an [`Exception`]. [`script()`] writes both sides as
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

pub use check::{Check, CheckedTest, Test};
pub use contradiction::{ContradictionKind, LevelContradiction, LevelJudgement, LevelRules};
pub use driver::{LevelDriver, LevelError, StepAnswer};
pub use dwarf::TableError;
pub use exception::Exception;
pub use judge::judge;
pub use record::{RecordLimits, StepPolicy, record_instructions, record_lines};
pub use report::{LevelFinding, markdown};
pub use script::{Dialect, script};
pub use table::{LineTable, TableFunction, TableRow};
pub use trace::{LevelFrame, LevelMoment, LevelStep, LevelTrace, TraceEnd};
