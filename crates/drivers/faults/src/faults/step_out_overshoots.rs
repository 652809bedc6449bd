//! A step out after a name was evaluated leaves the caller as well.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "step-out-overshoots",
    summary: "a step out after a name was evaluated leaves the caller as well",
    real_bug: "apache/netbeans#3236",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let has_evaluated = scene.has_evaluated;
    let observation = scene.honest(action);
    let is_on_the_way = observation.pause().is_some() && !scene.is_at_breakpoint();
    if *action == Action::StepOut && has_evaluated && is_on_the_way {
        return scene.run(&Action::StepOut);
    }
    observation
}
