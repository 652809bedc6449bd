//! Who is wrong in a finding, by what really happens in its programs.

use crate::arbiter::{
    infer_by_continuing, infer_by_coverage, infer_by_places, infer_without_condition,
};
use crate::runner::WorkerTools;
use crate::standing::{PlacedBreakpoint, infer_by_standing};
use debunk_model::{Action, Observation, Place, Program, SourceMap, Trace, TraceStep};
use debunk_relations::{Violation, ViolationKind};
use debunk_results::{Finding, Side, Transformation};
use debunk_session::Debugger;
use debunk_testimony::{
    Charge, ChargeKind, ContradictionSide, Liar, Moments, Testimony, TimedSide, Verdict,
    contradicts_itself, infer, infer_by_lines, infer_unseen, weigh,
};

type Times = Vec<Option<Moments>>;

/// Two sessions that contradict each other, or one that is wrong by itself.
#[derive(Clone, Copy)]
pub struct Contradiction<'finding> {
    /// The contradiction.
    pub violation: &'finding Violation,
    /// The initial session.
    pub initial: &'finding Side,
    /// The follow-up session; `None` if one session is enough.
    pub follow_up: Option<&'finding Side>,
    /// How it was made.
    pub transformation: Option<&'finding Transformation>,
}

impl<'finding> From<&'finding Finding> for Contradiction<'finding> {
    fn from(finding: &'finding Finding) -> Self {
        Self {
            violation: &finding.violation,
            initial: &finding.initial,
            follow_up: finding.follow_up.as_ref(),
            transformation: finding.transformation.as_ref(),
        }
    }
}

/// What a session is charged with, and when it says that the program was where; nothing if there is
/// no log to check it against.
fn hear(debugger: &dyn Debugger, tools: &mut WorkerTools, side: &Side) -> (Vec<Charge>, Times) {
    let (Some(log), Ok(sites)) = (tools.log(&side.program), tools.sites(&side.program)) else {
        return (Vec::new(), Vec::new());
    };
    Testimony::new(&log, &side.program, &side.program.lines(), &sites)
        .with_quirks(debugger.quirks())
        .follow(&side.trace)
}

fn seen<'side>(
    side: Liar,
    program: &'side Program,
    trace: &'side Trace,
    step: usize,
    times: &Times,
) -> TimedSide<'side> {
    TimedSide { side, trace, step, time: None, before: None, text: &program.text }.at(step, times)
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
pub fn judge(
    debugger: &dyn Debugger,
    tools: &mut WorkerTools,
    finding: &Contradiction<'_>,
) -> Verdict {
    let violation = finding.violation;
    let Some(follow_up) = finding.follow_up else {
        return Verdict { liar: Liar::First, proof: vec![violation.detail.clone()] };
    };
    if matches!(violation.kind, ViolationKind::LookChanged | ViolationKind::EvaluateDiffers) {
        let mut proof = vec![format!("it says two things of one moment: {}", violation.detail)];
        proof.extend(worth(debugger, tools, follow_up, violation.step));
        return Verdict { liar: Liar::Second, proof };
    }
    let (mut first, first_times) = hear(debugger, tools, finding.initial);
    let (mut second, second_times) = hear(debugger, tools, follow_up);
    if is_about_places(violation.kind) && !paused_there_too(finding, follow_up) {
        // A variable that is not shown is unrelated.
        first.retain(|charge| charge.kind != ChargeKind::MissingVariable);
        second.retain(|charge| charge.kind != ChargeKind::MissingVariable);
    }
    let verdict = weigh(
        &ContradictionSide { charges: &first, step: violation.expected_step },
        &ContradictionSide { charges: &second, step: Some(violation.step) },
    );
    let Some(expected_step) = violation.expected_step else { return verdict };
    if verdict.liar != Liar::Undecided
        || debugger.quirks().optimises(finding.initial.program.language)
    {
        return verdict;
    }
    if debugger.quirks().granularity.is_lines() {
        let times = [&first_times, &second_times];
        return judge_by_lines(debugger, tools, finding, follow_up, times).unwrap_or(verdict);
    }
    let contradiction =
        |side: &Side, step| contradicts_itself(&side.trace, &side.program.text, step);
    let (left, right) =
        (contradiction(finding.initial, expected_step), contradiction(follow_up, violation.step));
    match (left, right) {
        (Some(proof), None) => return Verdict { liar: Liar::First, proof: vec![proof] },
        (None, Some(proof)) => return Verdict { liar: Liar::Second, proof: vec![proof] },
        _ => {}
    }
    if let Some(verdict) = judge_standing(debugger, tools, finding, follow_up) {
        return verdict;
    }
    let inferred = if finding.initial.program.text == follow_up.program.text {
        let first = seen(
            Liar::First,
            &finding.initial.program,
            &finding.initial.trace,
            expected_step,
            &first_times,
        );
        let second =
            seen(Liar::Second, &follow_up.program, &follow_up.trace, violation.step, &second_times);
        infer(&first, &second)
            .or_else(|| infer_without_condition(tools, follow_up, violation.step))
            .or_else(|| {
                let program = &finding.initial.program;
                infer_by_continuing(tools, false, program, &first, &second, &second_times)
            })
            .or_else(|| infer_unseen(&first, &second))
            .or_else(|| infer_by_places(debugger, tools, finding, follow_up))
    } else {
        // The moments of two programs cannot be compared, but their places can.
        forwarded(finding, expected_step).and_then(|trace| {
            let first = seen(Liar::First, &follow_up.program, &trace, expected_step, &Vec::new());
            let second = seen(
                Liar::Second,
                &follow_up.program,
                &follow_up.trace,
                violation.step,
                &Vec::new(),
            );
            infer(&first, &second).or_else(|| infer_unseen(&first, &second))
        })
    };
    inferred.unwrap_or(verdict)
}

/// Who is wrong of two sessions that know lines only, if neither is charged with anything.
fn judge_by_lines(
    debugger: &dyn Debugger,
    tools: &mut WorkerTools,
    finding: &Contradiction<'_>,
    follow_up: &Side,
    [first_times, second_times]: [&Times; 2],
) -> Option<Verdict> {
    let (step, expected) = (finding.violation.step, finding.violation.expected_step?);
    let standing = judge_standing(debugger, tools, finding, follow_up);
    if standing.is_some() {
        return standing;
    }
    let program = &finding.initial.program;
    let second = seen(Liar::Second, &follow_up.program, &follow_up.trace, step, second_times);
    if program.text != follow_up.program.text {
        let trace = forwarded(finding, expected)?;
        let first = seen(Liar::First, &follow_up.program, &trace, expected, first_times);
        // The moments of two programs cannot be compared.
        let is_one_over = first.pause().is_none() || second.pause().is_none();
        return is_one_over.then(|| infer_by_lines(&first, &second))?;
    }
    let first =
        seen(Liar::First, &finding.initial.program, &finding.initial.trace, expected, first_times);
    infer_by_lines(&first, &second)
        .or_else(|| infer_without_condition(tools, follow_up, step))
        .or_else(|| infer_by_continuing(tools, true, program, &first, &second, second_times))
        .or_else(|| infer_by_coverage(tools, program, &first, &second))
}

/// Who is wrong about the location of a breakpoint.
fn judge_standing(
    debugger: &dyn Debugger,
    tools: &mut WorkerTools,
    finding: &Contradiction<'_>,
    follow_up: &Side,
) -> Option<Verdict> {
    let (step, expected) = (finding.violation.step, finding.violation.expected_step?);
    let forwarded = forwarded(finding, expected);
    let trace = forwarded.as_ref().unwrap_or(&finding.initial.trace);
    let placed = |liar, side, step, common| PlacedBreakpoint { liar, side, step, common };
    let first = placed(Liar::First, finding.initial, expected, trace.steps.get(expected)?);
    let second = placed(Liar::Second, follow_up, step, follow_up.trace.steps.get(step)?);
    infer_by_standing(debugger, tools, &first, &second)
}

/// What an expression that a session evaluated wrongly is worth without a debugger: a copy of the program has
/// it before the statement of the pause.
fn worth(
    debugger: &dyn Debugger,
    tools: &mut WorkerTools,
    side: &Side,
    step: usize,
) -> Option<String> {
    let known = side.trace.steps.get(..=step)?;
    let Action::Evaluate(evaluation) = &known.last()?.action else { return None };
    let (log, sites) = (tools.log(&side.program)?, tools.sites(&side.program).ok()?);
    let (lines, trace) = (side.program.lines(), Trace { steps: known.to_vec() });
    let testimony =
        Testimony::new(&log, &side.program, &lines, &sites).with_quirks(debugger.quirks());
    let mut undecided = testimony.undecided(&trace);
    undecided.retain(|it| it.expression == evaluation.expression);
    let found = tools.log_with(&side.program, &undecided).filter(|_| !undecided.is_empty())?;
    let charges = Testimony::new(&found, &side.program, &lines, &sites)
        .with_quirks(debugger.quirks())
        .examine(&trace);
    charges.into_iter().find(|charge| charge.step == step).map(|charge| charge.proof)
}

/// Whether the second session did pause where expected, so that only its variables can differ.
fn paused_there_too(finding: &Contradiction<'_>, follow_up: &Side) -> bool {
    let Some(step) = finding.violation.expected_step else { return false };
    let forwarded = forwarded(finding, step);
    let trace = forwarded.as_ref().unwrap_or(&finding.initial.trace);
    let Some(expected) = trace.steps.get(step).and_then(|step| step.observation.pause()) else {
        return false;
    };
    let pauses = follow_up.trace.steps.iter().filter_map(|step| step.observation.pause());
    pauses.into_iter().any(|pause| pause.frames == expected.frames && pause != expected)
}

/// The trace of the initial session as far as needed, in the locations of the changed program.
fn forwarded(finding: &Contradiction<'_>, expected_step: usize) -> Option<Trace> {
    let transformation = finding.transformation?;
    let map = SourceMap::apply(&finding.initial.program.text, transformation.edits.clone()).ok()?;
    let map = transformation.rules.granularity.map(map);
    let steps = finding.initial.trace.steps.get(..=expected_step)?;
    let forward = |step: &TraceStep| {
        let mut step = step.clone();
        step.action = step.action.carried(|at| map.forward(at))?;
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

/// Who is wrong in a finding, determined afresh.
pub fn verdict(debugger: &dyn Debugger, finding: &Finding) -> Verdict {
    judge(debugger, &mut WorkerTools::new(debugger, debugger.driver()), &finding.into())
}
