//! Further sessions that decide between two: who is wrong shows in what comes next, or in what
//! happens if one thing is left out.

use crate::replay::{again, performed};
use crate::runner::WorkerTools;
use crate::session_run::run_session;
use crate::verdict::Contradiction;
use debunk_model::{
    Action, ActiveBreakpoint, Location, Observation, Pause, Program, Trace, TraceStep,
};
use debunk_relations::{FixedActions, Next, Policy};
use debunk_results::Side;
use debunk_session::Debugger;
use debunk_testimony::{Liar, Moments, TimedSide, Verdict, infer_ordered, is_never_true};
use std::collections::BTreeSet;

/// How often a session continues to see what comes next.
const LOOK_AHEAD: usize = 64;

/// If a pause is at a breakpoint whose condition is never true, and does not occur once that
/// breakpoint is removed just before, the breakpoint caused it.
pub(crate) fn infer_without_condition(
    tools: &mut WorkerTools,
    follow_up: &Side,
    step: usize,
) -> Option<Verdict> {
    let trace = &follow_up.trace;
    let last = trace.steps.get(step)?;
    let pause = last.observation.pause()?;
    let at = pause.location()?;
    let before = trace.steps[..step].iter().rev().find_map(|step| step.observation.pause());
    let depth = before.map_or(0, |before| before.frames.len());
    // If the step itself may end there, it is unknown why it ended.
    let may_end_there = match last.action {
        Action::StepIn => true,
        Action::StepOver => pause.frames.len() <= depth,
        Action::StepOut => pause.frames.len() < depth,
        _ => false,
    };
    if may_end_there {
        return None;
    }
    let here: Vec<ActiveBreakpoint<'_>> =
        trace.standing_before(step).into_iter().filter(|it| it.actual == at).collect();
    let is_never = |it: &ActiveBreakpoint<'_>| it.condition.is_some_and(is_never_true);
    if here.is_empty() || !here.iter().all(is_never) {
        return None;
    }
    let removals = here.iter().map(|it| TraceStep {
        action: Action::RemoveBreakpoint { at: it.requested },
        observation: Observation::BreakpointRemoved,
    });
    let mut without = Trace { steps: trace.steps[..step].to_vec() };
    without.steps.extend(removals);
    without.steps.push(last.clone());
    let ran = again(&mut *tools.driver, &follow_up.program, &without)?;
    let (end, before) = ran.steps.split_last()?;
    if before != &without.steps[..without.steps.len() - 1] || end.observation == last.observation {
        return None;
    }
    let proof = format!(
        "a breakpoint is set at {at} whose condition is never true, and only while it is set the \
         program pauses there"
    );
    Some(Verdict { liar: Liar::Second, proof: vec![proof] })
}

/// A pause where no breakpoint can be set, in a debugger that only pauses where one can.
pub(crate) fn infer_by_places(
    debugger: &dyn Debugger,
    tools: &mut WorkerTools,
    contradiction: &Contradiction<'_>,
    follow_up: &Side,
) -> Option<Verdict> {
    if debugger.quirks().pauses_between {
        return None;
    }
    let mut impossible = |side: &Side, step: Option<usize>| {
        let until = step.map_or(side.trace.steps.len(), |step| step + 1);
        let known = side.trace.steps.get(..until)?;
        let places: BTreeSet<Location> =
            known.iter().filter_map(|step| step.observation.pause()?.location()).collect();
        let asking =
            FixedActions::new(places.iter().copied().map(Action::add_breakpoint).collect());
        let answers = performed(&mut *tools.driver, &side.program, asking)?;
        places.iter().zip(&answers.steps).find_map(|(at, answer)| match answer.observation {
            Observation::BreakpointSet { at: actual } if actual != *at => Some(format!(
                "it paused at {at}, which is not a place: a breakpoint requested there is set at {actual}"
            )),
            _ => None,
        })
    };
    let first = impossible(contradiction.initial, contradiction.violation.expected_step);
    let second = impossible(follow_up, Some(contradiction.violation.step));
    match (first, second) {
        (Some(proof), None) => Some(Verdict { liar: Liar::First, proof: vec![proof] }),
        (None, Some(proof)) => Some(Verdict { liar: Liar::Second, proof: vec![proof] }),
        _ => None,
    }
}

/// For two sessions that know lines only: one ran to its end and never paused at a breakpoint that
/// was set all the time, where the other one did. Coverage without a debugger says whether that
/// line runs.
pub(crate) fn infer_by_coverage(
    tools: &mut WorkerTools,
    program: &Program,
    first: &TimedSide<'_>,
    second: &TimedSide<'_>,
) -> Option<Verdict> {
    let (silent, other) = [(second, first), (first, second)]
        .into_iter()
        .find(|(silent, other)| is_passed(silent.trace, other.pause()))?;
    let line = other.pause()?.location()?.line;
    let lines = program.lines();
    let span = lines.line_span(line)?;
    let content = span.of(&program.text);
    let offset = span.start + (content.len() - content.trim_start().len()) as u32;
    let is_dead = tools.dead_spans(program)?.iter().any(|dead| dead.contains(offset));
    let (liar, proof) = if is_dead {
        (other.side, format!("paused on line {line}, which never runs without a debugger"))
    } else {
        let proof = format!(
            "line {line} runs without a debugger and a breakpoint was set there all the time, but the program \
             never paused there"
        );
        (silent.side, proof)
    };
    Some(Verdict { liar, proof: vec![proof] })
}

/// Whether a session ran to its end and never paused where this pause is, although a breakpoint was
/// set there from the start.
fn is_passed(silent: &Trace, pause: Option<&Pause>) -> bool {
    let (Some(at), Some(start)) = (pause.and_then(Pause::location), silent.start_index()) else {
        return false;
    };
    let stands = |step: usize| {
        let standing = silent.standing_before(step);
        standing.iter().any(|it| it.actual == at && it.condition.is_none())
    };
    matches!(silent.last_observation(), Some(Observation::Finished(_)))
        && (start..silent.steps.len()).all(stands)
        && !silent.pauses().any(|(_, pause)| pause.location() == Some(at))
}

/// Finds out which of two sessions paused earlier: from the log, or by letting both continue. With
/// `by_lines` the log has to know when the earlier one paused.
pub(crate) fn infer_by_continuing(
    tools: &mut WorkerTools,
    by_lines: bool,
    program: &Program,
    first: &TimedSide<'_>,
    second: &TimedSide<'_>,
    times: &[Option<Moments>],
) -> Option<Verdict> {
    let second = &common_start(first, second, times).unwrap_or(*second);
    let is_before = |one: &TimedSide<'_>, other: &TimedSide<'_>| match (one.time, other.time) {
        (Some(one), Some(other)) => one.is_before(&other),
        _ => false,
    };
    let (mut is_first_early, mut is_second_early) =
        (is_before(first, second), is_before(second, first));
    // An action that only breakpoints interrupt says most: a loop reaches the same place by any
    // step.
    for ways in [&[Action::Continue][..], &actions(first, second)[..]] {
        if is_first_early == is_second_early {
            is_first_early = comes_to(tools, program, first, second, ways);
            is_second_early = comes_to(tools, program, second, first, ways);
        }
    }
    let (early, late) = match (is_first_early, is_second_early) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ => return None,
    };
    (!by_lines || early.time.is_some()).then(|| infer_ordered(early, late))?
}

/// The second session at its first pause after it was paused where the first one was, if it has
/// paused more often since.
fn common_start<'trace>(
    first: &TimedSide<'_>,
    second: &TimedSide<'trace>,
    times: &[Option<Moments>],
) -> Option<TimedSide<'trace>> {
    let previous = first.previous_pause()?;
    let before = second.trace.steps.get(..second.step)?;
    let pauses: Vec<(usize, &Pause)> = before
        .iter()
        .enumerate()
        .filter_map(|(index, step)| Some((index, step.observation.pause()?)))
        .collect();
    let common = pauses.iter().rposition(|(_, pause)| *pause == previous)?;
    let (step, _) = *pauses.get(common + 1)?;
    Some(second.at(step, times))
}

/// The actions at which two sessions diverged.
fn actions(first: &TimedSide<'_>, second: &TimedSide<'_>) -> Vec<Action> {
    let action = |seen: &TimedSide<'_>| Some(seen.trace.steps.get(seen.step)?.action.clone());
    [first, second].into_iter().filter_map(action).collect()
}

/// Whether one session, continued from its side of a contradiction in one of these ways, reaches
/// the place where the other one paused.
fn comes_to(
    tools: &mut WorkerTools,
    program: &Program,
    from: &TimedSide<'_>,
    other: &TimedSide<'_>,
    ways: &[Action],
) -> bool {
    let (Some(goal), Some(known)) = (other.pause(), from.trace.steps.get(..=from.step)) else {
        return false;
    };
    ways.iter().cloned().any(|action| {
        let mut policy = RunOn { known: known.iter(), action, goal, further: 0 };
        let run = run_session(&mut *tools.driver, program, &mut policy);
        run.is_ok_and(|(trace, _)| {
            let (before, after) = trace.steps.split_at(known.len().min(trace.steps.len()));
            before == known && after.iter().any(|step| step.observation.pause() == Some(goal))
        })
    })
}

/// Performs the known actions, and then one action repeatedly until the program reaches a pause.
struct RunOn<'run> {
    known: std::slice::Iter<'run, TraceStep>,
    action: Action,
    goal: &'run Pause,
    further: usize,
}

impl Policy for RunOn<'_> {
    fn next(&mut self, steps: &[TraceStep]) -> Next {
        if steps.last().is_some_and(|step| step.observation.is_end()) {
            return Next::Done;
        }
        if let Some(step) = self.known.next() {
            return Next::Act(vec![step.action.clone()]);
        }
        let is_there = self.further > 0
            && steps.iter().any(|step| step.observation.pause() == Some(self.goal));
        if is_there || self.further >= LOOK_AHEAD {
            return Next::Done;
        }
        self.further += 1;
        Next::Act(vec![self.action.clone()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::{Frame, Outcome, Place};

    #[test]
    fn a_breakpoint_is_passed_if_it_was_set_all_the_time_and_never_paused() {
        let at = Location::new(3, 0);
        let frame = Frame { function: String::new(), place: Place::Program { at } };
        let pause = Pause { frames: vec![frame], variables: Vec::new() };
        let end = Observation::Finished(Outcome::default());
        let set = (Action::add_breakpoint(at), Observation::BreakpointSet { at });
        let removed = (Action::RemoveBreakpoint { at }, Observation::BreakpointRemoved);
        let check = |steps: &[(Action, Observation)], expected: bool| {
            let mut trace = Trace::default();
            for (action, observation) in steps.iter().cloned() {
                trace.push(action, observation);
            }
            assert_eq!(is_passed(&trace, Some(&pause)), expected, "{steps:?}");
        };
        let start = |observation: &Observation| (Action::Start, observation.clone());
        let here = Observation::Paused(pause.clone());
        let resume = (Action::Continue, end.clone());
        check(&[set.clone(), start(&end)], true);
        check(&[start(&end)], false);
        check(&[set.clone(), removed, start(&end)], false);
        check(&[set.clone(), start(&here), resume], false);
        check(&[set, start(&Observation::Hung)], false);
    }
}
