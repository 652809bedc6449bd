//! A breakpoint is not armed if it is the only one.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "breakpoint-needs-another",
    summary: "a breakpoint that is the only one is never hit",
    real_bug: "class: breakpoints are armed when the second one is set",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    if action.is_control() {
        let is_alone = scene.breakpoints.len() == 1;
        scene.set_all_active(!is_alone);
    }
    scene.honest(action)
}
