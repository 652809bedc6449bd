//! Syntax trees for languages with a tree-sitter grammar: plain lists of nodes, parents before
//! children, and what every such language finds in the same way.
//!
//! A [`Grammar`] parses a text into a [`SyntaxTree`]; [`parts()`] lists what a reduction may
//! remove, by a table of [`PartKinds`]. `debunk-c` and `debunk-python` are built on it. The parser
//! never leaves this crate.

mod lines;
mod literals;
mod parts;
mod tree;

pub use lines::{lines_only, plain_lines, starts_line};
pub use literals::plain_integer;
pub use parts::{PartKinds, line_parts, parts};
pub use tree::{Grammar, SyntaxNode, SyntaxTree};
