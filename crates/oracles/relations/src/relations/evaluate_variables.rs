//! Evaluates variables by name: each has the value that the variables view shows.

use super::{folded, named_variables, some_globals};
use crate::{Application, Group, Inapplicable, Initial, Inquiry, Plan, PlannedStep, Relation};
use debunk_model::TestRng;

const NAMES_PER_PAUSE_MAX: usize = 4;
const GLOBALS_PER_PAUSE_MAX: usize = 1;

/// Evaluates the names of visible variables at some pauses.
///
/// ```text
/// before: break 3; start (x is 1)
/// after:  break 3; start; evaluate x (must be 1)
/// ```
pub(super) struct EvaluateVariables;

impl Relation for EvaluateVariables {
    fn name(&self) -> &'static str {
        "evaluate-variables"
    }

    fn group(&self) -> Group {
        Group::Questions
    }

    fn summary(&self) -> &'static str {
        "evaluating a name gives the value that the variables view shows"
    }

    fn example(&self) -> &'static str {
        "break 3, start (x is 1)  ->  break 3, start, evaluate x (must be 1)"
    }

    fn is_interactive(&self) -> bool {
        false
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
            let mut names: Vec<(String, String)> = named_variables(pause)
                .into_iter()
                .map(|(name, _, value)| (name.to_owned(), value.to_owned()))
                .collect();
            let line = pause.location().map_or(0, |at| at.line);
            // Garbage is garbage both times, but only numbers are always written the same way.
            let is_comparable = |name: &str, value: &str| {
                let is_number =
                    initial.quirks.granularity.is_lines() && value.parse::<i64>().is_ok();
                is_number || initial.sites.is_certain(name, line)
            };
            names.retain(|(name, value)| is_comparable(name, value));
            rng.shuffle(&mut names);
            names.truncate(NAMES_PER_PAUSE_MAX);
            count += names.len();
            for (name, value) in names {
                plan.steps.insert(index + 1, PlannedStep::EvaluateName { index, name, value });
            }
            for name in some_globals(initial, pause, GLOBALS_PER_PAUSE_MAX, rng) {
                count += 1;
                for inquiry in [Inquiry::Variable { name: name.clone() }, folded(&name)] {
                    plan.steps.insert(index + 1, PlannedStep::Ask { index, inquiry });
                }
            }
        }
        if count == 0 {
            return Err(Inapplicable("no variable to evaluate"));
        }
        plan.note = format!("evaluated {count} names");
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
