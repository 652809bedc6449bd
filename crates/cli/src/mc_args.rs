//! What can be said on the command line behind `debunk mc`.

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
    /// Measure pairs of coverage files: what does one run cover and the other not?
    Measure(MeasureArgs),
    /// Run a command on both inputs of each pair and measure what the runs differ in.
    Run(McRunArgs),
    /// Compare methods (relations): plain coverage, metamorphic coverage, bugs, fixes.
    Compare(McCompareArgs),
    /// Measure debunk's own relations on a debugger that can tell what of its own code runs.
    Relations(McRelationsArgs),
    /// Count the tests that it takes to find planted faults, guided and not.
    Guide(McGuideArgs),
}

/// How coverage is read.
#[derive(Args)]
pub(crate) struct ReadArgs {
    /// Folder of the build, where .gcno files are
    #[arg(long, value_name = "FOLDER")]
    pub objects: Vec<PathBuf>,
    /// Program that wrote .profraw files
    #[arg(long, value_name = "FILE")]
    pub binary: Vec<PathBuf>,
    /// What stands behind the names of the LLVM tools, such as -19
    #[arg(long, value_name = "SUFFIX", default_value = "", allow_hyphen_values = true)]
    pub llvm: String,
    /// The gcov of the compiler that built the program
    #[arg(long, value_name = "PROGRAM", default_value = "gcov")]
    pub gcov: String,
    /// Take reports of different builds as they are
    #[arg(long)]
    pub any_build: bool,
    /// Work side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
}

/// What is written.
#[derive(Args)]
pub(crate) struct WriteArgs {
    /// Print the numbers as JSON
    #[arg(long)]
    pub json: bool,
    /// Write a tracefile for genhtml and editors
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,
    /// Write Cobertura XML
    #[arg(long, value_name = "FILE")]
    pub cobertura: Option<PathBuf>,
    /// Write a page with the sources
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Folder of the sources, when they are not where the reports say
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
    /// Pairs of inputs: JSON lines with pair, method, first, second; a side is a text or a list
    #[arg(long, value_name = "FILE", conflicts_with_all = ["first", "second"])]
    pub pairs: Option<PathBuf>,
    /// First input of the only pair; given several times, the side is all of them
    #[arg(long, value_name = "INPUT", requires = "second", required_unless_present = "pairs")]
    #[arg(allow_hyphen_values = true)]
    pub first: Vec<String>,
    /// Second input of the only pair; given several times, the side is all of them
    #[arg(long, value_name = "INPUT", requires = "first", allow_hyphen_values = true)]
    pub second: Vec<String>,
    /// Measure a pair although the command fails on one of its sides
    #[arg(long)]
    pub allow_one_sided_failure: bool,
    /// Seconds after which the command is killed
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub timeout: f64,
    /// Memory for each of its processes
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub write: WriteArgs,
    /// The command. {input} stands for the input, {file} for a file that holds it; without both, the
    /// input is the last argument. {out} stands for the folder where coverage is looked for. In the
    /// text of a shell, write "$DEBUNK_INPUT", "$DEBUNK_INPUT_FILE" and "$DEBUNK_OUT"
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
    /// What is counted
    #[arg(long, value_name = "KIND", default_value = "lines")]
    pub by: KindName,
    /// Numbers of bugs that the methods found: a JSON object
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
    /// Debugger to measure: duktape, debugpy-counted
    #[arg(long, short, value_name = "NAME", default_value = "duktape")]
    pub debugger: String,
    /// Tests per relation, and at most per relation and fault
    #[arg(long, short = 'n', default_value_t = 60, value_name = "N")]
    pub tests: u64,
    /// Seed
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub skips: SkipArgs,
    /// Planted faults: first those in the debugger's own code, then those of the self-test
    #[arg(long, default_value_t = 12, value_name = "N")]
    pub faults: usize,
    /// Only code in these files of the debugger
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub files: Vec<String>,
    /// Write a picture of the metamorphic coverage by relation
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Work side by side [default: number of cores]
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
    /// Debugger to plant faults into: duktape, debugpy-counted
    #[arg(long, short, value_name = "NAME", default_value = "duktape")]
    pub debugger: String,
    /// Searches per fault and guide, each with a seed of its own
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub seeds: u64,
    #[command(flatten)]
    pub skips: SkipArgs,
    /// Planted faults: first those in the debugger's own code, then those of the self-test
    #[arg(long, default_value_t = 12, value_name = "N")]
    pub faults: usize,
    /// Tests per search, at most
    #[arg(long, short = 'n', default_value_t = 300, value_name = "N")]
    pub tests: u64,
    /// The first seed
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    /// Write a picture of how the faults are found
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Work side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Print the numbers as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}
