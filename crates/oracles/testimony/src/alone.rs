//! Answers of a session that cannot be true whatever the program does: judged from its own pauses
//! alone, without a log and without another session.

use crate::breakpoints::{ActiveBreakpoints, is_debugger_statement};
use debunk_model::{Action, Frame, Location, Pause, Place, Trace};

/// Why a step of a session contradicts what the session has shown before, with the text of its program.
pub fn contradicts_itself(trace: &Trace, text: &str, step: usize) -> Option<String> {
    let shown = trace.steps.get(step)?;
    let pause = shown.observation.pause()?;
    let before = &trace.steps[..step];
    let earlier: Vec<&Pause> = before.iter().filter_map(|step| step.observation.pause()).collect();
    let standing = ActiveBreakpoints::before(trace, step);
    other_function(&earlier, pause).or_else(|| lost_caller(earlier.last()?, pause)).or_else(|| {
        let ends_anywhere = is_debugger_statement(text, pause.location()?);
        (!ends_anywhere).then(|| not_left(earlier.last()?, &shown.action, pause, &standing))?
    })
}

fn place_of(frame: &Frame) -> Option<Location> {
    match frame.place {
        Place::Program { at } => Some(at),
        Place::Dynamic { .. } | Place::Outside { .. } => None,
    }
}

/// One place of the text is in one function.
fn other_function(earlier: &[&Pause], pause: &Pause) -> Option<String> {
    let top = pause.frames.first()?;
    let at = place_of(top)?;
    let known = earlier
        .iter()
        .filter_map(|pause| pause.frames.first())
        .find(|frame| place_of(frame) == Some(at) && frame.function != top.function)?;
    Some(format!("{at} is in {} now, and was in {} before", name(top), name(known)))
}

fn name(frame: &Frame) -> String {
    match frame.function.as_str() {
        "" => "a function without a name or the top level".to_owned(),
        function => function.to_owned(),
    }
}

/// While a function that called another one is running, its own callers stay the same.
fn lost_caller(previous: &Pause, pause: &Pause) -> Option<String> {
    let top = pause.frames.first().filter(|frame| !frame.function.is_empty())?;
    let mut same = previous
        .frames
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, frame)| frame.function == top.function);
    let (index, _) = same.next()?;
    // If one function is called twice, it is unknown which of the calls continues.
    if same.next().is_some() || previous.frames[0].function == top.function {
        return None;
    }
    let callers = &previous.frames[index + 1..];
    let now = &pause.frames[1..];
    let is_lost = now.len() < callers.len() && callers.ends_with(now) && !now.is_empty();
    is_lost.then(|| {
        let lost = &callers[..callers.len() - now.len()];
        let names: Vec<String> = lost.iter().map(name).collect();
        format!(
            "{} is still running, but {}, which called it, is gone",
            name(top),
            names.join(", ")
        )
    })
}

/// A step out ends in a caller, unless something else requests a pause.
fn not_left(
    previous: &Pause,
    action: &Action,
    pause: &Pause,
    standing: &ActiveBreakpoints,
) -> Option<String> {
    let (old, new) = (previous.frames.split_first()?, pause.frames.split_first()?);
    let at = place_of(new.0)?;
    let is_same_call = old.0.function == new.0.function && old.1 == new.1 && !new.1.is_empty();
    // Even a breakpoint that must not pause may be the reason.
    let is_asked = standing.explains(at) || standing.never.contains(&at);
    (*action == Action::StepOut && is_same_call && !is_asked)
        .then(|| format!("{action} ended at {at}, in the call that it should have left"))
}
