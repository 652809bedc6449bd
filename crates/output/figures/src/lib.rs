//! Charts as SVG and as text, from plain numbers. Pure: the same numbers give the same bytes.
//!
//! An SVG stands alone: no script, no font, no address outside. It follows the reader's choice
//! of light or dark. A page that shows it gives its own style instead.
//!
//! [`StackedBars`], [`RankedBars`] and [`LineChart`] are the kinds of [`Figure`]. Reports and the command
//! line draw with them; the crate knows nothing of what the numbers mean.

mod bars;
mod lines;
mod svg;

pub use bars::{RankedBars, StackedBars};
pub use lines::{LineChart, Scale};

/// Where a picture is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// In a separate file, with its title and its style.
    Alone,
    /// In a page that gives the title, and the style of `text`, `.small`, `.axis` and `.grid`.
    Page,
}

/// A chart that can be drawn and written as text.
pub trait Figure {
    /// As a picture for some surface.
    fn draw(&self, surface: Surface) -> String;
    /// As a picture in a separate file.
    fn svg(&self) -> String {
        self.draw(Surface::Alone)
    }
    /// As text of at most `width` characters per line.
    fn text(&self, width: usize) -> String;
}
