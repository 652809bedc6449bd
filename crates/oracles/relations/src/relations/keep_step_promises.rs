//! Checks that each step ends where a step of its kind may end.

use crate::{Application, Group, Inapplicable, Initial, Relation, Violation, ViolationKind};
use debunk_model::{Action, Language, TestRng};

/// A step over does not end deeper than it began, and a step out ends in a caller, unless a
/// breakpoint is hit.
///
/// ```text
/// before: step over in a function that was called twice
/// after:  the pause is at most two calls deep
/// ```
pub(super) struct KeepStepPromises;

impl Relation for KeepStepPromises {
    fn name(&self) -> &'static str {
        "keep-step-promises"
    }

    fn group(&self) -> Group {
        Group::Invariant
    }

    fn summary(&self) -> &'static str {
        "a step over ends no deeper than it began, and a step out ends in a caller"
    }

    fn example(&self) -> &'static str {
        "paused in f < main, step out  ->  paused in main"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn is_for(&self, language: Language) -> bool {
        language != Language::JavaScript
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let _ = rng;
        // After a generator or a jump, the caller is not the one that resumes.
        if initial.sites.has_suspension {
            return Err(Inapplicable("functions are not left in the order of calls"));
        }
        let mut depth: Option<usize> = None;
        for (index, pause) in initial.trace.pauses() {
            let now = pause.frames.len();
            let began = depth.replace(now);
            let step = &initial.trace.steps[index];
            let standing = initial.trace.actual_before(index);
            let is_asked = pause
                .location()
                .is_none_or(|at| standing.contains(&at) || initial.may_pause_beside(index, at));
            let (Some(began), false) = (began, is_asked) else { continue };
            let most = match step.action {
                Action::StepOver => began,
                Action::StepOut if began == 1 || initial.quirks.pauses_at_return => began,
                Action::StepOut => began - 1,
                _ => continue,
            };
            if now > most {
                return Ok(Application::Checked(Some(Box::new(Violation {
                    kind: ViolationKind::PausedElsewhere,
                    action: step.action.clone(),
                    step: index,
                    expected_step: None,
                    detail: format!(
                        "{} from {began} calls deep ended {now} calls deep, at {}, where no \
                         breakpoint stands",
                        step.action,
                        pause.place()
                    ),
                }))));
            }
        }
        Ok(Application::Checked(None))
    }
}
