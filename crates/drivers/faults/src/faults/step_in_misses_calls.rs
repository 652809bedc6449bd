//! A step in goes over calls if a breakpoint is set in another function.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "step-in-misses-calls",
    summary: "a step in goes over calls when a breakpoint stands in another function",
    real_bug: "ZathuraDbg/ZathuraDbg#52",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let here = scene.location().and_then(|location| scene.source.function_at(location));
    let is_elsewhere = scene.breakpoints.iter().any(|breakpoint| {
        let function = scene.source.function_at(breakpoint.actual);
        function.is_some() && function != here
    });
    if *action == Action::StepIn && is_elsewhere {
        return scene.run(&Action::StepOver);
    }
    scene.honest(action)
}
