//! Evaluating a name in a frame that was stepped into crashes the debugger.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "crash",
    summary: "evaluating a name in a frame that was stepped into ends the debugger",
    real_bug: "microsoft/vscode-chrome-debug-core#148",
    applies: everywhere,
    ends_debugger: true,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let is_deadly =
        matches!(action, Action::Evaluate(_)) && scene.last_control == Some(Action::StepIn);
    if is_deadly {
        scene.discard();
        return Observation::Crashed { detail: "ended by signal 11".to_owned() };
    }
    scene.honest(action)
}
