//! Completes the beginnings of visible names: each is among the completions, and nothing changes.

use super::{ASKED_PERCENT, asking, named_variables, some_globals};
use crate::{Application, Group, Inapplicable, Initial, Inquiry, Relation};
use debunk_model::{Capability, Completion, ScopeKind, TestRng};

const NAMES_PER_PAUSE_MAX: usize = 3;

/// Requests the completions of the beginnings of some visible names.
///
/// ```text
/// before: break 3; start (total is 1)
/// after:  break 3; start; complete "to" (must list total)
/// ```
pub(super) struct CompleteNames;

impl Relation for CompleteNames {
    fn name(&self) -> &'static str {
        "complete-names"
    }

    fn group(&self) -> Group {
        Group::Questions
    }

    fn summary(&self) -> &'static str {
        "completions of its beginning list every visible name, and listing them changes nothing"
    }

    fn example(&self) -> &'static str {
        "break 3, start (total is 1)  ->  break 3, start, complete \"to\" (must list total)"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn requires(&self) -> &'static [Capability] {
        &[Capability::Completions]
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let mut count = 0;
        let mut plan = asking(initial, "no variable to complete", |pause| {
            if !rng.chance(ASKED_PERCENT) {
                return Vec::new();
            }
            let own = named_variables(pause).into_iter();
            let own = own.filter(|(_, kind, _)| *kind == ScopeKind::Own);
            let mut names: Vec<String> = own.map(|(name, ..)| name.to_owned()).collect();
            rng.shuffle(&mut names);
            names.truncate(NAMES_PER_PAUSE_MAX);
            // A property of the global object can be deleted.
            if !initial.program.text.contains("delete") {
                names.extend(some_globals(initial, pause, 1, rng));
            }
            count += names.len();
            let mut completions: Vec<Inquiry> =
                names.iter().map(|name| beginning(name, rng)).collect();
            completions.reverse();
            completions
        })?;
        plan.note = format!("completed {count} names");
        Ok(Application::FollowUp(Box::new(plan)))
    }
}

/// The request for the completions of the beginning of a name.
fn beginning(name: &str, rng: &mut TestRng) -> Inquiry {
    let length = 1 + rng.below(name.chars().count().min(3));
    let text = name.chars().take(length).collect();
    Inquiry::Name { completion: Completion { text, frame: 0 }, name: name.to_owned() }
}
