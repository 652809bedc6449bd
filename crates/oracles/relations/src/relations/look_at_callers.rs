//! Reads the variables of every frame: they can be read, and the run continues as before.

use crate::{Application, Group, Inapplicable, Initial, Plan, PlannedStep, Relation};
use debunk_model::{Action, Capability, FrameOrder, Language, TestRng};

/// Reads the variables of all callers at some pauses, once, and asks nothing else: what it finds is due to
/// the reading itself. [`inspect-frames`](super::inspect_frames::InspectFrames) reads them twice in different
/// orders and evaluates names in between.
///
/// ```text
/// before: break 3; start; continue
/// after:  break 3; start; look at all callers; continue
/// ```
pub(super) struct LookAtCallers;

impl Relation for LookAtCallers {
    fn name(&self) -> &'static str {
        "look-at-callers"
    }

    fn group(&self) -> Group {
        Group::Questions
    }

    fn summary(&self) -> &'static str {
        "the variables of every frame can be read, and reading them changes nothing"
    }

    fn example(&self) -> &'static str {
        "break 3, start, continue  ->  break 3, start, look at all callers, continue"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn is_for(&self, language: Language) -> bool {
        language != Language::JavaScript
    }

    fn requires(&self) -> &'static [Capability] {
        &[Capability::CallerVariables]
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let mut plan = Plan::repeat(initial.program, initial.trace, String::new());
        let mut count = 0;
        for (index, pause) in initial.trace.pauses().collect::<Vec<_>>().into_iter().rev() {
            if pause.frames.len() > 1 && rng.chance(50) {
                let action = Action::LookAtCallers { order: FrameOrder::default() };
                plan.steps.insert(index + 1, PlannedStep::Extra { action, pauses: false });
                count += 1;
            }
        }
        if count == 0 {
            return Err(Inapplicable("no pause with a caller"));
        }
        plan.note = format!("read the variables of all callers at {count} pauses");
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
