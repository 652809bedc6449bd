//! Solves conjunctions of linear constraints over bounded integers, exactly.
//!
//! The answer stays near a given start: variables move only when a constraint asks for it. All
//! arithmetic is checked; where numbers grow too large, or the search too long, the answer is
//! [`Solution::Unknown`], never a wrong one.
//!
//! [`solve`] takes a [`Problem`] of [`Atom`]s over [`Linear`] expressions and gives an [`Solution`].
//! `debunk-concolic` asks it for inputs that turn a condition.
//!
//! The method is a simplex over checked fractions that starts from given values, branch and bound, and
//! disequalities that are split only when they are violated. [`write_problem`] and [`read_answer`] speak
//! SMT-LIB, for solvers outside.

mod linear;
mod problem;
mod rational;
mod search;
mod simplex;
mod smt;

pub use linear::Linear;
pub use problem::{Atom, Comparator, Problem, Solution, Variable};
pub use search::solve;
pub use smt::{read_answer, write_problem};

#[cfg(test)]
mod tests;
