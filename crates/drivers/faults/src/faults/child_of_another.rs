//! A variable is shown with what another one holds.

use crate::fault::{Distortion, Fault, needs_contents};
use crate::scene::Scene;
use debunk_model::{Action, Contents, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "child-of-another",
    summary: "the second variable that is expanded at a pause is shown with the children of the first",
    real_bug: "feenkcom/gtoolkit#4069",
    applies: needs_contents,
    ends_debugger: false,
    distortion: || Box::<MixedContents>::default(),
};

/// The first variable that was expanded at the present pause, with its contents.
#[derive(Default)]
struct MixedContents(Option<(String, Contents)>);

impl Distortion for MixedContents {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        let mut observation = scene.honest(action);
        if action.is_control() {
            self.0 = None;
        }
        let (Action::Expand(expansion), Observation::Expanded { value }) =
            (action, &mut observation)
        else {
            return observation;
        };
        match &self.0 {
            Some((name, contents)) if *name != expansion.name => {
                value.contents.clone_from(contents)
            }
            Some(_) => {}
            None => self.0 = Some((expansion.name.clone(), value.contents.clone())),
        }
        observation
    }
}
