//! JavaScript for debunk: parses a program, finds the places that relations may change, makes copies
//! of programs that log what they do or that remember what values were made from, and mutants.
//!
//! The parser never leaves this crate; what it found is told in [`debunk_model::Sites`].
//! Nothing is reprinted: sites are byte ranges of the original text.

mod instrument;
mod locals;
mod loops;
mod mutate;
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
use oxc::semantic::{SemanticBuilder, SemanticBuilderReturn};
use oxc::span::SourceType;

/// Programs above this size are not analysed: the analysis would cost more than the test.
pub const PROGRAM_LIMIT_BYTES: usize = 512 * 1024;

/// Why a program cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisError {
    /// It is not a program of the language.
    Syntax(String),
    /// It is larger than [`PROGRAM_LIMIT_BYTES`].
    TooLarge(usize),
}

impl std::fmt::Display for AnalysisError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AnalysisError::Syntax(message) => write!(formatter, "does not parse: {message}"),
            AnalysisError::TooLarge(size) => {
                write!(formatter, "is too large: {size} bytes, the limit is {PROGRAM_LIMIT_BYTES}")
            }
        }
    }
}

impl std::error::Error for AnalysisError {}

/// Finds the sites of a program.
///
/// # Errors
/// When the program does not parse or is too large.
pub fn analyse(program: &Program) -> Result<Sites, AnalysisError> {
    let allocator = Allocator::default();
    let built = parse(program, &allocator)?;
    Ok(walk::collect(&built.semantic, &program.text))
}

fn parse<'allocator>(
    program: &'allocator Program,
    allocator: &'allocator Allocator,
) -> Result<SemanticBuilderReturn<'allocator>, AnalysisError> {
    if program.text.len() > PROGRAM_LIMIT_BYTES {
        return Err(AnalysisError::TooLarge(program.text.len()));
    }
    let source_type = match program.goal {
        Goal::Script => SourceType::script(),
        Goal::Module => SourceType::mjs(),
    };
    let parsed = Parser::new(allocator, &program.text, source_type).parse();
    if let Some(error) = parsed.diagnostics.first() {
        return Err(AnalysisError::Syntax(error.to_string()));
    }
    if parsed.panicked {
        return Err(AnalysisError::Syntax("unexpected end".to_owned()));
    }
    let tree = allocator.alloc(parsed.program);
    Ok(SemanticBuilder::new().with_build_nodes(true).build(tree))
}

#[cfg(test)]
mod tests;
