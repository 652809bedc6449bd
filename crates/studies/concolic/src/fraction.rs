//! Linear forms over a divisor.

use debunk_solver::{Atom, Comparator, Linear};
use std::collections::BTreeSet;

/// `form / divisor`, which holds under the numbered side conditions.
#[derive(Clone, Debug)]
pub(crate) struct Fraction {
    pub form: Linear,
    pub divisor: i128,
    pub sides: BTreeSet<usize>,
}

pub(crate) fn with_sides(mut fraction: Fraction, other: &Fraction) -> Fraction {
    fraction.sides.extend(&other.sides);
    fraction
}

pub(crate) fn scale(fraction: &Fraction, by: i128) -> Option<Fraction> {
    Some(Fraction { form: fraction.form.scale(by)?, ..fraction.clone() })
}

pub(crate) fn divide(fraction: &Fraction, by: i128) -> Option<Fraction> {
    let (form, by) = match by {
        0 => return None,
        ..0 => (fraction.form.scale(-1)?, by.checked_neg()?),
        _ => (fraction.form.clone(), by),
    };
    Some(Fraction {
        form,
        divisor: fraction.divisor.checked_mul(by)?,
        sides: fraction.sides.clone(),
    })
}

/// Both forms over the same divisor.
pub(crate) fn common(left: &Fraction, right: &Fraction) -> Option<(Linear, Linear)> {
    Some((left.form.scale(right.divisor)?, right.form.scale(left.divisor)?))
}

pub(crate) fn add(left: &Fraction, right: &Fraction) -> Option<Fraction> {
    let mut sides = left.sides.clone();
    sides.extend(&right.sides);
    if left.divisor == right.divisor {
        return Some(Fraction { form: left.form.add(&right.form)?, divisor: left.divisor, sides });
    }
    let (a, b) = common(left, right)?;
    Some(Fraction { form: a.add(&b)?, divisor: left.divisor.checked_mul(right.divisor)?, sides })
}

pub(crate) fn equal(left: &Fraction, right: &Fraction) -> Option<Atom> {
    let (a, b) = common(left, right)?;
    Some(Atom::new(a.subtract(&b)?, Comparator::Zero))
}
