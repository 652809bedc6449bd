//! The conclusion about a program, in one sentence.

use crate::localized::{Conclusion, Localized, RandomComparison};
use crate::report::CriticalReport;
use crate::search::FlipResult;
use crate::testing::TestingResult;
use debunk_base::counted;

impl Localized {
    /// What stays open if no passing run was found.
    fn gave_up(&self) -> String {
        let attempts = self.searches.iter().flat_map(|search| &search.attempts);
        let (mut unsolved, mut diverged, mut skipped) = (0, 0, 0);
        for attempt in attempts {
            match attempt.turned {
                FlipResult::Unknown => unsolved += 1,
                FlipResult::Diverged(_) => diverged += 1,
                FlipResult::Skipped(_) => skipped += 1,
                FlipResult::Unsatisfiable | FlipResult::Fails(_) | FlipResult::Passes(_) => {}
            }
        }
        format!(
            "gave up: no passing run was found, which does not show that there is none \
             ({} not solved, {} on another path, {skipped} not run){}",
            counted(unsolved, "condition"),
            counted(diverged, "input"),
            self.others_text()
        )
    }

    /// What random inputs of any shape say.
    fn others_text(&self) -> String {
        match self.others {
            Some(RandomComparison { tried, passing: 0 }) if tried > 0 => {
                format!("; no input out of {tried} random ones satisfies it")
            }
            Some(RandomComparison { passing: 1.., .. }) => {
                "; inputs that satisfy it do not diverge from it at a condition".to_owned()
            }
            _ => String::new(),
        }
    }

    /// The conclusion, in one sentence.
    pub(crate) fn sentence(&self, critical: Option<&CriticalReport>) -> String {
        let counts = self.tested.clone().unwrap_or_default();
        match self.conclusion {
            Conclusion::Located => critical.map_or_else(String::new, |it| {
                let line = it.place.location.line;
                format!("the runs diverge at line {line}: {}", it.place.text)
            }),
            Conclusion::Inevitable => {
                format!(
                    "inevitable: every path that an input of this shape can take was run, and \
                     violates the relation{}",
                    self.others_text()
                )
            }
            Conclusion::GaveUp => self.gave_up(),
            Conclusion::NoViolation => {
                let left = match (counts.hung, counts.crashed) {
                    (0, 0) => String::new(),
                    (hung, crashed) => {
                        format!(
                            " ({} ended by an error, {} without an end)",
                            counted(crashed, "check"),
                            counted(hung, "input")
                        )
                    }
                };
                format!(
                    "no violation: the relations held in {}{left}",
                    counted(counts.passed, "check")
                )
            }
            Conclusion::NothingTested => nothing_tested(&counts),
            Conclusion::InputPasses => {
                let judged = self.judged.iter().map(|(name, verdict, message)| {
                    let verdict = format!("{verdict:?}").to_lowercase();
                    if message.is_empty() {
                        format!("{name}: {verdict}")
                    } else {
                        format!("{name}: {verdict} ({message})")
                    }
                });
                let judged: Vec<String> = judged.collect();
                format!("the input violates no relation: {}", judged.join(", "))
            }
        }
    }
}

fn nothing_tested(counts: &TestingResult) -> String {
    if let Some(thrown) = &counts.thrown {
        return format!(
            "nothing could be tested: {} throws {} for the input {}",
            thrown.r#where, thrown.message, thrown.input
        );
    }
    if let (Some(reason), 0) = (&counts.excluded, counts.invalid + counts.hung) {
        return format!(
            "nothing could be tested: generate made {}, all outside the domain ({reason})",
            counted(counts.inputs, "input")
        );
    }
    if counts.hung > 0 {
        return format!(
            "nothing could be tested: P did not end for {}",
            counted(counts.hung, "input")
        );
    }
    format!("nothing could be tested: valid accepts no input out of {}", counts.inputs)
}

/// The name of a conclusion for scripts.
pub(crate) fn name_of(conclusion: Conclusion) -> &'static str {
    match conclusion {
        Conclusion::Located => "located",
        Conclusion::Inevitable => "inevitable",
        Conclusion::GaveUp => "gave-up",
        Conclusion::NoViolation => "no-violation",
        Conclusion::NothingTested => "nothing-tested",
        Conclusion::InputPasses => "input-passes",
    }
}
