//! A step over misses the breakpoints in called functions and pauses right after the call.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Observation};

/// How many returns a step over may need to leave the calls that it should have paused in.
const RETURNS_MAX: usize = 64;

pub(super) const FAULT: Fault = Fault {
    name: "breakpoint-not-hit",
    summary: "a step over passes the breakpoints in called functions",
    real_bug: "neo-project/neo-vm#119",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let depth = scene.depth();
    let mut observation = scene.honest(action);
    if *action != Action::StepOver {
        return observation;
    }
    for _ in 0..RETURNS_MAX {
        let is_deeper = observation.pause().is_some() && scene.depth() > depth;
        if !is_deeper {
            break;
        }
        observation = scene.run(&Action::StepOut);
    }
    observation
}
