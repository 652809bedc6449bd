//! What can be said to `debunk levels`.

use crate::args::{CorpusArgs, DebuggerArgs, SkipArgs};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct LevelsArgs {
    /// Debugger to check: gdb-mi, lldb-dap, or any debug adapter that steps by instructions
    #[arg(long, short, default_value = "gdb-mi", value_name = "NAME")]
    pub debugger: String,
    /// Number of runs by lines [default: two for each program]
    #[arg(long, short = 'n', value_name = "N")]
    pub tests: Option<u64>,
    #[command(flatten)]
    pub skips: SkipArgs,
    /// Only so many programs
    #[arg(long, value_name = "N")]
    pub programs: Option<usize>,
    /// Seed of the runs that step in, over and out by chance, from the third of a program on
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    /// Instructions that a run is followed for, at most
    #[arg(long, default_value_t = 1_500, value_name = "N")]
    pub instructions: usize,
    /// Folder for the results [default: debunk-levels, or the next free name]
    #[arg(long, short, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Findings of one class that get a folder; the others are counted
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub keep: u64,
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Print events as JSON lines on standard output
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cache: DebuggerArgs,
}
