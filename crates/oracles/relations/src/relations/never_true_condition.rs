//! Adds a breakpoint whose condition is never true: nothing may change.

use super::{at as location_of, moment, new_location, words};
use crate::{Application, Group, Inapplicable, Initial, Needs, Plan, PlannedStep, Relation};
use debunk_model::{Action, TestRng};

/// Adds a breakpoint with a false condition at a random new location. Not at a `debugger`
/// statement: there it means that the program shall not pause.
///
/// ```text
/// before: break 3; start; step over
/// after:  break 3; break 9 if false; start; step over
/// ```
pub(super) struct NeverTrueCondition;

impl Relation for NeverTrueCondition {
    fn name(&self) -> &'static str {
        "never-true-condition"
    }

    fn group(&self) -> Group {
        Group::Actions
    }

    fn summary(&self) -> &'static str {
        "a breakpoint whose condition is never true changes nothing"
    }

    fn example(&self) -> &'static str {
        "break 3, start  ->  break 3, break 9 if false, start"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn needs(&self) -> Needs {
        Needs { conditions: true, ..Needs::default() }
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let at = new_location(initial, rng)?;
        let position = moment(initial, rng);
        let condition = words(initial).never_true[rng.below(words(initial).never_true.len())];
        let step = position + 1;
        let note = format!("added a breakpoint at {at} if {condition} before step {step}");
        let mut plan = Plan::repeat(initial.program, initial.trace, note);
        let action = Action::AddBreakpoint { at, condition: Some(condition.to_owned()) };
        plan.steps.insert(position, PlannedStep::Extra { action, pauses: false });
        plan.rules.silenced_within = initial
            .sites
            .debugger_statements
            .iter()
            .map(|span| (location_of(initial, span.start), location_of(initial, span.end)))
            .collect();
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
