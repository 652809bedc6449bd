//! Checks that a continued run pauses only at breakpoints.

use crate::{Application, Group, Inapplicable, Initial, Relation, Violation, ViolationKind};
use debunk_model::{Action, TestRng};

/// After start and continue the program may pause only at a breakpoint or a `debugger` statement.
///
/// ```text
/// before: break 3; start; continue
/// after:  pauses at 3 only
/// ```
pub(super) struct PauseForAReason;

impl Relation for PauseForAReason {
    fn name(&self) -> &'static str {
        "pause-for-a-reason"
    }

    fn group(&self) -> Group {
        Group::Invariant
    }

    fn summary(&self) -> &'static str {
        "a resumed program pauses only at breakpoints"
    }

    fn example(&self) -> &'static str {
        "break 3, start, continue  ->  every pause is at 3"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let _ = rng;
        for (index, pause) in initial.trace.pauses() {
            if initial.quirks.completes_steps && was_interrupted(initial, index) {
                break;
            }
            let action = &initial.trace.steps[index].action;
            let Some(location) = pause.location() else { continue };
            if !matches!(action, Action::Start | Action::Restart | Action::Continue)
                || initial.trace.actual_before(index).contains(&location)
                || is_debugger_statement(initial, location)
                || initial.may_pause_beside(index, location)
            {
                continue;
            }
            return Ok(Application::Checked(Some(Box::new(Violation {
                kind: ViolationKind::PauseWithoutReason,
                action: action.clone(),
                step: index,
                expected_step: None,
                detail: format!("paused at {location}, where no breakpoint stands"),
            }))));
        }
        Ok(Application::Checked(None))
    }
}

/// Whether some earlier step ended at a breakpoint, and may still be pending.
fn was_interrupted(initial: &Initial<'_>, before: usize) -> bool {
    initial.trace.pauses().take_while(|(index, _)| *index < before).any(|(index, pause)| {
        let standing = initial.trace.actual_before(index);
        initial.trace.steps[index].action.is_step()
            && pause
                .location()
                .is_some_and(|at| standing.contains(&at) || initial.may_pause_beside(index, at))
    })
}

fn is_debugger_statement(initial: &Initial<'_>, location: debunk_model::Location) -> bool {
    if initial.quirks.granularity.is_lines() {
        let mut spans = initial.sites.debugger_statements.iter();
        let text = &initial.program.text;
        return spans.any(|span| initial.lines.location(text, span.start).line == location.line);
    }
    let offset = initial.lines.offset(&initial.program.text, location);
    offset.is_some_and(|offset| initial.sites.is_debugger_statement(offset))
}
