//! A policy that performs a fixed list of actions.

use crate::{Next, Policy};
use debunk_model::{Action, Trace, TraceStep};

/// Performs a fixed list of actions until the program ends.
pub struct FixedActions {
    actions: std::vec::IntoIter<Action>,
}

impl FixedActions {
    /// These actions.
    pub fn new(actions: Vec<Action>) -> Self {
        Self { actions: actions.into_iter() }
    }

    /// The actions of a trace.
    pub fn of(trace: &Trace) -> Self {
        Self::new(trace.steps.iter().map(|step| step.action.clone()).collect())
    }
}

impl Policy for FixedActions {
    fn next(&mut self, steps: &[TraceStep]) -> Next {
        let is_over = steps.last().is_some_and(|step| step.observation.is_end());
        match self.actions.next() {
            Some(action) if !is_over => Next::Act(vec![action]),
            _ => Next::Done,
        }
    }
}
