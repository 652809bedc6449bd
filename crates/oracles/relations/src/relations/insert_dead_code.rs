//! Inserts code that never runs: nothing may change.

use super::{at, insert_statement, statement_site, with_statement, words};
use crate::{Application, Group, Inapplicable, Initial, Needs, Relation};
use debunk_model::TestRng;

/// Inserts `if (false) { v = literal; }` before a statement, v being any variable in scope.
///
/// ```text
/// before: x = f();
/// after:  if (false) { y = 7; } x = f();
/// ```
pub(super) struct InsertDeadCode;

impl Relation for InsertDeadCode {
    fn name(&self) -> &'static str {
        "insert-dead-code"
    }

    fn group(&self) -> Group {
        Group::Program
    }

    fn summary(&self) -> &'static str {
        "code that never runs changes nothing"
    }

    fn example(&self) -> &'static str {
        "x = f();  ->  if (false) { y = 7; } x = f();"
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
        let words = words(initial);
        let site = statement_site(initial, words.dead_code_fills_line, rng)?;
        let variables = initial.sites.variables(site.scope, site.offset);
        let variable = rng.pick(&variables).ok_or(Inapplicable("no variable in scope"))?;
        let literal = words.literals()[rng.below(words.literals().len())];
        let statement = words.dead_code(&variable.name, literal);
        let note = format!("inserted {statement} at {}", at(initial, site.offset));
        let edit = insert_statement(initial, site, &statement, words.dead_code_fills_line, rng);
        let plan = with_statement(initial, edit, note)?;
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
