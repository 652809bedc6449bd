//! Operators of an expression are applied from left to right.

use crate::fault::{Fault, StatelessDistortion, everywhere};
use crate::scene::Scene;
use debunk_model::{Action, Evaluation, Observation};

pub(super) const FAULT: Fault = Fault {
    name: "operators-out-of-order",
    summary: "in an expression without parentheses, a product takes the whole sum before it",
    real_bug: "LightTable/LightTable#864",
    applies: everywhere,
    ends_debugger: false,
    distortion: || Box::new(StatelessDistortion(answer)),
};

fn answer(scene: &mut Scene, action: &Action) -> Observation {
    match action {
        Action::Evaluate(evaluation) => match from_left(&evaluation.expression) {
            Some(expression) => {
                scene.run(&Action::Evaluate(Evaluation { expression, ..evaluation.clone() }))
            }
            None => scene.honest(action),
        },
        other => scene.honest(other),
    }
}

/// The expression in which a sum before a product is in parentheses.
fn from_left(expression: &str) -> Option<String> {
    let inner = expression.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let text = inner.unwrap_or(expression);
    let (left, right) = text.split_once(" * ").filter(|_| !text.contains(['(', ')']))?;
    let is_sum = left.contains(" + ") || left.contains(" - ");
    is_sum.then(|| format!("({left}) * {right}"))
}
