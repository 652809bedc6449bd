//! The command line of debunk: finds out when a debugger lies.
//!
//! `args` says which commands and options there are, and every command has a file in `commands`.
//! They compose the other crates, print for people on standard error and data on standard output,
//! and end with one of the documented exit codes.
//!
//! `debuggers.rs` alone connects the name of a debugger with its driver, and clap is known nowhere else. Every
//! result comes down to an `Exit`; a command that ran nothing never ends with 0.

mod args;
mod commands;
mod debuggers;
mod display;
mod exit;
mod exit_codes;
mod interrupt;
mod names;
mod progress;
mod table;

use args::{Arguments, Command};
use clap::Parser;
use debunk_sandbox::Isolation;
use exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.no_isolation {
        Isolation::switch_off();
    }
    // Inspecting differences only waits for keys, so Ctrl-C ends it at once.
    if !matches!(arguments.command, Command::Inspect(_)) {
        interrupt::watch();
    }
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
        Command::Selftest(options) => commands::selftest::selftest(&options),
        Command::Bench(options) => commands::bench::bench(&options),
        Command::Completions(options) => commands::completions(&options),
    };
    let exit = match result {
        Ok(exit) => exit,
        Err(error) if is_broken_pipe(&error) => Exit::Nothing,
        // What the signal ended is not a separate failure.
        Err(_) if interrupt::signal().is_some() => Exit::Nothing,
        Err(error) => {
            // An error may quote a program or a file; nothing in it may be hidden.
            let text = debunk_base::visible_lines(&format!("{error:#}"));
            anstream::eprintln!("debunk: failed to {text}");
            Exit::of_error(&error)
        }
    };
    exit.unless_interrupted().into()
}

/// A reader that has seen enough is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
