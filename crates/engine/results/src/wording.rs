//! The one place that puts a verdict into words: every output takes its heading, its markers and
//! its proof from here, so that they agree.

use crate::Finding;
use debunk_testimony::Liar;

/// A step that a reproduction or a report points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The step, by its index.
    pub step: usize,
    /// Its label.
    pub word: &'static str,
    /// Why.
    pub text: String,
}

/// A verdict in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    /// What is wrong, in one sentence.
    pub headline: String,
    /// Who is wrong, in one sentence.
    pub verdict: &'static str,
    /// Who is wrong, in a few words.
    pub badge: &'static str,
    /// The proof, as far as the headline does not already give it.
    pub proof: Vec<String>,
    /// The step of the first or the only session to point at.
    pub first: Option<Mark>,
    /// The step of the second session to point at.
    pub second: Option<Mark>,
}

/// The label of a wrong step.
const WRONG: &str = "WRONG";
/// The label of a wrong step, or of the one that it contradicts.
const CONTRADICTION: &str = "CONTRADICTION";

/// Puts the verdict of a finding into words.
pub fn wording(finding: &Finding) -> Wording {
    let violation = &finding.violation;
    let detail = &violation.detail;
    let proofs: Vec<&String> =
        finding.verdict.proof.iter().filter(|proof| !proof.trim().is_empty()).collect();
    let proof = |index: usize| proofs.get(index).copied().unwrap_or(detail).clone();
    let mark = |step, word, text| Some(Mark { step, word, text });
    let (step, expected) = (violation.step, violation.expected_step);
    let is_alone = finding.follow_up.is_none();
    let (headline, verdict, badge, first, second) = match finding.verdict.liar {
        Liar::Undecided if is_alone => (
            detail.clone(),
            "whether the session is wrong is not proven",
            "not proven",
            mark(step, CONTRADICTION, detail.clone()),
            None,
        ),
        _ if is_alone => (
            detail.clone(),
            "the session is wrong by itself",
            "session is wrong",
            mark(step, WRONG, detail.clone()),
            None,
        ),
        Liar::First => (
            format!("{} (first session)", proof(0)),
            "the first session is wrong",
            "first is wrong",
            expected.and_then(|step| mark(step, WRONG, proof(0))),
            None,
        ),
        Liar::Second => (
            detail.clone(),
            "the second session is wrong",
            "second is wrong",
            None,
            mark(step, WRONG, detail.clone()),
        ),
        Liar::Both => (
            format!("both sessions are wrong: {detail}"),
            "both sessions are wrong",
            "both are wrong",
            expected.and_then(|step| mark(step, WRONG, proof(0))),
            mark(step, WRONG, proof(1)),
        ),
        Liar::Undecided => (
            format!("two sessions contradict each other: {detail}"),
            "the two sessions contradict each other; which of them is wrong is not proven",
            "not proven",
            None,
            mark(step, CONTRADICTION, detail.clone()),
        ),
    };
    let is_new = |proof: &&&String| !headline.contains(proof.as_str());
    let proof = proofs.iter().filter(is_new).map(|proof| (*proof).clone()).collect();
    Wording { headline, verdict, badge, proof, first, second }
}
