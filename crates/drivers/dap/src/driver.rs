//! The driver: an adapter for each session, or one for many.

use crate::connection::MALFORMED;
use crate::counted::read_counters;
use crate::live::Live;
use crate::process::{AdapterProcess, Setup};
use crate::spec::Reuse;
use debunk_base::Bits;
use debunk_model::{Action, Location, Observation, Program};
use debunk_sandbox::Ahead;
use debunk_session::OpenError;
use debunk_shell::{Backend, Failure, Fate, LoadError, Protocol, one_by_one, within};
use debunk_wire::ChannelError;

const OPEN_TIMEOUT_MS: u64 = 15_000;
/// How long a program that is no longer needed may take to end by itself.
const RETURN_TIMEOUT_MS: u64 = 2_000;

/// One adapter after the other.
pub(crate) struct DapBackend {
    setup: Setup,
    ahead: Ahead<AdapterProcess>,
    /// What the last session covered, if the adapter has counters.
    coverage: Option<Bits>,
}

impl DapBackend {
    pub fn new(setup: Setup) -> Self {
        Self { setup, ahead: Ahead::new(), coverage: None }
    }
}

impl Backend for DapBackend {
    type Process = AdapterProcess;
    type Live = Live;

    fn start(&mut self, program: &Program) -> Result<AdapterProcess, OpenError> {
        let built = self.setup.builder.build(program)?;
        let spec = &self.setup.spec;
        let started = if spec.needs_program() || spec.reuse == Reuse::GateScript {
            AdapterProcess::start(&self.setup, Some(&built), false)
        } else {
            let setup = self.setup.clone();
            self.ahead.take(move || AdapterProcess::start(&setup, None, false))
        };
        started.map_err(OpenError::Dead)
    }

    fn load(&mut self, process: &mut AdapterProcess, program: &Program) -> Result<Live, LoadError> {
        let built = self.setup.builder.build(program).map_err(OpenError::from)?;
        Ok(Live::open(&self.setup, process, program, built, within(OPEN_TIMEOUT_MS))??)
    }

    fn kill(&mut self, mut process: AdapterProcess) -> String {
        process.kill()
    }

    fn leave(&mut self, process: &mut AdapterProcess, live: Live) -> Fate {
        if self.setup.code.is_some() {
            self.coverage = read_counters(process.workplace.folder());
        }
        let deadline = within(RETURN_TIMEOUT_MS);
        let is_usable = match self.setup.spec.reuse {
            Reuse::None => false,
            Reuse::GateScript if process.gate_thread.is_none() => false,
            Reuse::GateScript => live.return_to_gate(&self.setup, process, deadline),
            Reuse::Server => process.renew(deadline).is_ok(),
        };
        if is_usable { Fate::Keep } else { Fate::Replace }
    }

    /// The end of a process takes time, which the next one need not wait for.
    fn dismiss(&mut self, process: AdapterProcess) {
        self.ahead.drop_behind(process);
    }

    /// An adapter that cannot serve its first program is broken, and its user wants to know at once.
    fn retries(&self, failure: Failure) -> bool {
        failure.was_used
    }

    /// An unusable adapter is described with more of its last words.
    fn explain_loss(&mut self, mut process: AdapterProcess, error: &ChannelError) -> String {
        format!("{error}; {}", process.fail())
    }

    fn forget_last(&mut self) {
        self.coverage = None;
    }
}

impl Protocol for DapBackend {
    fn perform(
        &mut self,
        process: &mut AdapterProcess,
        live: &mut Live,
        actions: &[Action],
        observations: &mut Vec<Observation>,
    ) -> Result<(), ChannelError> {
        one_by_one(actions, observations, |action, deadline| {
            live.perform(&self.setup, process, action, deadline)
        })
    }

    /// Processes that it left running may keep its pipes open.
    fn has_ended(&mut self, process: &mut AdapterProcess) -> bool {
        process.has_ended()
    }

    /// An adapter that breaks the protocol has not ended; what it did is the better description.
    fn crash_detail(&mut self, mut process: AdapterProcess, reason: &str) -> String {
        if reason.contains(MALFORMED) || reason.contains("floods") {
            return process.words.mask(reason);
        }
        process.kill()
    }

    fn moved(
        &mut self,
        process: &mut AdapterProcess,
        live: &mut Live,
    ) -> Vec<(Location, Location)> {
        live.moved(process)
    }

    fn coverage(&mut self) -> Option<Bits> {
        self.coverage.clone()
    }
}
