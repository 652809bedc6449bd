//! Exact fractions whose every operation reports if it left the range of 128 bits.

use std::cmp::Ordering;

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rational {
    numerator: i128,
    denominator: i128,
}

pub(crate) fn greatest_common_divisor(left: i128, right: i128) -> i128 {
    let (mut left, mut right) = (left.unsigned_abs(), right.unsigned_abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    i128::try_from(left).unwrap_or(1)
}

impl Rational {
    pub const ZERO: Rational = Rational { numerator: 0, denominator: 1 };

    pub const fn integer(value: i128) -> Self {
        Self { numerator: value, denominator: 1 }
    }

    fn new(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(numerator, denominator).max(1);
        let sign = if denominator < 0 { -1 } else { 1 };
        Some(Self {
            numerator: (numerator / divisor).checked_mul(sign)?,
            denominator: (denominator / divisor).checked_mul(sign)?,
        })
    }

    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    pub fn is_positive(self) -> bool {
        self.numerator > 0
    }

    pub fn as_integer(self) -> Option<i128> {
        (self.denominator == 1).then_some(self.numerator)
    }

    pub fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }

    pub fn add(self, other: Self) -> Option<Self> {
        if self.denominator == 1 && other.denominator == 1 {
            return Some(Self::integer(self.numerator.checked_add(other.numerator)?));
        }
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Self::new(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?)
    }

    pub fn negate(self) -> Option<Self> {
        Some(Self { numerator: self.numerator.checked_neg()?, denominator: self.denominator })
    }

    pub fn subtract(self, other: Self) -> Option<Self> {
        self.add(other.negate()?)
    }

    pub fn multiply(self, other: Self) -> Option<Self> {
        if self.denominator == 1 && other.denominator == 1 {
            return Some(Self::integer(self.numerator.checked_mul(other.numerator)?));
        }
        Self::new(
            self.numerator.checked_mul(other.numerator)?,
            self.denominator.checked_mul(other.denominator)?,
        )
    }

    pub fn divide(self, other: Self) -> Option<Self> {
        Self::new(
            self.numerator.checked_mul(other.denominator)?,
            self.denominator.checked_mul(other.numerator)?,
        )
    }

    pub fn compare(self, other: Self) -> Option<Ordering> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Some(left.cmp(&right))
    }
}
