//! The caller is missing from the call stack if it has a breakpoint after the call.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "frame-missing",
    summary: "the caller is missing from the stack when it has a breakpoint after the call",
    real_bug: "JuliaDebug/Gallium.jl#43",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if let Observation::Paused(pause) = &mut observation {
        let caller = pause.frames.get(1).and_then(|frame| frame.place.in_program());
        let has_breakpoint = caller.is_some_and(|call| {
            let function = scene.source.function_at(call);
            function.is_some()
                && scene.breakpoints.iter().any(|breakpoint| {
                    breakpoint.actual > call
                        && scene.source.function_at(breakpoint.actual) == function
                })
        });
        if has_breakpoint {
            pause.frames.remove(1);
        }
    }
    observation
}
