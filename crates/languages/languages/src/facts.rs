//! What debunk knows of each language, and the one door to it.

use crate::tree::Syntax;
use crate::{AnalysisError, CopyStyle, PROGRAM_LIMIT_BYTES, facts_of};
use debunk_model::{InstrumentedProgram, Language, NeutralityDoubt, Parts, Program, Sites};

/// What debunk knows of one language.
pub(crate) struct Facts {
    /// Whether its syntax is known; otherwise only its lines are.
    pub is_parsed: bool,
    pub analysis: Analysis,
    pub instrument: fn(&Program, CopyStyle) -> Result<InstrumentedProgram, NeutralityDoubt>,
    pub may_run_threads: fn(&Program) -> bool,
    /// The other file that a program needs, judging by its text and by how it failed.
    pub needed_file: fn(&Program, &str) -> Option<String>,
    pub smoke: SmokeProgram,
    /// The program with which a debug adapter is checked: it doubles 3 in a function, on a line with
    /// `* 2`, and prints something that ends in 7.
    pub sample: &'static str,
    /// The program of the benchmark: it squares `value`, has a loop with `sum -= 1`, and ends by
    /// adding `first + second`.
    pub bench: &'static str,
}

/// How the programs of a language are analysed.
pub(crate) enum Analysis {
    /// With its grammar.
    Tree(Syntax),
    /// With a parser of its own.
    Own {
        analyse: fn(&Program) -> Result<Sites, AnalysisError>,
        parts: fn(&Program) -> Result<Parts, AnalysisError>,
    },
}

/// The program of the smoke test. It calls a function twice that adds up two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmokeProgram {
    /// The text.
    pub text: &'static str,
    /// The line of the sum, and the column at which it begins.
    pub sum: (u32, u32),
    /// The line that prints the second sum, with its column.
    pub last: (u32, u32),
}

/// Finds the sites of a program.
///
/// # Errors
/// If it cannot be analysed.
pub fn analyse(program: &Program) -> Result<Sites, AnalysisError> {
    match facts_of(program.language).analysis {
        Analysis::Tree(syntax) => check(program).map(|()| syntax.analyse(program)),
        Analysis::Own { analyse, .. } => analyse(program),
    }
}

/// Whether a program is valid in its language, as far as that is known without its compiler.
pub fn parses(program: &Program) -> bool {
    match facts_of(program.language).analysis {
        Analysis::Tree(_) => parts(program).is_ok(),
        Analysis::Own { analyse, .. } => analyse(program).is_ok(),
    }
}

/// Lists the parts that a reduction may remove from a program.
///
/// # Errors
/// If it does not parse or is too large.
pub fn parts(program: &Program) -> Result<Parts, AnalysisError> {
    match facts_of(program.language).analysis {
        Analysis::Tree(syntax) => {
            check(program)?;
            syntax.parts(program).ok_or(AnalysisError::Syntax)
        }
        Analysis::Own { parts, .. } => parts(program),
    }
}

/// Makes the copy of a program that logs what it does. For languages other than JavaScript only the
/// key of the style matters.
///
/// # Errors
/// If there is no such copy for this program.
pub fn instrument(
    program: &Program,
    style: CopyStyle,
) -> Result<InstrumentedProgram, NeutralityDoubt> {
    (facts_of(program.language).instrument)(program, style)
}

/// Whether a program may run several threads, whose order can differ in every run.
pub fn may_run_threads(program: &Program) -> bool {
    (facts_of(program.language).may_run_threads)(program)
}

/// The other file that a program needs, judging by its text and by how it failed: debunk copies and
/// runs single files.
pub fn needed_file(program: &Program, failure: &str) -> Option<String> {
    (facts_of(program.language).needed_file)(program, failure)
}

/// Whether debunk knows the syntax of a language; otherwise it knows only the lines of its programs.
pub fn is_parsed(language: Language) -> bool {
    facts_of(language).is_parsed
}

/// The program of the smoke test.
pub fn smoke_program(language: Language) -> SmokeProgram {
    facts_of(language).smoke
}

/// The program with which a debug adapter is checked.
pub fn sample_program(language: Language) -> &'static str {
    facts_of(language).sample
}

/// The program of the benchmark.
pub fn bench_program(language: Language) -> &'static str {
    facts_of(language).bench
}

/// Whether a program can be analysed with a grammar.
fn check(program: &Program) -> Result<(), AnalysisError> {
    let text = &program.text;
    if text.len() > PROGRAM_LIMIT_BYTES {
        return Err(AnalysisError::TooLarge(text.len()));
    }
    let is_odd = text.replace("\r\n", "\n").contains(['\r', '\u{2028}', '\u{2029}', '\u{c}']);
    if is_odd { Err(AnalysisError::LineEnds) } else { Ok(()) }
}

/// Whether a program mentions one of these words.
pub(crate) fn mentions(program: &Program, words: &[&str]) -> bool {
    words.iter().any(|word| program.text.contains(word))
}
