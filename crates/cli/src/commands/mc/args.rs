//! The arguments of `debunk mc`.

use crate::args::{DebuggerArgs, SkipArgs};
use clap::{Args, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct McArgs {
    #[command(subcommand)]
    pub command: McCommand,
}

#[derive(Subcommand)]
pub(crate) enum McCommand {
    /// Measure pairs of coverage files: what only one run of a pair covers.
    Measure(MeasureArgs),
    /// Run a command on both inputs of each pair, and measure what only one run covers.
    Run(McRunArgs),
    /// Compare methods (relations) by plain coverage, metamorphic coverage, bugs and fixes.
    Compare(McCompareArgs),
    /// Measure debunk's own relations on a debugger that counts which of its own code runs.
    Relations(McRelationsArgs),
    /// Count the tests that it takes to find planted faults, with and without a guide.
    Guide(McGuideArgs),
}

/// How coverage is read.
#[derive(Args)]
pub(crate) struct ReadArgs {
    /// Folder of the build that holds the .gcno files
    #[arg(long, value_name = "FOLDER")]
    pub objects: Vec<PathBuf>,
    /// Program that wrote .profraw files
    #[arg(long, value_name = "FILE")]
    pub binary: Vec<PathBuf>,
    /// Suffix of the names of the LLVM tools, such as -19
    #[arg(long, value_name = "SUFFIX", default_value = "", allow_hyphen_values = true)]
    pub llvm: String,
    /// gcov of the compiler that built the program
    #[arg(long, value_name = "PROGRAM", default_value = "gcov")]
    pub gcov: String,
    /// Accept reports of different builds
    #[arg(long)]
    pub any_build: bool,
    /// Number of jobs that run in parallel [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
}

/// What is written.
#[derive(Args)]
pub(crate) struct WriteArgs {
    /// Print the numbers as JSON
    #[arg(long)]
    pub json: bool,
    /// Write an lcov tracefile for genhtml and editors
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,
    /// Write Cobertura XML
    #[arg(long, value_name = "FILE")]
    pub cobertura: Option<PathBuf>,
    /// Write an HTML page with the sources
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Folder of the sources, if they are not where the reports say
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub source: PathBuf,
}

#[derive(Args)]
pub(crate) struct MeasureArgs {
    /// Pairs: a folder ([METHOD/[SUITE/]]PAIR/first…, second…) or a manifest of JSON lines
    #[arg(value_name = "PATH", required = true)]
    pub pairs: Vec<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub write: WriteArgs,
}

#[derive(Args)]
pub(crate) struct McRunArgs {
    /// File with pairs of inputs: JSON lines with pair, method, first and second; first and second
    /// are a text or a list
    #[arg(long, value_name = "FILE", conflicts_with_all = ["first", "second"])]
    pub pairs: Option<PathBuf>,
    /// First input of the only pair; repeat the option to give several inputs for this side
    #[arg(long, value_name = "INPUT", requires = "second", required_unless_present = "pairs")]
    #[arg(allow_hyphen_values = true)]
    pub first: Vec<String>,
    /// Second input of the only pair; repeat the option to give several inputs for this side
    #[arg(long, value_name = "INPUT", requires = "first", allow_hyphen_values = true)]
    pub second: Vec<String>,
    /// Measure a pair even if the command fails on one of its sides
    #[arg(long)]
    pub allow_one_sided_failure: bool,
    /// Seconds after which the command is killed
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub timeout: f64,
    /// Memory limit for each process of the command, in MiB
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub write: WriteArgs,
    /// Your command. {input} stands for the input and {file} for a file that holds it; without
    /// both, the input is the last argument. {out} stands for the folder in which coverage is
    /// expected. In a shell script, use "$DEBUNK_INPUT", "$DEBUNK_INPUT_FILE" and "$DEBUNK_OUT"
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub words: Vec<OsString>,
}

/// What is counted.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum KindName {
    Lines,
    Branches,
    Functions,
}

#[derive(Args)]
pub(crate) struct McCompareArgs {
    /// Pairs with methods and suites: a folder (METHOD/SUITE/PAIR/first…) or a manifest
    #[arg(value_name = "PATH", required = true)]
    pub pairs: Vec<PathBuf>,
    /// Kind of code to count
    #[arg(long, value_name = "KIND", default_value = "lines")]
    pub by: KindName,
    /// JSON object with the number of bugs that each method found
    #[arg(long, value_name = "FILE")]
    pub bugs: Option<PathBuf>,
    /// Patches that fixed bugs in the measured code
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub fixes: Vec<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
    /// Print the numbers as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct McRelationsArgs {
    /// Debugger to measure: duktape or debugpy-counted
    #[arg(long, short, value_name = "NAME", default_value = "duktape")]
    pub debugger: String,
    /// Number of tests per relation; for each fault, the maximum number per relation
    #[arg(long, short = 'n', default_value_t = 60, value_name = "N")]
    pub tests: u64,
    /// Seed: the same seed gives the same result
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub skips: SkipArgs,
    /// Number of planted faults: first those in the debugger's own code, then those of the self-test
    #[arg(long, default_value_t = 12, value_name = "N")]
    pub faults: usize,
    /// Count only code in these files of the debugger
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub files: Vec<String>,
    /// Write a chart of the metamorphic coverage by relation
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Number of jobs that run in parallel [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Print the numbers as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}

#[derive(Args)]
pub(crate) struct McGuideArgs {
    /// Debugger to plant faults into: duktape or debugpy-counted
    #[arg(long, short, value_name = "NAME", default_value = "duktape")]
    pub debugger: String,
    /// Number of searches per fault and guide, each with its own seed
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub seeds: u64,
    #[command(flatten)]
    pub skips: SkipArgs,
    /// Number of planted faults: first those in the debugger's own code, then those of the self-test
    #[arg(long, default_value_t = 12, value_name = "N")]
    pub faults: usize,
    /// Maximum number of tests per search
    #[arg(long, short = 'n', default_value_t = 300, value_name = "N")]
    pub tests: u64,
    /// First seed: the same seed gives the same result
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    /// Write a chart of how the faults are found
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Number of jobs that run in parallel [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Print the numbers as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}
