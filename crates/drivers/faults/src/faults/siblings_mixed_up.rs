//! Reading the children of a value before its siblings mixes up what they hold.

use crate::fault::{Fault, StatelessDistortion, needs_contents};
use crate::scene::Scene;
use crate::values::children_of;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "siblings-mixed-up",
    summary: "if the children of each value are read before its siblings, the last two have the same value",
    real_bug: "llvm/llvm-project#147105",
    applies: needs_contents,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if let Action::Expand(expansion) = action
        && expansion.depth_first
        && let Some([.., before, last]) = children_of(&mut observation).map(Vec::as_mut_slice)
    {
        last.value.clone_from(&before.value);
    }
    observation
}
