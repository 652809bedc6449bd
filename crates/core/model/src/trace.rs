//! What happened in one session, step by step.

use crate::{Action, Location, Observation, Pause};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One action and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TraceStep {
    /// The request.
    pub action: Action,
    /// The answer.
    pub observation: Observation,
}

/// The sequence of actions and observations of one session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Trace {
    /// The steps, in order.
    pub steps: Vec<TraceStep>,
}

/// A breakpoint that is set at some moment of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActiveBreakpoint<'trace> {
    /// The requested location.
    pub requested: Location,
    /// The actual location.
    pub actual: Location,
    /// What must be true for a pause.
    pub condition: Option<&'trace str>,
}

impl Trace {
    /// Adds a step.
    pub fn push(&mut self, action: Action, observation: Observation) {
        self.steps.push(TraceStep { action, observation });
    }

    /// Updates the actual location of the breakpoint last requested at `requested`, if the debugger
    /// reports it late.
    pub fn move_breakpoint(&mut self, requested: Location, actual: Location) {
        let asked = |step: &&mut TraceStep| step.action.added_at() == Some(requested);
        if let Some(step) = self.steps.iter_mut().rev().find(asked)
            && let Observation::BreakpointSet { at } = &mut step.observation
        {
            *at = actual;
        }
    }

    /// The last observation.
    pub fn last_observation(&self) -> Option<&Observation> {
        self.steps.last().map(|step| &step.observation)
    }

    /// The position of the start action.
    pub fn start_index(&self) -> Option<usize> {
        self.steps.iter().position(|step| step.action == Action::Start)
    }

    /// The position of the last restart.
    pub fn restart_index(&self) -> Option<usize> {
        self.steps.iter().rposition(|step| step.action == Action::Restart)
    }

    /// Every pause with its position.
    pub fn pauses(&self) -> impl Iterator<Item = (usize, &Pause)> {
        self.steps
            .iter()
            .enumerate()
            .filter_map(|(index, step)| Some((index, step.observation.pause()?)))
    }

    /// The breakpoints that are set before step `index`.
    pub fn standing_before(&self, index: usize) -> Vec<ActiveBreakpoint<'_>> {
        let mut standing: Vec<ActiveBreakpoint<'_>> = Vec::new();
        for step in &self.steps[..index.min(self.steps.len())] {
            match (&step.action, &step.observation) {
                (
                    Action::AddBreakpoint { at, condition },
                    Observation::BreakpointSet { at: actual },
                ) => {
                    let condition = condition.as_deref();
                    standing.push(ActiveBreakpoint { requested: *at, actual: *actual, condition });
                }
                (Action::RemoveBreakpoint { at }, Observation::BreakpointRemoved) => {
                    standing.retain(|breakpoint| breakpoint.requested != *at);
                }
                _ => {}
            }
        }
        standing
    }

    /// The actual locations of the breakpoints that are set before step `index`.
    pub fn actual_before(&self, index: usize) -> Vec<Location> {
        self.standing_before(index).into_iter().map(|breakpoint| breakpoint.actual).collect()
    }

    /// The requested locations of the breakpoints that are set before step `index`.
    pub fn requested_before(&self, index: usize) -> Vec<Location> {
        self.standing_before(index).into_iter().map(|breakpoint| breakpoint.requested).collect()
    }

    /// Whether the debugger moved or rejected some breakpoint.
    pub fn has_slid_breakpoints(&self) -> bool {
        self.steps.iter().any(|step| match (&step.action, &step.observation) {
            (Action::AddBreakpoint { at, .. }, Observation::BreakpointSet { at: actual }) => {
                at != actual
            }
            (Action::AddBreakpoint { .. }, _) => true,
            _ => false,
        })
    }
}
