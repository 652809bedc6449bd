//! The form of what is left: the same for all classes that one bug makes.

use debunk_model::{Action, Trace};
use debunk_relations::ViolationKind;
use debunk_results::{DifferenceReport, Finding};
use debunk_testimony::Liar;

/// What is wrong, however it was noticed: a pause that one relation misses is, to another, at a
/// different place or superfluous.
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

/// What triggers it: the last action, and whatever was done before it besides setting breakpoints
/// and running.
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

/// The form of a reduced finding: what is wrong and which actions trigger it, by the session that
/// is proven wrong, or else by the one that shows the contradiction. Neither the relation nor the
/// code counts: both depend on where the bug was found.
pub fn form(finding: &Finding) -> String {
    let Finding { violation, verdict, initial, .. } = finding;
    let (side, step) = match (&finding.follow_up, verdict.liar) {
        (None, _) => (initial, violation.step),
        (Some(_), Liar::First) => (initial, violation.expected_step.unwrap_or(violation.step)),
        (Some(follow_up), _) => (follow_up, violation.step),
    };
    format!("{}/{}", symptom(finding), actions(&side.trace, step))
}

/// The form of a reduced difference: its type, the actions that trigger it, and the kind of code.
pub fn form_of_difference(report: &DifferenceReport) -> String {
    let last = report.trace_a.steps.len();
    format!("{}/{}/{}", report.class.kind, actions(&report.trace_a, last), report.class.node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::{Location, Observation};

    fn told(actions_done: &[Action], last: usize) -> String {
        let mut trace = Trace::default();
        for action in actions_done {
            trace.push(action.clone(), Observation::Hung);
        }
        actions(&trace, last)
    }

    #[test]
    fn what_is_in_every_session_does_not_count() {
        let at = Location::new(1, 0);
        let add = Action::add_breakpoint(at);
        let session = [add.clone(), Action::Start, Action::StepIn, Action::Continue];
        assert_eq!(told(&session, 3), "continue");
        assert_eq!(told(&session, 1), "start");
        assert_eq!(told(&session, 0), "add-breakpoint");
        let session = [add, Action::Start, Action::RemoveBreakpoint { at }, Action::StepOver];
        assert_eq!(told(&session, 3), "remove-breakpoint+step-over");
    }

    #[test]
    fn what_else_was_asked_counts_once() {
        let condition = Some("false".to_owned());
        let session = [
            Action::AddBreakpoint { at: Location::new(1, 0), condition },
            Action::Start,
            Action::Look,
            Action::Look,
            Action::StepOver,
        ];
        assert_eq!(told(&session, 4), "condition+look+step-over");
    }
}
