//! What can be said on the command line behind `debunk dd`.

use clap::{Args, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct DdArgs {
    #[command(subcommand)]
    pub command: DdCommand,
}

#[derive(Subcommand)]
pub(crate) enum DdCommand {
    /// Make a file as small as it can be while a command finds it interesting (exit code 0).
    Min(MinArgs),
}

/// How the command is asked.
#[derive(Args)]
pub(crate) struct AskArgs {
    /// Exit code 0 means not interesting, and another one interesting
    #[arg(long)]
    pub invert: bool,
    /// Exit codes that mean that nothing can be said
    #[arg(long, value_name = "CODE", value_delimiter = ',', default_value = "125")]
    pub unresolved: Vec<i32>,
    /// Seconds after which the command is killed; nothing can be said then
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    pub timeout: f64,
    /// Memory for each of its processes
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
    /// Tests side by side; the result is the same [default: number of cores]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<usize>,
    /// Stop after so many tests with the best result so far
    #[arg(long, value_name = "N")]
    pub max_tests: Option<u64>,
    /// Stop after so many seconds with the best result so far
    #[arg(long, value_name = "SECONDS")]
    pub max_time: Option<f64>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    /// The command. {} stands for the file; without it, the file is the last argument. The file's
    /// name is in $DEBUNK_FILE too
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub words: Vec<OsString>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Parts {
    /// By the syntax where the language is known, else by lines; then tokens and characters
    Auto,
    /// Nodes of the syntax tree only
    Syntax,
    /// Lines only
    Line,
    /// Tokens only
    Token,
    /// Characters only
    Char,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum SyntaxName {
    Javascript,
    C,
    Python,
    Json,
    Html,
}

#[derive(Args)]
#[command(after_help = "Example: debunk dd min crash.js -- node check.js {}\n\nExit codes: 0 \
                        reduced, 1 reduced but the command is flaky, 2 wrong usage or an error.")]
pub(crate) struct MinArgs {
    /// The file; it is not changed unless --in-place is given
    pub file: PathBuf,
    /// Where the result goes [default: beside the file, as name.reduced.ext]
    #[arg(long, short, value_name = "FILE", conflicts_with = "in_place")]
    pub out: Option<PathBuf>,
    /// Put the result in the place of the file
    #[arg(long)]
    pub in_place: bool,
    /// The parts that are left out
    #[arg(long, short, value_name = "PARTS", default_value = "auto")]
    pub granularity: Parts,
    /// The language of the file [default: by its name]
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<SyntaxName>,
    /// Go on where a run with the same options was ended
    #[arg(long)]
    pub resume: bool,
    /// Keep the command's answers in this file and use those that are there
    #[arg(long, value_name = "FILE")]
    pub cache: Option<PathBuf>,
    /// A candidate is interesting if the command says so that many times in a row
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub repeat: u32,
    /// Run the command in the private folder of the candidate, where the file has its own name
    #[arg(long)]
    pub in_folder: bool,
    #[command(flatten)]
    pub ask: AskArgs,
}
