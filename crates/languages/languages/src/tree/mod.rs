//! Syntax trees for languages with a tree-sitter grammar: plain lists of nodes, parents before
//! children, and what every such language finds in the same way.
//!
//! A grammar parses a text into a [`SyntaxTree`]; [`parts()`] lists what a reduction may
//! remove, by a table of [`PartKinds`]. [`NamedItems`] knows the variables of languages with block scopes,
//! [`collect_places`] finds statements and literals, and [`LogCalls`] makes copies in which a call before each
//! statement logs it. The parser is in `debunk-grammars`.

mod lines;
mod literals;
mod log_calls;
mod parts;
mod scopes;
mod sites;
mod syntax;
mod syntax_tree;
mod variables;

pub(crate) use lines::{lines_only, plain_lines, starts_line};
pub(crate) use literals::plain_integer;
pub(crate) use log_calls::{COPY_NAME, LogCalls, LogKinds};
pub(crate) use parts::{PartKinds, parts};
pub(crate) use scopes::{ScopeKinds, scope_tables};
pub(crate) use sites::{SiteKinds, collect_places};
pub(crate) use syntax::Syntax;
pub(crate) use syntax_tree::SyntaxTree;
pub(crate) use variables::{LoggedName, Logging, Named, NamedItems, Role};
