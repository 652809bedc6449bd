//! Interrupts a step by a breakpoint: the rest of the step is still possible.

use super::new_location;
use crate::{Application, Group, Inapplicable, Initial, Plan, PlannedStep, Relation};
use debunk_model::{Action, Language, Location, NodeSpan, TestRng};

/// Sets a breakpoint just before a step, in another function, and removes it just after. If the
/// step hits it, it is interrupted; stepping out of the call and stepping again leads to where it
/// would have ended.
///
/// ```text
/// before: break 3; start; step over                                    pauses: 3, 4
/// after:  break 3; start; break 9; step over (met 9? step out, step over); remove 9
/// ```
pub(super) struct InterruptStep;

impl Relation for InterruptStep {
    fn name(&self) -> &'static str {
        "interrupt-step"
    }

    fn group(&self) -> Group {
        Group::Actions
    }

    fn summary(&self) -> &'static str {
        "a step that a breakpoint interrupts can be completed by stepping out"
    }

    fn example(&self) -> &'static str {
        "break 3, start, step over  ->  break 3, start, break 9, step over (met 9? step out), remove 9"
    }

    fn holds_optimised(&self) -> bool {
        // An interrupted step resumes at another place: lines are mixed.
        false
    }

    fn is_interactive(&self) -> bool {
        true
    }

    fn is_for(&self, language: Language) -> bool {
        language != Language::JavaScript
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let steps: Vec<usize> = initial
            .trace
            .steps
            .iter()
            .enumerate()
            .filter(|(_, step)| matches!(step.action, Action::StepOver | Action::StepOut))
            .map(|(index, _)| index)
            .collect();
        let &index = rng.pick(&steps).ok_or(Inapplicable("no step to interrupt"))?;
        let at = elsewhere(initial, index, rng)?;
        let note = format!("set a breakpoint at {at} during step {}", index + 1);
        let mut plan = Plan::repeat(initial.program, initial.trace, note);
        let remove = Action::RemoveBreakpoint { at };
        let add = Action::add_breakpoint(at);
        plan.steps.insert(index + 1, PlannedStep::Extra { action: remove, pauses: false });
        plan.steps.insert(index, PlannedStep::Extra { action: add, pauses: true });
        // A program that has ended has no breakpoints to remove.
        if initial.trace.steps[index].observation.is_end() {
            plan.steps.truncate(index + 2);
        }
        Ok(Application::FollowUp(Box::new(plan)))
    }
}

/// A free location in another function than the one being stepped in, if one can be found.
fn elsewhere(
    initial: &Initial<'_>,
    index: usize,
    rng: &mut TestRng,
) -> Result<Location, Inapplicable> {
    const ATTEMPTS: usize = 8;
    let before = &initial.trace.steps[..index];
    let from = before.iter().rev().find_map(|step| step.observation.pause()?.location());
    let here = from.and_then(|at| function_at(initial, at));
    let mut chosen = new_location(initial, rng)?;
    for _ in 0..ATTEMPTS {
        let function = function_at(initial, chosen).map(|node| node.span);
        if function.is_some() && function != here.map(|node| node.span) {
            break;
        }
        chosen = new_location(initial, rng)?;
    }
    Ok(chosen)
}

/// The function around the first thing on a line.
fn function_at<'run>(initial: &Initial<'run>, at: Location) -> Option<&'run NodeSpan> {
    let span = initial.lines.line_span(at.line)?;
    let text = span.of(&initial.program.text);
    let offset = span.start + (text.len() - text.trim_start().len()) as u32;
    initial.sites.innermost(offset, |kind| kind == "function_definition")
}
