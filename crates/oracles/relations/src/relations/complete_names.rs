//! Completes the beginnings of visible names: each is among the completions, and nothing changes.

use super::{named_variables, some_globals};
use crate::{Application, Group, Inapplicable, Initial, Inquiry, Plan, PlannedStep, Relation};
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
        let mut plan = Plan::repeat(initial.program, initial.trace, String::new());
        let mut count = 0;
        for (index, pause) in initial.trace.pauses().collect::<Vec<_>>().into_iter().rev() {
            if !rng.chance(60) {
                continue;
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
            for name in names {
                let length = 1 + rng.below(name.chars().count().min(3));
                let text = name.chars().take(length).collect();
                let completion = Completion { text, frame: 0 };
                let inquiry = Inquiry::Name { completion, name };
                plan.steps.insert(index + 1, PlannedStep::Ask { index, inquiry });
            }
        }
        if count == 0 {
            return Err(Inapplicable("no variable to complete"));
        }
        plan.note = format!("completed {count} names");
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
