//! A step over after an expression was evaluated enters calls.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "hover-changes-run",
    summary: "a step over after an expression with an operator was evaluated enters calls",
    real_bug: "microsoft/vscode#3302",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    if *action == Action::StepOver && scene.has_evaluated_operator {
        return scene.run(&Action::StepIn);
    }
    scene.honest(action)
}
