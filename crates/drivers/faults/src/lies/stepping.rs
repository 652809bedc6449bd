//! Lies about where steps lead.

use super::Lie;
use crate::scene::Scene;
use debunk_model::{Action, Observation};

/// How many returns a pending step may need before it is given up.
const RETURNS_MAX: usize = 64;

/// A step over a call of a function that has a breakpoint, which is not hit, continues.
pub(crate) fn over_becomes_continue(scene: &mut Scene, action: &Action) -> Observation {
    let Some(location) = scene.location() else { return scene.honest(action) };
    let has_breakpoint_in_callee = scene
        .breakpoints
        .iter()
        .any(|breakpoint| scene.source.may_call(location.line, breakpoint.actual));
    let observation = scene.honest(action);
    let is_done = observation.pause().is_some() && !scene.is_at_breakpoint();
    if *action == Action::StepOver && has_breakpoint_in_callee && is_done {
        return scene.run(&Action::Continue);
    }
    observation
}

/// A step in goes over calls if a breakpoint is set in another function.
pub(crate) fn in_misses_calls(scene: &mut Scene, action: &Action) -> Observation {
    let here = scene.location().and_then(|location| scene.source.function_at(location));
    let is_elsewhere = scene.breakpoints.iter().any(|breakpoint| {
        let function = scene.source.function_at(breakpoint.actual);
        function.is_some() && function != here
    });
    if *action == Action::StepIn && is_elsewhere {
        return scene.run(&Action::StepOver);
    }
    scene.honest(action)
}

/// A step out goes only to the next statement if the caller has a breakpoint after the call.
pub(crate) fn out_stops_early(scene: &mut Scene, action: &Action) -> Observation {
    let caller = scene.here.as_ref().and_then(|pause| pause.frames.get(1)?.place.in_program());
    let has_breakpoint = caller.is_some_and(|call| {
        let function = scene.source.function_at(call);
        scene.breakpoints.iter().any(|breakpoint| {
            breakpoint.actual > call && scene.source.function_at(breakpoint.actual) == function
        })
    });
    if *action == Action::StepOut && has_breakpoint {
        return scene.run(&Action::StepOver);
    }
    scene.honest(action)
}

/// A step out after a name was evaluated leaves the caller as well.
pub(crate) fn out_overshoots(scene: &mut Scene, action: &Action) -> Observation {
    let has_evaluated = scene.has_evaluated;
    let observation = scene.honest(action);
    let is_on_the_way = observation.pause().is_some() && !scene.is_at_breakpoint();
    if *action == Action::StepOut && has_evaluated && is_on_the_way {
        return scene.run(&Action::StepOut);
    }
    observation
}

/// A step over after the variables were read again enters calls.
pub(crate) fn look_changes_step(scene: &mut Scene, action: &Action) -> Observation {
    if *action == Action::StepOver && scene.has_looked {
        return scene.run(&Action::StepIn);
    }
    scene.honest(action)
}

/// If a breakpoint interrupts a step over, the next continue completes it.
#[derive(Default)]
pub(crate) struct StaysPending {
    /// The number of frames in which the step began.
    depth: Option<usize>,
}

impl StaysPending {
    fn complete(scene: &mut Scene, depth: usize) -> Observation {
        let mut observation = scene.run(&Action::StepOut);
        for _ in 0..RETURNS_MAX {
            let is_deeper = observation.pause().is_some() && scene.depth() > depth;
            if !is_deeper || scene.is_at_breakpoint() {
                break;
            }
            observation = scene.run(&Action::StepOut);
        }
        observation
    }
}

impl Lie for StaysPending {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        if !action.is_control() {
            return scene.honest(action);
        }
        let pending = self.depth.take();
        match (action, pending) {
            (Action::Continue, Some(depth)) => Self::complete(scene, depth),
            (Action::StepOver, _) => {
                let before = scene.depth();
                let observation = scene.honest(action);
                if scene.depth() > before && scene.is_at_breakpoint() {
                    self.depth = Some(before);
                }
                observation
            }
            _ => scene.honest(action),
        }
    }
}
