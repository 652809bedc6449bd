//! Sums of variables with integer factors and a constant.

use std::collections::BTreeMap;

/// `factor * variable + ... + constant`; no factor is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    factors: BTreeMap<usize, i128>,
    constant: i128,
}

impl Linear {
    /// A form without variables.
    pub fn constant(value: i128) -> Self {
        Self { factors: BTreeMap::new(), constant: value }
    }

    /// One variable.
    pub fn variable(variable: usize) -> Self {
        Self { factors: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// The variables with their factors, in order.
    pub fn factors(&self) -> impl Iterator<Item = (usize, i128)> + '_ {
        self.factors.iter().map(|(&variable, &factor)| (variable, factor))
    }

    /// The factor of a variable, 0 if it is absent.
    pub fn factor(&self, variable: usize) -> i128 {
        self.factors.get(&variable).copied().unwrap_or(0)
    }

    /// The constant.
    pub fn constant_part(&self) -> i128 {
        self.constant
    }

    /// The value, if there is no variable.
    pub fn as_constant(&self) -> Option<i128> {
        self.factors.is_empty().then_some(self.constant)
    }

    /// The sum; `None` if a number grows too large.
    pub fn add(&self, other: &Linear) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant)?;
        for (variable, factor) in other.factors() {
            let entry = sum.factors.entry(variable).or_insert(0);
            *entry = entry.checked_add(factor)?;
            if *entry == 0 {
                sum.factors.remove(&variable);
            }
        }
        Some(sum)
    }

    /// The difference; `None` if a number grows too large.
    pub fn subtract(&self, other: &Linear) -> Option<Linear> {
        self.add(&other.scale(-1)?)
    }

    /// The multiple; `None` if a number grows too large.
    pub fn scale(&self, by: i128) -> Option<Linear> {
        if by == 0 {
            return Some(Linear::default());
        }
        let mut factors = BTreeMap::new();
        for (variable, factor) in self.factors() {
            factors.insert(variable, factor.checked_mul(by)?);
        }
        Some(Linear { factors, constant: self.constant.checked_mul(by)? })
    }

    /// The value under an assignment; `None` if a number grows too large or a variable has none.
    pub fn value(&self, assignment: &[i128]) -> Option<i128> {
        self.factors().try_fold(self.constant, |sum, (variable, factor)| {
            sum.checked_add(factor.checked_mul(*assignment.get(variable)?)?)
        })
    }

    pub(crate) fn divided(&self, by: i128, constant: i128) -> Linear {
        let factors = self.factors().map(|(variable, factor)| (variable, factor / by)).collect();
        Linear { factors, constant }
    }
}
