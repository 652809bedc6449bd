//! A step over a call of a function that has a breakpoint, which is not hit, continues.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "step-over-becomes-continue",
    summary: "a step over a call runs on when the callee has a breakpoint that is not hit",
    real_bug: "microsoft/vscode-java-debug#1535",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let Some(location) = scene.location() else { return scene.honest(action) };
    let has_breakpoint_in_callee = scene
        .breakpoints
        .iter()
        .any(|breakpoint| scene.source.may_call(location.line, breakpoint.actual));
    let observation = scene.honest(action);
    let is_done = observation.pause().is_some() && !scene.is_at_breakpoint();
    if *action == Action::StepOver && has_breakpoint_in_callee && is_done {
        return scene.run(&Action::Continue);
    }
    observation
}
