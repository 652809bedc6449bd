//! The driver: a process for each session, and the handling of one that hangs or dies.

use crate::host::{BunProcess, BunSetup};
use crate::live::{Live, Sent};
use debunk_model::{Action, Observation, Program};
use debunk_sandbox::Ahead;
use debunk_session::{Driver, OpenError};
use debunk_wire::ChannelError;
use std::time::{Duration, Instant};

/// The time limit for a debugger's answer, on a busy machine.
const ACTION_TIMEOUT_MS: u64 = 8_000;

/// Drives one Bun after the other.
pub(crate) struct BunDriver {
    setup: BunSetup,
    ahead: Ahead<BunProcess>,
    current: Option<(BunProcess, Live)>,
}

impl BunDriver {
    pub fn new(setup: BunSetup) -> Self {
        Self { setup, ahead: Ahead::new(), current: None }
    }

    fn try_open(&mut self, program: &Program) -> Result<(), OpenError> {
        let setup = self.setup.clone();
        let mut process =
            self.ahead.take(move || BunProcess::start(&setup)).map_err(OpenError::Dead)?;
        let loaded = process.load(program)?;
        let deadline = Instant::now() + Duration::from_millis(ACTION_TIMEOUT_MS);
        let live = Live::new(&mut process.connection, program, loaded, deadline)
            .map_err(|error| OpenError::Dead(error.to_string()))?;
        self.current = Some((process, live));
        Ok(())
    }

    fn try_perform(
        &mut self,
        actions: &[Action],
        observations: &mut Vec<Observation>,
    ) -> Result<(), ChannelError> {
        let deadline = Instant::now() + Duration::from_millis(ACTION_TIMEOUT_MS);
        let Some((process, live)) = &mut self.current else {
            return Err(ChannelError::Ended("no session".to_owned()));
        };
        let connection = &mut process.connection;
        let mut sent = Vec::with_capacity(actions.len());
        for action in actions {
            // A removal is sent only when its answer is collected, and nothing may overtake it.
            let is_after_removal = matches!(sent.last(), Some(Sent::Remove(_)));
            if !sent.is_empty() && (is_after_removal || live.needs_answers(action)) {
                connection.flush(deadline)?;
                for earlier in sent.drain(..) {
                    observations.push(live.collect(connection, earlier, deadline)?);
                }
            }
            sent.push(live.send(connection, action));
        }
        connection.flush(deadline)?;
        for one in sent {
            observations.push(live.collect(connection, one, deadline)?);
        }
        Ok(())
    }

    fn lost(&mut self, error: &ChannelError) -> Observation {
        let Some((mut process, _)) = self.current.take() else {
            return Observation::Crashed { detail: "not running".to_owned() };
        };
        match error {
            ChannelError::TimedOut => {
                self.ahead.drop_behind(process);
                Observation::Hung
            }
            ChannelError::Ended(_) => Observation::Crashed { detail: process.kill() },
        }
    }
}

impl Driver for BunDriver {
    fn open(&mut self, program: &Program) -> Result<(), OpenError> {
        self.close();
        match self.try_open(program) {
            // A process that was started ahead may have died since.
            Err(OpenError::Dead(_)) => self.try_open(program),
            result => result,
        }
    }

    fn perform(&mut self, actions: &[Action]) -> Vec<Observation> {
        let mut observations = Vec::with_capacity(actions.len());
        if let Err(error) = self.try_perform(actions, &mut observations) {
            observations.push(self.lost(&error));
        }
        observations
    }

    fn close(&mut self) {
        if let Some((process, _)) = self.current.take() {
            self.ahead.drop_behind(process);
        }
    }

    fn discard(&mut self) {
        self.close();
    }
}
