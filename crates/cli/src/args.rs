//! What can be said on the command line.

use crate::dd_args::DdArgs;
use crate::exit_codes;
use crate::levels_args::LevelsArgs;
use crate::mc_args::McArgs;
use crate::names;
use clap::{Args, Parser, Subcommand};
use debunk_campaign::Share;
use std::path::PathBuf;

/// Finds out when a debugger lies.
///
/// debunk drives a real debugger over its own protocol, asks it the same question in two
/// ways, and reports the answers that cannot both be true.
#[derive(Parser)]
#[command(name = "debunk", version, about, max_term_width = 100)]
#[command(after_help = exit_codes::list())]
pub(crate) struct Arguments {
    /// Run programs, debuggers and compilers without isolation: they can then read your files and
    /// end your processes
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
    /// Walk through the differences that compare found, class by class, and mark them.
    Inspect(InspectArgs),
    /// Draw the figures of a comparison, as SVG and as text.
    Figures(FiguresArgs),
    /// Write a report of what run or compare found: an HTML page, SARIF, JUnit XML.
    Report(ReportArgs),
    /// Find the branch at which a failing and a passing run of a program part.
    Localize(LocalizeArgs),
    /// Run a finding again and say whether it still holds (exit code 1) or not (0).
    Replay(ReplayArgs),
    /// Make a finding or a difference small: program, actions and change together
    Reduce(ReduceArgs),
    /// List the relations, each with an example.
    Relations(JsonArgs),
    /// List the debuggers that debunk knows, which are there, and how to install the others.
    Doctor(DoctorArgs),
    /// Fetch a debugger from its registry into debunk's cache.
    Fetch(FetchArgs),
    /// Build a debugger on this machine that can tell what of its own code runs.
    Setup(SetupArgs),
    /// The debug adapters that debunk knows, and a check of one's own.
    #[command(subcommand)]
    Adapter(AdapterCommand),
    /// Delta debugging with a command of your own: what is it that makes it fail?
    Dd(DdArgs),
    /// Hold stepping by lines against stepping by instructions of the same binary.
    Levels(LevelsArgs),
    /// Metamorphic coverage: how much of a program does a relation really check?
    Mc(McArgs),
    /// Plant faults into a debugger and show which relation finds each of them.
    Selftest(SelftestArgs),
    /// Measure debunk's speed against the raw floor of the protocol.
    Bench(BenchArgs),
    /// Print a completion script for a shell.
    #[command(hide = true)]
    Completions(CompletionsArgs),
}

/// Reads a number of workers.
pub(crate) fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(0) | Err(_) => Err("write a whole number of 1 or more".to_owned()),
        Ok(number) => Ok(number),
    }
}

/// How much may be left out before a result counts as incomplete.
#[derive(Args, Clone, Copy)]
pub(crate) struct SkipArgs {
    /// Share of the tests that may be skipped, such as 0.25 or 25%; more is exit code 3
    #[arg(long, value_name = "SHARE", default_value = "10%")]
    pub allow_skips: Share,
}

#[derive(Args, Clone)]
pub(crate) struct CacheArgs {
    /// Folder for fetched debuggers [default: $DEBUNK_CACHE, else the user's cache folder]
    #[arg(long, value_name = "FOLDER")]
    pub cache: Option<PathBuf>,
}

/// How a debugger is found and its programs are made.
#[derive(Args, Clone)]
pub(crate) struct DebuggerArgs {
    #[command(flatten)]
    pub cache: CacheArgs,
    /// Debug adapter of your own: a file like those that `debunk adapter show` prints
    #[arg(long, value_name = "FILE")]
    pub adapter: Vec<PathBuf>,
    /// Compiler for C programs
    #[arg(long, default_value = "gcc", value_name = "PROGRAM")]
    pub cc: String,
    /// Options for the C compiler, in one text
    #[arg(long, default_value = "-O0 -g", value_name = "OPTIONS", allow_hyphen_values = true)]
    pub cflags: String,
}

#[derive(Args)]
pub(crate) struct CorpusArgs {
    /// Programs to debug: files, folders, a checkout of test262 [default: built-in programs]
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub corpus: Vec<PathBuf>,
    /// Run scripts in sloppy and in strict mode
    #[arg(long)]
    pub both_modes: bool,
    /// Join so many scripts into one program
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub concatenate: usize,
    /// Language of the built-in programs [default: the debugger's first]
    #[arg(long, long_help = names::languages(), value_name = "NAME")]
    pub language: Option<String>,
}

#[derive(Args)]
pub(crate) struct RunArgs {
    /// Debugger to test: node, node@11.1.0, deno, chromium, bun, firefox, gdb-mi, gdb, lldb-dap,
    /// debugpy, bdb, delve, codelldb, js-debug, bugstalker, rdbg, duktape, debugpy-counted, node:/path/to/binary
    /// [default: the first that is there]
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
    /// Continue the campaign in --out where it left off; tests that were skipped are tried again
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
    /// Transformations per test, at most
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub rounds: u32,
    /// Actions per initial run, at most
    #[arg(long, default_value_t = 16, value_name = "N")]
    pub actions: usize,
    /// What makes a test worth building on: new coverage of the debugger's own code, or new
    /// metamorphic coverage; only debuggers that count can be guided
    #[arg(long, value_name = "GUIDE", default_value = "none")]
    pub guide: GuideName,
    /// Debugger processes side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Findings of one class that get a folder; the others are counted
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
    /// The first debugger: any that `debunk run` knows, such as node@18, gdb-mi, lldb-dap,
    /// node:/path/to/binary; bdb@3.9 and debugpy@3.9 mean that version of Python
    #[arg(value_name = "A")]
    pub first: String,
    /// The second debugger
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
    /// Continue the comparison in --out where it left off; runs that were skipped are tried again
    #[arg(long)]
    pub resume: bool,
    #[command(flatten)]
    pub skips: SkipArgs,
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Actions per run, at most
    #[arg(long, default_value_t = 16, value_name = "N")]
    pub actions: usize,
    /// Pairs of debugger processes side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Differences of one class that get a folder; the others are counted
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub keep: u64,
    #[command(flatten)]
    pub reduction: ReductionArgs,
    /// Rule file with accepted differences, added to the shipped ones; the exit code then tells
    /// whether anything new differs
    #[arg(long, value_name = "FILE")]
    pub baseline: Vec<PathBuf>,
    /// Write a rule file that accepts every class of differences found
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
    /// Leave out the rules that come with debunk for this pair
    #[arg(long)]
    pub no_rules: bool,
    /// Compare columns too [default: when both have the same engine]
    #[arg(long, conflicts_with = "lines")]
    pub columns: bool,
    /// Compare lines only [default: when the engines differ]
    #[arg(long)]
    pub lines: bool,
    /// C compiler for the programs of the second debugger [default: the one of --cc]. Both may
    /// then be the same debugger: compare gdb-mi gdb-mi --cc gcc --cc-b clang
    #[arg(long, value_name = "PROGRAM")]
    pub cc_b: Option<String>,
    /// Options for the C compiler of the second debugger [default: those of --cflags]
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub cflags_b: Option<String>,
    /// Runs of each debugger against itself before the comparison; 0 for none
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
    /// The folder that compare wrote
    pub out: PathBuf,
    /// List the classes and their marks, and end
    #[arg(long)]
    pub list: bool,
    /// Show one class and end, or mark it with --mark
    #[arg(long, value_name = "CLASS")]
    pub class: Option<String>,
    /// Mark the class: bug-a, bug-b, accepted
    #[arg(long, value_name = "MARK", requires = "class")]
    pub mark: Option<String>,
    /// A note that is kept with the mark
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
    /// The folder that compare wrote
    pub out: PathBuf,
    /// Folder for the figures [default: figures in the folder of the comparison]
    #[arg(long, value_name = "FOLDER")]
    pub into: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ReportArgs {
    /// The folder that run or compare wrote
    pub out: PathBuf,
    /// File or folder for the page [default: report.html in the result folder]
    #[arg(long, value_name = "PATH")]
    pub html: Option<PathBuf>,
    /// Write the findings as SARIF 2.1.0
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write the findings as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print what was written as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct LocalizeArgs {
    #[command(subcommand)]
    pub eval: Option<LocalizeCommand>,
    /// The module that exports P, relations and, if inputs are restricted, valid
    #[arg(value_name = "FILE", required = true)]
    pub file: Option<PathBuf>,
    /// An input as JSON: the argument of P, or a list of arguments when P has several
    /// [default: random inputs]
    #[arg(long, value_name = "JSON")]
    pub input: Option<String>,
    /// Only this relation
    #[arg(long, value_name = "NAME")]
    pub relation: Option<String>,
    /// Make a given input smaller first
    #[arg(long, conflicts_with = "no_reduce")]
    pub reduce: bool,
    /// Leave random inputs as large as they are
    #[arg(long)]
    pub no_reduce: bool,
    /// Checks of random inputs, at most
    #[arg(long, short = 'n', default_value_t = 100_000, value_name = "N")]
    pub tests: u32,
    /// Seed: the same seed gives the same report
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    /// How long one run may take, in units of about ten thousand jumps and calls
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    pub fuel: u64,
    /// A solver that reads SMT-LIB from its input (z3, cvc5), asked when the own one does not know
    #[arg(long, value_name = "PROGRAM")]
    pub solver: Option<String>,
    /// Then open a session of a debugger that rests at the critical branch of the failing run
    #[arg(long, conflicts_with = "json")]
    pub session: bool,
    /// The debugger of the session [default: the first that is there]
    #[arg(long, short, value_name = "NAME", requires = "session")]
    pub debugger: Option<String>,
    #[command(flatten)]
    pub cache: DebuggerArgs,
    /// Write the report as a page
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
    /// Mutants per program, at most, chosen at random [default: all]
    #[arg(long, value_name = "N")]
    pub per_program: Option<usize>,
    /// Only these programs, by name
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub programs: Vec<String>,
    /// Checks that must hold before a mutant is discarded
    #[arg(long, short = 'n', default_value_t = 100_000, value_name = "N")]
    pub tests: u32,
    /// Seed: the same seed gives the same files
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    /// Workers side by side [default: number of cores]
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
    /// Sessions for the reduction of one finding, about
    #[arg(long, default_value_t = 600, value_name = "N", conflicts_with = "no_reduce")]
    pub reduce_sessions: u64,
}

#[derive(Args)]
pub(crate) struct ReduceArgs {
    /// The finding or difference: its folder
    pub finding: PathBuf,
    /// Another debugger than the one it was found on; for a difference, in place of the first
    #[arg(long, short, value_name = "NAME")]
    pub debugger: Option<String>,
    /// Sessions with the debugger, about; 0 for no limit
    #[arg(long, default_value_t = 2000, value_name = "N")]
    pub sessions: u64,
    /// Seconds after which the smallest form so far is taken [default: no limit]
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<u64>,
    /// Debugger processes side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Plant this fault into the debugger, for a finding of the self-test
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
    /// The finding or difference: its folder or its file
    pub finding: PathBuf,
    /// Another debugger than the one it was found on; for a difference, in place of the first
    #[arg(long, short, value_name = "NAME")]
    pub debugger: Option<String>,
    /// How often
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub times: u32,
    /// Plant this fault into the debugger, for a finding of the self-test
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
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct DoctorArgs {
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: CacheArgs,
}

#[derive(Args)]
pub(crate) struct FetchArgs {
    /// The debuggers, for example node@11.1.0
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
    /// The debugger
    #[arg(value_name = "NAME")]
    pub name: SetupName,
    #[command(flatten)]
    pub cache: CacheArgs,
}

#[derive(Args)]
pub(crate) struct SelftestArgs {
    /// Debugger to plant faults into [default: the first that is there]
    #[arg(long, short, value_name = "NAME")]
    pub debugger: Option<String>,
    /// Tests per fault, at most
    #[arg(long, short = 'n', default_value_t = 500, value_name = "N")]
    pub tests: u64,
    #[command(flatten)]
    pub skips: SkipArgs,
    /// Further tests once a fault is found, which show what other relations find it
    #[arg(long, default_value_t = 60, value_name = "N")]
    pub further: u64,
    /// Seed
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    /// Only these faults, by name
    #[arg(long, long_help = names::faults())]
    #[arg(value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub faults: Vec<String>,
    /// Print only whether verdicts name the session that really lied, by relation
    #[arg(long)]
    pub verdicts: bool,
    /// Plant nothing: judge the debugger's own findings, and take the answers of this debugger or
    /// version, which does not have the bug, as the truth
    #[arg(long, value_name = "NAME", conflicts_with = "faults")]
    pub against: Option<String>,
    /// Relations to use, by name [default: all]
    #[arg(long, long_help = names::relations())]
    #[arg(value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub relations: Vec<String>,
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Folder for the findings, one folder for each fault [default: they are not kept]
    #[arg(long, short, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Debugger processes side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Debugger to measure [default: the first that is there]
    #[arg(long, short, value_name = "NAME")]
    pub debugger: Option<String>,
    /// Sessions for the comparison with the raw floor
    #[arg(long, default_value_t = 400, value_name = "N")]
    pub sessions: u64,
    /// Tests for the growth measurement, several numbers compared with each other
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "500,1000")]
    pub tests: Vec<u64>,
    /// Debugger processes side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = crate::args::at_least_one)]
    pub jobs: Option<usize>,
    /// Measure with and without isolation by turns, 15 of each, in place of the above; of
    /// --tests the first number counts
    #[arg(long)]
    pub isolation: bool,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}

#[derive(Subcommand)]
pub(crate) enum AdapterCommand {
    /// Tell what an adapter does, can do, and where it departs from the protocol (exit code 1).
    Check(AdapterCheckArgs),
    /// List the adapters that come with debunk.
    List(JsonArgs),
    /// Print the description of an adapter, as a start for one's own.
    Show(AdapterShowArgs),
    /// Fetch an adapter into debunk's cache.
    Fetch(FetchArgs),
}

#[derive(Args)]
pub(crate) struct AdapterCheckArgs {
    /// The adapter: a name, or a file that describes one
    #[arg(id = "which", value_name = "NAME|FILE")]
    pub adapter: String,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}

#[derive(Args)]
pub(crate) struct AdapterShowArgs {
    /// The adapter's name
    pub name: String,
}

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}
