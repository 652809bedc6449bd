//! A long session with many breakpoints gets no more answers.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

/// The control action at which the debugger starts to hang.
const HANGS_AT_CONTROL: u32 = 9;

/// This many breakpoints are too many for it.
const HANGS_WITH_BREAKPOINTS: usize = 4;

pub(super) const FAULT: Fault = Fault {
    name: "never-answers",
    summary: "the tenth control action gets no answer when four breakpoints stand",
    real_bug: "dart-lang/webdev#1381",
    applies: everywhere,
    ends_debugger: true,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let is_too_much =
        scene.controls >= HANGS_AT_CONTROL && scene.breakpoints.len() >= HANGS_WITH_BREAKPOINTS;
    if action.is_control() && is_too_much {
        scene.discard();
        return Observation::Hung;
    }
    scene.honest(action)
}
