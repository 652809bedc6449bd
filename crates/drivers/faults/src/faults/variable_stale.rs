//! After a step over, one variable still has its value from before.

use crate::fault::{Distortion, Fault, everywhere};
use crate::scene::Scene;
use crate::values::{WrongValue, is_same_frame, variables_of};
use debunk_model::{Action, Observation, Pause, ScopeKind, VariableView};

pub(super) const FAULT: Fault = Fault {
    name: "variable-stale",
    summary: "after a step over, a variable still shows its value from before",
    real_bug: "microsoft/vscode#30",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::<StaleVariable>::default(),
};

#[derive(Default)]
struct StaleVariable(WrongValue);

impl StaleVariable {
    fn changed(before: &Pause, now: &Pause) -> Option<(String, String)> {
        let own = now.variables.iter().filter(|scope| scope.kind == ScopeKind::Own);
        own.flat_map(|scope| &scope.variables).find_map(|(name, value)| {
            let (_, old) = before.variables.lookup(name)?;
            (old != value).then(|| (name.clone(), old.to_owned()))
        })
    }
}

impl Distortion for StaleVariable {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        let before = scene.reported.clone();
        let mut observation = scene.honest(action);
        if action.is_control() {
            self.0.value = match (&before, observation.pause()) {
                (Some(before), Some(now))
                    if *action == Action::StepOver && is_same_frame(before, now) =>
                {
                    Self::changed(before, now)
                }
                _ => None,
            };
        }
        if let Some(variables) = variables_of(&mut observation) {
            self.0.apply(variables);
        }
        observation
    }
}
