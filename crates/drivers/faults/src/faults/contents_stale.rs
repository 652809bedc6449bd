//! A variable that was expanded before still holds what it held then.

use crate::fault::{Distortion, Fault, needs_contents};
use crate::scene::Scene;
use debunk_model::{Action, Observation, Value};
use std::collections::BTreeMap;

pub(super) const FAULT: Fault = Fault {
    name: "contents-stale",
    summary: "an expanded variable holds what it held when it was first expanded in that function",
    real_bug: "vadimcn/codelldb#911",
    applies: needs_contents,
    ends_debugger: false,
    distortion: || Box::<StaleContents>::default(),
};

/// What was shown, by function and variable.
#[derive(Default)]
struct StaleContents(BTreeMap<(String, String), Value>);

impl Distortion for StaleContents {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        let observation = scene.honest(action);
        let (Action::Expand(expansion), Observation::Expanded { value }, Some(pause)) =
            (action, &observation, &scene.here)
        else {
            return observation;
        };
        let Some(frame) = pause.frames.get(expansion.frame as usize) else { return observation };
        let key = (frame.function.clone(), expansion.name.clone());
        let value = self.0.entry(key).or_insert_with(|| value.clone()).clone();
        Observation::Expanded { value }
    }
}
