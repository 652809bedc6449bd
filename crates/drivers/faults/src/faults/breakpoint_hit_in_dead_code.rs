//! A continue to the program's end seems to pause at a breakpoint that was never reached.

use crate::fault::{Distortion, Fault, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Frame, Location, Observation, Pause, Place};

pub(super) const FAULT: Fault = Fault {
    name: "breakpoint-hit-in-dead-code",
    summary: "a continue to the program's end seems to pause at a breakpoint that was never reached",
    real_bug: "python/cpython#86714",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::<DeadCodeHit>::default(),
};

#[derive(Default)]
struct DeadCodeHit {
    held_back: Option<Observation>,
    is_over: bool,
}

impl DeadCodeHit {
    /// The answer while the program has really ended.
    fn pretend(&mut self, action: &Action, held_back: Observation) -> Observation {
        let answer = match action {
            Action::AddBreakpoint { at, .. } => Observation::BreakpointSet { at: *at },
            Action::RemoveBreakpoint { .. } => Observation::BreakpointRemoved,
            Action::Look => Observation::Looked { variables: Vec::new() },
            Action::Evaluate(_) => Observation::Evaluated { value: "undefined".to_owned() },
            _ => return held_back,
        };
        self.held_back = Some(held_back);
        answer
    }

    fn never_hit(scene: &Scene) -> Option<Location> {
        let never_hit = scene
            .breakpoints
            .iter()
            .find(|breakpoint| breakpoint.hits == 0 && breakpoint.condition.is_none());
        never_hit.map(|breakpoint| breakpoint.actual)
    }
}

impl Distortion for DeadCodeHit {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        if let Some(held_back) = self.held_back.take() {
            return self.pretend(action, held_back);
        }
        let observation = scene.honest(action);
        let ran_to_the_end = matches!(action, Action::Start | Action::Continue)
            && matches!(observation, Observation::Finished(_));
        match Self::never_hit(scene) {
            Some(at) if ran_to_the_end && !self.is_over => {
                self.is_over = true;
                self.held_back = Some(observation);
                let frame = Frame { function: String::new(), place: Place::Program { at } };
                Observation::Paused(Pause { frames: vec![frame], variables: Vec::new() })
            }
            _ => observation,
        }
    }
}
