//! The arguments of the command line.

use crate::commands::dd::args::DdArgs;
use crate::commands::levels::args::LevelsArgs;
use crate::commands::mc::args::McArgs;
use crate::exit_codes;
use crate::names;
use clap::{Args, Parser, Subcommand};
use debunk_results::Share;
use std::path::PathBuf;

/// Finds out when a debugger lies.
///
/// debunk drives a real debugger over its own protocol, asks it the same question in two
/// ways, and reports the answers that cannot both be true.
#[derive(Parser)]
#[command(name = "debunk", version, about, max_term_width = 100)]
#[command(after_help = exit_codes::list())]
pub(crate) struct Arguments {
    /// Run programs, debuggers and compilers without isolation, so that they can read your files
    /// and kill your processes
    #[arg(long, global = true)]
    pub no_isolation: bool,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Test a debugger with metamorphic relations.
    Run(RunArgs),
    /// Compare two debuggers, or two versions of one, action by action.
    Compare(CompareArgs),
    /// Review the differences that compare found, class by class, and mark them.
    Inspect(InspectArgs),
    /// Draw the figures of a comparison as SVG and as text.
    Figures(FiguresArgs),
    /// Write a report of a result folder as an HTML page, SARIF or JUnit XML.
    Report(ReportArgs),
    /// Find the branch at which a failing and a passing run of a program diverge.
    Localize(LocalizeArgs),
    /// Run a finding again and report whether it still holds (exit code 1) or not (0).
    Replay(ReplayArgs),
    /// Reduce a finding or a difference: its program, actions and transformation together.
    Reduce(ReduceArgs),
    /// List the relations, each with an example.
    Relations(JsonArgs),
    /// List the debuggers that debunk supports, which are installed, and how to get the others.
    Doctor(DoctorArgs),
    /// Fetch a debugger from its registry into debunk's cache.
    Fetch(FetchArgs),
    /// Build a debugger that counts which of its own code runs.
    Setup(SetupArgs),
    /// List, show, fetch and check debug adapters.
    #[command(subcommand)]
    Adapter(AdapterCommand),
    /// Find what makes your own command fail, by delta debugging.
    Dd(DdArgs),
    /// Cross-check line steps against instruction steps of the same binary.
    Levels(LevelsArgs),
    /// Measure metamorphic coverage: how much of a program a relation really checks.
    Mc(McArgs),
    /// Plant faults into a debugger and show which relation finds each of them.
    Selftest(SelftestArgs),
    /// Measure debunk's speed against the fastest possible use of the protocol.
    Bench(BenchArgs),
    /// Print a completion script for a shell.
    #[command(hide = true)]
    Completions(CompletionsArgs),
}

/// Reads a number of workers.
pub(crate) fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(0) | Err(_) => Err("give a whole number of 1 or more".to_owned()),
        Ok(number) => Ok(number),
    }
}

/// How much may be left out before a result counts as incomplete.
#[derive(Args, Clone, Copy)]
pub(crate) struct SkipArgs {
    /// Share of the tests that may be skipped, such as 0.25 or 25%; if more are, the exit code is 3
    #[arg(long, value_name = "SHARE", default_value = "10%")]
    pub allow_skips: Share,
}

#[derive(Args, Clone)]
pub(crate) struct CacheArgs {
    /// Folder for fetched debuggers [default: $DEBUNK_CACHE, or else your cache folder]
    #[arg(long, value_name = "FOLDER")]
    pub cache: Option<PathBuf>,
}

/// How a debugger is found and its programs are made.
#[derive(Args, Clone)]
pub(crate) struct DebuggerArgs {
    #[command(flatten)]
    pub cache: CacheArgs,
    /// File that describes your own debug adapter, like those that `debunk adapter show` prints
    #[arg(long, value_name = "FILE")]
    pub adapter: Vec<PathBuf>,
    /// Compiler for C programs
    #[arg(long, default_value = "gcc", value_name = "PROGRAM")]
    pub cc: String,
    /// Options for the C compiler, as one argument
    #[arg(long, default_value = "-O0 -g", value_name = "OPTIONS", allow_hyphen_values = true)]
    pub cflags: String,
}

#[derive(Args)]
pub(crate) struct CorpusArgs {
    /// Programs to debug: files, folders or a checkout of test262 [default: built-in programs]
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub corpus: Vec<PathBuf>,
    /// Run each script in sloppy mode and in strict mode
    #[arg(long)]
    pub both_modes: bool,
    /// Number of scripts to join into one program
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub concatenate: usize,
    /// Language of the built-in programs [default: the debugger's first language]
    #[arg(long, long_help = names::languages(), value_name = "NAME")]
    pub language: Option<String>,
}

#[derive(Args)]
pub(crate) struct RunArgs {
    /// Debugger to test: node, node@11.1.0, deno, chromium, bun, firefox, gdb-mi, gdb, lldb-dap,
    /// debugpy, bdb, delve, codelldb, js-debug, bugstalker, rdbg, duktape, debugpy-counted, node:/path/to/binary
    /// [default: the first that is installed]
    #[arg(long, short, value_name = "NAME")]
    pub debugger: Option<String>,
    /// Number of tests
    #[arg(long, short = 'n', default_value_t = 2000, value_name = "N")]
    pub tests: u64,
    /// Seed: the same seed gives the same findings
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    /// Folder for the results [default: debunk-out, or the next free name]
    #[arg(long, short, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Continue the campaign in --out where it left off; skipped tests are tried again
    #[arg(long)]
    pub resume: bool,
    #[command(flatten)]
    pub skips: SkipArgs,
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Relations to use, by name [default: all]
    #[arg(long, long_help = names::relations())]
    #[arg(value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub relations: Vec<String>,
    /// Maximum number of transformations per test
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub rounds: u32,
    /// Maximum number of actions per initial run
    #[arg(long, default_value_t = 16, value_name = "N")]
    pub actions: usize,
    /// Build on tests that bring new coverage of the debugger's own code, or new metamorphic
    /// coverage; works only with debuggers that count it (see `debunk setup`)
    #[arg(long, value_name = "GUIDE", default_value = "none")]
    pub guide: GuideName,
    /// Number of debugger processes that run in parallel [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Maximum number of findings per class that get a folder; the others are only counted
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub keep: u64,
    #[command(flatten)]
    pub reduction: ReductionArgs,
    /// Print events as JSON lines on standard output
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}

/// What guides a search.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum GuideName {
    None,
    Coverage,
    Mc,
}

impl From<GuideName> for debunk_campaign::Guide {
    fn from(name: GuideName) -> Self {
        match name {
            GuideName::None => Self::None,
            GuideName::Coverage => Self::Coverage,
            GuideName::Mc => Self::Mc,
        }
    }
}

#[derive(Args)]
pub(crate) struct CompareArgs {
    /// First debugger: any that `debunk run` accepts, such as node@18, gdb-mi, lldb-dap or
    /// node:/path/to/binary; in bdb@3.9 and debugpy@3.9 the number is a version of Python
    #[arg(value_name = "A")]
    pub first: String,
    /// Second debugger
    #[arg(value_name = "B")]
    pub second: String,
    /// Number of runs
    #[arg(long, short = 'n', default_value_t = 500, value_name = "N")]
    pub runs: u64,
    /// Seed: the same seed gives the same differences
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    /// Folder for the results [default: debunk-compare, or the next free name]
    #[arg(long, short, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Continue the comparison in --out where it left off; skipped runs are tried again
    #[arg(long)]
    pub resume: bool,
    #[command(flatten)]
    pub skips: SkipArgs,
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Maximum number of actions per run
    #[arg(long, default_value_t = 16, value_name = "N")]
    pub actions: usize,
    /// Number of pairs of debugger processes that run in parallel [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Maximum number of differences per class that get a folder; the others are only counted
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub keep: u64,
    #[command(flatten)]
    pub reduction: ReductionArgs,
    /// Rule file with accepted differences, in addition to the shipped rules; the exit code then
    /// says whether there is a new difference
    #[arg(long, value_name = "FILE")]
    pub baseline: Vec<PathBuf>,
    /// Write a rule file that accepts every class of differences that was found
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
    /// Ignore the rules that debunk ships for this pair
    #[arg(long)]
    pub no_rules: bool,
    /// Compare columns too [default: if both have the same engine]
    #[arg(long, conflicts_with = "lines")]
    pub columns: bool,
    /// Compare lines only [default: if the engines differ]
    #[arg(long)]
    pub lines: bool,
    /// C compiler for the programs of the second debugger, to compare compilers under one debugger:
    /// compare gdb-mi gdb-mi --cc gcc --cc-b clang [default: the value of --cc]
    #[arg(long, value_name = "PROGRAM")]
    pub cc_b: Option<String>,
    /// Options for the C compiler of the second debugger [default: the value of --cflags]
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub cflags_b: Option<String>,
    /// Number of runs that compare each debugger with itself first; 0 for none
    #[arg(long, default_value_t = 8, value_name = "N")]
    pub gate: u64,
    /// Print events as JSON lines on standard output
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}

#[derive(Args)]
pub(crate) struct InspectArgs {
    /// Result folder of compare
    pub out: PathBuf,
    /// List the classes and their marks, and exit
    #[arg(long)]
    pub list: bool,
    /// Show one class and exit, or mark it with --mark
    #[arg(long, value_name = "CLASS")]
    pub class: Option<String>,
    /// Mark for the class: bug-a, bug-b or accepted
    #[arg(long, value_name = "MARK", requires = "class")]
    pub mark: Option<String>,
    /// Note that is kept with the mark
    #[arg(long, value_name = "TEXT", requires = "mark", default_value = "")]
    pub note: String,
    /// Write a rule file that accepts the classes marked as accepted
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
    /// Print the list as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct FiguresArgs {
    /// Result folder of compare
    pub out: PathBuf,
    /// Folder for the figures [default: figures in the result folder]
    #[arg(long, value_name = "FOLDER")]
    pub into: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ReportArgs {
    /// Result folder of run or compare
    pub out: PathBuf,
    /// File or folder for the HTML page [default: report.html in the result folder]
    #[arg(long, value_name = "PATH")]
    pub html: Option<PathBuf>,
    /// Write the findings as SARIF 2.1.0
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write the findings as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print the list of written files as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct LocalizeArgs {
    #[command(subcommand)]
    pub eval: Option<LocalizeCommand>,
    /// Module that exports P, relations and, if inputs are restricted, valid
    #[arg(value_name = "FILE", required = true)]
    pub file: Option<PathBuf>,
    /// Input as JSON: the argument of P, or a list of arguments if P has several
    /// [default: random inputs]
    #[arg(long, value_name = "JSON")]
    pub input: Option<String>,
    /// Check only this relation
    #[arg(long, value_name = "NAME")]
    pub relation: Option<String>,
    /// Reduce the given input first
    #[arg(long, conflicts_with = "no_reduce")]
    pub reduce: bool,
    /// Do not reduce random inputs
    #[arg(long)]
    pub no_reduce: bool,
    /// Maximum number of checks on random inputs
    #[arg(long, short = 'n', default_value_t = 100_000, value_name = "N")]
    pub tests: u32,
    /// Seed: the same seed gives the same report
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    /// Limit for one run, in units of about ten thousand jumps and calls
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    pub fuel: u64,
    /// Solver that reads SMT-LIB from standard input, such as z3 or cvc5; it is asked if the
    /// built-in solver has no answer
    #[arg(long, value_name = "PROGRAM")]
    pub solver: Option<String>,
    /// Then open a debugger session that is paused at the critical branch of the failing run
    #[arg(long, conflicts_with = "json")]
    pub session: bool,
    /// Debugger for the session [default: the first that is installed]
    #[arg(long, short, value_name = "NAME", requires = "session")]
    pub debugger: Option<String>,
    #[command(flatten)]
    pub cache: DebuggerArgs,
    /// Write the report as an HTML page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand)]
pub(crate) enum LocalizeCommand {
    /// Plant faults into 21 programs and measure how well they are located.
    Eval(LocalizeEvalArgs),
}

#[derive(Args)]
pub(crate) struct LocalizeEvalArgs {
    /// Maximum number of mutants per program, chosen at random [default: all]
    #[arg(long, value_name = "N")]
    pub per_program: Option<usize>,
    /// Use only these programs, by name
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub programs: Vec<String>,
    /// Number of checks that must hold before a mutant is discarded
    #[arg(long, short = 'n', default_value_t = 100_000, value_name = "N")]
    pub tests: u32,
    /// Seed: the same seed gives the same files
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    /// Number of workers that run in parallel [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Also leave out each part of the method in turn
    #[arg(long)]
    pub ablation: bool,
    /// Folder for the tables [default: debunk-localize, or the next free name]
    #[arg(long, short, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Print one line of JSON per mutant
    #[arg(long)]
    pub json: bool,
}

/// How the first finding of each class is reduced.
#[derive(Args)]
pub(crate) struct ReductionArgs {
    /// Do not reduce the first finding of each class
    #[arg(long)]
    pub no_reduce: bool,
    /// Approximate number of sessions for the reduction of one finding
    #[arg(long, default_value_t = 600, value_name = "N", conflicts_with = "no_reduce")]
    pub reduce_sessions: u64,
}

#[derive(Args)]
pub(crate) struct ReduceArgs {
    /// Folder of the finding or difference
    pub finding: PathBuf,
    /// Use another debugger than the one it was found on; for a difference, it replaces the first
    #[arg(long, short, value_name = "NAME")]
    pub debugger: Option<String>,
    /// Approximate number of sessions with the debugger; 0 for no limit
    #[arg(long, default_value_t = 2000, value_name = "N")]
    pub sessions: u64,
    /// Stop after this many seconds and keep the smallest form so far [default: no limit]
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<u64>,
    /// Number of debugger processes that run in parallel [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Plant this fault into the debugger, to repeat a finding of the self-test
    #[arg(long, value_name = "NAME")]
    pub fault: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}

#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// Folder or file of the finding or difference
    pub finding: PathBuf,
    /// Use another debugger than the one it was found on; for a difference, it replaces the first
    #[arg(long, short, value_name = "NAME")]
    pub debugger: Option<String>,
    /// Number of replays
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub times: u32,
    /// Plant this fault into the debugger, to repeat a finding of the self-test
    #[arg(long, value_name = "NAME")]
    pub fault: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}

#[derive(Args)]
pub(crate) struct JsonArgs {
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct DoctorArgs {
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: CacheArgs,
}

#[derive(Args)]
pub(crate) struct FetchArgs {
    /// Debuggers to fetch, such as node@11.1.0
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<String>,
    #[command(flatten)]
    pub cache: CacheArgs,
}

/// A debugger that is built on this machine.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum SetupName {
    /// Duktape, from the sources of the distribution.
    Duktape,
    /// debugpy, from pip.
    #[value(alias = "debugpy")]
    DebugpyCounted,
}

#[derive(Args)]
pub(crate) struct SetupArgs {
    /// Debugger to build
    #[arg(value_name = "NAME")]
    pub name: SetupName,
    #[command(flatten)]
    pub cache: CacheArgs,
}

#[derive(Args)]
pub(crate) struct SelftestArgs {
    /// Debugger to plant faults into [default: the first that is installed]
    #[arg(long, short, value_name = "NAME")]
    pub debugger: Option<String>,
    /// Maximum number of tests per fault
    #[arg(long, short = 'n', default_value_t = 500, value_name = "N")]
    pub tests: u64,
    #[command(flatten)]
    pub skips: SkipArgs,
    /// Number of further tests once a fault is found, to see which other relations find it
    #[arg(long, default_value_t = 60, value_name = "N")]
    pub further: u64,
    /// Seed: the same seed gives the same result
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    /// Use only these faults, by name
    #[arg(long, long_help = names::faults())]
    #[arg(value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub faults: Vec<String>,
    /// Print only how often verdicts name the session that really lied, by relation
    #[arg(long)]
    pub verdicts: bool,
    /// Plant no faults: check the verdicts on the debugger's own bugs against this debugger or
    /// version, which does not have them
    #[arg(long, value_name = "NAME", conflicts_with = "faults")]
    pub against: Option<String>,
    /// Relations to use, by name [default: all]
    #[arg(long, long_help = names::relations())]
    #[arg(value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub relations: Vec<String>,
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Folder for the findings, with a subfolder for each fault [default: findings are not kept]
    #[arg(long, short, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Number of debugger processes that run in parallel [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Debugger to measure [default: the first that is installed]
    #[arg(long, short, value_name = "NAME")]
    pub debugger: Option<String>,
    /// Number of sessions for the comparison with the fastest possible use of the protocol
    #[arg(long, default_value_t = 400, value_name = "N")]
    pub sessions: u64,
    /// Numbers of tests whose times are compared, to see how time grows [default: 500,1000]; with
    /// --isolation or --questions, the number of tests in each measurement [default: 40]
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub tests: Vec<u64>,
    /// Number of debugger processes that run in parallel [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Measure only the cost of isolation, with 15 measurements each with and without it, in turn
    #[arg(long, conflicts_with = "questions")]
    pub isolation: bool,
    /// Measure only the cost of questions about pauses, with 7 campaigns each with and without them, in
    /// turn
    #[arg(long)]
    pub questions: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}

#[derive(Subcommand)]
pub(crate) enum AdapterCommand {
    /// Check what an adapter supports and where it departs from the protocol (exit code 1).
    Check(AdapterCheckArgs),
    /// List the adapters that come with debunk.
    List(JsonArgs),
    /// Print the description of an adapter, as a starting point for your own.
    Show(AdapterShowArgs),
    /// Fetch an adapter into debunk's cache.
    Fetch(FetchArgs),
}

#[derive(Args)]
pub(crate) struct AdapterCheckArgs {
    /// Adapter: its name, or a file that describes it
    #[arg(id = "which", value_name = "NAME|FILE")]
    pub adapter: String,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}

#[derive(Args)]
pub(crate) struct AdapterShowArgs {
    /// Name of the adapter
    pub name: String,
}

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// Shell to write the script for
    pub shell: clap_complete::Shell,
}
