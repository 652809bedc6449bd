//! Charts as SVG and as text, from plain numbers. Pure: the same numbers give the same bytes.
//!
//! An SVG stands alone: no script, no font, no address outside. It follows the reader's choice
//! of light or dark.

mod bars;
mod lines;
mod svg;

pub use bars::{Ranking, StackedBars};
pub use lines::{Lines, Scale};

/// A chart that can be drawn and told.
pub trait Figure {
    /// As a picture.
    fn svg(&self) -> String;
    /// As text of at most `width` characters per line.
    fn text(&self, width: usize) -> String;
}
