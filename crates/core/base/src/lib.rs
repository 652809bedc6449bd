//! What the other crates share that is not about debuggers: [`visible`] and its kin make texts of unknown
//! origin harmless wherever they are shown, [`Bits`] is a set of small numbers, and [`waited`] a stopwatch.
//!
//! It stands at the very bottom: it knows no other crate.

mod bits;
mod shown;
mod stopwatch;

pub use bits::Bits;
pub use shown::{clipped, is_hidden, json_escapes, markup, visible, visible_lines};
pub use stopwatch::{waited, waiting};
