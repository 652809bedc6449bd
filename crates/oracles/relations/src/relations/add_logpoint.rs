//! Adds a logpoint: it writes something and does not pause, so nothing may change.

use super::{moment, new_location};
use crate::{Application, Group, Inapplicable, Initial, Plan, PlannedStep, Relation};
use debunk_model::{Action, Capability, Language, TestRng};

/// Adds a logpoint at a random new location.
///
/// ```text
/// before: break 3; start; step over
/// after:  break 3; log 9; start; step over
/// ```
pub(super) struct AddLogpoint;

impl Relation for AddLogpoint {
    fn name(&self) -> &'static str {
        "add-logpoint"
    }

    fn group(&self) -> Group {
        Group::Actions
    }

    fn summary(&self) -> &'static str {
        "a logpoint does not pause, and changes nothing"
    }

    fn example(&self) -> &'static str {
        "break 3, start  ->  break 3, log 9, start"
    }

    fn holds_optimised(&self) -> bool {
        // If a call was inlined, a breakpoint there decides which of the frames gdb shows.
        false
    }

    fn is_interactive(&self) -> bool {
        false
    }

    /// The protocols of JavaScript engines have no logpoints.
    fn is_for(&self, language: Language) -> bool {
        language != Language::JavaScript
    }

    fn requires(&self) -> &'static [Capability] {
        &[Capability::Logpoints]
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let at = new_location(initial, rng)?;
        let position = moment(initial, rng);
        let note = format!("added a logpoint at {at} before step {}", position + 1);
        let mut plan = Plan::repeat(initial.program, initial.trace, note);
        let action = Action::AddLogpoint { at };
        plan.steps.insert(position, PlannedStep::Extra { action, pauses: false });
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
