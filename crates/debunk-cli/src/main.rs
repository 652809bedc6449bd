//! The command line of debunk: finds out when a debugger lies.

mod args;
mod bench;
mod commands;
mod dd_args;
mod debuggers;
mod display;
mod exit;
mod interrupt;
mod levels_args;
mod mc_args;
mod progress;
mod selftest;
mod table;

use args::{Arguments, Command};
use clap::Parser;
use debunk_campaign::CampaignError;
use debunk_compare::CompareError;
use exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.command {
        Command::Run(options) => commands::run::run(&options),
        Command::Compare(options) => commands::compare::compare(&options),
        Command::Figures(options) => commands::figures::figures(&options),
        Command::Inspect(options) => commands::inspect::inspect(&options),
        Command::Report(options) => commands::report::report(&options),
        Command::Localize(options) => commands::localize::localize(&options),
        Command::Replay(options) => commands::replay::replay(&options),
        Command::Reduce(options) => commands::reduce::reduce(&options),
        Command::Relations(options) => commands::relations::relations(&options),
        Command::Doctor(options) => commands::doctor::doctor(&options),
        Command::Fetch(options) => commands::doctor::fetch(&options),
        Command::Setup(options) => commands::doctor::setup(&options),
        Command::Adapter(command) => commands::adapter::adapter(&command),
        Command::Dd(options) => commands::dd::dd(&options),
        Command::Levels(options) => commands::levels::levels(&options),
        Command::Mc(options) => commands::mc::mc(&options),
        Command::Selftest(options) => selftest::selftest(&options),
        Command::Bench(options) => bench::bench(&options),
        Command::Completions(options) => commands::completions(&options),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(error) if is_broken_pipe(&error) => Exit::Nothing.into(),
        Err(error) => {
            anstream::eprintln!("debunk: failed to {error:#}");
            let nothing_ran = error.downcast_ref::<exit::NothingRan>().is_some()
                || matches!(
                    error.downcast_ref::<CampaignError>(),
                    Some(CampaignError::NothingToTest(..))
                )
                || matches!(
                    error.downcast_ref::<CompareError>(),
                    Some(CompareError::NothingToRun(..))
                );
            if nothing_ran { Exit::NothingRan.into() } else { Exit::Usage.into() }
        }
    }
}

/// A reader that has seen enough is no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
