//! Finds leaves under which a run keeps its path up to a condition and decides that one
//! differently.

use crate::evaluate::{evaluate, reachable};
use crate::input::{Leaf, LeafKind};
use crate::linear::{Forms, condition};
use crate::query::{Constraint, ExternalSolver, Query, leaf_values, problem, solve_in_gaps};
use crate::trace::{ExpressionNode, Operation, PathStep, TracedRun};
use debunk_model::TestRng;
use debunk_solver::{Problem, Solution, solve};
use std::collections::BTreeSet;

/// How many moves a local search makes for one condition.
const MOVES_PER_FLIP: u32 = 120;
/// The limit of forbidden leaf values to avoid, for one condition.
const GAPS_PER_FLIP: u32 = 40;
/// How many random inputs are tried for one condition.
const CHANCES_PER_FLIP: u32 = 6;

/// The remaining budget of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Moves of local searches.
    pub moves: u32,
    /// Random inputs.
    pub chances: u32,
}

/// The result of flipping a condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Flip {
    /// Leaves that should do it, and how many values were held fixed to find them.
    Found(Vec<f64>, usize),
    /// There are none.
    Unsatisfiable,
    /// None were found.
    Unknown,
}

/// Flips the conditions of one run.
pub(crate) struct Flipper<'run> {
    nodes: &'run [ExpressionNode],
    leaves: &'run [Leaf],
    pub steps: Vec<PathStep>,
    /// Which leaves each term depends on, modulo the number of bits.
    masks: Vec<u128>,
    forms: Forms<'run>,
    /// The constraint of each step that was needed so far.
    atoms: Vec<Option<Constraint>>,
    start: Vec<f64>,
    pub budget: Budget,
}

impl<'run> Flipper<'run> {
    pub fn new(run: &'run TracedRun, leaves: &'run [Leaf], budget: Budget) -> Self {
        let nodes = &run.nodes[..];
        let start: Vec<f64> = leaves.iter().map(|leaf| leaf.value).collect();
        let mut masks: Vec<u128> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let mask = match (node.operation, node.operation.arity()) {
                (Operation::Leaf, _) => 1u128 << (node.left as u32 % 128),
                (_, 0) => 0,
                (_, 1) => masks[node.left as usize],
                _ => masks[node.left as usize] | masks[node.right as usize],
            };
            masks.push(mask);
        }
        let all: Vec<usize> = (0..nodes.len()).collect();
        let mut values = vec![0.0; nodes.len()];
        evaluate(nodes, &all, &start, &mut values);
        let steps = run.steps();
        let atoms = vec![None; steps.len()];
        let forms = Forms::new(nodes, leaves, values);
        Self { nodes, leaves, steps, masks, forms, atoms, start, budget }
    }

    /// The steps before `target` that share leaves with it, directly or through others.
    fn relevant(&self, target: usize) -> Vec<usize> {
        let mut mask = self.masks[self.steps[target].term];
        let mut is_in = vec![false; target];
        loop {
            let before = mask;
            for (index, is_in) in is_in.iter_mut().enumerate() {
                let step = self.masks[self.steps[index].term];
                if !*is_in && step & mask != 0 {
                    *is_in = true;
                    mask |= step;
                }
            }
            if mask == before {
                break;
            }
        }
        (0..target).filter(|&index| is_in[index]).collect()
    }

    /// Flips one step.
    pub fn flip(
        &mut self,
        target: usize,
        rng: &mut TestRng,
        outside: Option<&ExternalSolver<'_>>,
    ) -> Flip {
        let relevant = self.relevant(target);
        let wanted: Vec<(usize, f64)> = relevant
            .iter()
            .map(|&index| (self.steps[index].term, self.steps[index].value))
            .chain([(self.steps[target].term, 1.0 - self.steps[target].value)])
            .collect();
        let order = reachable(self.nodes, wanted.iter().map(|&(term, _)| term));
        let mut query = Query {
            nodes: self.nodes,
            leaves: self.leaves,
            wanted: &wanted,
            order: &order,
            values: vec![0.0; self.nodes.len()],
        };
        let target_leaves: Vec<usize> = self.leaves_of(self.steps[target].term);
        let mut atoms: Vec<Constraint> = Vec::with_capacity(relevant.len() + 1);
        for &index in &relevant {
            let step = self.steps[index];
            let forms = &mut self.forms;
            let made = self.atoms[index].get_or_insert_with(|| query.atom(&step, forms));
            atoms.push(made.clone());
        }
        let step = self.steps[target];
        atoms.push(condition(&mut self.forms, &order, step.term, step.value == 0.0));
        let forms = &self.forms;
        let used = relevant.iter().filter(|&&index| self.steps[index].site.is_none()).count();
        if let Some(found) = query.move_one(&self.start, &target_leaves, &atoms) {
            return Flip::Found(found, used);
        }
        // A concrete value may have been another one, and fractions are solved in steps, between
        // which there are others.
        let is_whole = |leaf: &Leaf| leaf.kind != LeafKind::Fraction;
        let is_exact = used == 0
            && self.leaves.iter().all(is_whole)
            && atoms.iter().all(|atom| {
                atom.as_ref()
                    .is_some_and(|(_, sides)| sides.iter().all(|&side| !forms.sides[side].is_pin))
            });
        if atoms.last().is_some_and(Option::is_some) {
            let (problem, pins) = problem(&atoms, forms, self.leaves);
            let ask = |problem: &Problem| match (solve(problem), outside) {
                (Solution::Unknown, Some(outside)) => outside(problem),
                (answer, _) => answer,
            };
            match solve_in_gaps(&problem, self.leaves, &mut { GAPS_PER_FLIP }, &ask) {
                Solution::Satisfied(assignment) => {
                    let leaves = leaf_values(&assignment, self.leaves);
                    if query.holds(&leaves) {
                        return Flip::Found(leaves, used + pins);
                    }
                }
                // Another index, for instance, could lead to other conditions.
                Solution::Unsatisfiable if is_exact && self.pins(target).next().is_some() => {
                    return Flip::Unknown;
                }
                Solution::Unsatisfiable if is_exact => return Flip::Unsatisfiable,
                _ => {}
            }
        }
        let moves = MOVES_PER_FLIP.min(self.budget.moves);
        if is_exact || moves == 0 {
            return Flip::Unknown;
        }
        self.budget.moves -= moves;
        match query.wander(&self.start, &target_leaves, moves, rng) {
            Some(found) => Flip::Found(found, used),
            None => Flip::Unknown,
        }
    }

    /// Leaves that may flip a step although concrete values change with them, such as indices:
    /// first what the conditions alone require, then random ones.
    pub fn loosened(&mut self, target: usize, rng: &mut TestRng) -> Vec<Vec<f64>> {
        let relevant = self.relevant(target);
        let mut found = Vec::new();
        let step = self.steps[target];
        if relevant.iter().any(|&index| self.steps[index].site.is_none()) {
            let conditions = relevant.iter().filter(|&&index| self.steps[index].site.is_some());
            let mut atoms: Vec<Constraint> =
                conditions.map(|&index| self.atoms[index].clone().flatten()).collect();
            let order = reachable(self.nodes, std::iter::once(step.term));
            atoms.push(condition(&mut self.forms, &order, step.term, step.value == 0.0));
            if atoms.last().is_some_and(Option::is_some) {
                let (problem, _) = problem(&atoms, &self.forms, self.leaves);
                let answer = solve_in_gaps(&problem, self.leaves, &mut { GAPS_PER_FLIP }, &solve);
                if let Solution::Satisfied(assignment) = answer {
                    found.push(leaf_values(&assignment, self.leaves));
                }
            }
        }
        let mut candidates = self.leaves_of(step.term);
        let pinned: BTreeSet<usize> = self.pins(target).collect();
        candidates.extend(pinned.into_iter().flat_map(|term| self.leaves_of(term)));
        candidates.sort_unstable();
        candidates.dedup();
        let chances = CHANCES_PER_FLIP.min(self.budget.chances);
        self.budget.chances -= chances;
        for _ in 0..chances {
            let mut values = self.start.clone();
            for _ in 0..=rng.below(2) {
                let Some(&leaf) = rng.pick(&candidates) else { break };
                let step = 1.0 + rng.below(5) as f64;
                let moved = match rng.below(3) {
                    0 => self.start[rng.below(self.start.len())],
                    1 => values[leaf] - step,
                    _ => values[leaf] + step,
                };
                values[leaf] = self.leaves[leaf].nearest(moved);
            }
            if values != self.start && !found.contains(&values) {
                found.push(values);
            }
        }
        found
    }

    /// The terms whose concrete values were used before a step.
    fn pins(&self, target: usize) -> impl Iterator<Item = usize> + '_ {
        let before = self.steps[..target].iter().filter(|step| step.site.is_none());
        before.map(|step| step.term)
    }

    /// The leaves that a term depends on.
    pub fn leaves_of(&self, term: usize) -> Vec<usize> {
        let mut found: Vec<usize> = reachable(self.nodes, std::iter::once(term))
            .into_iter()
            .filter(|&number| self.nodes[number].operation == Operation::Leaf)
            .map(|number| self.nodes[number].left as usize)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}
