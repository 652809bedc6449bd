//! Passing inputs near a failing one, at random: for use if no condition could be flipped.

use crate::divergence::{Divergence, TracedInput, keep_later};
use crate::input::with_leaves;
use crate::search::{SearchResult, Searcher};
use crate::shapes::shapes;
use crate::trace::RunVerdict;
use debunk_model::TestRng;
use serde_json::Value;

/// Passing inputs that are traced for one failing input; the others are only judged.
const TRACED: usize = 40;

impl Searcher<'_> {
    /// Other numbers and characters in the same shape.
    pub fn neighbours(
        &self,
        failing: TracedInput<'_>,
        searched: &mut SearchResult,
        rng: &mut TestRng,
    ) -> Option<Divergence> {
        let known = self.leaves(failing.input);
        if known.is_empty() {
            return None;
        }
        let mut inputs = Vec::new();
        for _ in 0..self.limits.neighbours {
            let mut values: Vec<f64> = known.iter().map(|leaf| leaf.value).collect();
            for _ in 0..=rng.below(2) {
                let index = rng.below(known.len());
                let leaf = &known[index];
                let step = 1.0 + rng.below(6) as f64;
                let moved = match rng.below(4) {
                    0 => values[rng.below(known.len())],
                    1 => values[index] - step,
                    _ => values[index] + step,
                };
                values[index] = leaf.nearest(moved);
            }
            inputs.push(with_leaves(failing.input, &values));
        }
        let passing = inputs.iter().filter(|input| self.passes(input));
        self.latest_of(failing, passing, searched)
    }

    /// Inputs with one part less or one part twice.
    pub fn other_shapes(
        &self,
        failing: TracedInput<'_>,
        searched: &mut SearchResult,
    ) -> Option<Divergence> {
        let inputs = shapes(failing.input, self.engine.exports.arity != 1);
        let passing = inputs.iter().filter(|input| self.passes(input));
        self.latest_of(failing, passing, searched)
    }

    fn passes(&self, input: &Value) -> bool {
        self.plain.verdict(self.relation, &input.to_string()) == RunVerdict::Pass
    }

    /// Among inputs that pass, the one whose run keeps the path longest.
    pub fn latest_of<'input>(
        &self,
        failing: TracedInput<'_>,
        passing: impl Iterator<Item = &'input Value>,
        searched: &mut SearchResult,
    ) -> Option<Divergence> {
        let mut best = None;
        for input in passing.take(TRACED) {
            let run = self.trace(input, searched);
            if run.verdict == RunVerdict::Pass {
                let passing = TracedInput { input, run: &run };
                keep_later(&mut best, Divergence::of(self.relation, failing, passing, 0));
            }
        }
        best
    }
}
