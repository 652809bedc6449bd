//! What faults that distort variables share.

use debunk_model::{Observation, Pause, Variables};

/// The variables in an answer, if it has any.
pub(crate) fn variables_of(observation: &mut Observation) -> Option<&mut Variables> {
    match observation {
        Observation::Paused(pause) => Some(&mut pause.variables),
        Observation::Looked { variables } => Some(variables),
        _ => None,
    }
}

/// Whether two pauses are in the same function at the same depth.
pub(crate) fn is_same_frame(one: &Pause, other: &Pause) -> bool {
    one.frames.len() == other.frames.len()
        && one.frames.first().map(|frame| &frame.function)
            == other.frames.first().map(|frame| &frame.function)
}

/// One wrong value, kept until the program resumes.
#[derive(Default)]
pub(crate) struct WrongValue {
    /// The variable and its wrong value.
    pub value: Option<(String, String)>,
}

impl WrongValue {
    /// Replaces the right value by the wrong one.
    pub fn apply(&self, variables: &mut Variables) {
        let Some((name, value)) = &self.value else { return };
        let scope = variables.iter_mut().find(|scope| scope.variables.contains_key(name));
        if let Some(scope) = scope {
            scope.variables.insert(name.clone(), value.clone());
        }
    }
}
