//! What was rejected predicts what else will be: leaving out still more rarely does better.

use std::collections::VecDeque;
use std::sync::Arc;

/// The limit of rejected texts to compare with, the last ones, and of their length: every proposal
/// is compared with all of them.
const REMEMBERED_MAX: usize = 64;
const REMEMBERED_BYTES_MAX: usize = 16 * 1024;
/// How likely a text is interesting that is only a part of a rejected one, at most.
const LIKELIHOOD_OF_PARTS: f64 = 0.05;

/// The last texts that were not interesting.
#[derive(Clone, Default)]
pub(crate) struct RefusedTexts {
    last: Option<Arc<Vec<u8>>>,
    texts: VecDeque<Arc<Vec<u8>>>,
}

impl RefusedTexts {
    /// Remembers a text.
    pub fn note(&mut self, text: Arc<Vec<u8>>) {
        self.last = Some(text.clone());
        if text.len() > REMEMBERED_BYTES_MAX {
            return;
        }
        if self.texts.len() == REMEMBERED_MAX {
            self.texts.pop_front();
        }
        self.texts.push_back(text);
    }

    /// The text that was rejected last.
    pub fn last(&self) -> Option<&Arc<Vec<u8>>> {
        self.last.as_ref()
    }

    /// How likely a text is interesting, given its likelihood if nothing had been rejected.
    pub fn correct(&self, text: &[u8], likelihood: f64) -> f64 {
        let is_part = self.texts.iter().rev().any(|refused| is_part_of(text, refused));
        if is_part { likelihood.min(LIKELIHOOD_OF_PARTS) } else { likelihood }
    }
}

/// Whether a text is another one with parts left out.
fn is_part_of(text: &[u8], whole: &[u8]) -> bool {
    if text.len() > whole.len() {
        return false;
    }
    let mut rest = whole.iter();
    text.iter().all(|byte| rest.any(|other| other == byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_what_was_refused_are_not_expected_to_do_better() {
        let mut refused = RefusedTexts::default();
        refused.note(Arc::new(b"class A { static }".to_vec()));
        assert!(refused.correct(b"class A {}", 0.6) < 0.1);
        assert!((refused.correct(b"class A { static {} }", 0.6) - 0.6).abs() < f64::EPSILON);
        assert!(refused.correct(b"class", 0.01) < 0.02);
    }
}
