//! The problem to solve, and its solution.

use crate::linear::Linear;
use crate::rational::greatest_common_divisor;

/// How a form relates to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparator {
    /// It is not greater than zero.
    AtMostZero,
    /// It is zero.
    Zero,
    /// It is not zero.
    NotZero,
}

/// One constraint: a form that relates to zero.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// The form.
    pub form: Linear,
    /// How it relates to zero.
    pub comparator: Comparator,
}

impl Atom {
    /// A constraint from its parts.
    pub const fn new(form: Linear, comparator: Comparator) -> Self {
        Self { form, comparator }
    }

    /// Whether an assignment satisfies it; `None` if a number grows too large.
    pub fn holds(&self, assignment: &[i128]) -> Option<bool> {
        let value = self.form.value(assignment)?;
        Some(match self.comparator {
            Comparator::AtMostZero => value <= 0,
            Comparator::Zero => value == 0,
            Comparator::NotZero => value != 0,
        })
    }

    /// The same constraint with the smallest factors: `2x + 4y <= 5` is `x + 2y <= 2`.
    pub(crate) fn reduced(&self) -> ReducedAtom {
        let divisor = self
            .form
            .factors()
            .fold(0, |divisor, (_, factor)| greatest_common_divisor(divisor, factor));
        let constant = self.form.constant_part();
        if divisor == 0 {
            let holds = match self.comparator {
                Comparator::AtMostZero => constant <= 0,
                Comparator::Zero => constant == 0,
                Comparator::NotZero => constant != 0,
            };
            return if holds { ReducedAtom::Always } else { ReducedAtom::Never };
        }
        let divides = constant % divisor == 0;
        match self.comparator {
            Comparator::Zero if !divides => ReducedAtom::Never,
            Comparator::NotZero if !divides => ReducedAtom::Always,
            comparator => {
                // form + constant <= 0 is form <= -constant, whose right side may be rounded down.
                let Some(negated) = constant.checked_neg() else { return ReducedAtom::TooLarge };
                let constant = -negated.div_euclid(divisor);
                ReducedAtom::Atom(Atom::new(self.form.divided(divisor, constant), comparator))
            }
        }
    }
}

/// What is left of a constraint.
pub(crate) enum ReducedAtom {
    Always,
    Never,
    TooLarge,
    Atom(Atom),
}

/// A variable: an integer between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The smallest value it may have.
    pub lower: i128,
    /// The largest value it may have.
    pub upper: i128,
    /// The value that the answer should stay near.
    pub start: i128,
}

/// A conjunction of constraints over variables, which are named by their number.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// The variables.
    pub variables: Vec<Variable>,
    /// The constraints, all of which must hold.
    pub atoms: Vec<Atom>,
}

/// The result of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// An assignment under which every constraint holds.
    Satisfied(Vec<i128>),
    /// There is none.
    Unsatisfiable,
    /// Numbers grew too large, or the search too long.
    Unknown,
}

impl Problem {
    /// Whether an assignment satisfies everything.
    pub fn is_satisfied_by(&self, assignment: &[i128]) -> bool {
        assignment.len() == self.variables.len()
            && self
                .variables
                .iter()
                .zip(assignment)
                .all(|(variable, value)| (variable.lower..=variable.upper).contains(value))
            && self.atoms.iter().all(|atom| atom.holds(assignment) == Some(true))
    }
}
