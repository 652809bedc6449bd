//! `debunk dd`: delta debugging with the user's own command.

pub(crate) mod args;
mod changes;
mod isolate;
mod min;
pub(crate) mod progress;
mod schedule;
mod states;

use self::args::{AskArgs, DdArgs, DdCommand, KeepArgs};
use crate::commands::jobs;
use crate::exit::Exit;
use anyhow::{Result, bail};
use debunk_base::counted;
use debunk_dd::{CommandOptions, JournalOptions, Oddities};
use debunk_delta::{Limits, SearchCounts, SearchEnd, TestVerdict};
use debunk_results::{Cut, Execution};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

const JOURNAL_ENDING: &str = ".journal";

/// Runs the requested subcommand.
pub(crate) fn dd(args: &DdArgs) -> Result<Exit> {
    match &args.command {
        DdCommand::Min(args) => min::min(args),
        DdCommand::Isolate(args) => isolate::isolate(args),
        DdCommand::Changes(args) => changes::changes(args),
        DdCommand::States(args) => states::states(args),
        DdCommand::Schedule(args) => schedule::schedule(args),
    }
}

/// How the user wants the command to be run.
pub(crate) fn command(args: &AskArgs, in_folder: bool) -> Result<CommandOptions> {
    Ok(CommandOptions {
        words: args.words.clone(),
        invert: args.invert,
        unresolved: args.unresolved.clone(),
        timeout: seconds("--timeout", args.timeout)?,
        memory_mib: args.memory,
        in_folder,
    })
}

/// When the user wants to stop.
pub(crate) fn limits(args: &AskArgs) -> Result<Limits> {
    let time = args.max_time.map(|time| seconds("--max-time", time)).transpose()?;
    Ok(Limits { tests: args.max_tests, time })
}

pub(crate) fn threads(args: &AskArgs) -> usize {
    jobs(args.jobs)
}

pub(crate) fn seconds(option: &str, value: f64) -> Result<Duration> {
    match Duration::try_from_secs_f64(value) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => bail!("read {option} {value}: it must be a number of seconds above 0"),
    }
}

/// How a search ended, for people and for scripts.
pub(crate) fn end_name(end: SearchEnd) -> &'static str {
    match end {
        SearchEnd::Complete => "complete",
        SearchEnd::TestLimit => "limit of tests",
        SearchEnd::TimeLimit => "limit of time",
        SearchEnd::Stopped => "interrupted",
    }
}

/// Where the answers are kept: where the user says, or beside the result.
pub(crate) fn journal(args: &KeepArgs, result: &Path) -> JournalOptions {
    let mut name = result.file_name().unwrap_or_default().to_owned();
    name.push(JOURNAL_ENDING);
    JournalOptions {
        path: args.cache.clone().unwrap_or_else(|| result.with_file_name(name)),
        resume: args.resume || args.cache.as_ref().is_some_and(|cache| cache.exists()),
        keep: args.cache.is_some(),
    }
}

/// Says how many answers were already known.
pub(crate) fn print_known(
    out: &mut impl Write,
    known: u64,
    journal: &JournalOptions,
) -> Result<()> {
    match known {
        0 => {}
        _ if journal.resume => {
            writeln!(
                out,
                "{} came from {}",
                counted(known, "more answer"),
                journal.path.display()
            )?;
        }
        _ => writeln!(
            out,
            "{} came from earlier tests of the same text",
            counted(known, "more answer")
        )?,
    }
    Ok(())
}

/// How a search ends: early because of a limit, or else as its result says.
pub(crate) fn exit(end: SearchEnd, counts: SearchCounts, otherwise: Exit) -> Exit {
    if !matches!(end, SearchEnd::TestLimit | SearchEnd::TimeLimit) {
        return otherwise;
    }
    let cut = Cut::Limit { reason: format!("the {}", end_name(end)) };
    let execution = Execution::new("tests", counts.tests, counts.tests).cut_by(Some(cut));
    Exit::of(&execution, false)
}

/// Says that the search was ended early.
pub(crate) fn warn_of_end(end: SearchEnd) {
    if end != SearchEnd::Complete {
        anstream::eprintln!("incomplete ({}): this is the best result so far", end_name(end));
    }
}

/// The same if it can be resumed.
pub(crate) fn warn_of_resumable_end(end: SearchEnd) {
    if end != SearchEnd::Complete {
        let name = end_name(end);
        anstream::eprintln!("incomplete ({name}): run the same command with --resume to continue");
    }
}

/// What a command is run on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    /// A file, as often as the user wants.
    File,
    /// One of two inputs.
    Input,
    /// A version of a source tree.
    Version,
}

impl About {
    fn answer(self, outcome: TestVerdict) -> &'static str {
        match (outcome, self) {
            (TestVerdict::Unresolved, _) => "inconclusive",
            (TestVerdict::Fail, About::Version) => "bad",
            (TestVerdict::Pass, About::Version) => "good",
            (TestVerdict::Fail, _) => "interesting",
            (TestVerdict::Pass, _) => "not interesting",
        }
    }
}

/// Says what was odd about the command, and what to do about it.
pub(crate) fn warn_of_oddities(odd: &Oddities, args: &AskArgs, about: About) -> Exit {
    if odd.timed_out > 0 {
        anstream::eprintln!(
            "the command was killed {} because it did not end within {} s; change the limit with \
             --timeout",
            counted(odd.timed_out, "time"),
            args.timeout
        );
    }
    if odd.changed_input > 0 {
        let what = if about == About::Version { "files that differ" } else { "its file" };
        anstream::eprintln!(
            "the command changed or removed {what} {}; each test begins with a fresh copy, so the \
             result is valid",
            counted(odd.changed_input, "time")
        );
    }
    let Some((first, second)) = odd.flaky else { return Exit::Nothing };
    let advice = match about {
        About::File => "use --repeat 5 to ask several times",
        About::Input | About::Version => "let it try several times",
    };
    anstream::eprintln!(
        "the command is flaky: for the same content it said first '{}', then '{}'; the result may \
         be wrong; {advice}",
        about.answer(first),
        about.answer(second)
    );
    Exit::Findings
}
