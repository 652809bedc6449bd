//! A step out goes only to the next statement if the caller has a breakpoint after the call.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "step-out-stops-early",
    summary: "a step out only reaches the next statement when the caller has a breakpoint after the call",
    real_bug: "Avid29/Zarem#311",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let caller = scene.here.as_ref().and_then(|pause| pause.frames.get(1)?.place.in_program());
    let has_breakpoint = caller.is_some_and(|call| {
        let function = scene.source.function_at(call);
        scene.breakpoints.iter().any(|breakpoint| {
            breakpoint.actual > call && scene.source.function_at(breakpoint.actual) == function
        })
    });
    if *action == Action::StepOut && has_breakpoint {
        return scene.run(&Action::StepOver);
    }
    scene.honest(action)
}
