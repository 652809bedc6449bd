//! Writes an integer literal as an expression of the same value.

use super::{at, rewritten, words};
use crate::{Application, Group, Inapplicable, Initial, Needs, Relation};
use debunk_model::TestRng;

/// Replaces an integer n by (n-1 + 1), (n+1 - 1), (n / 1) or (n * 1).
///
/// ```text
/// before: x = 5;
/// after:  x = (4 + 1);
/// ```
pub(super) struct SplitInteger;

impl Relation for SplitInteger {
    fn name(&self) -> &'static str {
        "split-integer"
    }

    fn group(&self) -> Group {
        Group::Program
    }

    fn summary(&self) -> &'static str {
        "an integer literal and an expression of the same value are equivalent"
    }

    fn example(&self) -> &'static str {
        "x = 5;  ->  x = (4 + 1);"
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
        let site = rng.pick(&initial.sites.integers).ok_or(Inapplicable("no integer"))?;
        let value = site.value as i64;
        let expression = match rng.below(4) {
            0 => format!("({} + 1)", value - 1),
            1 => format!("({} - 1)", value + 1),
            2 => words(initial).quotient(value),
            _ => format!("({value} * 1)"),
        };
        let note = format!("wrote {value} at {} as {expression}", at(initial, site.span.start));
        let plan = rewritten(initial, site.span, expression, note)?;
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
