//! A continue after a variable was expanded becomes a step over.

use crate::fault::{Fault, StatelessDistortion, needs_contents};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "expanding-changes-run",
    summary: "a continue after a variable was expanded becomes a step over",
    real_bug: "microsoft/vscode#3302",
    applies: needs_contents,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    if *action == Action::Continue && scene.has_expanded {
        return scene.run(&Action::StepOver);
    }
    scene.honest(action)
}
