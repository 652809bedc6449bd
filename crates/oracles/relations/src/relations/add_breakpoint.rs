//! Adds a breakpoint: only pauses at it may be added.

use super::{moment, new_location};
use crate::{Application, Group, Inapplicable, Initial, Plan, PlannedStep, Relation};
use debunk_model::{Action, TestRng};

/// Adds a breakpoint at a random new location at a random moment.
///
/// ```text
/// before: break 3; start; step over        pauses: 3, 4
/// after:  break 3; break 9; start; step over (9 is met: continue to 4)
/// ```
pub(super) struct AddBreakpoint;

impl Relation for AddBreakpoint {
    fn name(&self) -> &'static str {
        "add-breakpoint"
    }

    fn group(&self) -> Group {
        Group::Actions
    }

    fn summary(&self) -> &'static str {
        "one more breakpoint adds pauses at its actual location and changes nothing else"
    }

    fn example(&self) -> &'static str {
        "break 3, start, step over  ->  break 3, break 9, start, step over (met 9? continue to 4)"
    }

    fn holds_optimised(&self) -> bool {
        // Several lines share an address, so its pauses may show on another line than its own.
        false
    }

    fn is_interactive(&self) -> bool {
        true
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let location = new_location(initial, rng)?;
        let position = moment(initial, rng);
        let note = format!("added a breakpoint at {location} before step {}", position + 1);
        let mut plan = Plan::repeat(initial.program, initial.trace, note);
        let action = Action::add_breakpoint(location);
        plan.steps.insert(position, PlannedStep::Extra { action, pauses: true });
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
