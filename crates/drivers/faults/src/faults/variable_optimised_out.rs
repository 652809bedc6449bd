//! A local that is declared with a literal is not shown: its value is only in the code.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use crate::values::variables_of;
use debunk_model::{Action, Observation, ScopeKind};

pub(super) const FAULT: Fault = Fault {
    name: "variable-optimised-out",
    summary: "a local of a called function is not shown when it is declared with a literal",
    real_bug: "llvm/llvm-project#55115",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if scene.depth() > 1
        && let Some(variables) = variables_of(&mut observation)
    {
        for scope in variables.iter_mut().filter(|scope| scope.kind == ScopeKind::Own) {
            scope.variables.retain(|name, _| !scene.source.is_declared_with_literal(name));
        }
    }
    observation
}
