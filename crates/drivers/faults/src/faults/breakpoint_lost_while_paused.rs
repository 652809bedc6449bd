//! The oldest breakpoint is lost if one is added during a pause.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "breakpoint-lost-while-paused",
    summary: "the oldest breakpoint is lost when one is added during a pause",
    real_bug: "WebFreak001/code-debug#50",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let observation = scene.honest(action);
    let is_added = matches!(action, Action::AddBreakpoint { .. })
        && matches!(observation, Observation::BreakpointSet { .. });
    if is_added && scene.here.is_some() && scene.breakpoints.len() > 1 {
        scene.set_active(0, false);
    }
    observation
}
