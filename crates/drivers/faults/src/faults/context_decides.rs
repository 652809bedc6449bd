//! What an expression is evaluated for decides about its value.

use crate::fault::{Fault, StatelessDistortion};
use crate::scene::Scene;
use crate::values::is_no_integer;
use debunk_model::{Action, Capability, EvaluationContext, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "context-decides",
    summary: "the result of an operator that is no integer is 0 in the console, in a watch it is right",
    real_bug: "dotnet/vscode-csharp#418",
    applies: |setting| setting.offers(Capability::EvaluationContexts),
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let observation = scene.honest(action);
    match (action, &observation) {
        (Action::Evaluate(evaluation), Observation::Evaluated { value })
            if evaluation.context == EvaluationContext::Repl
                && evaluation.expression.contains(' ')
                && is_no_integer(value) =>
        {
            Observation::Evaluated { value: "0".to_owned() }
        }
        _ => observation,
    }
}
