//! A breakpoint that slid to another line is not found if it is removed during a pause.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "breakpoint-refuses-removal",
    summary: "a breakpoint that slid to another line cannot be removed during a pause",
    real_bug: "mu-editor/mu#491",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let Action::RemoveBreakpoint { at } = action else { return scene.honest(action) };
    let has_slid = scene
        .breakpoints
        .iter()
        .any(|breakpoint| breakpoint.requested == *at && breakpoint.actual.line != at.line);
    if scene.here.is_some() && has_slid {
        return Observation::BreakpointNotRemoved { reason: format!("no breakpoint at {at}") };
    }
    scene.honest(action)
}
