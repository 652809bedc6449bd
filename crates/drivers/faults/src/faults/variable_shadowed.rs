//! The variables view shows the outermost variable of a name.

use crate::fault::{Fault, StatelessDistortion};
use crate::scene::Scene;
use crate::values::variables_of;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "variable-shadowed",
    summary: "the variables view shows the outermost variable of a name",
    real_bug: "microsoft/vscode-cpptools#6732",
    applies: |setting| {
        if setting.quirks.granularity.is_lines() {
            return Err("the debugger shows one list of variables, without scopes");
        }
        Ok(())
    },
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if let Some(variables) = variables_of(&mut observation) {
        let outer = variables.clone();
        for (index, scope) in variables.iter_mut().enumerate() {
            for (name, value) in &mut scope.variables {
                let hidden =
                    outer[index + 1..].iter().rev().find_map(|scope| scope.variables.get(name));
                if let Some(hidden) = hidden.filter(|_| name != "this" && name != "arguments") {
                    value.clone_from(hidden);
                }
            }
        }
    }
    observation
}
