//! Delta debugging of files with the user's own commands.
//!
//! This crate has everything that touches files and processes: it writes candidates, asks a
//! command about them, keeps the answers in a journal, and knows the syntax of some languages.
//! Which candidate comes next is decided in `debunk-delta`.
//!
//! [`minimise()`] reduces a file, [`isolate()`] finds a small difference, [`changes()`] a guilty
//! change, [`states()`] a guilty variable and [`schedule()`] a guilty switch between tasks; each is
//! a command of `debunk dd`.
//!
//! The user's [`TestCommand`] runs in a sandbox. What the five functions write and print was tested itself:
//! their writers take nothing but `Tested` values of `debunk-delta`. All passes of [`minimise()`] are one
//! search over texts (`pipeline.rs`), so that testing ahead does not stop between them. [`StateDriver`] is
//! what a debugger has to offer for [`states()`]; [`V8States`] is Node's.

mod answers;
mod changes;
mod checks;
mod command;
mod diff;
mod error;
mod flat;
#[doc(hidden)]
pub mod fuzz;
mod groups;
mod hunks;
mod isolate;
mod journal;
mod language;
mod maker;
mod minimise;
mod oracle;
mod pass;
mod patch;
mod pipeline;
mod refused;
mod render;
#[cfg(test)]
mod rendering_tests;
mod schedule;
mod states;
mod syntax;
mod tasks;
mod trees;
mod versions;

pub use answers::Oddities;
pub use changes::{Changes, ChangesOptions, Grouping, SearchLevel, changes};
pub use command::{
    CommandOptions, FILE_PLACEHOLDER, FILE_VARIABLE, Reply, TestCommand, UNRESOLVED_CODE,
};
pub use error::DdError;
pub use isolate::{IsolateOptions, IsolateResult, isolate};
pub use journal::JournalOptions;
pub use language::FileLanguage;
pub use minimise::{Granularity, MinimiseOptions, MinimiseResult, beside, minimise};
pub use schedule::{SCHEDULE_MARK, ScheduleOptions, ScheduleResult, schedule};
pub use states::{
    Assignment, Cause, CauseLink, Chain, RunEnding, RunInput, StateDriver, StateValue,
    StatesOptions, StopPoint, V8States, states,
};
pub use tasks::{Schedule, Switch};
pub use versions::Versions;
