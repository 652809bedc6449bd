//! A breakpoint that is removed during a pause stays in the engine.

use crate::fault::{Distortion, Fault, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Location, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "breakpoint-not-removable",
    summary: "a breakpoint that is removed during a pause is still hit",
    real_bug: "node-inspector/node-inspector#825",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::<LeftBreakpoints>::default(),
};

#[derive(Default)]
struct LeftBreakpoints {
    left_behind: Vec<Location>,
}

impl Distortion for LeftBreakpoints {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        match action {
            Action::RemoveBreakpoint { at } if scene.here.is_some() => {
                scene.breakpoints.retain(|breakpoint| breakpoint.requested != *at);
                self.left_behind.push(*at);
                Observation::BreakpointRemoved
            }
            Action::AddBreakpoint { at, .. } if self.left_behind.contains(at) => {
                // The engine would reject a second one.
                self.left_behind.retain(|other| other != at);
                scene.run(&Action::RemoveBreakpoint { at: *at });
                scene.honest(action)
            }
            _ => scene.honest(action),
        }
    }
}
