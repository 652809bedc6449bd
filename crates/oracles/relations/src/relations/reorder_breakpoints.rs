//! Sets the breakpoints in another order: nothing may change.

use crate::{Application, Group, Inapplicable, Initial, Plan, Relation};
use debunk_model::{Action, TestRng};

/// Shuffles the breakpoints that are set before the start.
///
/// ```text
/// before: break 3; break 9; start
/// after:  break 9; break 3; start
/// ```
pub(super) struct ReorderBreakpoints;

impl Relation for ReorderBreakpoints {
    fn name(&self) -> &'static str {
        "reorder-breakpoints"
    }

    fn group(&self) -> Group {
        Group::Actions
    }

    fn summary(&self) -> &'static str {
        "the order of setting breakpoints does not matter"
    }

    fn example(&self) -> &'static str {
        "break 3, break 9, start  ->  break 9, break 3, start"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let count = initial
            .trace
            .steps
            .iter()
            .take_while(|step| matches!(step.action, Action::AddBreakpoint { .. }))
            .count();
        if count < 2 {
            return Err(Inapplicable("fewer than two breakpoints"));
        }
        let note = "set the first breakpoints in another order";
        let mut plan = Plan::repeat(initial.program, initial.trace, note);
        let before = plan.steps[..count].to_vec();
        rng.shuffle(&mut plan.steps[..count]);
        if plan.steps[..count] == before[..] {
            plan.steps[..count].reverse();
        }
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
