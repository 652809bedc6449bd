//! Who is wrong in a finding, by what really happens in its programs.

use crate::replay::again;
use crate::runner::WorkerTools;
use crate::session_run::run_session;
use debunk_findings::{Finding, Side};
use debunk_javascript::analyse;
use debunk_model::{
    Action, Observation, Pause, Place, Program, SourceMap, Standing, Trace, TraceStep,
};
use debunk_relations::{Next, Policy, ViolationKind};
use debunk_session::Debugger;
use debunk_testimony::{
    Charge, ChargeKind, Heard, Liar, NEVER_TRUE, Seen, Testimony, Verdict, infer, infer_ordered,
    weigh,
};

/// So often a session goes on to see what comes next.
const LOOK_AHEAD: usize = 64;

type Times = Vec<Option<(usize, usize)>>;

/// What a session is charged with, and when it says that the program was where; nothing when there
/// is no log to hold it against.
fn hear(debugger: &dyn Debugger, tools: &mut WorkerTools, side: &Side) -> (Vec<Charge>, Times) {
    let (Some(log), Ok(sites)) = (tools.log(&side.program), analyse(&side.program)) else {
        return (Vec::new(), Vec::new());
    };
    Testimony::new(&log, &side.program, &side.program.lines(), &sites)
        .with_quirks(debugger.quirks())
        .follow(&side.trace)
}

fn seen<'side>(side: Liar, trace: &'side Trace, step: usize, times: &Times) -> Seen<'side> {
    Seen { side, trace, step, time: times.get(step).copied().flatten() }
}

/// Whether two sessions contradict each other in where they pause.
fn is_about_places(kind: ViolationKind) -> bool {
    use ViolationKind as Kind;
    matches!(
        kind,
        Kind::BreakpointLocation
            | Kind::BreakpointRefused
            | Kind::MissedPause
            | Kind::UnexpectedPause
            | Kind::PausedElsewhere
    )
}

/// Who is wrong. A session that contradicts itself is, in any case.
pub fn judge(debugger: &dyn Debugger, tools: &mut WorkerTools, finding: &Finding) -> Verdict {
    let violation = &finding.violation;
    let Some(follow_up) = &finding.follow_up else {
        return Verdict { liar: Liar::Initial, proof: vec![violation.detail.clone()] };
    };
    if matches!(violation.kind, ViolationKind::LookChanged | ViolationKind::EvaluateDiffers) {
        let proof = format!("it says two things of one moment: {}", violation.detail);
        return Verdict { liar: Liar::FollowUp, proof: vec![proof] };
    }
    let (mut first, first_times) = hear(debugger, tools, &finding.initial);
    let (mut second, second_times) = hear(debugger, tools, follow_up);
    if is_about_places(violation.kind) {
        // A variable that is not shown has nothing to do with it.
        first.retain(|charge| charge.kind != ChargeKind::MissingVariable);
        second.retain(|charge| charge.kind != ChargeKind::MissingVariable);
    }
    let verdict = weigh(
        &Heard { side: Liar::Initial, charges: &first, step: violation.expected_step },
        &Heard { side: Liar::FollowUp, charges: &second, step: Some(violation.step) },
    );
    let Some(expected_step) = violation.expected_step else { return verdict };
    if verdict.liar != Liar::Undecided {
        return verdict;
    }
    let inferred = if finding.initial.program.text == follow_up.program.text {
        let first = seen(Liar::Initial, &finding.initial.trace, expected_step, &first_times);
        let second = seen(Liar::FollowUp, &follow_up.trace, violation.step, &second_times);
        infer(&first, &second)
            .or_else(|| infer_without_condition(tools, follow_up, violation.step))
            .or_else(|| infer_by_going_on(tools, &finding.initial.program, &first, &second))
    } else {
        // The moments of two programs cannot be compared, but their places can.
        forwarded(finding, expected_step).and_then(|trace| {
            let first = seen(Liar::Initial, &trace, expected_step, &Vec::new());
            let second = seen(Liar::FollowUp, &follow_up.trace, violation.step, &Vec::new());
            infer(&first, &second)
        })
    };
    inferred.unwrap_or(verdict)
}

/// A pause where a breakpoint stands whose condition is never true, and which does not come when
/// that breakpoint is taken away just before, is that breakpoint's.
fn infer_without_condition(
    tools: &mut WorkerTools,
    follow_up: &Side,
    step: usize,
) -> Option<Verdict> {
    let trace = &follow_up.trace;
    let last = trace.steps.get(step)?;
    let at = last.observation.pause()?.location()?;
    let here: Vec<Standing<'_>> =
        trace.standing_before(step).into_iter().filter(|it| it.actual == at).collect();
    let is_never = |it: &Standing<'_>| it.condition.is_some_and(|it| NEVER_TRUE.contains(&it));
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
        "a breakpoint stands at {at} whose condition is never true, and only while it stands the          program pauses there"
    );
    Some(Verdict { liar: Liar::FollowUp, proof: vec![proof] })
}

/// Lets both sessions go on, to see which of them paused earlier.
fn infer_by_going_on(
    tools: &mut WorkerTools,
    program: &Program,
    first: &Seen<'_>,
    second: &Seen<'_>,
) -> Option<Verdict> {
    let second = &common_start(first, second).unwrap_or(*second);
    let is_first_early = comes_to(tools, program, first, second);
    let is_second_early = comes_to(tools, program, second, first);
    match (is_first_early, is_second_early) {
        (true, false) => infer_ordered(first, second),
        (false, true) => infer_ordered(second, first),
        _ => None,
    }
}

/// The second session at its first pause after it rested where the first one did, when it has
/// paused more often since.
fn common_start<'trace>(first: &Seen<'_>, second: &Seen<'trace>) -> Option<Seen<'trace>> {
    let rested = first.rested()?;
    let before = second.trace.steps.get(..second.step)?;
    let pauses: Vec<(usize, &Pause)> = before
        .iter()
        .enumerate()
        .filter_map(|(index, step)| Some((index, step.observation.pause()?)))
        .collect();
    let common = pauses.iter().rposition(|(_, pause)| *pause == rested)?;
    let (step, _) = *pauses.get(common + 1)?;
    Some(Seen { step, time: None, ..*second })
}

/// The trace of the initial session as far as needed, in the locations of the changed program.
fn forwarded(finding: &Finding, expected_step: usize) -> Option<Trace> {
    let edits = finding.transformation.as_ref()?.edits.clone();
    let map = SourceMap::apply(&finding.initial.program.text, edits).ok()?;
    let steps = finding.initial.trace.steps.get(..=expected_step)?;
    let forward = |step: &TraceStep| {
        let mut step = step.clone();
        if let Action::AddBreakpoint { at, .. } | Action::RemoveBreakpoint { at } = &mut step.action
        {
            *at = map.forward(*at)?;
        }
        match &mut step.observation {
            Observation::BreakpointSet { at } => *at = map.forward(*at)?,
            Observation::Paused(pause) => {
                for frame in &mut pause.frames {
                    if let Place::Program { at } = &mut frame.place {
                        *at = map.forward(*at)?;
                    }
                }
            }
            _ => {}
        }
        Some(step)
    };
    Some(Trace { steps: steps.iter().map(forward).collect::<Option<_>>()? })
}

/// Whether one session, when it runs on from its side of a contradiction, comes to where the other
/// one paused.
fn comes_to(tools: &mut WorkerTools, program: &Program, from: &Seen<'_>, other: &Seen<'_>) -> bool {
    let (Some(goal), Some(known)) = (other.pause(), from.trace.steps.get(..=from.step)) else {
        return false;
    };
    let Some(repeated) = known.last().map(|step| step.action.clone()) else { return false };
    let others = other.trace.steps.get(other.step).map(|step| step.action.clone());
    [Some(repeated), others, Some(Action::Continue)].into_iter().flatten().any(|action| {
        let mut policy = RunOn { known: known.iter(), action, goal, further: 0 };
        let run = run_session(&mut *tools.driver, program, &mut policy);
        run.is_ok_and(|(trace, _)| {
            let (before, after) = trace.steps.split_at(known.len().min(trace.steps.len()));
            before == known && after.iter().any(|step| step.observation.pause() == Some(goal))
        })
    })
}

/// Does what is known, and then one action again and again until the program comes to a pause.
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

/// Who is wrong in a finding, found out anew.
pub fn verdict(debugger: &dyn Debugger, finding: &Finding) -> Verdict {
    judge(debugger, &mut WorkerTools::new(debugger, debugger.driver()), finding)
}
