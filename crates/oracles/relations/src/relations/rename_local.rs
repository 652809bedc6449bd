//! Renames a local variable: it shows under its new name, nothing else changes.

use super::{at, changed, fresh_name};
use crate::{Application, Group, Inapplicable, Initial, Needs, Relation, Rules};
use debunk_model::{Edit, TestRng};

/// Renames a local variable everywhere.
///
/// ```text
/// before: let n = 1; print(n);
/// after:  let local0 = 1; print(local0);
/// ```
pub(super) struct RenameLocal;

impl Relation for RenameLocal {
    fn name(&self) -> &'static str {
        "rename-local"
    }

    fn group(&self) -> Group {
        Group::Program
    }

    fn summary(&self) -> &'static str {
        "a renamed local shows under its new name and changes nothing else"
    }

    fn example(&self) -> &'static str {
        "let n = 1; print(n);  ->  let local0 = 1; print(local0);"
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
        let site = rng.pick(&initial.sites.locals).ok_or(Inapplicable("no local"))?;
        let name = fresh_name(initial, "local");
        let place = at(initial, site.occurrences[0].start);
        let note = format!("renamed {} declared at {place} to {name}", site.name);
        let edits = site.occurrences.iter().map(|span| Edit::replace(*span, &*name)).collect();
        let renamed = Some((name, site.name.to_string()));
        let plan = changed(initial, edits, Rules { renamed, ..Rules::default() }, note)?;
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
