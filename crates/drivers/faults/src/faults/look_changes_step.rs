//! A step over after the variables were read again enters calls.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "look-changes-step",
    summary: "a step over after the variables were read again enters calls",
    real_bug: "microsoft/vscode#15253",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    if *action == Action::StepOver && scene.has_looked {
        return scene.run(&Action::StepIn);
    }
    scene.honest(action)
}
