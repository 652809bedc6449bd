//! Long texts in containers are truncated.

use crate::fault::{Fault, StatelessDistortion, needs_contents};
use crate::scene::Scene;
use crate::values::change_texts;
use debunk_model::{Action, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "text-truncated",
    summary: "texts in containers end after six characters",
    real_bug: "microsoft/vscode-cpptools#1786",
    applies: needs_contents,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    change_texts(&mut observation, |text| {
        let quote = text.chars().next().filter(|it| matches!(it, '"' | '\''))?;
        let (end, _) = text.char_indices().nth(7)?;
        Some(format!("{}{quote}", &text[..end]))
    });
    observation
}
