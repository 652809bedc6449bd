//! What can be said on the command line behind `debunk dd`.

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
    /// Make a file as small as it can be while a command finds it interesting (exit code 0).
    Min(MinArgs),
    /// Find the smallest difference between a good and a bad input that still matters.
    Isolate(IsolateArgs),
    /// Find the change between two versions of a source tree that makes it fail.
    Changes(ChangesArgs),
    /// Find the variables that make a run fail, by setting them in a run that passes.
    States(StatesArgs),
    /// Find the switches between tasks that make a concurrent program fail.
    Schedule(ScheduleArgs),
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
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub timeout: f64,
    /// Memory for each of its processes
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
    /// Tests side by side; the result is the same [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
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

/// Where the answers of the command are kept.
#[derive(Args)]
pub(crate) struct KeepArgs {
    /// Go on where a run with the same options was ended
    #[arg(long)]
    pub resume: bool,
    /// Keep the command's answers in this file and use those that are there
    #[arg(long, value_name = "FILE")]
    pub cache: Option<PathBuf>,
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
                        reduced, 1 reduced but the command is flaky, 2 wrong usage or an error, 3 ended by a limit.")]
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
    /// A candidate is interesting if the command says so that many times in a row
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub repeat: u32,
    /// Run the command in the private folder of the candidate, where the file has its own name
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
    /// An input that the command finds not interesting
    pub good: PathBuf,
    /// One that it finds interesting (exit code 0)
    pub bad: PathBuf,
    /// The smallest parts that are exchanged: line, token or char
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
                        The command runs in a folder with the version. Exit code 0 says that it is \
                        good, 125 that nothing can be said, any other that it is bad, as in git \
                        bisect run.\n\nExit codes: 0 isolated, 1 isolated but the command is \
                        flaky, 2 wrong usage or an error, 3 ended by a limit.")]
pub(crate) struct ChangesArgs {
    /// The version that passes: a folder, or a revision of the git repository
    pub old: String,
    /// The version that fails
    pub new: String,
    /// The git repository [default: the one around the current folder]
    #[arg(long, value_name = "FOLDER")]
    pub repository: Option<PathBuf>,
    /// A shell command that builds; when it fails, nothing can be said
    #[arg(long, value_name = "LINE")]
    pub build: Option<OsString>,
    /// What is tried together first, from the largest to the smallest
    #[arg(long, value_name = "WHAT", value_delimiter = ',', default_value = "commit,file,symbol")]
    pub group: Vec<Together>,
    /// Where the patch goes [default: printed]
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
    /// The JavaScript program
    pub program: PathBuf,
    /// Arguments with which it passes
    #[arg(long, value_name = "ARGUMENT", num_args = 0.., required = true)]
    pub good: Vec<OsString>,
    /// Arguments with which it fails
    #[arg(long, value_name = "ARGUMENT", num_args = 0.., required = true)]
    pub bad: Vec<OsString>,
    /// Where the two runs are compared: LINE, or LINE:HIT for the nth time
    #[arg(long, value_name = "PLACE", required = true)]
    pub at: Vec<String>,
    /// A text that only the failing run prints [default: the exit code tells]
    #[arg(long, value_name = "TEXT")]
    pub wrong: Option<String>,
    /// Node: node, node@22, node:/path/to/binary
    #[arg(long, short, value_name = "NAME", default_value = "node")]
    pub debugger: String,
    /// Seconds after which a run is ended; nothing can be said then
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0)]
    pub timeout: f64,
    /// Runs side by side; the result is the same [default: number of cores]
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
    after_help = "The command runs the program by the schedule in the file that it is given: \
                        the number of the task for each step. It prints the one that it really ran \
                        behind 'schedule:'. Exit code 0 says that all went well, 125 that nothing \
                        can be said.\n\nExit codes: 0 isolated, 2 wrong usage or an error, 3 ended by a limit."
)]
pub(crate) struct ScheduleArgs {
    /// A schedule with which the program fails
    pub failing: PathBuf,
    /// Where the schedule that still fails goes [default: beside the file]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub ask: AskArgs,
}
