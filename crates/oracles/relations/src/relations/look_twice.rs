//! Reads the variables again: they are the same, and the run continues as before.

use crate::{Application, Group, Inapplicable, Initial, Plan, PlannedStep, Relation};
use debunk_model::TestRng;

/// Reads the variables once more at some pauses.
///
/// ```text
/// before: break 3; start; continue
/// after:  break 3; start; look; continue
/// ```
pub(super) struct LookTwice;

impl Relation for LookTwice {
    fn name(&self) -> &'static str {
        "look-twice"
    }

    fn group(&self) -> Group {
        Group::Questions
    }

    fn summary(&self) -> &'static str {
        "looking again shows the same and changes nothing"
    }

    fn example(&self) -> &'static str {
        "break 3, start, continue  ->  break 3, start, look, continue"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let mut plan = Plan::repeat(initial.program, initial.trace, String::new());
        let mut count = 0;
        for (index, _) in initial.trace.pauses().collect::<Vec<_>>().into_iter().rev() {
            if rng.chance(50) {
                plan.steps.insert(index + 1, PlannedStep::LookAgain { index });
                count += 1;
            }
        }
        if count == 0 {
            return Err(Inapplicable("no pause to look at"));
        }
        plan.note = format!("read the variables again at {count} pauses");
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
