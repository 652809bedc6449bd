//! Terms as linear forms over the leaves, as far as possible; the rest is pinned.

use crate::fraction::{Fraction, add, common, divide, equal, scale, with_sides};
use crate::input::{FRACTION, Leaf, LeafKind};
use crate::trace::{ExpressionNode, Operation};
use debunk_solver::{Atom, Comparator, Linear, Variable};
use std::collections::BTreeSet;

/// Larger numbers are not exact in JavaScript.
const EXACT_LIMIT: f64 = 9_007_199_254_740_992.0;

/// A condition under which a term has its given form.
#[derive(Clone, Debug)]
pub(crate) struct SideCondition {
    pub atoms: Vec<Atom>,
    /// Whether the condition is stronger than what the program requires.
    pub is_pin: bool,
}

/// The linear forms of a run's terms.
pub(crate) struct Forms<'run> {
    nodes: &'run [ExpressionNode],
    leaves: &'run [Leaf],
    /// The values of all terms in the run.
    values: Vec<f64>,
    forms: Vec<Option<Option<Fraction>>>,
    pub sides: Vec<SideCondition>,
    /// Variables beyond the leaves: quotients.
    pub extra: Vec<Variable>,
}

impl<'run> Forms<'run> {
    pub fn new(nodes: &'run [ExpressionNode], leaves: &'run [Leaf], values: Vec<f64>) -> Self {
        let forms = vec![None; nodes.len()];
        Self { nodes, leaves, values, forms, sides: Vec::new(), extra: Vec::new() }
    }

    /// The form of a term; operands are made first, in the order of their numbers.
    pub fn of(&mut self, order: &[usize], term: usize) -> Option<Fraction> {
        if let Some(Some(known)) = self.forms.get(term) {
            return known.clone();
        }
        for &number in order.iter().take_while(|&&number| number <= term) {
            if self.forms[number].is_none() {
                let form = self.make(number);
                self.forms[number] = Some(form);
            }
        }
        self.forms.get(term)?.clone()?
    }

    fn made(&self, number: f64) -> Option<&Fraction> {
        self.forms.get(number as usize)?.as_ref()?.as_ref()
    }

    fn constant(value: f64) -> Option<Fraction> {
        // Halves, quarters and so on are exact.
        let mut divisor = 1i128;
        let mut scaled = value;
        while scaled.fract() != 0.0 && divisor < 1 << 20 {
            scaled *= 2.0;
            divisor *= 2;
        }
        let is_exact = scaled.fract() == 0.0 && scaled.abs() < EXACT_LIMIT;
        is_exact.then(|| Fraction {
            form: Linear::constant(scaled as i128),
            divisor,
            sides: BTreeSet::new(),
        })
    }

    fn make(&mut self, number: usize) -> Option<Fraction> {
        let ExpressionNode { operation, left, right, .. } = self.nodes[number];
        match operation {
            Operation::Constant => Self::constant(left),
            Operation::Leaf => self.leaf(left as usize),
            Operation::Add => add(self.made(left)?, self.made(right)?),
            Operation::Subtract => add(self.made(left)?, &scale(self.made(right)?, -1)?),
            Operation::Negate => scale(self.made(left)?, -1),
            Operation::Multiply => self.product(left, right),
            Operation::Divide => self.quotient(left, right),
            Operation::Remainder => self.remainder(left, right),
            Operation::Floor => self.rounded(left, self.values[number]),
            Operation::Truncate | Operation::Ceiling => self.rounded(left, self.values[number]),
            Operation::BitOr if self.is_constant(right, 0.0) => {
                self.rounded(left, self.values[number])
            }
            Operation::ShiftRight => {
                let by = self.made(right)?.form.as_constant()?;
                let divided =
                    divide(self.made(left)?, 1i128.checked_shl(u32::try_from(by).ok()?)?)?;
                self.floor_of(&divided, self.values[number])
            }
            _ => self.pinned(number),
        }
    }

    fn leaf(&self, index: usize) -> Option<Fraction> {
        let leaf = self.leaves.get(index)?;
        let divisor = if leaf.kind == LeafKind::Fraction { i128::from(FRACTION) } else { 1 };
        Some(Fraction { form: Linear::variable(index), divisor, sides: BTreeSet::new() })
    }

    fn is_constant(&self, number: f64, value: f64) -> bool {
        self.nodes
            .get(number as usize)
            .is_some_and(|node| node.operation == Operation::Constant && node.left == value)
    }

    /// Products of two unknowns: one factor must keep its value.
    fn product(&mut self, left: f64, right: f64) -> Option<Fraction> {
        let (a, b) = (self.made(left)?.clone(), self.made(right)?.clone());
        if let Some(by) = b.form.as_constant() {
            return divide(&with_sides(scale(&a, by)?, &b), b.divisor);
        }
        if let Some(by) = a.form.as_constant() {
            return divide(&with_sides(scale(&b, by)?, &a), a.divisor);
        }
        let kept = self.pin_form(&b, self.values[right as usize])?;
        let by = Self::constant(self.values[right as usize])?;
        let mut result = divide(&scale(&a, by.form.as_constant()?)?, by.divisor)?;
        result.sides.insert(kept);
        result.sides.extend(&b.sides);
        Some(result)
    }

    fn quotient(&mut self, left: f64, right: f64) -> Option<Fraction> {
        let (a, b) = (self.made(left)?.clone(), self.made(right)?.clone());
        let value = Self::constant(self.values[right as usize])?;
        let by = value.form.as_constant()?;
        let mut result = divide(&scale(&a, value.divisor)?, by)?;
        if b.form.as_constant().is_none() {
            let kept = self.pin_form(&b, self.values[right as usize])?;
            result.sides.insert(kept);
            result.sides.extend(&b.sides);
        }
        Some(result)
    }

    /// `a % b` is `a - b * trunc(a / b)`.
    fn remainder(&mut self, left: f64, right: f64) -> Option<Fraction> {
        let by = self.values[right as usize];
        let divided = self.quotient(left, right)?;
        let whole = (self.values[left as usize] / by).trunc();
        let truncated = self.floor_of(&divided, whole)?;
        let constant = Self::constant(by)?;
        let times = divide(&scale(&truncated, constant.form.as_constant()?)?, constant.divisor)?;
        add(&self.made(left)?.clone(), &scale(&times, -1)?)
    }

    fn rounded(&mut self, left: f64, result: f64) -> Option<Fraction> {
        let inner = self.made(left)?.clone();
        if inner.divisor == 1 {
            return Some(inner);
        }
        self.floor_of(&inner, result)
    }

    /// A new variable for the whole part, rounded in the same direction as in the run.
    fn floor_of(&mut self, inner: &Fraction, result: f64) -> Option<Fraction> {
        if inner.divisor == 1 {
            return Some(inner.clone());
        }
        if result.abs() >= EXACT_LIMIT {
            return None;
        }
        let variable = self.leaves.len() + self.extra.len();
        let start = result as i128;
        let limit = EXACT_LIMIT as i128;
        self.extra.push(Variable { lower: -limit, upper: limit, start });
        // rest = form - divisor * variable
        let whole = Linear::variable(variable).scale(inner.divisor)?;
        let rest = inner.form.subtract(&whole)?;
        let most = Linear::constant(inner.divisor - 1);
        let exact = inner.form.value(&self.start_assignment())?;
        let is_up = exact < start.checked_mul(inner.divisor)?;
        let (low, high) = if is_up {
            // Rounded up: -(divisor - 1) <= rest <= 0.
            (rest.scale(-1)?.subtract(&most)?, rest)
        } else {
            (rest.scale(-1)?, rest.subtract(&most)?)
        };
        self.sides.push(SideCondition {
            atoms: vec![
                Atom::new(low, Comparator::AtMostZero),
                Atom::new(high, Comparator::AtMostZero),
            ],
            is_pin: false,
        });
        let mut sides = inner.sides.clone();
        sides.insert(self.sides.len() - 1);
        Some(Fraction { form: Linear::variable(variable), divisor: 1, sides })
    }

    /// The values of all variables in the run.
    pub fn start_assignment(&self) -> Vec<i128> {
        let leaves = self.leaves.iter().map(start_of);
        leaves.chain(self.extra.iter().map(|variable| variable.start)).collect()
    }

    fn pinned(&mut self, number: usize) -> Option<Fraction> {
        let node = self.nodes[number];
        let mut sides = BTreeSet::new();
        let operands = [node.left, node.right];
        for operand in operands.into_iter().take(node.operation.arity()) {
            let form = self.made(operand)?.clone();
            if form.form.as_constant().is_none() {
                let pin = self.pin_form(&form, self.values[operand as usize])?;
                sides.insert(pin);
                sides.extend(&form.sides);
            }
        }
        let mut constant = Self::constant(self.values[number])?;
        constant.sides = sides;
        Some(constant)
    }

    fn pin_form(&mut self, form: &Fraction, value: f64) -> Option<usize> {
        let atom = equal(form, &Self::constant(value)?)?;
        self.sides.push(SideCondition { atoms: vec![atom], is_pin: true });
        Some(self.sides.len() - 1)
    }

    /// The constraint that a term is a number.
    pub fn pin(&mut self, order: &[usize], term: usize, value: f64) -> Option<(Atom, Fraction)> {
        let form = self.of(order, term)?;
        Some((equal(&form, &Self::constant(value)?)?, form))
    }
}

/// The number of steps in which the solver counts a leaf.
pub(crate) fn start_of(leaf: &Leaf) -> i128 {
    match leaf.kind {
        LeafKind::Fraction => (leaf.value * FRACTION as f64).round() as i128,
        _ => leaf.value as i128,
    }
}

/// The constraint that a condition has a truth value, with its source forms.
pub(crate) fn condition(
    forms: &mut Forms<'_>,
    order: &[usize],
    term: usize,
    holds: bool,
) -> Option<(Atom, BTreeSet<usize>)> {
    let ExpressionNode { operation, left, right, .. } = forms.nodes[term];
    let (left, right) = (left as usize, right as usize);
    if operation == Operation::Not {
        return condition(forms, order, left, !holds);
    }
    let a = forms.of(order, left)?;
    if operation == Operation::Truth {
        let relation = if holds { Comparator::NotZero } else { Comparator::Zero };
        return Some((Atom::new(a.form, relation), a.sides));
    }
    let b = forms.of(order, right)?;
    let (x, y) = common(&a, &b)?;
    let mut sides = a.sides;
    sides.extend(&b.sides);
    let one = Linear::constant(1);
    let atom = match (operation, holds) {
        (Operation::Less, true) => Atom::new(x.subtract(&y)?.add(&one)?, Comparator::AtMostZero),
        (Operation::Less, false) => Atom::new(y.subtract(&x)?, Comparator::AtMostZero),
        (Operation::LessOrSame, true) => Atom::new(x.subtract(&y)?, Comparator::AtMostZero),
        (Operation::LessOrSame, false) => {
            Atom::new(y.subtract(&x)?.add(&one)?, Comparator::AtMostZero)
        }
        (Operation::Same, true) | (Operation::Different, false) => {
            Atom::new(x.subtract(&y)?, Comparator::Zero)
        }
        (Operation::Same, false) | (Operation::Different, true) => {
            Atom::new(x.subtract(&y)?, Comparator::NotZero)
        }
        _ => return None,
    };
    Some((atom, sides))
}
