//! Why a program cannot be analysed.

use crate::PROGRAM_LIMIT_BYTES;

/// Why a program cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalysisError {
    /// It is not JavaScript, or too large.
    #[error(transparent)]
    JavaScript(#[from] debunk_javascript::JavaScriptError),
    /// It is larger than [`PROGRAM_LIMIT_BYTES`].
    #[error("is too large: {0} bytes, the limit is {PROGRAM_LIMIT_BYTES}")]
    TooLarge(usize),
    /// Its language and debunk would count its lines differently.
    #[error("has line ends that only JavaScript knows")]
    LineEnds,
    /// The grammar does not understand it.
    #[error("does not parse")]
    Syntax,
}
