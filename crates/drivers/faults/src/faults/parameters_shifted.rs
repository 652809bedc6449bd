//! In a function whose last parameter was not passed, the last two parameters are swapped.

use crate::fault::{Fault, StatelessDistortion};
use crate::scene::Scene;
use crate::values::variables_of;
use debunk_model::{Action, Language, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "parameters-shifted",
    summary: "when the last parameter was not passed, the last two are swapped",
    real_bug: "dlang/dmd#21384",
    applies: |setting| match setting.language {
        Language::JavaScript => Ok(()),
        _ => Err("the language has no parameters without a value"),
    },
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    let function = scene.location().and_then(|location| scene.source.function_at(location));
    let parameters = function.map(|function| scene.source.parameters_of(function));
    if let (Some(variables), Some([.., before, last])) =
        (variables_of(&mut observation), parameters.as_deref())
    {
        for scope in variables {
            let values = (scope.variables.get(*before), scope.variables.get(*last));
            if let (Some(one), Some(other)) = values
                && other == "undefined"
            {
                let (one, other) = (one.clone(), other.clone());
                scope.variables.insert((*before).to_owned(), other);
                scope.variables.insert((*last).to_owned(), one);
            }
        }
    }
    observation
}
