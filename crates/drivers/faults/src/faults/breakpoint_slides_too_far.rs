//! A breakpoint on a whole line slides to a later line if one further down is already set.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "breakpoint-slides-too-far",
    summary: "a breakpoint on a line lands on a later line when one further down is there already",
    real_bug: "microsoft/vscode-chrome-debug#291",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    match action {
        Action::AddBreakpoint { at, condition }
            if at.column == 0
                && scene.breakpoints.iter().any(|other| other.actual.line > at.line) =>
        {
            scene.add_elsewhere(*at, at.line + 1, condition.clone())
        }
        _ => scene.honest(action),
    }
}
