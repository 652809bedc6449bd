//! The arguments of `debunk levels`.

use crate::args::{CorpusArgs, DebuggerArgs, SkipArgs};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct LevelsArgs {
    /// Debugger to check: gdb-mi, lldb-dap, or any debug adapter that can step by instructions
    #[arg(long, short, default_value = "gdb-mi", value_name = "NAME")]
    pub debugger: String,
    /// Number of runs by line steps [default: two per program]
    #[arg(long, short = 'n', value_name = "N")]
    pub tests: Option<u64>,
    #[command(flatten)]
    pub skips: SkipArgs,
    /// Maximum number of programs [default: all]
    #[arg(long, value_name = "N")]
    pub programs: Option<usize>,
    /// Seed of the random steps, which begin with the third run of a program
    #[arg(long, short, default_value_t = 1)]
    pub seed: u64,
    /// Maximum number of instructions per run
    #[arg(long, default_value_t = 1_500, value_name = "N")]
    pub instructions: usize,
    /// Folder for the results [default: debunk-levels, or the next free name]
    #[arg(long, short, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Maximum number of findings per class that get a folder; the others are only counted
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
