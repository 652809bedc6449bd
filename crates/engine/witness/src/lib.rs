//! The witness: what really happened in a program, found out without a debugger.
//!
//! A copy of the program that logs each statement it runs is run on the plain engine. Its log is
//! believed only if the copy did what the program does.
//!
//! [`witness`] gives back [`Witnessed`]: a [`Log`], or the reason why there is none. The copies
//! come from `debunk-languages`; what a log proves about a session is decided in
//! `debunk-testimony`.

#[doc(hidden)]
pub mod fuzz;
mod read;
mod reconcile;
mod run;

pub use debunk_testimony::Log;
pub use run::{Witnessed, silent_difference, witness, witness_against};
