//! What the other crates share that is not about debuggers: [`visible`] and its kin make texts of unknown
//! origin harmless wherever they are shown, [`counted`] gives a number its noun, [`Bits`] is a set of small
//! numbers, [`waited`] a stopwatch, and [`in_order`] has several workers whose results arrive in the order of
//! their numbers.
//!
//! It stands at the very bottom: it knows no other crate.
//!
//! What [`visible`] writes for a character that cannot be seen, or that changes how others are seen,
//! is its number. [`markup`] and [`json_escapes`] do the same for pages and for JSON. Only what is
//! shown is changed in this way, never a file that is run.

mod bits;
mod counted;
mod shown;
mod stopwatch;
mod workers;

pub use bits::Bits;
pub use counted::{counted, noun_for};
pub use shown::{clipped, is_hidden, json_escapes, markup, visible, visible_lines};
pub use stopwatch::{waited, waiting};
pub use workers::{Blocks, Numbers, in_order};
