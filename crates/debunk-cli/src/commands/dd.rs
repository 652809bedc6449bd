//! `debunk dd`: delta debugging with a command of the user's own.

use super::{dd_changes, dd_isolate, dd_min, dd_schedule, dd_states, jobs};
use crate::dd_args::{AskArgs, DdArgs, DdCommand};
use crate::exit::Exit;
use anyhow::{Result, bail};
use debunk_dd::CommandOptions;
use debunk_delta::{End, Limits};
use std::time::Duration;

/// Does what the user asks for.
pub(crate) fn dd(args: &DdArgs) -> Result<Exit> {
    match &args.command {
        DdCommand::Min(args) => dd_min::min(args),
        DdCommand::Isolate(args) => dd_isolate::isolate(args),
        DdCommand::Changes(args) => dd_changes::changes(args),
        DdCommand::States(args) => dd_states::states(args),
        DdCommand::Schedule(args) => dd_schedule::schedule(args),
    }
}

/// How the user wants the command to be asked.
pub(super) fn command(args: &AskArgs, in_folder: bool) -> Result<CommandOptions> {
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
pub(super) fn limits(args: &AskArgs) -> Result<Limits> {
    let time = args.max_time.map(|time| seconds("--max-time", time)).transpose()?;
    Ok(Limits { tests: args.max_tests, time })
}

pub(super) fn threads(args: &AskArgs) -> usize {
    jobs(args.jobs)
}

pub(super) fn seconds(option: &str, value: f64) -> Result<Duration> {
    match Duration::try_from_secs_f64(value) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => bail!("read {option} {value}: it must be a number of seconds above 0"),
    }
}

/// How a search ended, for people and for scripts.
pub(super) fn end_name(end: End) -> &'static str {
    match end {
        End::Complete => "complete",
        End::TestLimit => "limit of tests",
        End::TimeLimit => "limit of time",
        End::Stopped => "interrupted",
    }
}

/// Says that the search was ended early.
pub(super) fn tell_end(end: End) {
    if end != End::Complete {
        anstream::eprintln!("not complete ({}): this is the best so far", end_name(end));
    }
}
