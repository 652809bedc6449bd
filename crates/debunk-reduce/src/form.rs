//! The form of what is left: the same for all classes that one bug makes.

use debunk_compare::DifferenceReport;
use debunk_findings::{Finding, Side};
use debunk_javascript::analyse;
use debunk_model::{Action, Trace};
use debunk_relations::ViolationKind;
use debunk_testimony::Liar;

/// What is wrong, however it was noticed: a pause that is missed by one relation is one that is
/// somewhere else, or too many, to another.
pub(crate) fn symptom(finding: &Finding) -> &'static str {
    let violation = &finding.violation;
    match violation.kind {
        ViolationKind::MissedPause
        | ViolationKind::UnexpectedPause
        | ViolationKind::PausedElsewhere
        | ViolationKind::PauseWithoutReason => "pause",
        ViolationKind::BreakpointLocation | ViolationKind::BreakpointRefused => "breakpoint",
        ViolationKind::Outcome | ViolationKind::OutputChanged => "outcome",
        other => other.name(),
    }
}

/// What brings it about: the last action, with whatever else than setting breakpoints and running
/// was done before it.
fn actions(trace: &Trace, last: usize) -> String {
    let mut kinds: Vec<&'static str> = Vec::new();
    for (index, step) in trace.steps.iter().take(last + 1).enumerate() {
        let is_last = index == last.min(trace.steps.len().saturating_sub(1));
        let kind = match &step.action {
            Action::AddBreakpoint { condition: Some(_), .. } if !is_last => "condition",
            action if is_last => action.kind(),
            Action::AddBreakpoint { .. } => continue,
            action if action.is_control() => continue,
            other => other.kind(),
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.join("+")
}

/// The kind of code on the line where the program rested before a step.
fn node(side: &Side, step: usize) -> &'static str {
    let Side { program, trace } = side;
    let before = trace.steps.iter().take(step).rev();
    let Some(at) = before.filter_map(|step| step.observation.pause()?.location()).next() else {
        return "Program";
    };
    analyse(program)
        .map_or("Program", |sites| sites.line_kind(&program.text, &program.lines(), at.line))
}

/// The form of a reduced finding: what is wrong, which actions bring it about, at what kind of code;
/// by the session that is proven wrong, or else by the one that shows the contradiction.
pub fn form(finding: &Finding) -> String {
    let Finding { violation, verdict, initial, .. } = finding;
    let (side, step) = match (&finding.follow_up, verdict.liar) {
        (None, _) => (initial, violation.step),
        (Some(_), Liar::Initial) => (initial, violation.expected_step.unwrap_or(violation.step)),
        (Some(follow_up), _) => (follow_up, violation.step),
    };
    format!("{}/{}/{}", symptom(finding), actions(&side.trace, step), node(side, step))
}

/// The form of a reduced difference: its type, the actions that bring it about, at what kind of
/// code.
pub fn form_of_difference(report: &DifferenceReport) -> String {
    let last = report.trace_a.steps.len();
    format!("{}/{}/{}", report.class.kind, actions(&report.trace_a, last), report.class.node)
}
