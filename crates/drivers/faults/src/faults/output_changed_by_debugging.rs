//! If a step ends the program, its last two outputs are in the wrong order.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "output-changed-by-debugging",
    summary: "when a step ends the program, its last two outputs are swapped",
    real_bug: "godotengine/godot#50967",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if let Observation::Finished(outcome) = &mut observation
        && action.is_step()
        && let [.., before, last] = outcome.output.as_mut_slice()
    {
        std::mem::swap(before, last);
    }
    observation
}
