//! The driver that has a fault planted into it.

use crate::fault::{Distortion, Fault};
use crate::scene::Scene;
use debunk_base::Bits;
use debunk_model::{Action, Location, Observation, Program};
use debunk_session::{Driver, OpenError};

/// A driver that answers like the one inside it, except where its fault shows.
pub struct FaultyDriver {
    fault: Fault,
    scene: Scene,
    distortion: Box<dyn Distortion>,
}

impl FaultyDriver {
    /// Plants a fault into a driver.
    pub fn new(inner: Box<dyn Driver>, fault: Fault) -> Self {
        Self { fault, scene: Scene::new(inner), distortion: (fault.distortion)() }
    }
}

impl Driver for FaultyDriver {
    fn open(&mut self, program: &Program) -> Result<(), OpenError> {
        // A session must not depend on the one before, or no finding would be reproducible.
        self.distortion = (self.fault.distortion)();
        self.scene.open(program)
    }

    fn perform(&mut self, actions: &[Action]) -> Vec<Observation> {
        let mut observations = Vec::with_capacity(actions.len());
        for action in actions {
            let observation = self.distortion.answer(&mut self.scene, action);
            self.scene.note_answer(action, &observation);
            let is_end = observation.is_end();
            observations.push(observation);
            if is_end {
                break;
            }
        }
        observations
    }

    fn moved(&mut self) -> Vec<(Location, Location)> {
        self.scene.moved()
    }

    fn close(&mut self) {
        self.scene.close();
    }

    fn discard(&mut self) {
        self.scene.discard();
    }

    fn coverage(&mut self) -> Option<Bits> {
        self.scene.coverage()
    }
}
