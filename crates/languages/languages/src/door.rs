//! Chooses by language.

use crate::{AnalysisError, CopyStyle, PROGRAM_LIMIT_BYTES};
use debunk_model::{InstrumentedProgram, Language, NeutralityDoubt, Parts, Program, Sites};

/// Finds the sites of a program.
///
/// # Errors
/// If it cannot be analysed.
pub fn analyse(program: &Program) -> Result<Sites, AnalysisError> {
    if program.language == Language::JavaScript {
        return Ok(debunk_javascript::analyse(program)?);
    }
    check(program)?;
    Ok(match program.language {
        Language::C => crate::c::analyse(program),
        Language::Python => crate::python::analyse(program),
        _ => crate::tree::lines_only(program),
    })
}

/// Whether a program is valid in its language, as far as that is known without its compiler.
pub fn parses(program: &Program) -> bool {
    match program.language {
        Language::JavaScript => debunk_javascript::analyse(program).is_ok(),
        Language::C | Language::Python => parts(program).is_ok(),
        Language::Go | Language::Rust => check(program).is_ok(),
    }
}

/// Lists the parts that a reduction may remove from a program. In a language without a parser, the
/// parts are lines.
///
/// # Errors
/// If it does not parse or is too large.
pub fn parts(program: &Program) -> Result<Parts, AnalysisError> {
    if program.language == Language::JavaScript {
        return Ok(debunk_javascript::parts(program)?);
    }
    check(program)?;
    match program.language {
        Language::C => crate::c::parts(program),
        Language::Python => crate::python::parts(program),
        _ => Some(crate::tree::line_parts(program)),
    }
    .ok_or(AnalysisError::Syntax)
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
    match program.language {
        Language::JavaScript => debunk_javascript::instrument(program, style),
        Language::C => crate::c::instrument(program, style.key),
        Language::Python => crate::python::instrument(program, style.key),
        other => Err(NeutralityDoubt::because(format!("there is no witness for {other}"))),
    }
}

/// Whether a program in a language other than JavaScript can be analysed.
fn check(program: &Program) -> Result<(), AnalysisError> {
    let text = &program.text;
    if text.len() > PROGRAM_LIMIT_BYTES {
        return Err(AnalysisError::TooLarge(text.len()));
    }
    let is_odd = text.replace("\r\n", "\n").contains(['\r', '\u{2028}', '\u{2029}', '\u{c}']);
    if is_odd { Err(AnalysisError::LineEnds) } else { Ok(()) }
}

/// Whether a program may run several threads, whose order can differ in every run.
pub fn may_run_threads(program: &Program) -> bool {
    let words: &[&str] = match program.language {
        Language::JavaScript => return false,
        Language::Python => return crate::python::may_run_threads(program),
        Language::C => &["pthread_create", "thrd_create", "fork("],
        Language::Go => &["go func", "sync."],
        Language::Rust => &["thread::"],
    };
    words.iter().any(|word| program.text.contains(word))
}
