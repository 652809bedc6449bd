//! Lies about which breakpoints are hit and which are gone.

use super::Lie;
use crate::scene::Scene;
use debunk_model::{Action, Frame, Location, Observation, Pause, Place};

/// How many returns a step over may need to leave the calls that it should have paused in.
const RETURNS_MAX: usize = 64;

/// A step over misses the breakpoints in called functions and pauses right after the call.
pub(crate) fn not_hit(scene: &mut Scene, action: &Action) -> Observation {
    let depth = scene.depth();
    let mut observation = scene.honest(action);
    if *action != Action::StepOver {
        return observation;
    }
    for _ in 0..RETURNS_MAX {
        let is_deeper = observation.pause().is_some() && scene.depth() > depth;
        if !is_deeper {
            break;
        }
        observation = scene.run(&Action::StepOut);
    }
    observation
}

fn set_all_active(scene: &mut Scene, is_active: bool) {
    for index in 0..scene.breakpoints.len() {
        scene.set_active(index, is_active);
    }
}

/// The first continue from a breakpoint in a called function pauses there again.
pub(crate) fn hit_twice(scene: &mut Scene, action: &Action) -> Observation {
    let came_running = matches!(scene.last_control, Some(Action::Start | Action::Continue));
    let location = scene.location();
    let is_first = scene
        .breakpoints
        .iter()
        .any(|breakpoint| Some(breakpoint.actual) == location && breakpoint.hits == 1);
    match (action, &scene.told) {
        (Action::Continue, Some(pause)) if came_running && is_first && scene.depth() > 1 => {
            Observation::Paused(pause.clone())
        }
        _ => scene.honest(action),
    }
}

/// A breakpoint is not armed if it is the only one.
pub(crate) fn needs_another(scene: &mut Scene, action: &Action) -> Observation {
    if action.is_control() {
        let is_alone = scene.breakpoints.len() == 1;
        set_all_active(scene, !is_alone);
    }
    scene.honest(action)
}

/// A continue to the program's end seems to pause at a breakpoint that was never reached.
#[derive(Default)]
pub(crate) struct HitInDeadCode {
    held_back: Option<Observation>,
    is_over: bool,
}

impl HitInDeadCode {
    /// The answer while the program has really ended.
    fn pretend(&mut self, action: &Action, held_back: Observation) -> Observation {
        let answer = match action {
            Action::AddBreakpoint { at, .. } => Observation::BreakpointSet { at: *at },
            Action::RemoveBreakpoint { .. } => Observation::BreakpointRemoved,
            Action::Look => Observation::Looked { variables: Vec::new() },
            Action::Evaluate { .. } => Observation::Evaluated { value: "undefined".to_owned() },
            _ => return held_back,
        };
        self.held_back = Some(held_back);
        answer
    }

    fn never_hit(scene: &Scene) -> Option<Location> {
        let never_hit = scene
            .breakpoints
            .iter()
            .find(|breakpoint| breakpoint.hits == 0 && breakpoint.condition.is_none());
        never_hit.map(|breakpoint| breakpoint.actual)
    }
}

impl Lie for HitInDeadCode {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        if let Some(held_back) = self.held_back.take() {
            return self.pretend(action, held_back);
        }
        let observation = scene.honest(action);
        let ran_to_the_end = matches!(action, Action::Start | Action::Continue)
            && matches!(observation, Observation::Finished(_));
        match Self::never_hit(scene) {
            Some(at) if ran_to_the_end && !self.is_over => {
                self.is_over = true;
                self.held_back = Some(observation);
                let frame = Frame { function: String::new(), place: Place::Program { at } };
                Observation::Paused(Pause { frames: vec![frame], variables: Vec::new() })
            }
            _ => observation,
        }
    }
}

/// A breakpoint that is removed during a pause stays in the engine.
#[derive(Default)]
pub(crate) struct NotRemovable {
    left_behind: Vec<Location>,
}

impl Lie for NotRemovable {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        match action {
            Action::RemoveBreakpoint { at } if scene.here.is_some() => {
                scene.breakpoints.retain(|breakpoint| breakpoint.requested != *at);
                self.left_behind.push(*at);
                Observation::BreakpointRemoved
            }
            Action::AddBreakpoint { at, .. } if self.left_behind.contains(at) => {
                // The engine would reject a second one.
                self.left_behind.retain(|other| other != at);
                scene.run(&Action::RemoveBreakpoint { at: *at });
                scene.honest(action)
            }
            _ => scene.honest(action),
        }
    }
}

/// A breakpoint that slid to another line is not found if it is removed during a pause.
pub(crate) fn refuses_removal(scene: &mut Scene, action: &Action) -> Observation {
    let Action::RemoveBreakpoint { at } = action else { return scene.honest(action) };
    let has_slid = scene
        .breakpoints
        .iter()
        .any(|breakpoint| breakpoint.requested == *at && breakpoint.actual.line != at.line);
    if scene.here.is_some() && has_slid {
        return Observation::BreakpointNotRemoved { reason: format!("no breakpoint at {at}") };
    }
    scene.honest(action)
}

/// The oldest breakpoint is lost if one is added during a pause.
pub(crate) fn lost_while_paused(scene: &mut Scene, action: &Action) -> Observation {
    let observation = scene.honest(action);
    let is_added = matches!(action, Action::AddBreakpoint { .. })
        && matches!(observation, Observation::BreakpointSet { .. });
    if is_added && scene.here.is_some() && scene.breakpoints.len() > 1 {
        scene.set_active(0, false);
    }
    observation
}

/// The condition of a breakpoint that slid is forgotten.
pub(crate) fn condition_ignored(scene: &mut Scene, action: &Action) -> Observation {
    let observation = scene.honest(action);
    let (
        Action::AddBreakpoint { at, condition: Some(_) },
        Observation::BreakpointSet { at: actual },
    ) = (action, &observation)
    else {
        return observation;
    };
    if at != actual {
        let index = scene.breakpoints.len() - 1;
        scene.set_active(index, false);
        scene.breakpoints[index].condition = None;
        scene.set_active(index, true);
    }
    observation
}
