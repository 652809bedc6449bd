//! Whether a program can be used for tests: it parses, ends in time and is deterministic.

use debunk_base::clipped;
use debunk_corpus::{CorpusEntry, Expectation};
use debunk_languages::{analyse, needed_file};
use debunk_model::{Language, LineIndex, Outcome, Program, Sites};
use debunk_results::ProgramSkip;
use debunk_session::{Debugger, PlainRun, PlainRunner};
use debunk_witness::{DecoyComparison, compare_with_decoy};
use std::sync::Arc;

/// A program that can be tested.
#[derive(Clone, Debug)]
pub struct CheckedProgram {
    /// The program.
    pub program: Program,
    /// Where its lines are.
    pub lines: LineIndex,
    /// What was found in it by parsing it.
    pub sites: Arc<Sites>,
    /// How it behaves without a debugger.
    pub plain: Outcome,
}

/// Checks one program.
///
/// # Errors
/// The reason to skip it.
pub fn check_program(
    debugger: &dyn Debugger,
    runner: &mut dyn PlainRunner,
    entry: &CorpusEntry,
) -> Result<CheckedProgram, ProgramSkip> {
    let program = &entry.program;
    let skip = |reason: String| ProgramSkip { name: program.name.clone(), reason };
    if !debugger.supports(program.goal) {
        let reason = format!("is a {}, which this debugger cannot run", program.goal);
        return Err(skip(reason));
    }
    if !debugger.languages().contains(&program.language) {
        let reason =
            format!("is written in {}, which this debugger does not support", program.language);
        return Err(skip(reason));
    }
    let sites = analyse(program).map_err(|error| skip(error.to_string()))?;
    if names_itself(program) {
        let reason = "gives itself another address (sourceURL), by which debuggers know programs";
        return Err(skip(reason.to_owned()));
    }
    let first = plain(runner.run(program)).map_err(|reason| skip(explained(program, reason)))?;
    if let Some(error) = &first.error
        && needed_file(program, error).is_some()
    {
        return Err(skip(explained(program, error.clone())));
    }
    let decoy = match runner.run_in_decoy(program) {
        // Programs that nobody can test, whatever they print.
        PlainRun::Unsupported(reason) => return Err(skip(reason)),
        run => plain(run),
    };
    if decoy.as_ref() != Ok(&first) {
        // What is another time the next time says nothing about surroundings.
        let second = plain(runner.run(program)).map_err(skip)?;
        if first != second || decoy != plain(runner.run_in_decoy(program)) {
            return Err(skip("is not deterministic".to_owned()));
        }
        return Err(skip(match decoy {
            Ok(decoy) => format!("looks at how it is run: {}", decoy.first_difference(&first)),
            Err(reason) => format!("cannot be run in the surroundings of a debugger: it {reason}"),
        }));
    }
    if let Some(reason) = silent_difference(|| compare_with_decoy(runner, program, &first)) {
        return Err(skip(reason));
    }
    match (&entry.expects, &first.error) {
        (Expectation::Throws(Some(kind)), Some(error)) if !error.starts_with(kind.as_str()) => {
            Err(skip(format!("should throw a {kind}, but throws {error}")))
        }
        (Expectation::Throws(_), None) => Err(skip("should throw, but does not".to_owned())),
        _ => Ok(CheckedProgram {
            program: program.clone(),
            lines: program.lines(),
            sites: Arc::new(sites),
            plain: first,
        }),
    }
}

/// The reason to skip a program whose log in the surroundings of a debugger is not certain to be the
/// same, though it prints the same there.
fn silent_difference(mut compare: impl FnMut() -> DecoyComparison) -> Option<String> {
    let first = compare();
    if first == DecoyComparison::Same {
        return None;
    }
    // Once is chance.
    let (what, difference) = match (first, compare()) {
        (DecoyComparison::Impossible(reason), DecoyComparison::Impossible(_)) => {
            let reason = clipped(&reason);
            return Some(format!(
                "cannot be compared with a run in the surroundings of a debugger: {reason}"
            ));
        }
        (DecoyComparison::Different(difference), DecoyComparison::Different(_)) => {
            ("looks at how it is run", difference)
        }
        (DecoyComparison::Different(difference), _)
        | (_, DecoyComparison::Different(difference)) => ("is not deterministic", difference),
        (_, DecoyComparison::Same) | (DecoyComparison::Same, _) => return None,
    };
    Some(format!("{what}: in the surroundings of a debugger {}", clipped(&difference)))
}

/// Whether a comment in a program sets its address.
fn names_itself(program: &Program) -> bool {
    let is_in_comment = |before: &str| {
        let before = before.trim_end_matches([' ', '\t']);
        let line = before.rsplit('\n').next().unwrap_or_default();
        // In a text it names what is made of that text.
        let is_in_text = ['"', '\'', '`'].iter().any(|quote| line.matches(*quote).count() % 2 == 1);
        !is_in_text && ["//#", "//@", "/*#", "/*@"].iter().any(|mark| before.ends_with(mark))
    };
    let mut parts = program.text.split("sourceURL=").collect::<Vec<_>>();
    parts.pop();
    program.language == Language::JavaScript && parts.into_iter().any(is_in_comment)
}

/// The reason, with what is behind it when another file is missing.
fn explained(program: &Program, reason: String) -> String {
    match needed_file(program, &reason) {
        Some(file) => format!(
            "needs {file}, but debunk copies single files only; make one file of them ({reason})"
        ),
        None => reason,
    }
}

fn plain(run: PlainRun) -> Result<Outcome, String> {
    match run {
        PlainRun::Ended(outcome) => Ok(outcome),
        PlainRun::DoesNotParse(reason) => Err(format!("does not parse on this engine: {reason}")),
        PlainRun::TimedOut => Err("does not end in time".to_owned()),
        PlainRun::Unsupported(reason) => Err(reason),
        PlainRun::Died(reason) => Err(format!("ends its host: {reason}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_difference_counts_when_it_is_reproduced() {
        use DecoyComparison::{Different, Impossible, Same};
        let check = |comparisons: &[DecoyComparison], expected: Option<&str>| {
            let mut left = comparisons.iter().cloned();
            let reason = silent_difference(|| left.next().expect("no further comparison"));
            assert_eq!(reason.as_deref(), expected, "{comparisons:?}");
            assert_eq!(left.next(), None, "{comparisons:?}");
        };
        let different = || Different("n is 2 on line 1 in place of 1".to_owned());
        let impossible = || Impossible("its logging copy does not end in time".to_owned());
        let differs = "in the surroundings of a debugger n is 2 on line 1 in place of 1";
        check(&[Same], None);
        check(&[different(), different()], Some(&format!("looks at how it is run: {differs}")));
        let by_chance = format!("is not deterministic: {differs}");
        for chance in [Same, impossible()] {
            check(&[different(), chance], Some(&by_chance));
        }
        check(&[impossible(), different()], Some(&by_chance));
        check(&[impossible(), Same], None);
        let unknown = "cannot be compared with a run in the surroundings of a debugger: \
                       its logging copy does not end in time";
        check(&[impossible(), impossible()], Some(unknown));
    }

    #[test]
    fn a_comment_that_sets_the_address_is_found_wherever_it_is() {
        let check = |text: &str, expected: bool| {
            let program = Program::script("a.js", Language::JavaScript, text);
            assert_eq!(names_itself(&program), expected, "{text}");
        };
        check("f();\n//# sourceURL=debunk:x\n", true);
        check("//@ sourceURL=x", true);
        check("/*#\tsourceURL=x */ f();", true);
        check("eval('f() //# sourceURL=x');", false);
        check("eval('f()'); //# sourceURL=x", true);
        check("let sourceURL = 1; sourceURL=2; // sourceURL=3", false);
        check("", false);
    }
}
