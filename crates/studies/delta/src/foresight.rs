//! Learns how far the likelihoods from a search can be trusted.

use crate::TestOutcome;

/// How fast it learns, and how much recent experience is forgotten with each answer.
const RATE: f64 = 0.15;
const FORGOTTEN: f64 = 0.2;
/// What counts as recent before there was any answer.
const RECENT_AT_FIRST: f64 = 0.3;
/// At the start the search is trusted, except if it says half and half: most tests pass.
const DOUBT_AT_FIRST: f64 = -0.25;
/// The limit of certainty.
const DOUBT_LEAST: f64 = 0.001;

/// Corrects likelihoods by the results of earlier ones: a logistic regression on the search's
/// likelihoods and on how often tests have failed recently. It steers only what is tested ahead.
#[derive(Clone, Debug)]
pub(crate) struct Foresight {
    weights: [f64; 3],
    /// The part of recent tests that failed; the last ones count most.
    recent: f64,
}

impl Default for Foresight {
    fn default() -> Self {
        Self { weights: [DOUBT_AT_FIRST, 1.0, 0.0], recent: RECENT_AT_FIRST }
    }
}

impl Foresight {
    fn signs(&self, likelihood: f64) -> [f64; 3] {
        [1.0, log_odds(likelihood), log_odds(self.recent)]
    }

    /// The likelihood according to experience. What the search is certain of stays certain.
    pub fn correct(&self, likelihood: f64) -> f64 {
        if is_certain(likelihood) {
            return likelihood;
        }
        let signs = self.signs(likelihood);
        let sum: f64 = self.weights.iter().zip(signs).map(|(weight, sign)| weight * sign).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    /// Learns the result of a likelihood.
    pub fn learn(&mut self, likelihood: f64, outcome: TestOutcome) {
        if is_certain(likelihood) {
            return;
        }
        let actual = f64::from(u8::from(outcome.is_fail()));
        let error = actual - self.correct(likelihood);
        let signs = self.signs(likelihood);
        for (weight, sign) in self.weights.iter_mut().zip(signs) {
            *weight += RATE * error * sign;
        }
        self.recent += FORGOTTEN * (actual - self.recent);
    }
}

fn is_certain(likelihood: f64) -> bool {
    likelihood <= 0.0 || likelihood >= 1.0
}

fn log_odds(likelihood: f64) -> f64 {
    let certain = likelihood.clamp(DOUBT_LEAST, 1.0 - DOUBT_LEAST);
    (certain / (1.0 - certain)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_is_believed_until_it_is_known_better() {
        let mut foresight = Foresight::default();
        assert!((foresight.correct(0.8) - 0.8).abs() < 0.05);
        for _ in 0..20 {
            foresight.learn(0.8, TestOutcome::Pass);
        }
        assert!(foresight.correct(0.8) < 0.2);
        assert!(foresight.correct(1.0) >= 1.0, "a question whose answer is known");
        for _ in 0..40 {
            foresight.learn(0.8, TestOutcome::Fail);
            foresight.learn(0.2, TestOutcome::Pass);
        }
        assert!(foresight.correct(0.8) > 0.5 && foresight.correct(0.2) < 0.5);
    }
}
