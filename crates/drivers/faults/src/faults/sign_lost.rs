//! Negative numbers in containers lose their sign.

use crate::fault::{Fault, StatelessDistortion, needs_contents};
use crate::scene::Scene;
use crate::values::change_texts;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "sign-lost",
    summary: "negative numbers in containers are shown without their sign",
    real_bug: "eclipse-cdt/cdt#763",
    applies: needs_contents,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    change_texts(&mut observation, |text| {
        let digits = text.strip_prefix('-')?;
        digits.starts_with(|first: char| first.is_ascii_digit()).then(|| digits.to_owned())
    });
    observation
}
