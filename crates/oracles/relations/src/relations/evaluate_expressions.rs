//! Evaluates expressions whose value follows from the variables that a pause shows.

use super::{folded, named_variables, some_globals, words};
use crate::expressions::ExpressionMaker;
use crate::{Application, Group, Inapplicable, Initial, Inquiry, Plan, PlannedStep, Relation};
use debunk_model::{
    Capability, Evaluation, EvaluationContext, Language, Pause, ScopeKind, TestRng, Words,
};

const EXPRESSIONS_PER_PAUSE_MAX: usize = 3;
const GLOBALS_PER_PAUSE_MAX: usize = 3;

/// Evaluates expressions over visible variables at some pauses, for different purposes.
///
/// ```text
/// before: break 3; start (x is 4)
/// after:  break 3; start; evaluate (x * 2) + 1 (must be 9)
/// ```
pub(super) struct EvaluateExpressions;

impl Relation for EvaluateExpressions {
    fn name(&self) -> &'static str {
        "evaluate-expressions"
    }

    fn group(&self) -> Group {
        Group::Questions
    }

    fn summary(&self) -> &'static str {
        "an expression over variables has the value that follows from theirs"
    }

    fn example(&self) -> &'static str {
        "break 3, start (x is 4)  ->  break 3, start, evaluate (x * 2) + 1 (must be 9)"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn is_for(&self, language: Language) -> bool {
        Words::of(language).expressions.is_some()
    }

    fn holds_optimised(&self) -> bool {
        // A variable that is shown may have no value when it is used.
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
            let maker = maker(initial, pause);
            let globals = some_globals(initial, pause, GLOBALS_PER_PAUSE_MAX, rng);
            if !globals.is_empty() {
                ask_of_globals(&mut plan, index, &globals, rng);
                count += 1;
            }
            let Some(maker) = maker.filter(|_| rng.chance(60)) else { continue };
            for _ in 0..=rng.below(EXPRESSIONS_PER_PAUSE_MAX) {
                let context = context(initial, rng);
                // Some debuggers take no more than a variable there.
                let (expression, value) = match context {
                    EvaluationContext::Hover => maker.variable(rng),
                    _ => maker.expression(rng),
                };
                let evaluation = Evaluation { expression, frame: 0, context };
                let inquiry = Inquiry::Value { evaluation, value };
                plan.steps.insert(index + 1, PlannedStep::Ask { index, inquiry });
                count += 1;
            }
        }
        if count == 0 {
            return Err(Inapplicable("no variable that expressions can use"));
        }
        plan.note = format!("evaluated {count} expressions");
        Ok(Application::FollowUp(Box::new(plan)))
    }
}

/// Reads variables that the pause does not show, and evaluates an expression over those that turn out to be
/// plain.
fn ask_of_globals(plan: &mut Plan, index: usize, names: &[String], rng: &mut TestRng) {
    let pick = rng.below(u16::MAX.into()) as u32;
    let expression = Inquiry::Expression { names: names.to_vec(), pick };
    let readings = names.iter().map(|name| folded(name));
    for inquiry in std::iter::once(expression).chain(readings) {
        plan.steps.insert(index + 1, PlannedStep::Ask { index, inquiry });
    }
}

fn maker(initial: &Initial<'_>, pause: &Pause) -> Option<ExpressionMaker> {
    let line = pause.location()?.line;
    let is_usable = |(name, kind, _): &(&str, ScopeKind, &str)| {
        *kind != ScopeKind::Outer && initial.sites.is_certain(name, line)
    };
    let variables = named_variables(pause).into_iter().filter(is_usable);
    let shown = variables.map(|(name, _, value)| (name, value));
    ExpressionMaker::new(words(initial).expressions, shown)
}

/// A purpose, if the debugger distinguishes them.
fn context(initial: &Initial<'_>, rng: &mut TestRng) -> EvaluationContext {
    if !initial.capabilities.has(Capability::EvaluationContexts) {
        return EvaluationContext::default();
    }
    rng.pick(&EvaluationContext::ALL).copied().unwrap_or_default()
}
