//! After a step in, the first integer of a called function is one too big, wherever it shows.

use crate::fault::{Distortion, Fault, everywhere};
use crate::scene::Scene;
use crate::values::{WrongValue, variables_of};
use debunk_model::{Action, Evaluation, Observation, Pause, ScopeKind};

pub(super) const FAULT: Fault = Fault {
    name: "variable-wrong",
    summary: "after a step in, the first integer of a called function is one too big",
    real_bug: "llvm/llvm-project#93929",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::<WrongInteger>::default(),
};

#[derive(Default)]
struct WrongInteger(WrongValue);

impl WrongInteger {
    fn first_integer(pause: &Pause) -> Option<(String, String)> {
        let own = pause.variables.iter().filter(|scope| scope.kind == ScopeKind::Own);
        own.flat_map(|scope| &scope.variables).find_map(|(name, value)| {
            let number: i64 = value.parse().ok()?;
            Some((name.clone(), number.saturating_add(1).to_string()))
        })
    }
}

impl Distortion for WrongInteger {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        let mut observation = scene.honest(action);
        if action.is_control() {
            let pause = observation.pause().filter(|pause| pause.frames.len() > 1);
            let pause = pause.filter(|_| *action == Action::StepIn);
            self.0.value = pause.and_then(Self::first_integer);
        }
        if let Some(variables) = variables_of(&mut observation) {
            self.0.apply(variables);
        }
        match (&self.0.value, action, observation) {
            (
                Some((name, value)),
                Action::Evaluate(Evaluation { expression, .. }),
                Observation::Evaluated { .. },
            ) if name == expression => Observation::Evaluated { value: value.clone() },
            (_, _, observation) => observation,
        }
    }
}
