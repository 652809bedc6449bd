//! A breakpoint whose code follows a comment or a blank line ends up on the next line.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "comment-shifts-breakpoint",
    summary: "a breakpoint right after a comment or a blank line lands on the next line",
    real_bug: "judy-vscode/Judy#13",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    match action {
        Action::AddBreakpoint { at, condition } if scene.source.is_after_comment(*at) => {
            scene.add_elsewhere(*at, at.line + 1, condition.clone())
        }
        _ => scene.honest(action),
    }
}
