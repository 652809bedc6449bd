//! One query: leaves under which terms have given values.

use crate::evaluate::evaluate;
use crate::input::{FRACTION, Leaf, LeafKind};
use crate::linear::{Forms, condition};
use crate::trace::{ExpressionNode, Operation, PathStep};
use debunk_model::TestRng;
use debunk_solver::{Atom, Comparator, Problem, Solution, Variable};
use std::collections::BTreeSet;

/// How many values of one leaf are tried if a term is not linear.
const NEAR_VALUES: i64 = 12;

/// Another solver for linear problems, asked if our own one does not know.
pub type ExternalSolver<'run> = dyn Fn(&Problem) -> Solution + 'run;

pub(crate) type Constraint = Option<(Atom, BTreeSet<usize>)>;

/// The leaves to find.
pub(crate) struct Query<'run> {
    pub nodes: &'run [ExpressionNode],
    pub leaves: &'run [Leaf],
    /// What each term must be.
    pub wanted: &'run [(usize, f64)],
    /// The terms that these are made from.
    pub order: &'run [usize],
    pub values: Vec<f64>,
}

impl Query<'_> {
    /// The constraint that a step keeps.
    pub fn atom(&self, step: &PathStep, forms: &mut Forms<'_>) -> Constraint {
        let is_truth = is_condition(self.nodes[step.term].operation);
        match step.site {
            None if !is_truth => {
                let pin = forms.pin(self.order, step.term, step.value);
                pin.map(|(atom, form)| (atom, form.sides))
            }
            _ => condition(forms, self.order, step.term, step.value != 0.0),
        }
    }

    /// Whether leaves keep the path and flip the condition.
    pub fn holds(&mut self, leaves: &[f64]) -> bool {
        self.missed(leaves) == 0
    }

    fn missed(&mut self, leaves: &[f64]) -> usize {
        evaluate(self.nodes, self.order, leaves, &mut self.values);
        self.wanted.iter().filter(|&&(term, value)| self.values[term] != value).count()
    }

    /// The nearest change of a single leaf that does it.
    pub fn move_one(
        &mut self,
        start: &[f64],
        candidates: &[usize],
        atoms: &[Constraint],
    ) -> Option<Vec<f64>> {
        let mut best: Option<(f64, Vec<f64>)> = None;
        for &leaf in candidates {
            for value in self.values_to_try(leaf, start, atoms) {
                let distance = (value - start[leaf]).abs();
                if best.as_ref().is_some_and(|(least, _)| *least <= distance) {
                    continue;
                }
                let mut leaves = start.to_vec();
                leaves[leaf] = value;
                if self.holds(&leaves) {
                    best = Some((distance, leaves));
                }
            }
        }
        best.map(|(_, leaves)| leaves)
    }

    /// The values of one leaf that could satisfy everything, nearest first.
    fn values_to_try(&self, leaf: usize, start: &[f64], atoms: &[Constraint]) -> Vec<f64> {
        let known = &self.leaves[leaf];
        let (lower, upper) = (known.as_value(known.lower), known.as_value(known.upper));
        let unit = known.steps_per_one() as f64;
        let is_linear = atoms
            .last()
            .is_some_and(|atom| atom.as_ref().is_some_and(|(_, sides)| sides.is_empty()));
        if is_linear {
            return self.interval(leaf, start, atoms, unit);
        }
        let at = start[leaf];
        let mut values: Vec<f64> = (1..=NEAR_VALUES)
            .flat_map(|step| [at + step as f64 / unit, at - step as f64 / unit])
            .chain((1..8).flat_map(|power| [at + (8 << power) as f64, at - (8 << power) as f64]))
            .chain([lower, upper, 0.0])
            .filter(|value| known.nearest(*value) == *value && *value != at)
            .collect();
        values.sort_by(|left, right| (left - at).abs().total_cmp(&(right - at).abs()));
        values
    }

    /// What the linear constraints leave of one leaf if all others stay.
    fn interval(&self, leaf: usize, start: &[f64], atoms: &[Constraint], unit: f64) -> Vec<f64> {
        let scaled = |leaf: &Leaf, value: f64| match leaf.kind {
            LeafKind::Fraction => (value * FRACTION as f64).round() as i128,
            _ => value as i128,
        };
        let assignment: Vec<i128> =
            self.leaves.iter().zip(start).map(|(leaf, &value)| scaled(leaf, value)).collect();
        let at = assignment[leaf];
        let bounds = &self.leaves[leaf];
        let (mut low, mut high) = (i128::from(bounds.lower), i128::from(bounds.upper));
        let mut forbidden = BTreeSet::new();
        for (atom, sides) in atoms.iter().flatten() {
            let factor = atom.form.factor(leaf);
            if factor == 0 || !sides.is_empty() {
                continue;
            }
            let Some(value) = atom.form.value(&assignment) else { continue };
            // factor * x + rest relates to zero
            let Some(rest) = factor.checked_mul(at).and_then(|it| value.checked_sub(it)) else {
                continue;
            };
            match atom.comparator {
                Comparator::AtMostZero if factor > 0 => high = high.min((-rest).div_euclid(factor)),
                Comparator::AtMostZero => low = low.max(-((-rest).div_euclid(-factor))),
                Comparator::Zero if rest % factor == 0 => {
                    low = low.max(-rest / factor);
                    high = high.min(-rest / factor);
                }
                Comparator::Zero => return Vec::new(),
                Comparator::NotZero if rest % factor == 0 => {
                    forbidden.insert(-rest / factor);
                }
                Comparator::NotZero => {}
            }
        }
        if low > high {
            return Vec::new();
        }
        let nearest = at.clamp(low, high);
        let free = |step: i128| {
            let mut value = nearest;
            while (low..=high).contains(&value)
                && (forbidden.contains(&value) || !bounds.allows(value))
            {
                value += step;
            }
            (low..=high).contains(&value).then_some(value as f64 / unit)
        };
        let mut values: Vec<f64> = [free(1), free(-1)].into_iter().flatten().collect();
        values.dedup();
        let from = at as f64 / unit;
        values.sort_by(|left, right| (left - from).abs().total_cmp(&(right - from).abs()));
        values
    }

    /// Random small moves that never violate more constraints than before.
    pub fn wander(
        &mut self,
        start: &[f64],
        candidates: &[usize],
        moves: u32,
        rng: &mut TestRng,
    ) -> Option<Vec<f64>> {
        let mut at = start.to_vec();
        let mut missed = self.missed(&at);
        for _ in 0..moves {
            let mut next = at.clone();
            for _ in 0..=rng.below(2) {
                let leaf = *rng.pick(candidates)?;
                let known = &self.leaves[leaf];
                let step = 1.0 + rng.below(4) as f64 * rng.below(3) as f64;
                let step = if rng.chance(50) { step } else { -step };
                let is_fraction = known.kind == LeafKind::Fraction;
                let step = if is_fraction && rng.chance(50) { step / 64.0 } else { step };
                next[leaf] = known.nearest(next[leaf] + step);
            }
            let count = self.missed(&next);
            if count == 0 {
                return Some(next);
            }
            if count <= missed {
                (at, missed) = (next, count);
            }
        }
        None
    }
}

fn is_condition(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Less
            | Operation::LessOrSame
            | Operation::Same
            | Operation::Different
            | Operation::Not
            | Operation::Truth
    )
}

/// Everything as a problem for the solver, and how many values it holds fixed.
pub(crate) fn problem(
    atoms: &[Constraint],
    forms: &Forms<'_>,
    leaves: &[Leaf],
) -> (Problem, usize) {
    let starts = forms.start_assignment();
    let mut variables: Vec<Variable> = leaves
        .iter()
        .zip(&starts)
        .map(|(leaf, &start)| {
            let (lower, upper) = (i128::from(leaf.lower), i128::from(leaf.upper));
            Variable { lower, upper, start: start.clamp(lower, upper) }
        })
        .collect();
    variables.extend(&forms.extra);
    let sides: BTreeSet<usize> =
        atoms.iter().flatten().flat_map(|(_, sides)| sides.iter().copied()).collect();
    let pins = sides.iter().filter(|&&side| forms.sides[side].is_pin).count();
    let mut all: BTreeSet<Atom> = atoms.iter().flatten().map(|(atom, _)| atom.clone()).collect();
    all.extend(sides.iter().flat_map(|&side| forms.sides[side].atoms.iter().cloned()));
    (Problem { variables, atoms: all.into_iter().collect() }, pins)
}

/// Solves a problem for leaves that may not have every value between their bounds: if one lies in a
/// gap, the values below and those above the gap are tried.
pub(crate) fn solve_in_gaps(
    problem: &Problem,
    leaves: &[Leaf],
    tries: &mut u32,
    ask: &dyn Fn(&Problem) -> Solution,
) -> Solution {
    let answer = ask(problem);
    let Solution::Satisfied(assignment) = &answer else { return answer };
    let mut known = leaves.iter().zip(assignment).enumerate();
    let Some((at, (leaf, value))) = known.find(|(_, (leaf, value))| !leaf.allows(**value)) else {
        return answer;
    };
    if *tries == 0 {
        return Solution::Unknown;
    }
    *tries -= 1;
    let all = || leaf.choices.iter().flatten().map(|choice| i128::from(*choice));
    let sides = [
        (all().filter(|choice| choice < value).max(), true),
        (all().filter(|choice| choice > value).min(), false),
    ];
    let mut left = Solution::Unsatisfiable;
    for (bound, is_upper) in sides {
        let Some(bound) = bound else { continue };
        let mut part = problem.clone();
        let variable = &mut part.variables[at];
        match is_upper {
            true => variable.upper = variable.upper.min(bound),
            false => variable.lower = variable.lower.max(bound),
        }
        if variable.lower > variable.upper {
            continue;
        }
        variable.start = variable.start.clamp(variable.lower, variable.upper);
        match solve_in_gaps(&part, leaves, tries, ask) {
            Solution::Unsatisfiable => {}
            Solution::Unknown => left = Solution::Unknown,
            found => return found,
        }
    }
    left
}

/// Leaves from what the solver found.
pub(crate) fn leaf_values(assignment: &[i128], leaves: &[Leaf]) -> Vec<f64> {
    leaves
        .iter()
        .zip(assignment)
        .map(|(leaf, &value)| match leaf.kind {
            LeafKind::Fraction => value as f64 / FRACTION as f64,
            _ => value as f64,
        })
        .collect()
}
