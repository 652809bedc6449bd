//! Removes code that never ran: nothing may change.

use super::{at, changed, words};
use crate::{Application, Group, Inapplicable, Initial, Needs, Plan, PlannedStep, Relation, Rules};
use debunk_model::{Action, Edit, Span, TestRng};

/// Removes a statement that never ran, according to the engine's coverage.
///
/// ```text
/// before: if (false) { g(); } x = f();
/// after:  if (false) { ; } x = f();
/// ```
pub(super) struct RemoveDeadCode;

impl Relation for RemoveDeadCode {
    fn name(&self) -> &'static str {
        "remove-dead-code"
    }

    fn group(&self) -> Group {
        Group::Program
    }

    fn summary(&self) -> &'static str {
        "removing a statement that never ran changes nothing"
    }

    fn example(&self) -> &'static str {
        "if (false) { g(); } x = f();  ->  if (false) { ; } x = f();"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn needs(&self) -> Needs {
        Needs { exact_breakpoints: true, dead_code: true, ..Needs::default() }
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let dead = initial.dead.ok_or(Inapplicable("no coverage"))?;
        let candidates: Vec<Span> = initial
            .sites
            .statements
            .iter()
            .filter(|site| site.removable && dead.iter().any(|span| span.encloses(site.span)))
            .map(|site| site.span)
            .filter(|span| span.of(&initial.program.text) != words(initial).nothing)
            .collect();
        let &span = rng.pick(&candidates).ok_or(Inapplicable("no dead statement"))?;
        let note = format!("removed the statement at {}", at(initial, span.start));
        let nothing = nothing_at(initial, span);
        let edits = vec![Edit::delete(span), Edit::insert(span.end, nothing)];
        let mut plan = changed(initial, edits, Rules::default(), note)?;
        drop_breakpoints_at_end(initial, span, &mut plan);
        Ok(Application::FollowUp(Box::new(plan)))
    }
}

/// What separates the statements around a removed one. The semicolon would terminate a statement
/// before it that has none.
fn nothing_at(initial: &Initial<'_>, removed: Span) -> &'static str {
    let before = initial.sites.statements.iter().filter(|site| site.span.end <= removed.start);
    let last = before.max_by_key(|site| site.span.end).map(|site| site.span);
    let has_end = last.is_none_or(|span| span.of(&initial.program.text).ends_with([';', '}']));
    let words = words(initial);
    if has_end { words.nothing } else { words.nothing_apart }
}

/// The point where a statement is left has the location just after it: a breakpoint there belongs
/// to the removed statement, unless another one begins at that very place.
fn drop_breakpoints_at_end(initial: &Initial<'_>, span: Span, plan: &mut Plan) {
    if initial.sites.breakable.contains(&span.end) {
        return;
    }
    let end = at(initial, span.end);
    plan.steps.retain(|planned| match planned {
        PlannedStep::Same { index, .. } => match initial.trace.steps[*index].action {
            Action::RemoveBreakpoint { at } => at != end,
            ref other => other.added_at() != Some(end),
        },
        _ => true,
    });
}
