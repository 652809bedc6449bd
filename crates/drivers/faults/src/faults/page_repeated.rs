//! The second page of children repeats the first one.

use crate::fault::{Fault, StatelessDistortion, needs_contents};
use crate::scene::Scene;
use crate::values::children_of;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "page-repeated",
    summary: "the second page of the children of a variable is the first one again",
    real_bug: "oracle/graal#13483",
    applies: needs_contents,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    let Action::Expand(expansion) = action else { return observation };
    let page = expansion.page as usize;
    if let Some(children) = children_of(&mut observation)
        && page > 0
        && children.len() > page
    {
        for index in page..children.len().min(2 * page) {
            children[index].value = children[index - page].value.clone();
        }
    }
    observation
}
