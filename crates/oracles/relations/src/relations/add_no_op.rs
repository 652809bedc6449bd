//! Inserts an assignment of a variable to itself: nothing may change.

use super::{at, insert_statement, statement_site, with_statement, words};
use crate::{Application, Group, Inapplicable, Initial, Needs, Relation};
use debunk_model::TestRng;

/// Inserts `v = v;` before a statement, v being initialised there and not a constant.
///
/// ```text
/// before: x = f();
/// after:  y = y; x = f();
/// ```
pub(super) struct AddNoOp;

impl Relation for AddNoOp {
    fn name(&self) -> &'static str {
        "add-no-op"
    }

    fn group(&self) -> Group {
        Group::Program
    }

    fn summary(&self) -> &'static str {
        "assigning a variable to itself changes nothing"
    }

    fn example(&self) -> &'static str {
        "x = f();  ->  y = y; x = f();"
    }

    fn is_interactive(&self) -> bool {
        true
    }

    fn needs(&self) -> Needs {
        Needs { exact_breakpoints: true, ..Needs::default() }
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let site = statement_site(initial, false, rng)?;
        let mut variables = initial.sites.variables(site.scope, site.offset);
        variables.retain(|variable| variable.assignable);
        let variable = rng.pick(&variables).ok_or(Inapplicable("no variable to assign"))?;
        let statement = words(initial).no_op(&variable.name);
        let note = format!("inserted {statement} at {}", at(initial, site.offset));
        let edit = insert_statement(initial, site, &statement, false, rng);
        let plan = with_statement(initial, edit, note)?;
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
