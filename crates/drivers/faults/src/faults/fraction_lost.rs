//! What an operator computes is cut to an integer.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use crate::values::is_no_integer;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "fraction-lost",
    summary: "the result of an operator that is no integer is cut to one, for every purpose",
    real_bug: "mono/debugger-libs#174",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let observation = scene.honest(action);
    match (action, &observation) {
        (Action::Evaluate(evaluation), Observation::Evaluated { value })
            if evaluation.expression.contains(' ') && is_no_integer(value) =>
        {
            let number = value.parse::<f64>().unwrap_or(f64::NAN);
            Observation::Evaluated { value: (number as i64).to_string() }
        }
        _ => observation,
    }
}
