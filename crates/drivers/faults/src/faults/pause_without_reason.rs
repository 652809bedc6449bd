//! The first continue after a breakpoint was removed pauses at the next statement.

use crate::fault::{Distortion, Fault, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "pause-without-reason",
    summary: "the first continue after a breakpoint was removed pauses at the next statement",
    real_bug: "microsoft/RTVS#685",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::<PauseWithoutReason>::default(),
};

#[derive(Default)]
struct PauseWithoutReason {
    has_removed: bool,
}

impl Distortion for PauseWithoutReason {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        if matches!(action, Action::RemoveBreakpoint { .. }) && scene.here.is_some() {
            self.has_removed = true;
        }
        if *action == Action::Continue && std::mem::take(&mut self.has_removed) {
            return scene.run(&Action::StepOver);
        }
        scene.honest(action)
    }
}
