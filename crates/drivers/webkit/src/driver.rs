//! The driver: a process for each session, and the next one started ahead.

use crate::events::Connection;
use crate::host::{BunProcess, BunSetup};
use crate::live::{Live, PendingRequest};
use debunk_model::{Action, Observation, Program};
use debunk_sandbox::Prefetcher;
use debunk_session::OpenError;
use debunk_shell::{Backend, LoadError, Pipeline, Protocol, action_deadline, pipelined};
use debunk_wire::ChannelError;
use std::time::Instant;

/// One Bun after the other.
pub(crate) struct BunBackend {
    setup: BunSetup,
    ahead: Prefetcher<BunProcess>,
}

impl BunBackend {
    pub fn new(setup: BunSetup) -> Self {
        Self { setup, ahead: Prefetcher::new() }
    }
}

impl Backend for BunBackend {
    type Process = BunProcess;
    type Live = Live;

    fn start(&mut self, _program: &Program) -> Result<BunProcess, OpenError> {
        let setup = self.setup.clone();
        self.ahead.take(move || BunProcess::start(&setup)).map_err(OpenError::Dead)
    }

    fn load(&mut self, process: &mut BunProcess, program: &Program) -> Result<Live, LoadError> {
        let loaded = process.load(program)?;
        Ok(Live::new(&mut process.connection, program, loaded, action_deadline())?)
    }

    fn kill(&mut self, mut process: BunProcess) -> String {
        process.kill()
    }

    /// Bun debugs its main environment only, and that cannot be renewed.
    fn serves_many(&self) -> bool {
        false
    }

    /// The end of a process takes time, which the next one need not wait for.
    fn dismiss(&mut self, process: BunProcess) {
        self.ahead.drop_behind(process);
    }
}

impl Protocol for BunBackend {
    fn perform(
        &mut self,
        process: &mut BunProcess,
        live: &mut Live,
        actions: &[Action],
        observations: &mut Vec<Observation>,
    ) -> Result<(), ChannelError> {
        let connection = &mut process.connection;
        pipelined(actions, observations, &mut Exchange { connection, live })
    }
}

/// A session with its connection.
struct Exchange<'session> {
    connection: &'session mut Connection,
    live: &'session mut Live,
}

impl Pipeline for Exchange<'_> {
    type Sent = PendingRequest;

    /// A removal or a question is sent only when its answer is collected, and nothing may overtake it. The number
    /// of a breakpoint is in its answer, and a crash must be the answer to the action that caused it.
    fn must_wait(&self, sent: &[PendingRequest], action: &Action) -> bool {
        matches!(sent.last(), Some(PendingRequest::Remove(_) | PendingRequest::Question(_)))
            || action.is_control()
            || matches!(action, Action::RemoveBreakpoint { .. })
    }

    fn send(&mut self, action: &Action) -> PendingRequest {
        self.live.send(self.connection, action)
    }

    fn flush(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        self.connection.flush(deadline)
    }

    fn collect(
        &mut self,
        sent: PendingRequest,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        self.live.collect(self.connection, sent, deadline)
    }
}
