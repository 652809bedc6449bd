//! A variable of a caller is shown with the value that the callee has under its name.

use crate::fault::{Fault, StatelessDistortion};
use crate::scene::Scene;
use debunk_model::{Action, Capability, Observation, ScopeKind, VariableView};

pub(super) const FAULT: Fault = Fault {
    name: "caller-shows-callee",
    summary: "a caller's variable is shown with the value of the callee's variable of that name",
    real_bug: "JuliaDebug/Debugger.jl#130",
    applies: |setting| setting.offers(Capability::CallerVariables),
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    let (Observation::LookedAtCallers { callers }, Some(pause)) = (&mut observation, &scene.here)
    else {
        return observation;
    };
    for variable in callers.iter_mut().flatten().flat_map(|scope| &mut scope.variables) {
        let (name, value) = variable;
        if let Some((ScopeKind::Own, callees)) = pause.variables.lookup(name) {
            callees.clone_into(value);
        }
    }
    observation
}
