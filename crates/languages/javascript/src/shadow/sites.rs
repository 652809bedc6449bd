//! The places that a copy reports.

use debunk_model::Span;
use std::sync::Arc;

/// The kind of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SiteKind {
    /// The condition of an `if`.
    If,
    /// The condition of a loop.
    Loop,
    /// The condition of `a ? b : c`.
    Conditional,
    /// The left side of `&&`, `||` or of an assignment with them.
    Logical,
    /// A `case`.
    Case,
    /// A call that decides by its arguments, such as `Math.max`.
    Call,
    /// An operator, which makes a value but decides nothing, except if it compares strings.
    Operator,
}

/// A place of the original text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShadowSite {
    /// What it is.
    pub kind: SiteKind,
    /// The condition, or the operation.
    pub span: Span,
    /// The statement that it is in.
    pub statement: Span,
}

/// Additional features of a copy.
#[derive(Clone, Debug, Default)]
pub struct ShadowOptions {
    /// The number of the first site; programs of several files share one numbering.
    pub first_site: usize,
    /// An expression or empty statement whose every execution is reported.
    pub mark: Option<Span>,
    /// A site at which the visible variables are reported.
    pub watch: Option<usize>,
    /// If places are reported: the number of the first one.
    pub first_place: Option<usize>,
}

/// A copy.
#[derive(Clone, Debug)]
pub struct Shadow {
    /// Its text.
    pub text: Arc<str>,
    /// The sites, in the order of their numbers from [`ShadowOptions::first_site`] on.
    pub sites: Vec<ShadowSite>,
    /// The places, in the order of their numbers from [`ShadowOptions::first_place`] on: expressions
    /// that a statement computes.
    pub places: Vec<Span>,
}
