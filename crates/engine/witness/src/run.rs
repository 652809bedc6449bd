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

/// Why there is no log.
enum Obstacle {
    Doubt(NeutralityDoubt),
    /// The copy did not end in time.
    TimeLimit,
    /// The runner has no decoy for copies.
    Unsupported,
}

impl Obstacle {
    /// What became of the copy.
    fn in_words(&self) -> String {
        match self {
            Self::Doubt(doubt) => doubt.reason.clone(),
            Self::TimeLimit => "does not end in time".to_owned(),
            Self::Unsupported => "cannot be watched in the decoy".to_owned(),
        }
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
        Err(obstacle @ Obstacle::Unsupported) => {
            WitnessResult::NotNeutral(NeutralityDoubt::because(obstacle.in_words()))
        }
        Err(Obstacle::TimeLimit) => WitnessResult::Failed(failure(&PlainRun::TimedOut)),
    }
}

/// Whether a program runs otherwise, or has other values, in surroundings such as a debugger makes, though it prints
/// the same there: then a log says nothing about a session. Gives the reason.
pub fn silent_difference(
    runner: &mut dyn PlainRunner,
    program: &Program,
    plain: &Outcome,
) -> Option<String> {
    if may_see_stack(program) {
        // Its log holds only what is the same in the decoy anyway.
        return None;
    }
    let style = CopyStyle { renamed: false, disguised: false, key: key() };
    let instrumented = instrument(program, style).ok()?;
    let usual = run(runner, program, &instrumented, plain, Surroundings::Plain);
    let decoy = run(runner, program, &instrumented, plain, Surroundings::Decoy);
    match (usual, decoy) {
        (Ok(usual), Ok(decoy)) => first_difference(&usual, &decoy),
        (Ok(_), Err(Obstacle::Unsupported)) => None,
        (Ok(_), Err(obstacle)) => Some(format!("its copy fails: {}", obstacle.in_words())),
        (Err(obstacle), Ok(_)) => {
            Some(format!("its copy runs, and fails elsewhere: {}", obstacle.in_words()))
        }
        // No log is believed, so none can be wrong.
        (Err(_), Err(_)) => None,
    }
}

fn watch(
    runner: &mut dyn PlainRunner,
    program: &Program,
    plain: &Outcome,
) -> Result<Log, Obstacle> {
    let looks_at_itself = program.language == Language::JavaScript
        && LOOKS_AT_ITSELF.iter().any(|word| program.text.contains(word));
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
