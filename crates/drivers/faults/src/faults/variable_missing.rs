//! After a step in a called function, its last variable is missing.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use crate::values::variables_of;
use debunk_model::{Action, Observation, ScopeKind};

pub(super) const FAULT: Fault = Fault {
    name: "variable-missing",
    summary: "after a step in a called function, the last of its variables is missing",
    real_bug: "llvm/llvm-project#61723",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let has_stepped = if action.is_control() { action.is_step() } else { scene.has_stepped() };
    let mut observation = scene.honest(action);
    if has_stepped
        && scene.depth() > 1
        && let Some(variables) = variables_of(&mut observation)
        && let Some(scope) = variables.iter_mut().find(|scope| scope.kind == ScopeKind::Own)
    {
        scope.variables.pop_last();
    }
    observation
}
