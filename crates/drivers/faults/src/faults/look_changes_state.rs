//! Reading the variables again shows those of the pause before, if that was in the same frame.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use crate::values::is_same_frame;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "look-changes-state",
    summary: "reading the variables again shows those of the pause before in that frame",
    real_bug: "microsoft/vscode#3302",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let observation = scene.honest(action);
    match (action, &scene.reported_before, &scene.reported) {
        (Action::Look, Some(before), Some(now)) if is_same_frame(before, now) => {
            Observation::Looked { variables: before.variables.clone() }
        }
        _ => observation,
    }
}
