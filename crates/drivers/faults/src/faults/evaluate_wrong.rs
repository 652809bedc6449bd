//! A name evaluates to the value that it had at the pause before, in the same frame.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use crate::values::is_same_frame;
use debunk_model::{Action, Evaluation, Observation, ScopeKind, VariableView};

pub(super) const FAULT: Fault = Fault {
    name: "evaluate-wrong",
    summary: "a name evaluates to its value at the pause before in that frame",
    real_bug: "microsoft/vscode#14365",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let observation = scene.honest(action);
    let (Action::Evaluate(Evaluation { expression, .. }), Some(before), Some(now)) =
        (action, &scene.reported_before, &scene.reported)
    else {
        return observation;
    };
    match before.variables.lookup(expression) {
        Some((ScopeKind::Own, value)) if is_same_frame(before, now) => {
            Observation::Evaluated { value: value.to_owned() }
        }
        _ => observation,
    }
}
