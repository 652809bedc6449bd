//! The driver: a process for many sessions, and the handling of one that hangs or dies.

use crate::live::Live;
use crate::process::{GdbProcess, GdbSetup};
use debunk_model::{Action, Observation, Program};
use debunk_session::{Driver, OpenError, perform_each};
use debunk_wire::ChannelError;
use std::time::{Duration, Instant};

/// The time limit for a debugger's answer, on a busy machine.
const ACTION_TIMEOUT_MS: u64 = 8_000;

/// Drives one gdb after the other.
pub(crate) struct GdbDriver {
    setup: GdbSetup,
    process: Option<GdbProcess>,
    live: Option<Live>,
}

impl GdbDriver {
    pub fn new(setup: GdbSetup) -> Self {
        Self { setup, process: None, live: None }
    }

    fn try_open(&mut self, program: &Program) -> Result<(), OpenError> {
        let built = self.setup.builder.build(program)?;
        if self.process.is_none() {
            self.process = Some(GdbProcess::start(&self.setup).map_err(OpenError::Dead)?);
        }
        let Some(process) = &mut self.process else {
            return Err(OpenError::Dead("there is no process".to_owned()));
        };
        if let Err(error) = process.load(&built) {
            let reason = format!("{error}; {}", process.kill());
            self.process = None;
            return Err(OpenError::Dead(reason));
        }
        self.live = Some(Live::new(program, built));
        Ok(())
    }

    fn try_perform(&mut self, action: &Action) -> Result<Observation, ChannelError> {
        let (Some(process), Some(live)) = (&mut self.process, &mut self.live) else {
            return Err(ChannelError::Ended("no session".to_owned()));
        };
        let deadline = Instant::now() + Duration::from_millis(ACTION_TIMEOUT_MS);
        live.perform(process, action, deadline)
    }

    fn lost(&mut self, error: &ChannelError) -> Observation {
        self.live = None;
        let Some(mut process) = self.process.take() else {
            return Observation::Crashed { detail: "not running".to_owned() };
        };
        match error {
            ChannelError::TimedOut => Observation::Hung,
            ChannelError::Ended(_) => Observation::Crashed { detail: process.kill() },
        }
    }
}

impl Driver for GdbDriver {
    fn open(&mut self, program: &Program) -> Result<(), OpenError> {
        self.close();
        match self.try_open(program) {
            // A process that has served before may have died since.
            Err(OpenError::Dead(_)) => {
                self.process = None;
                self.try_open(program)
            }
            result => result,
        }
    }

    fn perform(&mut self, actions: &[Action]) -> Vec<Observation> {
        perform_each(actions, |action| match self.try_perform(action) {
            Ok(observation) => observation,
            Err(error) => self.lost(&error),
        })
    }

    fn close(&mut self) {
        self.live = None;
    }

    fn discard(&mut self) {
        self.close();
        self.process = None;
    }
}
