//! `dd states`: cause-effect chains, from the states of a passing and a failing run.

mod graph;
mod v8;

pub use graph::{Assignment, StateValue};
pub use v8::V8States;

use crate::DdError;
use debunk_delta::{
    Engine, Isolate, Limits, SearchCounts, SearchEnd, Subject, TestOutcome, TestedContent,
};
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// What a run of the program is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunInput {
    /// The program's file.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// A place in a run: a line, and how often it is reached before the run is inspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StopPoint {
    /// The line, from 1.
    pub line: u32,
    /// Which time it is reached, from 1.
    pub hit: u32,
}

impl FromStr for StopPoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (line, hit) = text.split_once(':').unwrap_or((text, "1"));
        let number = |part: &str| part.parse().ok().filter(|number| *number > 0);
        match (number(line), number(hit)) {
            (Some(line), Some(hit)) => Ok(StopPoint { line, hit }),
            _ => Err(format!("{text} is not a place; give LINE or LINE:HIT, both from 1")),
        }
    }
}

impl fmt::Display for StopPoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}", self.line)?;
        if self.hit > 1 {
            write!(formatter, ", time {}", self.hit)?;
        }
        Ok(())
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunEnding {
    /// The exit code; `None` if the run was killed or did not end in time.
    pub code: Option<i32>,
    /// The last of what it wrote.
    pub output: String,
}

/// A debugger that can read and set the variables of a paused program.
pub trait StateDriver: Sync {
    /// The function in which the run is at that place, and the variables there; `None` if the run
    /// does not get there.
    ///
    /// # Errors
    /// If the debugger cannot be driven.
    fn look(&self, run: &RunInput, stop: StopPoint)
    -> Result<Option<(String, StateValue)>, String>;

    /// Of these, which can be set in the run at that place: a constant cannot.
    ///
    /// # Errors
    /// If the debugger cannot be driven.
    fn settable(
        &self,
        run: &RunInput,
        stop: StopPoint,
        assignments: &[Assignment],
    ) -> Result<Vec<bool>, String>;

    /// Runs to the place, sets the variables there, and continues to the end without the debugger.
    /// `None` if the place is not reached or a variable cannot be set.
    ///
    /// # Errors
    /// If the debugger cannot be driven.
    fn finish(
        &self,
        run: &RunInput,
        stop: Option<StopPoint>,
        assignments: &[&Assignment],
    ) -> Result<Option<RunEnding>, String>;
}

/// What to do.
pub struct StatesOptions {
    /// The run that passes.
    pub good: RunInput,
    /// The run that fails.
    pub bad: RunInput,
    /// Where the two are compared, in the order of the run.
    pub stops: Vec<StopPoint>,
    /// A text in the output of a run that fails; without it, the exit code decides.
    pub wrong: Option<String>,
    /// Tests in parallel.
    pub jobs: usize,
    /// When to stop although more could be done.
    pub limits: Limits,
}

/// What was found at one place.
#[derive(Clone, Debug)]
pub struct CauseLink {
    /// The place.
    pub stop: StopPoint,
    /// The function there.
    pub function: String,
    /// How many differences there are between the two states.
    pub differences: usize,
    /// What they say.
    pub cause: Cause,
    /// How many tests it took.
    pub tests: u64,
}

/// What the differences at a place say.
#[derive(Clone, Debug)]
pub enum Cause {
    /// With these, and not without, the passing run fails.
    Isolated {
        /// What makes it fail.
        causes: Vec<Assignment>,
        /// What else has to be set, in both compared runs: without it the causes alone do not make
        /// the passing run fail. Empty if they do.
        beside: Vec<Assignment>,
    },
    /// The passing run no longer passes if it is paused here and nothing is set.
    Disturbed,
    /// One of the runs does not get here.
    NotReached,
    /// Even with all differences the passing run does not fail: the cause is not in what can be
    /// read and set here.
    NotHere,
}

/// The chain.
#[derive(Clone, Debug)]
pub struct Chain {
    /// What was found at each place.
    pub links: Vec<CauseLink>,
    /// How the search ended.
    pub end: SearchEnd,
    /// What was tested.
    pub counts: SearchCounts,
}

/// Differences that are set in the passing run.
struct States<'s> {
    driver: &'s dyn StateDriver,
    options: &'s StatesOptions,
    stop: StopPoint,
    differences: &'s [Assignment],
    judge: &'s RunJudge,
    error: Mutex<Option<String>>,
}

impl Subject for States<'_> {
    type Candidate = Vec<usize>;
    type Content = Vec<usize>;

    fn build(&self, chosen: &Vec<usize>) -> Option<Vec<usize>> {
        Some(chosen.clone())
    }

    fn test(&self, chosen: &Vec<usize>) -> TestOutcome {
        let assignments: Vec<&Assignment> = chosen.iter().map(|&n| &self.differences[n]).collect();
        match self.driver.finish(&self.options.good, Some(self.stop), &assignments) {
            Ok(Some(ending)) => self.judge.judge(&ending),
            Ok(None) => TestOutcome::Unresolved,
            Err(error) => {
                let mut first = self.error.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert(error);
                TestOutcome::Unresolved
            }
        }
    }
}

/// Distinguishes failing runs from passing ones.
struct RunJudge {
    good: RunEnding,
    bad: RunEnding,
    wrong: Option<String>,
}

impl RunJudge {
    fn judge(&self, ending: &RunEnding) -> TestOutcome {
        match &self.wrong {
            Some(wrong) if ending.output.contains(wrong) => TestOutcome::Fail,
            _ if ending.code.is_none() => TestOutcome::Unresolved,
            None if ending.code == self.bad.code => TestOutcome::Fail,
            _ if ending.code == self.good.code => TestOutcome::Pass,
            _ => TestOutcome::Unresolved,
        }
    }
}

/// What the differences at a place say, each from a separate run.
fn cause(engine: &mut Engine<'_>, subject: &States<'_>, end: &mut SearchEnd) -> Cause {
    let count = subject.differences.len();
    if count == 0 || !engine.answered(subject, (0..count).collect()).is_fail() {
        return Cause::NotHere;
    }
    if engine.answered(subject, Vec::new()).outcome() != TestOutcome::Pass {
        return Cause::Disturbed;
    }
    let mut search = Isolate::new(count);
    *end = engine.run(&mut search, subject);
    let difference = search.difference();
    let deltas = difference.deltas();
    let passing = engine.answered(subject, difference.passing);
    let failing = engine.answered(subject, difference.failing);
    // If the causes alone make the run fail, they are easier to understand.
    let alone = engine.answered(subject, deltas);
    let calm = engine.answered(subject, Vec::new());
    isolated(subject, &calm, &alone)
        .or_else(|| isolated(subject, &passing, &failing))
        .unwrap_or(Cause::NotHere)
}

/// What is set in a run that fails and not in one that passes; `None` for other answers.
fn isolated(
    subject: &States<'_>,
    passing: &TestedContent<Vec<usize>>,
    failing: &TestedContent<Vec<usize>>,
) -> Option<Cause> {
    if passing.outcome() != TestOutcome::Pass || !failing.is_fail() {
        return None;
    }
    let chosen = |numbers: Vec<usize>| {
        numbers.into_iter().map(|number| subject.differences[number].clone()).collect()
    };
    let beside = passing.content().clone();
    let is_cause = |number: &usize| !beside.contains(number);
    let causes = failing.content().iter().copied().filter(is_cause).collect();
    Some(Cause::Isolated { causes: chosen(causes), beside: chosen(beside) })
}

/// Finds the chain.
///
/// # Errors
/// If the debugger cannot be driven, or the two runs do not end differently.
pub fn states(
    options: &StatesOptions,
    driver: &dyn StateDriver,
    stop_flag: &AtomicBool,
    observer: &dyn Fn(&SearchCounts, usize),
) -> Result<Chain, DdError> {
    let usage = |text: String| DdError::Usage(text);
    let run = |run: &RunInput| {
        let ending = driver.finish(run, None, &[]).map_err(usage)?;
        ending.ok_or_else(|| usage("run the program: it did not start".to_owned()))
    };
    let judge = RunJudge {
        good: run(&options.good)?,
        bad: run(&options.bad)?,
        wrong: options.wrong.clone(),
    };
    let describe = |ending: &RunEnding| match ending.code {
        Some(code) => format!("exit code {code}"),
        None => "no end in time".to_owned(),
    };
    if judge.judge(&judge.good) != TestOutcome::Pass || judge.judge(&judge.bad) != TestOutcome::Fail
    {
        return Err(usage(format!(
            "begin: the two runs cannot be distinguished (good: {}, bad: {}); --wrong TEXT names what \
             only the failing run prints",
            describe(&judge.good),
            describe(&judge.bad)
        )));
    }
    let mut engine_counts = SearchCounts::default();
    let mut links = Vec::new();
    let mut end = SearchEnd::Complete;
    for &stop in &options.stops {
        let (good, bad) = (driver.look(&options.good, stop), driver.look(&options.bad, stop));
        let (Some((function, good)), Some((_, bad))) = (good.map_err(usage)?, bad.map_err(usage)?)
        else {
            let cause = Cause::NotReached;
            links.push(CauseLink {
                stop,
                function: String::new(),
                differences: 0,
                cause,
                tests: 0,
            });
            continue;
        };
        let mut differences = graph::differences(&good, &bad);
        let settable = driver.settable(&options.good, stop, &differences).map_err(usage)?;
        let mut settable = settable.into_iter();
        differences.retain(|_| settable.next().unwrap_or(false));
        let subject = States {
            driver,
            options,
            stop,
            differences: &differences,
            judge: &judge,
            error: Mutex::new(None),
        };
        let mut engine = Engine::new(options.limits).jobs(options.jobs).stop_on(stop_flag);
        let cause = cause(&mut engine, &subject, &mut end);
        if let Some(error) = subject.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(usage(error));
        }
        let counts = engine.counts();
        engine_counts.tests += counts.tests;
        engine_counts.unresolved += counts.unresolved;
        engine_counts.fails += counts.fails;
        observer(&engine_counts, links.len() + 1);
        let tests = counts.tests;
        links.push(CauseLink { stop, function, differences: differences.len(), cause, tests });
        if end != SearchEnd::Complete {
            break;
        }
    }
    Ok(Chain { links, end, counts: engine_counts })
}
