//! Actions one after the other, for drivers that send each by itself.

use debunk_model::{Action, Observation};

/// Performs the actions in order, and none after one whose observation is an end.
pub fn perform_each(
    actions: &[Action],
    mut perform: impl FnMut(&Action) -> Observation,
) -> Vec<Observation> {
    let mut observations = Vec::with_capacity(actions.len());
    for action in actions {
        let observation = perform(action);
        let is_end = observation.is_end();
        observations.push(observation);
        if is_end {
            break;
        }
    }
    observations
}
