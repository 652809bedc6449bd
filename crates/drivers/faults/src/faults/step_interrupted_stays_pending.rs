//! If a breakpoint interrupts a step over, the next continue completes it.

use crate::fault::{Distortion, Fault};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

/// How many returns a pending step may need before it is given up.
const RETURNS_MAX: usize = 64;

pub(super) const FAULT: Fault = Fault {
    name: "step-interrupted-stays-pending",
    summary: "a step over that a breakpoint interrupted is completed by the next continue",
    real_bug: "microsoft/vscode-cpptools#506",
    applies: |setting| {
        if setting.quirks.completes_steps { Err("the debugger does so by design") } else { Ok(()) }
    },
    ends_debugger: false,
    distortion: || Box::<PendingStep>::default(),
};

#[derive(Default)]
struct PendingStep {
    /// The number of frames in which the step began.
    depth: Option<usize>,
}

impl PendingStep {
    fn complete(scene: &mut Scene, depth: usize) -> Observation {
        let mut observation = scene.run(&Action::StepOut);
        for _ in 0..RETURNS_MAX {
            let is_deeper = observation.pause().is_some() && scene.depth() > depth;
            if !is_deeper || scene.is_at_breakpoint() {
                break;
            }
            observation = scene.run(&Action::StepOut);
        }
        observation
    }
}

impl Distortion for PendingStep {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        if !action.is_control() {
            return scene.honest(action);
        }
        let pending = self.depth.take();
        match (action, pending) {
            (Action::Continue, Some(depth)) => Self::complete(scene, depth),
            (Action::StepOver, _) => {
                let before = scene.depth();
                let observation = scene.honest(action);
                if scene.depth() > before && scene.is_at_breakpoint() {
                    self.depth = Some(before);
                }
                observation
            }
            _ => scene.honest(action),
        }
    }
}
