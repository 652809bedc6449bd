//! The driver: one gdb for one program after the other.

use crate::live::Live;
use crate::process::{GdbProcess, GdbSetup};
use debunk_model::{Action, Observation, Program};
use debunk_session::OpenError;
use debunk_shell::{Backend, LoadError, Protocol, one_by_one};
use debunk_wire::ChannelError;

impl Backend for GdbSetup {
    type Process = GdbProcess;
    type Live = Live;

    fn start(&mut self, program: &Program) -> Result<GdbProcess, OpenError> {
        // No gdb is started for a program that does not compile.
        self.builder.build(program)?;
        GdbProcess::start(self).map_err(OpenError::Dead)
    }

    fn load(&mut self, process: &mut GdbProcess, program: &Program) -> Result<Live, LoadError> {
        let built = self.builder.build(program).map_err(OpenError::from)?;
        process.load(&built)?;
        Ok(Live::new(program, built))
    }

    fn kill(&mut self, mut process: GdbProcess) -> String {
        process.kill()
    }
}

impl Protocol for GdbSetup {
    fn perform(
        &mut self,
        process: &mut GdbProcess,
        live: &mut Live,
        actions: &[Action],
        observations: &mut Vec<Observation>,
    ) -> Result<(), ChannelError> {
        one_by_one(actions, observations, |action, deadline| {
            live.perform(process, action, deadline)
        })
    }
}
