//! Faults that can be planted into a debugger, each taken from a real bug: a layer between session
//! and driver with which debunk shows that it would notice.
//!
//! Every fault shows only in some situation, as real bugs do. One that was the same in every
//! session could not be seen by comparing two sessions, and would not be worth finding.
//!
//! A [`FaultyDriver`] wraps any driver; [`ALL`] lists the faults. `debunk selftest` plants each of
//! them. A fault is one file in `faults/`, with one line in the list of `faults/mod.rs`.

mod driver;
mod fault;
mod faults;
mod scene;
mod source;
#[cfg(test)]
mod tests;
mod values;

pub use driver::FaultyDriver;
pub use fault::{Fault, Setting};
pub use faults::{ALL, by_name};
