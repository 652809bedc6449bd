//! Two children with names change places.

use crate::fault::{Fault, StatelessDistortion, needs_contents};
use crate::scene::Scene;
use crate::values::children_of;
use debunk_model::{Action, Observation, ValueChild};

pub(super) const FAULT: Fault = Fault {
    name: "children-reordered",
    summary: "the first two children of a variable change places if they have names",
    real_bug: "microsoft/debugpy#566",
    applies: needs_contents,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if let Some([first, second, ..]) = children_of(&mut observation).map(Vec::as_mut_slice) {
        let has_name = |child: &ValueChild| !child.key.starts_with(|it: char| it.is_ascii_digit());
        if has_name(first) && has_name(second) {
            std::mem::swap(first, second);
        }
    }
    observation
}
