//! A child that is itself a container is hidden.

use crate::fault::{Fault, StatelessDistortion, needs_contents};
use crate::scene::Scene;
use crate::values::children_of;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "child-hidden",
    summary: "the first child that holds something itself is not shown",
    real_bug: "ballerina-platform/ballerina-lang#27739",
    applies: needs_contents,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if let Some(children) = children_of(&mut observation) {
        let holder = children.iter().position(|child| !child.value.contents.is_nothing());
        holder.map(|position| children.remove(position));
    }
    observation
}
