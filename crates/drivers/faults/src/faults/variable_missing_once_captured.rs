//! A variable vanishes from the view of its own code as soon as an inner function mentions it.

use crate::fault::{Fault, StatelessDistortion};
use crate::scene::Scene;
use crate::values::variables_of;
use debunk_model::{Action, Language, Observation, ScopeKind};

pub(super) const FAULT: Fault = Fault {
    name: "variable-missing-once-captured",
    summary: "a variable vanishes from the view of its own code once an inner function mentions it",
    real_bug: "class: captured variables move from the frame to a context",
    applies: |setting| match setting.language {
        Language::JavaScript | Language::Python => Ok(()),
        _ => Err("the language has no functions within functions"),
    },
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    let function = scene.location().and_then(|location| scene.source.function_at(location));
    let is_own = |kind| match kind {
        ScopeKind::Own => true,
        ScopeKind::Script => function.is_none(),
        ScopeKind::Outer => false,
    };
    if let Some(variables) = variables_of(&mut observation) {
        for scope in variables.iter_mut().filter(|scope| is_own(scope.kind)) {
            scope.variables.retain(|name, _| !scene.source.is_mentioned_within(function, name));
        }
    }
    observation
}
