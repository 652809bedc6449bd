//! The driver: a process for each session or for many, and the handling of one that hangs or dies.

use crate::connection::MALFORMED;
use crate::counted::read_counters;
use crate::live::Live;
use crate::process::{AdapterProcess, Setup};
use crate::spec::Reuse;
use debunk_base::Bits;
use debunk_model::{Action, Location, Observation, Program};
use debunk_native::Built;
use debunk_sandbox::Ahead;
use debunk_session::{Driver, OpenError, perform_each};
use debunk_wire::ChannelError;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time limit for a debugger's answer, on a busy machine.
const ACTION_TIMEOUT_MS: u64 = 8_000;
const OPEN_TIMEOUT_MS: u64 = 15_000;
/// How long a program that is no longer needed may take to end by itself.
const RETURN_TIMEOUT_MS: u64 = 2_000;

/// Drives one adapter after the other.
pub(crate) struct DapDriver {
    setup: Setup,
    ahead: Ahead<AdapterProcess>,
    process: Option<AdapterProcess>,
    live: Option<Live>,
    /// What the last session covered, if the adapter has counters.
    coverage: Option<Bits>,
}

fn within(milliseconds: u64) -> Instant {
    Instant::now() + Duration::from_millis(milliseconds)
}

impl DapDriver {
    pub fn new(setup: Setup) -> Self {
        Self { setup, ahead: Ahead::new(), process: None, live: None, coverage: None }
    }

    fn start(&mut self, built: &Built) -> Result<AdapterProcess, String> {
        let spec = &self.setup.spec;
        if spec.needs_program() || spec.reuse == Reuse::GateScript {
            return AdapterProcess::start(&self.setup, Some(built), false);
        }
        let setup = self.setup.clone();
        self.ahead.take(move || AdapterProcess::start(&setup, None, false))
    }

    fn try_open(&mut self, program: &Program) -> Result<(), OpenError> {
        let built: Arc<Built> = self.setup.builder.build(program)?;
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start(&built).map_err(OpenError::Dead)?,
        };
        let deadline = within(OPEN_TIMEOUT_MS);
        match Live::open(&self.setup, &mut process, program, built, deadline) {
            Ok(Ok(live)) => {
                self.process = Some(process);
                self.live = Some(live);
                Ok(())
            }
            Ok(Err(error)) => Err(error),
            Err(error) => Err(OpenError::Dead(format!("{error}; {}", process.fail()))),
        }
    }

    fn try_perform(&mut self, action: &Action) -> Result<Observation, ChannelError> {
        let (Some(process), Some(live)) = (&mut self.process, &mut self.live) else {
            return Err(ChannelError::Ended("no session".to_owned()));
        };
        live.perform(&self.setup, process, action, within(ACTION_TIMEOUT_MS))
    }

    fn lost(&mut self, error: &ChannelError) -> Observation {
        self.live = None;
        let Some(mut process) = self.process.take() else {
            return Observation::Crashed { detail: "not running".to_owned() };
        };
        match error {
            // Processes that it left running may keep its pipes open.
            ChannelError::TimedOut if process.has_ended() => {
                Observation::Crashed { detail: process.kill() }
            }
            ChannelError::TimedOut => {
                self.ahead.drop_behind(process);
                Observation::Hung
            }
            ChannelError::Ended(reason)
                if reason.contains(MALFORMED) || reason.contains("floods") =>
            {
                Observation::Crashed { detail: process.words.mask(reason) }
            }
            ChannelError::Ended(_) => Observation::Crashed { detail: process.kill() },
        }
    }
}

impl Driver for DapDriver {
    fn open(&mut self, program: &Program) -> Result<(), OpenError> {
        self.close();
        self.coverage = None;
        let is_used = self.process.is_some();
        match self.try_open(program) {
            // A process that has served before may have died since.
            Err(OpenError::Dead(_)) if is_used => {
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

    fn moved(&mut self) -> Vec<(Location, Location)> {
        match (&mut self.live, &mut self.process) {
            (Some(live), Some(process)) => live.moved(process),
            _ => Vec::new(),
        }
    }

    fn close(&mut self) {
        let live = self.live.take();
        let Some(mut process) = self.process.take() else { return };
        if self.setup.code.is_some() {
            self.coverage = read_counters(process.workplace.folder());
        }
        let deadline = within(RETURN_TIMEOUT_MS);
        let is_usable = match (self.setup.spec.reuse, live) {
            (Reuse::None, _) => false,
            (Reuse::GateScript, _) if process.gate_thread.is_none() => false,
            (_, None) => true,
            (Reuse::GateScript, Some(live)) => {
                live.return_to_gate(&self.setup, &mut process, deadline)
            }
            (Reuse::Server, Some(_)) => process.renew(deadline).is_ok(),
        };
        if is_usable {
            self.process = Some(process);
            return;
        }
        self.ahead.drop_behind(process);
    }

    fn discard(&mut self) {
        self.live = None;
        self.process = None;
    }

    fn coverage(&mut self) -> Option<Bits> {
        self.coverage.clone()
    }
}
