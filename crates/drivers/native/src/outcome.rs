//! The outcome of a run, in the same words with and without a debugger.

use crate::values::Masks;
use debunk_model::Outcome;
use debunk_sandbox::ExitInfo;

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndedHow {
    /// By itself, with this exit code.
    Code(i64),
    /// By this signal, such as `SIGSEGV`.
    Signal(String),
    /// The debugger does not report it.
    Unknown,
}

impl EndedHow {
    /// By the signal of this number.
    pub fn signal(number: i32) -> Self {
        EndedHow::Signal(signal_name(number))
    }
}

impl From<ExitInfo> for EndedHow {
    fn from(exit: ExitInfo) -> Self {
        match (exit.code, exit.signal) {
            (_, Some(signal)) => EndedHow::signal(signal),
            (Some(code), None) => EndedHow::Code(i64::from(code)),
            (None, None) => EndedHow::Unknown,
        }
    }
}

/// The name of a signal by its number on Linux.
fn signal_name(number: i32) -> String {
    let name = match number {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        10 => "SIGUSR1",
        11 => "SIGSEGV",
        12 => "SIGUSR2",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        other => return format!("signal {other}"),
    };
    name.to_owned()
}

/// The outcome of a run that printed `output`.
pub fn outcome(output: &[u8], ended: &EndedHow, masks: &Masks) -> Outcome {
    let text = String::from_utf8_lossy(output);
    let output = text.lines().map(|line| masks.apply(line)).collect();
    let error = match ended {
        EndedHow::Code(0) | EndedHow::Unknown => None,
        EndedHow::Code(code) => Some(format!("exit code {code}")),
        EndedHow::Signal(name) => Some(format!("killed by {name}")),
    };
    Outcome { output, error }
}
