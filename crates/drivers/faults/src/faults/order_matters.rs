//! A breakpoint is lost if the one set just before it is further down.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "order-matters",
    summary: "a breakpoint is lost when the one set just before it stands further down",
    real_bug: "blackmagic-debug/blackmagic#218",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let observation = scene.honest(action);
    let is_added = matches!(action, Action::AddBreakpoint { .. })
        && matches!(observation, Observation::BreakpointSet { .. });
    if let (true, [.., before, last]) = (is_added, scene.breakpoints.as_slice())
        && before.actual > last.actual
    {
        scene.set_active(scene.breakpoints.len() - 1, false);
    }
    observation
}
