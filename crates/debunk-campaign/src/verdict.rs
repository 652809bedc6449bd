//! Who is wrong in a finding, by what really happens in its programs.

use crate::runner::WorkerTools;
use debunk_findings::{Finding, Side};
use debunk_javascript::analyse;
use debunk_relations::ViolationKind;
use debunk_session::Debugger;
use debunk_testimony::{Charge, Heard, Liar, Seen, Testimony, Verdict, infer, weigh};

type Times = Vec<Option<(usize, usize)>>;

/// What a session is charged with, and when it says that the program was where; nothing when there
/// is no log to hold it against.
fn hear(debugger: &dyn Debugger, tools: &mut WorkerTools, side: &Side) -> (Vec<Charge>, Times) {
    let (Some(log), Ok(sites)) = (tools.log(&side.program), analyse(&side.program)) else {
        return (Vec::new(), Vec::new());
    };
    Testimony::new(&log, &side.program, &side.program.lines(), &sites)
        .with_tail_calls(debugger.quirks().tail_calls)
        .follow(&side.trace)
}

fn seen<'side>(side: Liar, of: &'side Side, step: usize, times: &Times) -> Seen<'side> {
    Seen { side, trace: &of.trace, step, time: times.get(step).copied().flatten() }
}

/// Who is wrong. A session that contradicts itself is, in any case.
pub(crate) fn judge(
    debugger: &dyn Debugger,
    tools: &mut WorkerTools,
    finding: &Finding,
) -> Verdict {
    let violation = &finding.violation;
    let Some(follow_up) = &finding.follow_up else {
        return Verdict { liar: Liar::Initial, proof: vec![violation.detail.clone()] };
    };
    if matches!(violation.kind, ViolationKind::LookChanged | ViolationKind::EvaluateDiffers) {
        let proof = format!("it says two things of one moment: {}", violation.detail);
        return Verdict { liar: Liar::FollowUp, proof: vec![proof] };
    }
    let (first, first_times) = hear(debugger, tools, &finding.initial);
    let (second, second_times) = hear(debugger, tools, follow_up);
    let verdict = weigh(
        &Heard { side: Liar::Initial, charges: &first, step: violation.expected_step },
        &Heard { side: Liar::FollowUp, charges: &second, step: Some(violation.step) },
    );
    let is_same_program = finding.initial.program.text == follow_up.program.text;
    let Some(expected_step) = violation.expected_step.filter(|_| is_same_program) else {
        return verdict;
    };
    if verdict.liar != Liar::Undecided {
        return verdict;
    }
    let inferred = infer(
        &seen(Liar::Initial, &finding.initial, expected_step, &first_times),
        &seen(Liar::FollowUp, follow_up, violation.step, &second_times),
    );
    inferred.unwrap_or(verdict)
}

/// Who is wrong in a finding, found out anew.
pub fn verdict(debugger: &dyn Debugger, finding: &Finding) -> Verdict {
    judge(debugger, &mut WorkerTools::new(debugger, debugger.driver()), finding)
}
