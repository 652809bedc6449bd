//! After a step out the column is that of the line's first character.

use crate::fault::{Fault, StatelessDistortion, needs_columns};
use crate::scene::Scene;
use debunk_model::{Action, Location, Observation, Place};

pub(super) const FAULT: Fault = Fault {
    name: "wrong-column",
    summary: "after a step out the column is that of the line's first character",
    real_bug: "firefox-devtools/debugger#3464",
    applies: needs_columns,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if let (Action::StepOut, Observation::Paused(pause)) = (action, &mut observation)
        && let Some(frame) = pause.frames.first_mut()
        && let Place::Program { at } = frame.place
    {
        let line = scene.source.line(at.line);
        let column = line.len() - line.trim_start().len();
        frame.place = Place::Program { at: Location::new(at.line, column as u32) };
    }
    observation
}
