//! Who is wrong, of two sessions that contradict each other.

use crate::charge::Charge;

/// The side that is wrong. Which sides there are is up to the caller: two sessions of one
/// debugger, or two debuggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Liar {
    /// The first side, or the only one.
    First,
    /// The second side.
    Second,
    /// Both sides.
    Both,
    /// Unknown.
    Undecided,
}

/// What the two sides are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideWords {
    /// The first side.
    pub first: &'static str,
    /// The second side.
    pub second: &'static str,
}

impl Liar {
    /// All of them.
    pub const ALL: [Liar; 4] = [Liar::First, Liar::Second, Liar::Both, Liar::Undecided];

    /// Its name, with the caller's words for the two sides.
    pub const fn word(self, words: &SideWords) -> &'static str {
        match self {
            Liar::First => words.first,
            Liar::Second => words.second,
            Liar::Both => "both",
            Liar::Undecided => "undecided",
        }
    }
}

/// Who is wrong, and the sentences that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who is wrong.
    pub liar: Liar,
    /// What really happened, and what was said instead.
    pub proof: Vec<String>,
}

impl Verdict {
    /// Nobody knows.
    pub const fn undecided() -> Self {
        Self { liar: Liar::Undecided, proof: Vec::new() }
    }

    /// Whether it is known who is wrong.
    pub fn is_proven(&self) -> bool {
        self.liar != Liar::Undecided && self.proof.iter().any(|proof| !proof.trim().is_empty())
    }
}

/// One side of a contradiction.
#[derive(Clone, Copy, Debug)]
pub struct ContradictionSide<'charges> {
    /// What it is charged with.
    pub charges: &'charges [Charge],
    /// The step that shows the contradiction; the last one if unknown.
    pub step: Option<usize>,
}

impl<'charges> ContradictionSide<'charges> {
    /// The charges that are not raised against the other side in the same words.
    fn own(&self, other: &ContradictionSide<'_>) -> Vec<&'charges Charge> {
        let is_own = |charge: &&Charge| {
            !other.charges.iter().any(|it| it.kind == charge.kind && it.proof == charge.proof)
        };
        self.charges
            .iter()
            .filter(|charge| self.step.is_none_or(|step| charge.step <= step))
            .filter(is_own)
            .collect()
    }

    fn at_step<'some>(&self, charges: &[&'some Charge]) -> Vec<&'some Charge> {
        charges.iter().filter(|it| Some(it.step) == self.step).copied().collect()
    }
}

/// Weighs two sides. Charges where the contradiction shows count first, then those before it;
/// charges that both sides share decide nothing.
pub fn weigh(first: &ContradictionSide<'_>, second: &ContradictionSide<'_>) -> Verdict {
    let (left, right) = (first.own(second), second.own(first));
    let (left_now, right_now) = (first.at_step(&left), second.at_step(&right));
    if left_now.is_empty() && right_now.is_empty() {
        decide(&left, &right)
    } else {
        decide(&left_now, &right_now)
    }
}

fn decide(left: &[&Charge], right: &[&Charge]) -> Verdict {
    let (liar, charges): (Liar, Vec<&Charge>) = match (left.last(), right.last()) {
        (None, None) => return Verdict::undecided(),
        (Some(charge), None) => (Liar::First, vec![charge]),
        (None, Some(charge)) => (Liar::Second, vec![charge]),
        (Some(one), Some(other)) => (Liar::Both, vec![one, other]),
    };
    let proof = charges.into_iter().map(|charge| charge.proof.clone()).collect();
    Verdict { liar, proof }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ChargeKind;

    fn charge(step: usize, proof: &str) -> Charge {
        Charge { step, kind: ChargeKind::WrongValue, proof: proof.to_owned() }
    }

    fn liar(first: &[Charge], second: &[Charge]) -> Liar {
        let side = |charges| ContradictionSide { charges, step: Some(3) };
        weigh(&side(first), &side(second)).liar
    }

    #[test]
    fn the_side_with_a_charge_is_wrong() {
        assert_eq!(liar(&[charge(3, "x")], &[]), Liar::First);
        assert_eq!(liar(&[], &[charge(1, "x")]), Liar::Second);
        assert_eq!(liar(&[], &[]), Liar::Undecided);
        assert_eq!(liar(&[], &[charge(4, "x")]), Liar::Undecided, "too late to matter");
    }

    #[test]
    fn what_shows_the_contradiction_counts_most() {
        assert_eq!(liar(&[charge(1, "x")], &[charge(3, "y")]), Liar::Second);
        assert_eq!(liar(&[charge(3, "x")], &[charge(3, "y")]), Liar::Both);
        assert_eq!(liar(&[charge(3, "x")], &[charge(3, "x")]), Liar::Undecided, "the same of both");
    }
}
