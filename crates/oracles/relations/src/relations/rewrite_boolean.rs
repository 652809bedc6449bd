//! Writes a boolean literal as an expression over a variable.

use super::{at, rewritten, words};
use crate::{Application, Group, Inapplicable, Initial, Needs, Relation};
use debunk_model::TestRng;

/// Replaces true by `(v === v || v !== v)` and false by its negation; neither calls any code.
///
/// ```text
/// before: x = true;
/// after:  x = (y === y || y !== y);
/// ```
pub(super) struct RewriteBoolean;

impl Relation for RewriteBoolean {
    fn name(&self) -> &'static str {
        "rewrite-boolean"
    }

    fn group(&self) -> Group {
        Group::Program
    }

    fn summary(&self) -> &'static str {
        "a boolean literal and an expression of the same value are equivalent"
    }

    fn example(&self) -> &'static str {
        "x = true;  ->  x = (y === y || y !== y);"
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
        let site = rng.pick(&initial.sites.booleans).ok_or(Inapplicable("no boolean"))?;
        let mut variables = initial.sites.variables(site.scope, site.offset);
        variables.retain(|variable| variable.readable);
        let variable = rng.pick(&variables).ok_or(Inapplicable("no variable to read"))?;
        let expression = words(initial).boolean(site.value, &variable.name);
        let place = at(initial, site.span.start);
        let note = format!("wrote {} at {place} as {expression}", site.value);
        let plan = rewritten(initial, site.span, expression, note)?;
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
