//! Reading the scopes of all frames first mixes up their variables.

use crate::fault::{Fault, StatelessDistortion};
use crate::scene::Scene;
use debunk_model::{Action, Capability, FrameOrder, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "caller-order-mixed",
    summary: "if the scopes of all frames are read first, every caller shows the variables of the outermost one",
    real_bug: "llvm/llvm-project#147105",
    applies: |setting| setting.offers(Capability::CallerVariables),
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    let is_mixed = *action == Action::LookAtCallers { order: FrameOrder::ScopesFirst };
    if let Observation::LookedAtCallers { callers } = &mut observation
        && let Some(outermost) = callers.last().filter(|_| is_mixed).cloned()
    {
        callers.fill(outermost);
    }
    observation
}
