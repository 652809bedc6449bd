//! The exit codes, which scripts rely on.

use crate::interrupt;
use debunk_batch::BatchError;
use debunk_results::Execution;
use std::process::ExitCode;

/// How debunk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything ran, nothing was found.
    Nothing,
    /// Something was found.
    Findings,
    /// Wrong usage, bad input, or a failure of debunk or its surroundings.
    Usage,
    /// Nothing could be run, or too little.
    NothingRan,
    /// A signal ended it.
    Signal(u8),
}

impl Exit {
    /// How a command ends after this execution.
    pub fn of(execution: &Execution, has_findings: bool) -> Self {
        match execution.exit_code(has_findings) {
            0 => Exit::Nothing,
            1 => Exit::Findings,
            3 => Exit::NothingRan,
            code => Exit::Signal(code),
        }
    }

    /// How a command ends after this error.
    pub fn of_error(error: &anyhow::Error) -> Self {
        let nothing_ran = error.downcast_ref::<NothingRan>().is_some()
            || error.downcast_ref::<BatchError>().is_some_and(BatchError::is_nothing_ran);
        if nothing_ran { Exit::NothingRan } else { Exit::Usage }
    }

    /// A signal takes precedence over the result of the work that it interrupted.
    pub fn unless_interrupted(self) -> Self {
        let mut execution = Execution::new("", 0, 0);
        execution.note_signal(interrupt::signal());
        match interrupt::signal() {
            Some(_) => Exit::of(&execution, false),
            None => self,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Nothing => 0,
            Exit::Findings => 1,
            Exit::Usage => 2,
            Exit::NothingRan => 3,
            Exit::Signal(code) => code,
        })
    }
}

/// Marks an error after which nothing could be run.
#[derive(Debug)]
pub(crate) struct NothingRan(pub String);

impl std::fmt::Display for NothingRan {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for NothingRan {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit_codes::EXIT_CODES;

    #[test]
    fn every_end_has_a_documented_code() {
        let ends = [
            Exit::Nothing,
            Exit::Findings,
            Exit::Usage,
            Exit::NothingRan,
            Exit::Signal(130),
            Exit::Signal(143),
        ];
        let codes = ends.map(ExitCode::from);
        let documented = EXIT_CODES.iter().flat_map(|meaning| meaning.codes);
        let documented: Vec<ExitCode> = documented.map(|code| ExitCode::from(*code)).collect();
        assert_eq!(format!("{codes:?}"), format!("{documented:?}"));
    }
}
