//! The last of several things that a variable holds is not shown.

use crate::fault::{Fault, StatelessDistortion, needs_contents};
use crate::scene::Scene;
use crate::values::children_of;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "last-child-missing",
    summary: "the last of several children of a variable is not shown",
    real_bug: "microsoft/vscode#9666",
    applies: needs_contents,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if let Some(children) = children_of(&mut observation)
        && children.len() > 1
    {
        children.pop();
    }
    observation
}
