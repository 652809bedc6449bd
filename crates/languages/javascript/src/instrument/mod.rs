//! Makes a copy of a program that logs every statement it runs and otherwise does the same.
//!
//! Text is only inserted, and never a line end, so lines stay the same. The copy logs by printing;
//! [`InstrumentedProgram::mark`] distinguishes its log from the program's own output.

mod blocks;
mod disguise;
mod functions;
mod header;
mod kinds;
mod variables;
mod walk;

use crate::with_syntax;
use debunk_model::{Edit, Goal, InstrumentedProgram, NeutralityDoubt, Program, SourceMap};
use header::Header;
use oxc::semantic::Semantic;
pub(crate) use variables::Variables;

/// The prefix of the names that a copy adds.
const NAME: &str = "debunkWitness";
/// The same for renamed copies, with another length.
const OTHER_NAME: &str = "debunkWitnessWithAnotherName";

/// How a copy is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CopyStyle {
    /// With other names, so that the text differs and the log does not: if a program's two copies
    /// behave differently, it looks at its own text.
    pub renamed: bool,
    /// So that a program that looks at positions in its own text does not see what was inserted. To
    /// do so, the copy replaces functions of the engine.
    pub disguised: bool,
    /// What makes the names and the mark of this copy unique, so that no program knows them; 0 for
    /// plain names.
    pub key: u64,
}

/// Makes the copy of a program that logs what it does.
///
/// # Errors
/// If the program does not parse, or if it could notice.
pub fn instrument(
    program: &Program,
    style: CopyStyle,
) -> Result<InstrumentedProgram, NeutralityDoubt> {
    if program.text.contains(NAME) {
        return Err(NeutralityDoubt::because("uses the name of the log"));
    }
    with_syntax(program, |semantic| copy(semantic, program, style))
        .unwrap_or_else(|error| Err(NeutralityDoubt::because(error.to_string())))
}

fn copy(
    semantic: &Semantic<'_>,
    program: &Program,
    style: CopyStyle,
) -> Result<InstrumentedProgram, NeutralityDoubt> {
    let has_proxies = header::has_proxies(&program.text);
    let name = if style.renamed { OTHER_NAME } else { NAME };
    let name = if style.key == 0 { name.to_owned() } else { format!("{name}{:016x}", style.key) };
    let has_unknown = has_proxies && !header::makes_all_proxies(semantic, &program.text);
    let header = Header::new(&name, style.key, &program.text, has_unknown, style.disguised);
    if program.goal == Goal::Script {
        header::check_globals(semantic)?;
    }
    let mut walked = walk::walk(semantic, program, &header);
    if walked.has_with && has_proxies {
        return Err(NeutralityDoubt::because("uses a proxy and `with`"));
    }
    disguise::hide(program, &name, style.disguised, &mut walked.edits);
    let map = apply(program, walked.edits)?;
    Ok(InstrumentedProgram {
        program: program.with_text(map.new_text().clone()),
        map,
        mark: header.mark().to_owned(),
        statements: walked.statements,
        functions: walked.functions,
    })
}

fn apply(program: &Program, edits: Vec<Edit>) -> Result<SourceMap, NeutralityDoubt> {
    SourceMap::apply(&program.text, edits)
        .map_err(|error| NeutralityDoubt::because(format!("cannot be edited: {error:?}")))
}

#[cfg(test)]
mod tests;
