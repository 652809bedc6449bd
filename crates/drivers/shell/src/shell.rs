//! The shell: one driver for every protocol.

use crate::backend::{Backend, Failure, Fate, LoadError, Protocol, Stage};
use debunk_base::Bits;
use debunk_model::{Action, Location, Observation, Program};
use debunk_session::{Driver, OpenError};
use debunk_wire::ChannelError;

/// Drives one process of a backend after the other.
pub struct Shell<B: Backend> {
    backend: B,
    process: Option<B::Process>,
    live: Option<B::Live>,
}

impl<B: Backend> Shell<B> {
    /// A shell without a process; that starts with the first program.
    pub fn new(backend: B) -> Self {
        Self { backend, process: None, live: None }
    }

    /// Loads a program into a fresh environment, and replaces a process that cannot do that.
    ///
    /// # Errors
    /// If the program cannot be loaded.
    pub fn open(&mut self, program: &Program) -> Result<(), OpenError> {
        self.close();
        self.backend.forget_last();
        if self.process.as_ref().is_some_and(|process| self.backend.is_worn_out(process)) {
            self.discard();
        }
        let mut earlier = 0;
        loop {
            let was_used = self.process.is_some();
            match self.try_open(program) {
                Err((stage, OpenError::Dead(_)))
                    if self.backend.retries(Failure { earlier, stage, was_used }) =>
                {
                    earlier += 1;
                }
                result => return result.map_err(|(_, error)| error),
            }
        }
    }

    fn try_open(&mut self, program: &Program) -> Result<(), (Stage, OpenError)> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.backend.start(program).map_err(|error| (Stage::Start, error))?,
        };
        let error = match self.backend.load(&mut process, program) {
            Ok(live) => {
                self.process = Some(process);
                self.live = Some(live);
                return Ok(());
            }
            Err(LoadError::Lost(error)) => {
                OpenError::Dead(self.backend.explain_loss(process, &error))
            }
            Err(LoadError::Refused(error)) => {
                let is_dead = matches!(error, OpenError::Dead(_));
                self.process = Some(process).filter(|_| !is_dead && self.backend.serves_many());
                error
            }
        };
        Err((Stage::Load, error))
    }

    /// The present session, if there is one.
    pub fn session(&mut self) -> Option<(&mut B, &mut B::Process, &mut B::Live)> {
        Some((&mut self.backend, self.process.as_mut()?, self.live.as_mut()?))
    }

    /// The present process, with or without a program.
    pub fn process(&mut self) -> Option<&mut B::Process> {
        self.process.as_mut()
    }

    /// Ends the session in whatever state it is.
    pub fn close(&mut self) {
        let Some(live) = self.live.take() else { return };
        let Some(mut process) = self.process.take() else { return };
        if self.backend.serves_many() && self.backend.leave(&mut process, live) == Fate::Keep {
            self.process = Some(process);
            return;
        }
        self.backend.dismiss(process);
    }

    /// Ends the process.
    pub fn discard(&mut self) {
        self.live = None;
        if let Some(process) = self.process.take() {
            self.backend.dismiss(process);
        }
    }
}

impl<P: Protocol> Shell<P> {
    fn try_perform(
        &mut self,
        actions: &[Action],
        observations: &mut Vec<Observation>,
    ) -> Result<(), ChannelError> {
        let Some((protocol, process, live)) = self.session() else {
            return Err(ChannelError::Ended("no session".to_owned()));
        };
        protocol.perform(process, live, actions, observations)
    }

    /// The observation that a lost process is.
    fn lost(&mut self, error: &ChannelError) -> Observation {
        self.live = None;
        let Some(mut process) = self.process.take() else {
            return Observation::Crashed { detail: "not running".to_owned() };
        };
        match error {
            ChannelError::TimedOut if self.backend.has_ended(&mut process) => {
                Observation::Crashed { detail: self.backend.kill(process) }
            }
            ChannelError::TimedOut => {
                self.backend.dismiss(process);
                Observation::Hung
            }
            ChannelError::Ended(reason) => {
                Observation::Crashed { detail: self.backend.crash_detail(process, reason) }
            }
        }
    }
}

impl<P: Protocol> Driver for Shell<P> {
    fn open(&mut self, program: &Program) -> Result<(), OpenError> {
        Shell::open(self, program)
    }

    fn perform(&mut self, actions: &[Action]) -> Vec<Observation> {
        let mut observations = Vec::with_capacity(actions.len());
        if let Err(error) = self.try_perform(actions, &mut observations) {
            observations.push(self.lost(&error));
        }
        observations
    }

    fn moved(&mut self) -> Vec<(Location, Location)> {
        match self.session() {
            Some((protocol, process, live)) => protocol.moved(process, live),
            None => Vec::new(),
        }
    }

    fn close(&mut self) {
        Shell::close(self);
    }

    fn discard(&mut self) {
        Shell::discard(self);
    }

    fn coverage(&mut self) -> Option<Bits> {
        self.backend.coverage()
    }
}
