//! A breakpoint that is requested at its exact column is hit only once.

use crate::fault::{Fault, StatelessDistortion, needs_columns};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "direct-set-differs-from-slid",
    summary: "a breakpoint that is asked for at its exact column is hit only once",
    real_bug: "dosemu2/dosemu2#1169",
    applies: needs_columns,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    if action.is_control() {
        for index in 0..scene.breakpoints.len() {
            let breakpoint = &scene.breakpoints[index];
            let is_direct =
                breakpoint.requested.column > 0 && breakpoint.requested == breakpoint.actual;
            if is_direct && breakpoint.hits > 0 {
                scene.set_active(index, false);
            }
        }
    }
    scene.honest(action)
}
