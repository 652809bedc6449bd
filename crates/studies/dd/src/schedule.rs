//! `dd schedule`: which switches between tasks make a concurrent program fail.

use crate::tasks::{Schedule, Switch, Tasks};
use crate::{CommandOptions, DdError, TestCommand};
use debunk_delta::{
    Ddmin, Engine, Limits, SearchCounts, SearchEnd, Subject, TestOutcome, TestedContent,
};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The prefix of the schedule in the command's output.
pub const SCHEDULE_MARK: &str = "schedule:";

/// What to do.
#[derive(Clone, Debug)]
pub struct ScheduleOptions {
    /// A schedule with which the program fails: numbers of tasks, separated by spaces or lines.
    pub failing: PathBuf,
    /// Where the reduced failing schedule goes.
    pub output: PathBuf,
    /// The command: takes the file of a schedule, runs it, prints the one that it really ran after
    /// `schedule:`, and ends with exit code 0 if all went well. Where the file says nothing or
    /// something impossible, the running task continues as long as it can, then the first that can.
    pub command: CommandOptions,
    /// Tests in parallel.
    pub jobs: usize,
    /// When to stop although more could be done.
    pub limits: Limits,
}

/// The result.
#[derive(Clone, Debug)]
pub struct ScheduleResult {
    /// The switches of the failing schedule.
    pub switches: usize,
    /// Those that make it fail: without any one of them it does not.
    pub cause: Vec<Switch>,
    /// The schedule without any switch, which passes: as it really ran, if that one passes as well
    /// when given, else as it was assembled.
    pub passing: Schedule,
    /// The schedule with these switches alone, which fails: as it really ran, if that one fails as
    /// well when given, else as it was assembled.
    pub failing: Schedule,
    /// The command's answer when the result was rerun, if it differed.
    pub flaky: Option<(TestOutcome, TestOutcome)>,
    /// How the search ended.
    pub end: SearchEnd,
    /// What was tested.
    pub counts: SearchCounts,
    /// How often the command was run.
    pub calls: u64,
}

/// Parses a schedule: numbers separated by anything that is not a digit.
fn read_schedule(text: &str) -> Schedule {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

fn write_schedule(schedule: &[u32]) -> String {
    let words: Vec<String> = schedule.iter().map(u32::to_string).collect();
    words.join(" ") + "\n"
}

/// Schedules between one without any switch and the failing one.
struct Switching<'s> {
    command: &'s TestCommand,
    tasks: Tasks,
    calls: AtomicU64,
    error: Mutex<Option<DdError>>,
}

impl Switching<'_> {
    fn run(&self, schedule: &[u32]) -> Result<(TestOutcome, Schedule, String), DdError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let reply = self.command.ask(write_schedule(schedule).as_bytes())?;
        let text = String::from_utf8_lossy(&reply.stdout).into_owned();
        let line = text.lines().rev().find_map(|line| line.trim().strip_prefix(SCHEDULE_MARK));
        let outcome = if line.is_none() { TestOutcome::Unresolved } else { reply.outcome };
        Ok((outcome, read_schedule(line.unwrap_or_default()), reply.how))
    }
}

impl Switching<'_> {
    /// What ended everything, if something did.
    fn check(&self) -> Result<(), DdError> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

impl Subject for Switching<'_> {
    type Candidate = Vec<usize>;
    type Content = Schedule;

    fn build(&self, chosen: &Vec<usize>) -> Option<Schedule> {
        Some(self.tasks.schedule(chosen))
    }

    fn test(&self, schedule: &Schedule) -> TestOutcome {
        match self.run(schedule) {
            Ok((outcome, ..)) => outcome,
            Err(error) => {
                self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                TestOutcome::Unresolved
            }
        }
    }
}

/// Two answers about the same schedule.
type TwoAnswers = Option<(TestOutcome, TestOutcome)>;

/// The schedule that really ran instead of the given one, if it has the same answer when given
/// itself; and two answers about the given one, if there are any.
fn as_it_ran(
    engine: &mut Engine<'_>,
    subject: &Switching<'_>,
    given: TestedContent<Schedule>,
) -> Result<(TestedContent<Schedule>, TwoAnswers), DdError> {
    if engine.is_stopped() {
        return Ok((given, None));
    }
    let (outcome, real, _) = subject.run(given.content())?;
    if outcome != given.outcome() {
        let both = Some((given.outcome(), outcome));
        return Ok((given, both));
    }
    let real = engine.answered(subject, real);
    subject.check()?;
    Ok((if real.outcome() == given.outcome() { real } else { given }, None))
}

/// Writes the remaining schedule. It must itself have failed.
fn write_result(path: &Path, failing: &TestedContent<Schedule>) -> Result<(), DdError> {
    if !failing.is_fail() {
        return Err(DdError::Untested(path.to_owned()));
    }
    let text = write_schedule(failing.content());
    fs::write(path, text).map_err(DdError::file("write", path))
}

/// Isolates the switches that make the program fail.
///
/// # Errors
/// If the schedule cannot be read, the command cannot be run or prints no schedule, the
/// schedule does not fail, or the program fails without any switch.
pub fn schedule(
    options: &ScheduleOptions,
    stop: &AtomicBool,
    observer: &dyn Fn(&SearchCounts, usize),
) -> Result<ScheduleResult, DdError> {
    let path: &Path = &options.failing;
    let text = fs::read_to_string(path).map_err(DdError::file("read", path))?;
    let given = read_schedule(&text);
    if given.is_empty() {
        let text = format!("read {}: it holds no number of a task", path.display());
        return Err(DdError::Usage(text));
    }
    let name = path.file_name().unwrap_or(OsStr::new("schedule"));
    let asked = CommandOptions { invert: !options.command.invert, ..options.command.clone() };
    let command = TestCommand::new(asked, name)?;
    let mut subject = Switching {
        command: &command,
        tasks: Tasks::new(&[], &given),
        calls: AtomicU64::new(0),
        error: Mutex::new(None),
    };
    let (outcome, real, how) = subject.run(&given)?;
    if real.is_empty() {
        return Err(DdError::Usage(format!(
            "begin: the command prints no line '{SCHEDULE_MARK} ...' ({how}); it must print the \
             schedule that it really ran"
        )));
    }
    if !outcome.is_fail() {
        let hint = "the command must end with an exit code other than 0 for this schedule";
        let what = format!("the schedule {} failing", path.display());
        return Err(DdError::NotInteresting { what, how, hint });
    }
    let (without, calm, how) = subject.run(&[])?;
    if without != TestOutcome::Pass {
        return Err(DdError::Usage(format!(
            "begin: the program does not pass without any switch either ({how}); the schedule is \
             not the cause"
        )));
    }
    subject.tasks = Tasks::new(&calm, &real);
    let all = subject.tasks.switches.clone();
    let every: Vec<usize> = (0..all.len()).collect();
    let mut engine = Engine::new(options.limits).jobs(options.jobs).stop_on(stop);
    let whole = engine.answered(&subject, subject.tasks.schedule(&every));
    subject.check()?;
    if !whole.is_fail() {
        return Err(DdError::Usage(
            "begin: the schedule does not fail when it is rebuilt from its switches; the \
             program may depend on something other than the schedule"
                .to_owned(),
        ));
    }
    let without = engine.answered(&subject, subject.tasks.schedule(&[]));
    subject.check()?;
    if without.outcome() != TestOutcome::Pass {
        return Err(DdError::Usage(
            "begin: the program does not pass with a schedule that has no switch; it may \
             depend on something other than the schedule"
                .to_owned(),
        ));
    }
    let mut search = Ddmin::new(all.len());
    let end = engine.run(&mut search, &subject);
    observer(&engine.counts(), search.kept().len());
    subject.check()?;
    let failing = engine.answered(&subject, subject.tasks.schedule(search.kept()));
    let (failing, flaky) = as_it_ran(&mut engine, &subject, failing)?;
    let (passing, _) = as_it_ran(&mut engine, &subject, without)?;
    write_result(&options.output, &failing)?;
    Ok(ScheduleResult {
        switches: all.len(),
        cause: search.kept().iter().map(|&number| all[number].clone()).collect(),
        passing: passing.into_content(),
        failing: failing.into_content(),
        flaky,
        end,
        counts: engine.counts(),
        calls: subject.calls.load(Ordering::Relaxed),
    })
}
