//! Sets a breakpoint and removes it at once: nothing may change.

use super::{moment, new_location};
use crate::{Application, Group, Inapplicable, Initial, Plan, PlannedStep, Relation};
use debunk_model::{Action, TestRng};

/// Sets and removes a breakpoint at a random new location at a random moment.
///
/// ```text
/// before: break 3; start
/// after:  break 3; break 9; remove 9; start
/// ```
pub(super) struct SetAndRemove;

impl Relation for SetAndRemove {
    fn name(&self) -> &'static str {
        "set-and-remove"
    }

    fn group(&self) -> Group {
        Group::Actions
    }

    fn summary(&self) -> &'static str {
        "setting a breakpoint and removing it at once changes nothing"
    }

    fn example(&self) -> &'static str {
        "break 3, start  ->  break 3, break 9, remove 9, start"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let location = new_location(initial, rng)?;
        let position = moment(initial, rng);
        let step = position + 1;
        let note = format!("set and removed a breakpoint at {location} before step {step}");
        let mut plan = Plan::repeat(initial.program, initial.trace, note);
        let add = Action::add_breakpoint(location);
        let remove = Action::RemoveBreakpoint { at: location };
        plan.steps.insert(position, PlannedStep::Extra { action: remove, pauses: false });
        plan.steps.insert(position, PlannedStep::Extra { action: add, pauses: false });
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
