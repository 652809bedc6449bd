//! Adds a parameter that nobody passes: it is undefined, nothing else changes.

use super::{at, changed, fresh_name};
use crate::{Application, Group, Inapplicable, Initial, Needs, Relation, Rules};
use debunk_model::{Edit, TestRng};

/// Adds a parameter with a fresh name to a function.
///
/// ```text
/// before: function f(a) { return a; }
/// after:  function f(a, spare0) { return a; }
/// ```
pub(super) struct AddParameter;

impl Relation for AddParameter {
    fn name(&self) -> &'static str {
        "add-parameter"
    }

    fn group(&self) -> Group {
        Group::Program
    }

    fn summary(&self) -> &'static str {
        "one more parameter shows up as undefined and changes nothing else"
    }

    fn example(&self) -> &'static str {
        "function f(a) {}  ->  function f(a, spare0) {}"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn needs(&self) -> Needs {
        Needs { exact_breakpoints: true, ..Needs::default() }
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let site = rng.pick(&initial.sites.functions).ok_or(Inapplicable("no function"))?;
        let name = fresh_name(initial, "spare");
        let note = format!("added the parameter {name} at {}", at(initial, site.offset));
        let edit = Edit::insert(site.offset, format!("{}{name}{}", site.before, site.after));
        let rules = Rules { added_variable: Some(name), ..Rules::default() };
        let plan = changed(initial, vec![edit], rules, note)?;
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
