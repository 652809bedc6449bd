//! Runs the program once more in the same session: it is the same run.

use crate::{Application, Group, Inapplicable, Initial, Plan, PlannedStep, Relation};
use debunk_model::{Action, Capability, Language, TestRng};

/// Restarts the program at some pause, or after its end, and repeats everything.
///
/// ```text
/// before: break 3; start; continue; step over
/// after:  break 3; start; continue; restart; continue; step over
/// ```
pub(super) struct Restart;

impl Relation for Restart {
    fn name(&self) -> &'static str {
        "restart"
    }

    fn group(&self) -> Group {
        Group::Actions
    }

    fn summary(&self) -> &'static str {
        "a restarted program runs as it did the first time"
    }

    fn example(&self) -> &'static str {
        "break 3, start, continue  ->  break 3, start, restart, continue"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn is_for(&self, language: Language) -> bool {
        language != Language::JavaScript
    }

    fn requires(&self) -> &'static [Capability] {
        &[Capability::Restarting]
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let steps = &initial.trace.steps;
        let start = initial.trace.start_index().ok_or(Inapplicable("it was never started"))?;
        // Up to the first breakpoint that was set or removed later, the breakpoints are those at
        // the start.
        let is_change = |index: &usize| {
            let action = &steps[*index].action;
            action.added_at().is_some() || matches!(action, Action::RemoveBreakpoint { .. })
        };
        let end = (start..steps.len()).find(is_change).unwrap_or(steps.len());
        let moments: Vec<usize> =
            (start..end).filter(|index| steps[*index].action.is_control()).collect();
        let &moment = rng.pick(&moments).ok_or(Inapplicable("no moment for a restart"))?;
        let note = format!("restarted after step {}, and did everything again", moment + 1);
        let mut plan = Plan::repeat(initial.program, initial.trace, note);
        let mut again = plan.steps.split_off(start + 1);
        plan.steps.extend(again.iter().take(moment - start).cloned());
        plan.steps.push(PlannedStep::Same { action: Action::Restart, index: start });
        plan.steps.append(&mut again);
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
