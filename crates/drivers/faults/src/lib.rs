//! Faults that lie on purpose, in ways taken from real bugs: a layer between session and
//! driver with which debunk shows that it would notice.
//!
//! Every fault shows only in some situation, as real bugs do. One that was the same in every
//! session could not be seen by comparing two sessions, and would not be worth finding.
//!
//! A [`FaultyDriver`] wraps any driver; [`ALL`] lists the faults. `debunk selftest` plants each of
//! them.

mod driver;
mod fault;
mod lies;
mod scene;
mod source;
#[cfg(test)]
mod tests;

pub use driver::FaultyDriver;
pub use fault::{ALL, Fault, by_name};
