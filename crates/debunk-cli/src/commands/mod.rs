//! The smaller commands, one file each.

pub(crate) mod doctor;
pub(crate) mod relations;
pub(crate) mod replay;
pub(crate) mod run;
mod summary;

use crate::args::{Arguments, CompletionsArgs};
use crate::exit::Exit;
use anyhow::Result;
use clap::CommandFactory;

/// Prints a completion script.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit> {
    let mut command = Arguments::command();
    clap_complete::generate(args.shell, &mut command, "debunk", &mut std::io::stdout());
    Ok(Exit::Nothing)
}

/// As many workers as there are cores, unless the user says otherwise.
pub(crate) fn jobs(asked: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.unwrap_or_else(cores).max(1)
}
