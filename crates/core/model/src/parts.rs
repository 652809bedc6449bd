//! The parts of a program that a reduction may take away, as a language finds them.

use crate::Span;

/// How a part can be taken out of the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// It cannot.
    Never,
    /// Its own text goes.
    Alone,
    /// It is an element of a list: its text goes with the separator beside it.
    Listed,
    /// Everything from this offset to its end goes: the sign that announces it as well.
    From(u32),
}

/// What a part is to the parts around it: one can stand in the place of another of its role.
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
    /// How it can be taken out.
    pub removal: Removal,
    /// What it is to the parts around it.
    pub role: PartRole,
    /// What stands between its brackets, when that can stand without them.
    pub inside: Option<Span>,
    /// A short text that can stand in its place.
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
