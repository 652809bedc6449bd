//! Runs programs on Duktape without its debugger.

use crate::driver::outcome;
use crate::frame::Frame;
use crate::process::HostProcess;
use debunk_model::{Program, Span};
use debunk_sandbox::TempArea;
use debunk_session::{PlainRun, PlainRunner};
use debunk_shell::javascript::mask_program_url;
use debunk_wire::ChannelError;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A program that takes longer without a debugger cannot be used for tests.
const RUN_TIMEOUT_MS: u64 = 2_000;

/// A host that runs programs one after the other.
pub(crate) struct DuktapeRunner {
    binary: PathBuf,
    area: TempArea,
    process: Option<HostProcess>,
}

impl DuktapeRunner {
    pub fn new(binary: PathBuf, area: TempArea) -> Self {
        Self { binary, area, process: None }
    }
}

impl PlainRunner for DuktapeRunner {
    fn run(&mut self, program: &Program) -> PlainRun {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => match HostProcess::start(&self.binary, &self.area) {
                Ok(process) => process,
                Err(reason) => return PlainRun::Died(reason),
            },
        };
        let deadline = Instant::now() + Duration::from_millis(RUN_TIMEOUT_MS);
        process.queue(b'P', &[program.text.as_bytes()]);
        let run = match process.flush(deadline).and_then(|()| process.receive(deadline)) {
            Ok(Frame { letter: b'e', data }) => match outcome(&data) {
                Some(outcome) => PlainRun::Ended(outcome),
                None => PlainRun::Died("the host sent rubbish".to_owned()),
            },
            Ok(Frame { letter: b'p', data }) => {
                PlainRun::DoesNotParse(mask_program_url(&String::from_utf8_lossy(&data)))
            }
            Ok(other) => PlainRun::Died(format!("the host answered {other:?}")),
            Err(ChannelError::TimedOut) => PlainRun::TimedOut,
            Err(ChannelError::Ended(_)) => PlainRun::Died(process.kill()),
        };
        if matches!(run, PlainRun::Ended(_) | PlainRun::DoesNotParse(_)) {
            self.process = Some(process);
        }
        run
    }

    fn dead_spans(&mut self, _program: &Program) -> Result<Vec<Span>, String> {
        Err("Duktape does not tell which parts of a program ran".to_owned())
    }
}
