//! JavaScript for debunk: parses a program, finds the places that relations may change, makes copies
//! of programs that log what they do or that remember what values were made from, and mutants.
//!
//! The parser never leaves this crate; what it found is reported as [`debunk_model::Sites`].
//! Nothing is reprinted: sites are byte ranges of the original text.
//!
//! [`analyse`], [`parts()`] and [`instrument()`] serve `debunk-languages`; the copies of [`shadow`]
//! and [`mutants`] serve `debunk-concolic` and `debunk-subjects`.
//!
//! Parsing, and every walk over a tree, goes through `with_syntax`. It refuses texts above
//! [`PROGRAM_LIMIT_BYTES`] and texts that may be nested deeper than [`NESTING_LIMIT`] (an upper bound
//! from one pass over the text, `nesting.rs`), and it runs on a stack of its own, so that no program can
//! exhaust the caller's.

mod declarations;
mod instrument;
mod locals;
mod loops;
mod mutate;
mod nesting;
mod parts;
mod scopes;
pub mod shadow;
mod walk;

pub use instrument::{CopyStyle, instrument};
pub use mutate::{Mutant, mutants};
pub use parts::parts;

use debunk_model::{Goal, Program, Sites};
use oxc::allocator::Allocator;
use oxc::parser::Parser;
use oxc::semantic::{Semantic, SemanticBuilder, SemanticBuilderReturn};
use oxc::span::SourceType;

/// Programs above this size are not analysed: the analysis would cost more than the test.
pub const PROGRAM_LIMIT_BYTES: usize = 512 * 1024;
/// Programs that may be nested deeper than this are not parsed: parsers recurse.
pub const NESTING_LIMIT: u64 = 2500;
/// The stack on which programs are parsed and walked: some 50 KiB for each level at the limit. Only
/// the used part takes memory.
const STACK_BYTES: usize = 128 * 1024 * 1024;

/// Why a program cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JavaScriptError {
    /// It is not a program of the language.
    Syntax(String),
    /// It is larger than [`PROGRAM_LIMIT_BYTES`].
    TooLarge(usize),
    /// It may be nested deeper than [`NESTING_LIMIT`].
    TooDeep,
}

impl std::fmt::Display for JavaScriptError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            JavaScriptError::Syntax(message) => write!(formatter, "does not parse: {message}"),
            JavaScriptError::TooLarge(size) => {
                write!(formatter, "is too large: {size} bytes, the limit is {PROGRAM_LIMIT_BYTES}")
            }
            JavaScriptError::TooDeep => {
                write!(formatter, "is nested too deeply: the limit is {NESTING_LIMIT} levels")
            }
        }
    }
}

impl std::error::Error for JavaScriptError {}

/// Finds the sites of a program.
///
/// # Errors
/// If the program does not parse, is too large or nested too deeply.
pub fn analyse(program: &Program) -> Result<Sites, JavaScriptError> {
    with_syntax(program, |semantic| walk::collect(semantic, &program.text))
}

/// Parses a program and passes its syntax to `work`. Both run on a stack that is large enough for
/// every program within the limits, whichever thread this is.
fn with_syntax<R>(
    program: &Program,
    work: impl FnOnce(&Semantic<'_>) -> R,
) -> Result<R, JavaScriptError> {
    if program.text.len() > PROGRAM_LIMIT_BYTES {
        return Err(JavaScriptError::TooLarge(program.text.len()));
    }
    if nesting::nesting_bound(&program.text) > NESTING_LIMIT {
        return Err(JavaScriptError::TooDeep);
    }
    stacker::grow(STACK_BYTES, || {
        let allocator = Allocator::default();
        let built = parse(program, &allocator)?;
        Ok(work(&built.semantic))
    })
}

fn parse<'allocator>(
    program: &'allocator Program,
    allocator: &'allocator Allocator,
) -> Result<SemanticBuilderReturn<'allocator>, JavaScriptError> {
    let source_type = match program.goal {
        Goal::Script => SourceType::script(),
        Goal::Module => SourceType::mjs(),
    };
    let parsed = Parser::new(allocator, &program.text, source_type).parse();
    if let Some(error) = parsed.diagnostics.first() {
        return Err(JavaScriptError::Syntax(error.to_string()));
    }
    if parsed.panicked {
        return Err(JavaScriptError::Syntax("unexpected end".to_owned()));
    }
    let tree = allocator.alloc(parsed.program);
    Ok(SemanticBuilder::new().with_build_nodes(true).build(tree))
}

#[cfg(test)]
mod tests;
