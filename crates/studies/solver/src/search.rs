//! From fractions to integers: branch and bound; violated disequalities are split.

use crate::problem::{Atom, Comparator, Problem, ReducedAtom, Solution};
use crate::simplex::{Feasibility, Tableau};
use std::collections::BTreeMap;

/// Steps of the simplex method in all.
const STEP_LIMIT: u32 = 4_000;
/// Places where the search branches.
const SPLIT_LIMIT: u32 = 400;

/// Solves a problem.
pub fn solve(problem: &Problem) -> Solution {
    if problem.variables.iter().any(|variable| variable.lower > variable.upper) {
        return Solution::Unsatisfiable;
    }
    match prepare(problem) {
        Some(Preparation::Never) => Solution::Unsatisfiable,
        Some(Preparation::Ready { tableau, differences }) => {
            let mut search = BranchAndBound {
                problem,
                differences,
                steps: STEP_LIMIT,
                splits: SPLIT_LIMIT,
                gave_up: false,
            };
            let found = search.descend(tableau);
            match found {
                Some(assignment) if problem.is_satisfied_by(&assignment) => {
                    Solution::Satisfied(assignment)
                }
                Some(_) => Solution::Unknown,
                None if search.gave_up => Solution::Unknown,
                None => Solution::Unsatisfiable,
            }
        }
        None => Solution::Unknown,
    }
}

enum Preparation {
    Never,
    Ready { tableau: Tableau, differences: Vec<(usize, i128)> },
}

/// Every form becomes a column: a variable itself, or a sum. Constraints become bounds.
fn prepare(problem: &Problem) -> Option<Preparation> {
    let variables = problem.variables.iter();
    let mut tableau =
        Tableau::new(variables.map(|variable| (variable.lower, variable.upper, variable.start)));
    let mut sums: BTreeMap<Vec<(usize, i128)>, usize> = BTreeMap::new();
    let mut bounds = Vec::new();
    for atom in &problem.atoms {
        let Atom { form, comparator } = match atom.reduced() {
            ReducedAtom::Always => continue,
            ReducedAtom::Never => return Some(Preparation::Never),
            ReducedAtom::TooLarge => return None,
            ReducedAtom::Atom(atom) => atom,
        };
        let mut factors: Vec<(usize, i128)> = form.factors().collect();
        // A form and its negative share a column.
        let is_negative = factors.first().is_some_and(|&(_, factor)| factor < 0);
        let sign = if is_negative { -1 } else { 1 };
        for (_, factor) in &mut factors {
            *factor = factor.checked_mul(sign)?;
        }
        let limit = form.constant_part().checked_neg()?.checked_mul(sign)?;
        let column = match (&factors[..], sums.get(&factors)) {
            (_, Some(&column)) => column,
            ([(variable, 1)], None) => *variable,
            _ => {
                let column = tableau.add_sum(&factors)?;
                sums.insert(factors, column);
                column
            }
        };
        bounds.push((column, comparator, is_negative, limit));
    }
    let mut differences = Vec::new();
    for (column, comparator, is_negative, limit) in bounds {
        let is_possible = match (comparator, is_negative) {
            (Comparator::AtMostZero, false) => tableau.lower_upper(column, limit)?,
            (Comparator::AtMostZero, true) => tableau.raise_lower(column, limit)?,
            (Comparator::Zero, _) => {
                tableau.lower_upper(column, limit)? && tableau.raise_lower(column, limit)?
            }
            (Comparator::NotZero, _) => {
                differences.push((column, limit));
                true
            }
        };
        if !is_possible {
            return Some(Preparation::Never);
        }
    }
    Some(Preparation::Ready { tableau, differences })
}

struct BranchAndBound<'problem> {
    problem: &'problem Problem,
    /// Columns that must not have a value.
    differences: Vec<(usize, i128)>,
    steps: u32,
    splits: u32,
    gave_up: bool,
}

impl BranchAndBound<'_> {
    fn descend(&mut self, mut tableau: Tableau) -> Option<Vec<i128>> {
        match tableau.check(&mut self.steps) {
            Feasibility::Infeasible => return None,
            Feasibility::Unknown => {
                self.gave_up = true;
                return None;
            }
            Feasibility::Feasible => {}
        }
        let count = self.problem.variables.len();
        let fractional = (0..count).find(|&column| tableau.value(column).as_integer().is_none());
        if let Some(column) = fractional {
            let below = tableau.value(column).floor();
            return self.split(&tableau, column, below, below.checked_add(1));
        }
        let clash = self
            .differences
            .iter()
            .copied()
            .find(|&(column, forbidden)| tableau.value(column).as_integer() == Some(forbidden));
        if let Some((column, forbidden)) = clash {
            let Some(below) = forbidden.checked_sub(1) else {
                self.gave_up = true;
                return None;
            };
            return self.split(&tableau, column, below, forbidden.checked_add(1));
        }
        (0..count).map(|column| tableau.value(column).as_integer()).collect()
    }

    fn split(
        &mut self,
        tableau: &Tableau,
        column: usize,
        below: i128,
        above: Option<i128>,
    ) -> Option<Vec<i128>> {
        let (Some(left), Some(above)) = (self.splits.checked_sub(1), above) else {
            self.gave_up = true;
            return None;
        };
        self.splits = left;
        let mut lower_half = tableau.clone();
        match lower_half.lower_upper(column, below) {
            Some(true) => {
                if let Some(found) = self.descend(lower_half) {
                    return Some(found);
                }
            }
            Some(false) => {}
            None => self.gave_up = true,
        }
        let mut upper_half = tableau.clone();
        match upper_half.raise_lower(column, above) {
            Some(true) => self.descend(upper_half),
            Some(false) => None,
            None => {
                self.gave_up = true;
                None
            }
        }
    }
}
