//! The first completion is not listed.

use crate::fault::{Fault, StatelessDistortion};
use crate::scene::Scene;
use debunk_model::{Action, Capability, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "completion-missing",
    summary: "the first of several completions is not listed",
    real_bug: "microsoft/vscode#168021",
    applies: |setting| setting.offers(Capability::Completions),
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if let Observation::Completed { names, .. } = &mut observation
        && names.len() > 1
    {
        names.remove(0);
    }
    observation
}
