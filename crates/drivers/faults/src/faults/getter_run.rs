//! Expanding a variable runs a getter in it.

use crate::fault::{Fault, StatelessDistortion, needs_contents};
use crate::scene::Scene;
use crate::values::children_of;
use debunk_model::{Action, Contents, Language, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "getter-run",
    summary: "expanding a variable runs its getters and shows what they return",
    real_bug: "microsoft/vscode-node-debug#14",
    applies: |setting| match setting.language {
        Language::JavaScript => needs_contents(setting),
        _ => Err("only JavaScript has getters"),
    },
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    let Some(children) = children_of(&mut observation) else { return observation };
    for child in children.iter_mut().filter(|child| child.value.contents == Contents::Accessor) {
        let Some(expression) = &child.expression else { continue };
        if let Observation::Evaluated { value } = scene.run(&Action::evaluate(expression)) {
            child.value = value.into();
        }
    }
    observation
}
