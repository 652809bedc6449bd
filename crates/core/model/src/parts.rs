//! The parts of a program that a reduction may remove, as a language finds them.

use crate::Span;

/// How a part can be removed from the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// It cannot.
    Never,
    /// Its own text is removed.
    Alone,
    /// It is an element of a list: its text is removed with the separator beside it.
    Listed,
    /// Everything from this offset to its end is removed, including the sign that announces it.
    From(u32),
}

/// A part's role among the parts around it: one can replace another of the same role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartRole {
    /// A statement or declaration.
    Statement,
    /// An expression.
    Expression,
    /// Something else.
    Other,
}

/// A part of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where it is.
    pub span: Span,
    /// The part that it belongs to, which comes before it in the list; none for the program itself.
    pub parent: Option<usize>,
    /// How it can be removed.
    pub removal: Removal,
    /// Its role among the parts around it.
    pub role: PartRole,
    /// The text between its brackets, if it is valid without them.
    pub inside: Option<Span>,
    /// A short text that can replace it.
    pub short: Option<&'static str>,
}

/// A program as its parts and the comments between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The parts, each after the one that it belongs to; the first is the program itself.
    pub parts: Vec<Part>,
    /// The comments.
    pub comments: Vec<Span>,
}
