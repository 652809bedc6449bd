//! Gives a debugger up that no longer runs anything.

use debunk_results::Cut;

/// A debugger is given up if this many tests in a row could not be run.
const SKIPS_IN_A_ROW_MAX: u64 = 16;

/// Gives a debugger up after too many tests in a row that could not be run.
#[derive(Clone, Debug, Default)]
pub struct Breaker {
    in_a_row: u64,
    first: String,
}

impl Breaker {
    /// A test was run, or was skipped for this reason. Fails once there are too many.
    ///
    /// # Errors
    /// What to report about it.
    pub fn note(&mut self, skipped: Option<&str>) -> Result<(), Cut> {
        let Some(reason) = skipped else {
            self.in_a_row = 0;
            return Ok(());
        };
        if self.in_a_row == 0 {
            reason.clone_into(&mut self.first);
        }
        self.in_a_row += 1;
        if self.in_a_row < SKIPS_IN_A_ROW_MAX {
            return Ok(());
        }
        Err(Cut::Broken { tests: self.in_a_row, reason: self.first.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_debugger_is_given_up_for_the_first_reason_in_a_row() {
        let mut breaker = Breaker::default();
        for number in 1..100 {
            assert_eq!(breaker.note(Some("now and then")), Ok(()));
            assert_eq!(breaker.note(None), Ok(()), "{number}");
        }
        assert_eq!(breaker.note(Some("it died")), Ok(()));
        for _ in 2..SKIPS_IN_A_ROW_MAX {
            assert_eq!(breaker.note(Some("it is dead")), Ok(()));
        }
        let cut = Cut::Broken { tests: SKIPS_IN_A_ROW_MAX, reason: "it died".to_owned() };
        assert_eq!(breaker.note(Some("it is dead")), Err(cut));
    }
}
