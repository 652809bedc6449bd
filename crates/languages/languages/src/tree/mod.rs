//! Syntax trees for languages with a tree-sitter grammar: plain lists of nodes, parents before
//! children, and what every such language finds in the same way.
//!
//! A grammar parses a text into a [`SyntaxTree`]; [`parts()`] lists what a reduction may
//! remove, by a table of [`PartKinds`]. C and Python are built on it. The parser
//! is in `debunk-grammars`.

mod lines;
mod literals;
mod parts;
mod syntax_tree;

pub(crate) use lines::{LineText, lines_only, plain_lines, plain_looking, starts_line};
pub(crate) use literals::plain_integer;
pub(crate) use parts::{PartKinds, line_parts, parts};
pub(crate) use syntax_tree::SyntaxTree;
