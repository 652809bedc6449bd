//! The arguments of `debunk dd`.

use crate::args::CacheArgs;
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
    /// Reduce a file while your command still finds it interesting (exit code 0).
    Min(MinArgs),
    /// Find a minimal difference between a good and a bad input that decides the result.
    Isolate(IsolateArgs),
    /// Find the changes between two versions of a source tree that make your command fail.
    Changes(ChangesArgs),
    /// Find the variables that make a run fail, by setting them in a run that passes.
    States(StatesArgs),
    /// Find the switches between tasks that make a concurrent program fail.
    Schedule(ScheduleArgs),
}

/// How the command is asked.
#[derive(Args)]
pub(crate) struct AskArgs {
    /// Exit code 0 means not interesting, and any other means interesting
    #[arg(long)]
    pub invert: bool,
    /// Exit codes that mean an inconclusive result
    #[arg(long, value_name = "CODE", value_delimiter = ',', default_value = "125")]
    pub unresolved: Vec<i32>,
    /// Seconds after which the command is killed, with an inconclusive result
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub timeout: f64,
    /// Memory limit for each process of the command, in MiB
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
    /// Number of tests that run in parallel; it does not affect the result [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Stop after this many tests with the best result so far
    #[arg(long, value_name = "N")]
    pub max_tests: Option<u64>,
    /// Stop after this many seconds with the best result so far
    #[arg(long, value_name = "SECONDS")]
    pub max_time: Option<f64>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    /// Your command. {} stands for the file; without it, the file is the last argument. The
    /// environment variable DEBUNK_FILE also holds the name of the file
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub words: Vec<OsString>,
}

/// Where the answers of the command are kept.
#[derive(Args)]
pub(crate) struct KeepArgs {
    /// Continue where an earlier run with the same options left off
    #[arg(long)]
    pub resume: bool,
    /// Keep the command's answers in this file, and reuse those that it holds
    #[arg(long, value_name = "FILE")]
    pub cache: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Parts {
    /// Nodes of the syntax tree if the language is known, otherwise lines; then tokens and characters
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
                        reduced, 1 reduced but the command is flaky, 2 wrong usage or an error, 3 ended by a limit.")]
pub(crate) struct MinArgs {
    /// File to reduce; it is not changed unless --in-place is given
    pub file: PathBuf,
    /// File for the result [default: name.reduced.ext next to the file]
    #[arg(long, short, value_name = "FILE", conflicts_with = "in_place")]
    pub out: Option<PathBuf>,
    /// Replace the file with the result
    #[arg(long)]
    pub in_place: bool,
    /// Kind of parts to remove
    #[arg(long, short, value_name = "PARTS", default_value = "auto")]
    pub granularity: Parts,
    /// Language of the file [default: by its name]
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<SyntaxName>,
    /// Take a candidate as interesting only if the command says so this many times in a row
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub repeat: u32,
    /// Run the command in the candidate's private folder, where the file has its original name
    #[arg(long)]
    pub in_folder: bool,
    #[command(flatten)]
    pub keep: KeepArgs,
    #[command(flatten)]
    pub ask: AskArgs,
}

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 isolated, 1 isolated but the command is flaky, 2 wrong usage \
                        or an error, 3 ended by a limit."
)]
pub(crate) struct IsolateArgs {
    /// Input that the command does not find interesting
    pub good: PathBuf,
    /// Input that the command finds interesting (exit code 0)
    pub bad: PathBuf,
    /// Smallest parts to exchange: line, token or char
    #[arg(long, short, value_name = "PARTS", default_value = "auto")]
    pub granularity: Parts,
    #[command(flatten)]
    pub keep: KeepArgs,
    #[command(flatten)]
    pub ask: AskArgs,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Together {
    Commit,
    File,
    Symbol,
    None,
}

#[derive(Args)]
#[command(after_help = "Example: debunk dd changes v1.2 v1.3 --build 'make -s' -- make check\n\n\
                        The command runs in a folder that holds a version. As in git bisect run, \
                        exit code 0 means good, 125 inconclusive, and any other bad.\n\nExit codes: 0 isolated, 1 isolated but the command is \
                        flaky, 2 wrong usage or an error, 3 ended by a limit.")]
pub(crate) struct ChangesArgs {
    /// Version that passes: a folder, or a revision of the git repository
    pub old: String,
    /// Version that fails
    pub new: String,
    /// Git repository [default: the one that contains the current folder]
    #[arg(long, value_name = "FOLDER")]
    pub repository: Option<PathBuf>,
    /// Shell command that builds a version; if it fails, the result is inconclusive
    #[arg(long, value_name = "LINE")]
    pub build: Option<OsString>,
    /// Groups of changes that are tried together first, from the largest to the smallest
    #[arg(long, value_name = "WHAT", value_delimiter = ',', default_value = "commit,file,symbol")]
    pub group: Vec<Together>,
    /// File for the patch [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub keep: KeepArgs,
    #[command(flatten)]
    pub ask: AskArgs,
}

#[derive(Args)]
#[command(
    after_help = "Example: debunk dd states sort.js --good 9 8 7 --bad 11 14 --at 12 --at 20\n\n\
                        Exit codes: 0 a cause was isolated, 1 none was, 2 wrong usage or an error, 3 ended by a limit."
)]
pub(crate) struct StatesArgs {
    /// JavaScript program to run
    pub program: PathBuf,
    /// Arguments with which the program passes
    #[arg(long, value_name = "ARGUMENT", num_args = 0.., required = true)]
    pub good: Vec<OsString>,
    /// Arguments with which the program fails
    #[arg(long, value_name = "ARGUMENT", num_args = 0.., required = true)]
    pub bad: Vec<OsString>,
    /// Place at which the two runs are compared: LINE, or LINE:HIT for the HITth time
    #[arg(long, value_name = "PLACE", required = true)]
    pub at: Vec<String>,
    /// Text that only the failing run prints [default: the exit code decides]
    #[arg(long, value_name = "TEXT")]
    pub wrong: Option<String>,
    /// Node to use, such as node, node@22 or node:/path/to/binary
    #[arg(long, short, value_name = "NAME", default_value = "node")]
    pub debugger: String,
    /// Seconds after which a run is killed, with an inconclusive result
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0)]
    pub timeout: f64,
    /// Number of runs in parallel; it does not affect the result [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: CacheArgs,
}

#[derive(Args)]
#[command(
    after_help = "The command gets a file with a schedule, which has the number of a task for each \
                        step, and runs the program by it. It prints the schedule that it really ran \
                        after 'schedule:'. Exit code 0 means success, 125 inconclusive, and any \
                        other a failure.\n\nExit codes: 0 isolated, 2 wrong usage or an error, 3 ended by a limit."
)]
pub(crate) struct ScheduleArgs {
    /// Schedule with which the program fails
    pub failing: PathBuf,
    /// File for the reduced schedule [default: next to the given one]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub ask: AskArgs,
}
