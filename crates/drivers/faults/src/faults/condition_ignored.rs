//! The condition of a breakpoint that slid is forgotten.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "condition-ignored",
    summary: "a breakpoint that slid pauses whatever its condition says",
    real_bug: "replayio/devtools#857",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let observation = scene.honest(action);
    let (
        Action::AddBreakpoint { at, condition: Some(_) },
        Observation::BreakpointSet { at: actual },
    ) = (action, &observation)
    else {
        return observation;
    };
    if at != actual {
        let index = scene.breakpoints.len() - 1;
        scene.set_active(index, false);
        scene.breakpoints[index].condition = None;
        scene.set_active(index, true);
    }
    observation
}
