//! The witness: what really happened in a program, found out without a debugger.
//!
//! A copy of the program that logs each statement it runs is run on the plain engine. Its log is
//! believed only if the copy did what the program does.
//!
//! [`witness`] gives back [`WitnessResult`]: a [`Log`], or the reason why there is none. The copies
//! come from `debunk-languages`; what a log proves about a session is decided in
//! `debunk-testimony`.
//!
//! # Why a log can be believed
//!
//! The log has each statement that was about to run, in order, with its activation, the depth of the call
//! stack and the values of the variables that can be read there, and each `return` whose value is known.
//! In the first runs of each statement, and some later ones, it also has what these values hold, within limits of
//! depth, width and cost. Equal contents are written once. A value whose contents were left out is not empty: nothing
//! is known of them.
//!
//! * The copy differs from the program by inserted text only, without a line end. What it logs goes out with
//!   what it prints, under a mark, so that every plain runner will do.
//! * Mark and names have a key that is new in each run. Functions return the text that they have in the
//!   program. Copies in C and Python get their mark on their input before the program in them begins
//!   (`PlainRunner::run_with_secret`). So no program can log in the name of the copy.
//! * A log counts only if the copy prints and ends like the program. If the program may look at its own text,
//!   a second copy with other names must do the same. A program that does look at its text gets a
//!   *disguised* copy, which gives functions back their text and positions back their columns. Otherwise
//!   there is no log, and the reason is reported.
//! * What an expression is worth may not follow from the values in the log. Then a second copy, which is asked for
//!   only where a session evaluated that expression, assigns it to a new variable just before a statement
//!   ([`insert_expression`]). It is watched like the program and must run in the same way.
//! * Logging runs no code of the program. A value that cannot be shown without that is `?`.

#[doc(hidden)]
mod contents;
pub mod fuzz;
mod insertion;
mod read;
mod reconcile;
mod run;

pub use debunk_testimony::Log;
pub use insertion::insert_expression;
pub use run::{DecoyComparison, WitnessResult, compare_with_decoy, witness, witness_against};
