//! Lies about pauses, call stacks, ends, and no answer at all.

use super::Lie;
use crate::scene::Scene;
use debunk_model::{Action, Location, Observation, Place};

/// The control action at which the debugger starts to hang.
const HANGS_AT_CONTROL: u32 = 9;
/// This many breakpoints are too many for it.
const HANGS_WITH_BREAKPOINTS: usize = 4;

/// The first continue after a breakpoint was removed pauses at the next statement.
#[derive(Default)]
pub(crate) struct PauseWithoutReason {
    has_removed: bool,
}

impl Lie for PauseWithoutReason {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        if matches!(action, Action::RemoveBreakpoint { .. }) && scene.here.is_some() {
            self.has_removed = true;
        }
        if *action == Action::Continue && std::mem::take(&mut self.has_removed) {
            return scene.run(&Action::StepOver);
        }
        scene.honest(action)
    }
}

/// The caller is missing from the call stack if it has a breakpoint after the call.
pub(crate) fn frame_missing(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if let Observation::Paused(pause) = &mut observation {
        let caller = pause.frames.get(1).and_then(|frame| frame.place.in_program());
        let has_breakpoint = caller.is_some_and(|call| {
            let function = scene.source.function_at(call);
            function.is_some()
                && scene.breakpoints.iter().any(|breakpoint| {
                    breakpoint.actual > call
                        && scene.source.function_at(breakpoint.actual) == function
                })
        });
        if has_breakpoint {
            pause.frames.remove(1);
        }
    }
    observation
}

/// After a step out the column is that of the line's first character.
pub(crate) fn wrong_column(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if let (Action::StepOut, Observation::Paused(pause)) = (action, &mut observation)
        && let Some(frame) = pause.frames.first_mut()
        && let Place::Program { at } = frame.place
    {
        let line = scene.source.line(at.line);
        let column = line.len() - line.trim_start().len();
        frame.place = Place::Program { at: Location::new(at.line, column as u32) };
    }
    observation
}

/// A long session with many breakpoints gets no more answers.
pub(crate) fn never_answers(scene: &mut Scene, action: &Action) -> Observation {
    let is_too_much =
        scene.controls >= HANGS_AT_CONTROL && scene.breakpoints.len() >= HANGS_WITH_BREAKPOINTS;
    if action.is_control() && is_too_much {
        scene.discard();
        return Observation::Hung;
    }
    scene.honest(action)
}

/// Evaluating a name in a frame that was stepped into crashes the debugger.
pub(crate) fn crash(scene: &mut Scene, action: &Action) -> Observation {
    let is_deadly =
        matches!(action, Action::Evaluate { .. }) && scene.last_control == Some(Action::StepIn);
    if is_deadly {
        scene.discard();
        return Observation::Crashed { detail: "ended by signal 11".to_owned() };
    }
    scene.honest(action)
}

/// If a step ends the program, its last two outputs are in the wrong order.
pub(crate) fn output_changed(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if let Observation::Finished(outcome) = &mut observation
        && action.is_step()
        && let [.., before, last] = outcome.output.as_mut_slice()
    {
        std::mem::swap(before, last);
    }
    observation
}
