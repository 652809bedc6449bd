//! An expression for a caller is evaluated in the innermost frame.

use crate::fault::{Fault, StatelessDistortion};
use crate::scene::Scene;
use debunk_model::{Action, Capability, Evaluation, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "evaluate-in-wrong-frame",
    summary: "an expression for the frame of a caller is evaluated in the innermost frame",
    real_bug: "JuliaDebug/Debugger.jl#140",
    applies: |setting| setting.offers(Capability::FrameQuestions),
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    match action {
        Action::Evaluate(evaluation) if evaluation.frame > 0 => {
            scene.run(&Action::Evaluate(Evaluation { frame: 0, ..evaluation.clone() }))
        }
        other => scene.honest(other),
    }
}
