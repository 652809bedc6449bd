//! Runs the instrumented copy of a program, and believes its log only if nothing else changed.

use crate::read::read;
use crate::reconcile::{first_difference, reconcile, reconcile_with_decoy};
use debunk_languages::{CopyStyle, instrument};
use debunk_model::{InstrumentedProgram, Language, NeutralityDoubt, Outcome, Program};
use debunk_session::{PlainRun, PlainRunner, secret};
use debunk_testimony::{Log, UNKNOWN};

/// A program without any of these words does not look at its own text or at positions in it.
const LOOKS_AT_ITSELF: [&str; 7] =
    ["toString", "stack", "Stack", "String(", "lineNumber", "column", "`"];

/// A program without any of these words does not look at the stack, which includes the host and
/// differs under a debugger.
const STACK: [&str; 2] = [".stack", "Stack"];

/// The statement of the witness.
#[derive(Clone, Debug)]
pub enum WitnessResult {
    /// What really happened.
    Neutral(Box<Log>),
    /// The program notices that it is watched.
    NotNeutral(NeutralityDoubt),
    /// The program, or its copy, could not be run to its end.
    Failed(String),
}

/// What the surroundings of a debugger change in the log of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecoyComparison {
    /// Nothing, or no log of this program would be believed.
    Same,
    /// This: the first difference.
    Different(String),
    /// Unknown, for this reason: a later log might differ.
    Impossible(String),
}

/// Why there is no log.
enum Obstacle {
    Doubt(NeutralityDoubt),
    /// The copy did not end in time.
    TimeLimit,
    /// The engine died, which may not be the copy's fault.
    Died(String),
    /// The runner has no decoy for copies.
    Unsupported,
}

impl Obstacle {
    /// What became of the copy.
    fn in_words(&self) -> String {
        match self {
            Self::Doubt(doubt) => doubt.reason.clone(),
            Self::TimeLimit => "does not end in time".to_owned(),
            Self::Died(how) => {
                format!("cannot be watched: {}", failure(&PlainRun::Died(how.clone())))
            }
            Self::Unsupported => "cannot be watched in the decoy".to_owned(),
        }
    }

    /// Whether every run of the copy meets it.
    fn is_lasting(&self) -> bool {
        matches!(self, Self::Doubt(_))
    }
}

impl From<NeutralityDoubt> for Obstacle {
    fn from(doubt: NeutralityDoubt) -> Self {
        Self::Doubt(doubt)
    }
}

/// Finds out what happens in a program when it is run without a debugger.
pub fn witness(runner: &mut dyn PlainRunner, program: &Program) -> WitnessResult {
    let plain = match runner.run(program) {
        PlainRun::Ended(outcome) => outcome,
        other => return WitnessResult::Failed(failure(&other)),
    };
    witness_against(runner, program, &plain)
}

/// As [`witness`], for a program whose behaviour is known.
pub fn witness_against(
    runner: &mut dyn PlainRunner,
    program: &Program,
    plain: &Outcome,
) -> WitnessResult {
    match watch(runner, program, plain) {
        Ok(log) => WitnessResult::Neutral(Box::new(log)),
        Err(Obstacle::Doubt(reason)) => WitnessResult::NotNeutral(reason),
        Err(obstacle @ (Obstacle::Died(_) | Obstacle::Unsupported)) => {
            WitnessResult::NotNeutral(NeutralityDoubt::because(obstacle.in_words()))
        }
        Err(Obstacle::TimeLimit) => WitnessResult::Failed(failure(&PlainRun::TimedOut)),
    }
}

/// Whether a program runs otherwise, or has other values, in surroundings such as a debugger makes, though it prints
/// the same there: then a log says nothing about a session.
pub fn compare_with_decoy(
    runner: &mut dyn PlainRunner,
    program: &Program,
    plain: &Outcome,
) -> DecoyComparison {
    if may_see_stack(program) {
        // Its log holds only what is the same in the decoy anyway.
        return DecoyComparison::Same;
    }
    let disguises: &[bool] = if may_see_text(program) { &[false, true] } else { &[false] };
    for disguised in disguises {
        let style = CopyStyle { renamed: false, disguised: *disguised, key: key() };
        let compared = instrument(program, style)
            .ok()
            .and_then(|instrumented| compare_copy(runner, program, &instrumented, plain));
        if let Some(comparison) = compared {
            return comparison;
        }
    }
    // No log is believed, so none can be wrong.
    DecoyComparison::Same
}

/// Compares the logs of a copy in both surroundings; `None` if no log of it would be believed.
fn compare_copy(
    runner: &mut dyn PlainRunner,
    program: &Program,
    instrumented: &InstrumentedProgram,
    plain: &Outcome,
) -> Option<DecoyComparison> {
    let decoy = run(runner, program, instrumented, plain, Surroundings::Decoy);
    if matches!(decoy, Err(Obstacle::Unsupported)) {
        return Some(DecoyComparison::Same);
    }
    let usual = run(runner, program, instrumented, plain, Surroundings::Plain);
    Some(match (usual, decoy) {
        (Ok(usual), Ok(decoy)) => match first_difference(&usual, &decoy) {
            Some(difference) => DecoyComparison::Different(difference),
            None => DecoyComparison::Same,
        },
        (Ok(_), Err(obstacle)) => {
            DecoyComparison::Different(format!("its copy fails: {}", obstacle.in_words()))
        }
        (Err(obstacle), Ok(_)) => DecoyComparison::Different(format!(
            "its copy runs, and fails elsewhere: {}",
            obstacle.in_words()
        )),
        (Err(usual), Err(decoy)) if usual.is_lasting() && decoy.is_lasting() => return None,
        (Err(usual), Err(decoy)) => {
            let obstacle = if usual.is_lasting() { decoy } else { usual };
            DecoyComparison::Impossible(format!("its logging copy {}", obstacle.in_words()))
        }
    })
}

fn watch(
    runner: &mut dyn PlainRunner,
    program: &Program,
    plain: &Outcome,
) -> Result<Log, Obstacle> {
    let looks_at_itself = may_see_text(program);
    match watch_as(runner, program, plain, looks_at_itself, false) {
        Err(refusal) if looks_at_itself => {
            watch_as(runner, program, plain, true, true).map_err(|_| refusal)
        }
        watched => watched,
    }
}

fn watch_as(
    runner: &mut dyn PlainRunner,
    program: &Program,
    plain: &Outcome,
    looks_at_itself: bool,
    disguised: bool,
) -> Result<Log, Obstacle> {
    let style = CopyStyle { renamed: false, disguised, key: key() };
    let instrumented = instrument(program, style)?;
    if plain.output.iter().any(|text| text.starts_with(&instrumented.mark)) {
        return Err(NeutralityDoubt::because("prints what looks like a log").into());
    }
    let log = run(runner, program, &instrumented, plain, Surroundings::Plain)?;
    if !looks_at_itself {
        return Ok(log);
    }
    let renamed = instrument(program, CopyStyle { renamed: true, key: key(), ..style })?;
    let mut log = reconcile(log, &run(runner, program, &renamed, plain, Surroundings::Plain)?)?;
    let may_see_stack = may_see_stack(program);
    if may_see_stack {
        // It need not print what it sees there.
        let other = run(runner, program, &renamed, plain, Surroundings::Decoy)?;
        log = reconcile_with_decoy(log, &other)?;
    }
    Ok(if disguised && may_see_stack { without_values(log) } else { log })
}

/// Whether the text of a program has words by which it can look at its own text.
fn may_see_text(program: &Program) -> bool {
    program.language == Language::JavaScript
        && LOOKS_AT_ITSELF.iter().any(|word| program.text.contains(word))
}

/// Whether the text of a program has words by which it can look at the stack.
fn may_see_stack(program: &Program) -> bool {
    program.language == Language::JavaScript && STACK.iter().any(|word| program.text.contains(word))
}

/// What no program can know of its copy. It appears in no log.
fn key() -> u64 {
    u64::from_str_radix(&secret()[..16], 16).unwrap_or(1).max(1)
}

/// The log without the values of variables: only what ran, and when.
fn without_values(mut log: Log) -> Log {
    let unknown = log.texts.len() as u32;
    log.texts.push(UNKNOWN.to_owned());
    for entry in &mut log.entries {
        entry.values.fill(unknown);
    }
    log
}

/// Where a copy runs.
#[derive(Clone, Copy)]
enum Surroundings {
    Plain,
    Decoy,
}

fn run(
    runner: &mut dyn PlainRunner,
    program: &Program,
    instrumented: &InstrumentedProgram,
    plain: &Outcome,
    surroundings: Surroundings,
) -> Result<Log, Obstacle> {
    let ended = match surroundings {
        Surroundings::Plain => runner.run_with_secret(&instrumented.program, &instrumented.mark),
        Surroundings::Decoy => {
            let run = runner.run_in_decoy_with_secret(&instrumented.program, &instrumented.mark);
            run.ok_or(Obstacle::Unsupported)?
        }
    };
    let outcome = match ended {
        PlainRun::Ended(outcome) => outcome,
        PlainRun::TimedOut => return Err(Obstacle::TimeLimit),
        PlainRun::Died(how) => return Err(Obstacle::Died(how)),
        other => {
            let reason = format!("cannot be watched: {}", failure(&other));
            return Err(NeutralityDoubt::because(reason).into());
        }
    };
    let log = read(program, instrumented, outcome).map_err(NeutralityDoubt::because)?;
    if log.outcome != *plain {
        return Err(NeutralityDoubt::because(format!(
            "changed what the program does: {}",
            log.outcome.first_difference(plain)
        ))
        .into());
    }
    Ok(log)
}

fn failure(run: &PlainRun) -> String {
    match run {
        PlainRun::Ended(_) => "it ended".to_owned(),
        PlainRun::DoesNotParse(reason) => format!("it does not parse: {reason}"),
        PlainRun::TimedOut => "it does not end in time".to_owned(),
        PlainRun::Unsupported(reason) => format!("it cannot be run here: {reason}"),
        PlainRun::Died(how) => format!("the engine died: {how}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::Span;
    use std::collections::VecDeque;

    /// What becomes of a copy.
    #[derive(Clone, Copy)]
    enum CopyRun {
        /// It does what the program does, and logs this many statements.
        Logs(usize),
        /// It notices that it is watched.
        PrintsMore,
        TimesOut,
        Dies,
        HasNoDecoy,
    }
    use CopyRun::{Dies, HasNoDecoy, Logs, PrintsMore, TimesOut};

    impl CopyRun {
        fn run(self, mark: &str) -> Option<PlainRun> {
            let ended = |output| Some(PlainRun::Ended(Outcome { output, error: None }));
            match self {
                Logs(statements) => ended(vec![format!("{mark}e0,0,1"); statements]),
                PrintsMore => ended(vec!["more".to_owned()]),
                TimesOut => Some(PlainRun::TimedOut),
                Dies => Some(PlainRun::Died("no memory".to_owned())),
                HasNoDecoy => None,
            }
        }
    }

    /// Runs copies as listed.
    struct ScriptedRunner {
        usual: VecDeque<CopyRun>,
        decoy: VecDeque<CopyRun>,
    }

    impl PlainRunner for ScriptedRunner {
        fn run(&mut self, _: &Program) -> PlainRun {
            unreachable!("only copies are run")
        }

        fn run_with_secret(&mut self, _: &Program, mark: &str) -> PlainRun {
            let copy = self.usual.pop_front().expect("a further copy");
            copy.run(mark).expect("a run")
        }

        fn run_in_decoy_with_secret(&mut self, _: &Program, mark: &str) -> Option<PlainRun> {
            self.decoy.pop_front().expect("a further copy").run(mark)
        }

        fn dead_spans(&mut self, _: &Program) -> Result<Vec<Span>, String> {
            unreachable!("only copies are run")
        }
    }

    /// Compares the runs of a program's copies outside the decoy and in it.
    fn check(text: &str, usual: &[CopyRun], decoy: &[CopyRun], expected: DecoyComparison) {
        let program = Program::script("a.js", Language::JavaScript, text);
        let deque = |runs: &[CopyRun]| runs.iter().copied().collect();
        let mut runner = ScriptedRunner { usual: deque(usual), decoy: deque(decoy) };
        assert_eq!(compare_with_decoy(&mut runner, &program, &Outcome::default()), expected);
        assert!(runner.usual.is_empty() && runner.decoy.is_empty(), "{expected:?}");
    }

    fn different(difference: &str) -> DecoyComparison {
        DecoyComparison::Different(difference.to_owned())
    }

    fn impossible(reason: &str) -> DecoyComparison {
        DecoyComparison::Impossible(format!("its logging copy {reason}"))
    }

    #[test]
    fn a_copy_that_fails_in_both_surroundings_is_not_taken_as_equal() {
        let check = |usual, decoy, expected| check("print(1);\n", &[usual], &[decoy], expected);
        let is_late = || impossible("does not end in time");
        check(TimesOut, TimesOut, is_late());
        check(PrintsMore, TimesOut, is_late());
        check(TimesOut, PrintsMore, is_late());
        check(Dies, Dies, impossible("cannot be watched: the engine died: no memory"));
        check(PrintsMore, PrintsMore, DecoyComparison::Same);
    }

    #[test]
    fn a_copy_that_fails_in_one_of_the_surroundings_differs() {
        let check = |usual, decoy, expected| {
            check("print(1);\n", &[usual], &[decoy], different(expected));
        };
        check(Logs(1), TimesOut, "its copy fails: does not end in time");
        check(TimesOut, Logs(1), "its copy runs, and fails elsewhere: does not end in time");
        check(Logs(1), Logs(2), "it runs 2 statements in place of 1");
    }

    #[test]
    fn a_runner_without_a_decoy_compares_nothing() {
        check("print(1);\n", &[], &[HasNoDecoy], DecoyComparison::Same);
    }

    /// The witness believes the disguised copy of such a program.
    #[test]
    fn a_program_that_looks_at_its_text_is_compared_in_disguise() {
        let check = |usual: &[CopyRun], decoy: &[CopyRun], expected| {
            check("print(print.toString());\n", usual, decoy, expected);
        };
        let differs = different("it runs 2 statements in place of 1");
        check(&[PrintsMore, Logs(1)], &[PrintsMore, Logs(2)], differs);
        check(&[PrintsMore, TimesOut], &[PrintsMore, TimesOut], impossible("does not end in time"));
        check(&[PrintsMore, PrintsMore], &[PrintsMore, PrintsMore], DecoyComparison::Same);
        check(&[Logs(1)], &[Logs(1)], DecoyComparison::Same);
    }
}
