//! Evaluates the debugger's own expressions for what variables hold: each gives what its parent shows.

use super::{ASKED_PERCENT, asking, containers, expansion, some_globals};
use crate::{Application, Group, Inapplicable, Initial, Inquiry, Relation};
use debunk_model::{Capability, TestRng};

const PATHS_PER_PAUSE_MAX: usize = 3;

/// Expands a variable at some pauses, and evaluates the expressions of some children.
///
/// ```text
/// before: break 3; start
/// after:  break 3; start; expand a (a[0] is 1); evaluate a[0] (must be 1)
/// ```
pub(super) struct EvaluatePaths;

impl Relation for EvaluatePaths {
    fn name(&self) -> &'static str {
        "evaluate-paths"
    }

    fn group(&self) -> Group {
        Group::Questions
    }

    fn summary(&self) -> &'static str {
        "evaluating a child's own expression gives that child"
    }

    fn example(&self) -> &'static str {
        "break 3, start, expand a (a[0] is 1)  ->  ..., evaluate a[0] (must be 1)"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn requires(&self) -> &'static [Capability] {
        &[Capability::Contents]
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let mut count = 0;
        let mut plan = asking(initial, "no variable that may hold anything", |pause| {
            let mut names = containers(initial, pause);
            names.extend(some_globals(initial, pause, 1, rng));
            let Some(name) = rng.pick(&names).filter(|_| rng.chance(ASKED_PERCENT)) else {
                return Vec::new();
            };
            count += 1;
            let paths = (0..=rng.below(PATHS_PER_PAUSE_MAX)).map(|_| Inquiry::Path {
                name: name.clone(),
                pick: rng.below(u16::MAX.into()) as u32,
            });
            let contents = Inquiry::Contents { expansion: expansion(name) };
            std::iter::once(contents).chain(paths).collect()
        })?;
        plan.note = format!("evaluated paths into {count} variables");
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
