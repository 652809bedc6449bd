//! Who is wrong, of two sessions that contradict each other.

use crate::charge::Charge;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The side that is wrong.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Liar {
    /// The first session of a pair, or the only one.
    Initial,
    /// The session that was made from the first one.
    FollowUp,
    /// The first debugger.
    A,
    /// The second debugger.
    B,
    /// Both sides.
    Both,
    /// Unknown.
    Undecided,
}

impl fmt::Display for Liar {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Liar::Initial => "initial",
            Liar::FollowUp => "follow-up",
            Liar::A => "A",
            Liar::B => "B",
            Liar::Both => "both",
            Liar::Undecided => "undecided",
        })
    }
}

/// Who is wrong, and the sentences that prove it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// Who is wrong.
    pub liar: Liar,
    /// What really happened, and what was said instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
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
pub struct Heard<'charges> {
    /// Which side it is.
    pub side: Liar,
    /// What it is charged with.
    pub charges: &'charges [Charge],
    /// The step that shows the contradiction; the last one if unknown.
    pub step: Option<usize>,
}

impl<'charges> Heard<'charges> {
    /// The charges that are not raised against the other side in the same words.
    fn own(&self, other: &Heard<'_>) -> Vec<&'charges Charge> {
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
pub fn weigh(first: &Heard<'_>, second: &Heard<'_>) -> Verdict {
    let (left, right) = (first.own(second), second.own(first));
    let (left_now, right_now) = (first.at_step(&left), second.at_step(&right));
    if left_now.is_empty() && right_now.is_empty() {
        decide(first.side, &left, second.side, &right)
    } else {
        decide(first.side, &left_now, second.side, &right_now)
    }
}

fn decide(first: Liar, left: &[&Charge], second: Liar, right: &[&Charge]) -> Verdict {
    let (liar, charges): (Liar, Vec<&Charge>) = match (left.last(), right.last()) {
        (None, None) => return Verdict::undecided(),
        (Some(charge), None) => (first, vec![charge]),
        (None, Some(charge)) => (second, vec![charge]),
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
        let side = |side, charges| Heard { side, charges, step: Some(3) };
        weigh(&side(Liar::Initial, first), &side(Liar::FollowUp, second)).liar
    }

    #[test]
    fn the_side_with_a_charge_is_wrong() {
        assert_eq!(liar(&[charge(3, "x")], &[]), Liar::Initial);
        assert_eq!(liar(&[], &[charge(1, "x")]), Liar::FollowUp);
        assert_eq!(liar(&[], &[]), Liar::Undecided);
        assert_eq!(liar(&[], &[charge(4, "x")]), Liar::Undecided, "too late to matter");
    }

    #[test]
    fn what_shows_the_contradiction_counts_most() {
        assert_eq!(liar(&[charge(1, "x")], &[charge(3, "y")]), Liar::FollowUp);
        assert_eq!(liar(&[charge(3, "x")], &[charge(3, "y")]), Liar::Both);
        assert_eq!(liar(&[charge(3, "x")], &[charge(3, "x")]), Liar::Undecided, "the same of both");
    }
}
