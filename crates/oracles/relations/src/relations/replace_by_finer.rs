//! Replaces a control action by a finer one: every expected pause must still occur.

use crate::{Application, Group, Inapplicable, Initial, Plan, PlannedStep, Relation};
use debunk_model::{Action, TestRng};

/// Replaces a continue by one step, or a coarser step by repeated finer ones.
///
/// ```text
/// before: break 3; break 7; start; continue            pauses: 3, 7
/// after:  break 3; break 7; start; step in; continue   pauses: 3, somewhere, 7
/// ```
pub(super) struct ReplaceByFiner;

/// The actions that pause at least wherever the given one does.
fn finer(action: &Action) -> &'static [Action] {
    match action {
        Action::Continue => &[Action::StepOut, Action::StepOver, Action::StepIn],
        Action::StepOut => &[Action::StepOver, Action::StepIn],
        Action::StepOver => &[Action::StepIn],
        _ => &[],
    }
}

impl Relation for ReplaceByFiner {
    fn name(&self) -> &'static str {
        "replace-by-finer"
    }

    fn group(&self) -> Group {
        Group::Actions
    }

    fn summary(&self) -> &'static str {
        "a finer step in place of a coarser action misses none of its pauses"
    }

    fn example(&self) -> &'static str {
        "break 3, break 7, start, continue  ->  break 3, break 7, start, step in, continue"
    }

    fn holds_optimised(&self) -> bool {
        // Steps end elsewhere than breakpoints in inlined calls.
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
        let candidates: Vec<usize> = initial
            .trace
            .steps
            .iter()
            .enumerate()
            .filter(|(_, step)| !finer(&step.action).is_empty())
            // A step at an await or yield follows the function to where it resumes, past pauses
            // that a coarser step in its caller would make.
            .filter(|(_, step)| step.action == Action::Continue || !initial.sites.has_suspension)
            .filter(|(index, _)| {
                initial.quirks.granularity.is_columns() || is_one_place(initial, *index)
            })
            .map(|(index, _)| index)
            .collect();
        let &index = rng.pick(&candidates).ok_or(Inapplicable("no action has a finer one"))?;
        let coarse = &initial.trace.steps[index].action;
        let fine = rng.pick(finer(coarse)).ok_or(Inapplicable("no finer action"))?.clone();
        // Only a continue can be resynchronised by a continue.
        let repeat = *coarse != Action::Continue || rng.chance(30);
        let times = if repeat { "repeated" } else { "one" };
        let note = format!("replaced {coarse} at step {} by {times} {fine}", index + 1);
        let mut plan = Plan::repeat(initial.program, initial.trace, note);
        plan.steps[index] = PlannedStep::Finer { action: fine, index, repeat };
        Ok(Application::FollowUp(Box::new(plan)))
    }
}

/// Whether an action ended, by lines, where finer ones are certain to pause too: a line has several
/// places, and a call returns to the middle of its line, where only a step out is sure to pause.
fn is_one_place(initial: &Initial<'_>, index: usize) -> bool {
    let step = &initial.trace.steps[index];
    let Some(pause) = step.observation.pause() else { return true };
    let before = initial.trace.steps[..index].iter().rev().find_map(|it| it.observation.pause());
    let is_in_same_call = before.is_some_and(|before| before.frames.len() == pause.frames.len());
    let is_plain = pause.location().is_some_and(|at| initial.sites.plain_lines.contains(&at.line));
    is_plain
        && match step.action {
            Action::StepOver => is_in_same_call,
            Action::Continue => true,
            _ => false,
        }
}
