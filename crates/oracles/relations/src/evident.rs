//! Observations that are wrong by themselves.

use crate::{Violation, ViolationKind};
use debunk_model::{Action, Observation, Place, Trace};

/// The first observation of a trace that is wrong without a second one.
pub fn self_evident(trace: &Trace) -> Option<Violation> {
    let mut last_control = Action::Start;
    for (index, step) in trace.steps.iter().enumerate() {
        if step.action.is_control() {
            last_control = step.action.clone();
        }
        let found = match &step.observation {
            Observation::Hung => Some((ViolationKind::Hung, "no answer".to_owned())),
            Observation::Crashed { detail } => Some((ViolationKind::Crashed, detail.clone())),
            Observation::Refused { reason } => Some((ViolationKind::Refused, reason.clone())),
            Observation::BreakpointNotRemoved { reason } => {
                Some((ViolationKind::BreakpointNotRemoved, reason.clone()))
            }
            Observation::Paused(pause) => match pause.place() {
                Place::Outside { url } => {
                    Some((ViolationKind::PauseOutside, format!("paused outside, in {url}")))
                }
                _ => None,
            },
            _ => None,
        };
        if let Some((kind, detail)) = found {
            let action = if step.action.is_control() { last_control } else { step.action.clone() };
            return Some(Violation { kind, action, step: index, expected_step: None, detail });
        }
    }
    None
}
