//! What faults that distort variables share.

use debunk_model::{Contents, Observation, Pause, Value, ValueChild, Variables};

/// The variables in an answer, if it has any.
pub(crate) fn variables_of(observation: &mut Observation) -> Option<&mut Variables> {
    match observation {
        Observation::Paused(pause) => Some(&mut pause.variables),
        Observation::Looked { variables } => Some(variables),
        _ => None,
    }
}

/// The children of an expanded variable, if an answer has any.
pub(crate) fn children_of(observation: &mut Observation) -> Option<&mut Vec<ValueChild>> {
    match observation {
        Observation::Expanded { value } => match &mut value.contents {
            Contents::Children { children, .. } => Some(children),
            _ => None,
        },
        _ => None,
    }
}

/// Changes the text of everything that an expanded variable holds.
pub(crate) fn change_texts(observation: &mut Observation, change: fn(&str) -> Option<String>) {
    fn visit(value: &mut Value, change: fn(&str) -> Option<String>) {
        let Contents::Children { children, .. } = &mut value.contents else { return };
        for child in children {
            if let Some(text) = change(&child.value.text) {
                child.value.text = text;
            }
            visit(&mut child.value, change);
        }
    }
    if let Observation::Expanded { value } = observation {
        visit(value, change);
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

/// Whether a value is a number, and no integer.
pub(crate) fn is_no_integer(value: &str) -> bool {
    let number = value.parse::<f64>();
    value.parse::<i64>().is_err() && number.is_ok()
}
