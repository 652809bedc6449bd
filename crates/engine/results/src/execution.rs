//! How much of the plan was done, why the rest was not, and what that means for an exit code.
//!
//! Exit code, summary, JSON, JUnit, SARIF and page all derive from an [`Execution`], so that none
//! of them can report success if another one knows better.

use debunk_base::counted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Exit codes of signals start here, as in shells.
const SIGNAL_BASE: u8 = 128;
const SIGINT: u8 = 2;
const SIGTERM: u8 = 15;
/// The limit of different skip reasons that are shown; files have them all.
const REASONS_SHOWN_MAX: usize = 10;
const PROGRAMS_SHOWN_MAX: usize = 10;

/// The part of the tests that may be skipped before a result counts as incomplete.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Share(f64);

impl Default for Share {
    fn default() -> Self {
        Self(0.1)
    }
}

impl FromStr for Share {
    type Err = String;

    /// Parses `0.25` or `25%`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (number, scale) = match text.trim().strip_suffix('%') {
            Some(percent) => (percent.trim_end(), 100.0),
            None => (text.trim(), 1.0),
        };
        match number.parse::<f64>().map(|number| number / scale) {
            Ok(share) if (0.0..=1.0).contains(&share) => Ok(Self(share)),
            _ => Err("write a share from 0 to 1, such as 0.25 or 25%".to_owned()),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded, so that 0.07 is not shown as 7.000000000000001 %.
        let percent = (self.0 * 1e6).round() / 1e4;
        write!(formatter, "{percent} %")
    }
}

/// What ended the work early.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Cut {
    /// A signal; `None` if it is unknown which.
    Signal {
        /// Its number.
        number: Option<u8>,
    },
    /// A limit that the user set.
    Limit {
        /// Which one.
        reason: String,
    },
    /// The debugger did not pass the smoke test, or there was no program for it.
    Refused {
        /// Why.
        reason: String,
    },
    /// Too many tests in a row could not be run.
    Broken {
        /// Tests in a row.
        tests: u64,
        /// Why the first of them could not.
        reason: String,
    },
    /// All was run, and no relation had anything to check.
    Unchecked,
    /// Nobody wrote down how it ended.
    Unknown,
}

/// A program that cannot be tested, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramSkip {
    /// The program's name.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// A test that could not be run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SkippedTest {
    /// Its number.
    pub number: u64,
    /// The program's name.
    pub program: String,
    /// Why.
    pub reason: String,
}

/// What was planned, what was done, and why the rest was not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Execution {
    /// What is counted, in the plural.
    pub unit: String,
    /// How many were planned.
    pub planned: u64,
    /// How many gave an answer.
    pub done: u64,
    /// Those that could not be run.
    pub skipped: Vec<SkippedTest>,
    /// Programs that could not be used at all.
    pub programs: Vec<ProgramSkip>,
    /// What ended it early.
    pub cut: Option<Cut>,
    /// The part that may be skipped.
    pub allow_skips: Share,
}

impl Execution {
    /// Work that is counted in `unit`, of which `done` of `planned` gave an answer.
    pub fn new(unit: &str, planned: u64, done: u64) -> Self {
        Self { unit: unit.to_owned(), planned, done, ..Self::default() }
    }

    /// Work that could not begin.
    pub fn refused(unit: &str, planned: u64, programs: &[ProgramSkip], reason: String) -> Self {
        let programs = programs.to_vec();
        Self { programs, cut: Some(Cut::Refused { reason }), ..Self::new(unit, planned, 0) }
    }

    /// The same, ended early by something, unless something else ended it before.
    #[must_use]
    pub fn cut_by(mut self, cut: Option<Cut>) -> Self {
        self.cut = self.cut.or(cut);
        self
    }

    /// A signal arrived during the work.
    pub fn note_signal(&mut self, signal: Option<u8>) {
        if let Some(number) = signal {
            self.cut = Some(Cut::Signal { number: Some(number) });
        }
    }

    /// Whether everything planned was done, except for a few that could not be run.
    pub fn is_complete(&self) -> bool {
        self.problem().is_none()
    }

    fn is_skipped_too_often(&self) -> bool {
        let all = self.done + self.skipped.len() as u64;
        self.skipped.len() as f64 > self.allow_skips.0 * all as f64
    }

    /// The reasons of skipped tests: how many have each, and the first of them; in the order in
    /// which they occurred.
    pub fn reasons(&self) -> Vec<(&str, u64, &SkippedTest)> {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut reasons: Vec<(&str, u64, &SkippedTest)> = Vec::new();
        for test in &self.skipped {
            let place = *places.entry(test.reason.as_str()).or_insert(reasons.len());
            match reasons.get_mut(place) {
                Some((_, count, _)) => *count += 1,
                None => reasons.push((test.reason.as_str(), 1, test)),
            }
        }
        reasons
    }

    /// Why this result says less than it should, in one sentence; `None` if it is complete.
    pub fn problem(&self) -> Option<String> {
        let Self { unit, planned, done, skipped, .. } = self;
        let so_far = format!("after {} of {planned} {unit}", done + skipped.len() as u64);
        let first = skipped.first().map_or_else(String::new, |test| {
            format!("; the first is {} on {}: {}", test.number, test.program, test.reason)
        });
        Some(match &self.cut {
            Some(Cut::Signal { number }) => {
                let name = match *number {
                    Some(SIGINT) => " by SIGINT".to_owned(),
                    Some(SIGTERM) => " by SIGTERM".to_owned(),
                    Some(number) => format!(" by signal {number}"),
                    None => String::new(),
                };
                format!("interrupted{name} {so_far}")
            }
            Some(Cut::Limit { reason }) => format!("ended by {reason} {so_far}"),
            Some(Cut::Refused { reason }) => reason.clone(),
            Some(Cut::Broken { tests, reason }) => {
                format!("gave up {so_far}: {tests} in a row could not be run: {reason}")
            }
            Some(Cut::Unchecked) => format!(
                "{done} {unit} were run and nothing was checked: no relation could be applied"
            ),
            Some(Cut::Unknown) => {
                "there is no summary: debunk was killed, or is still running".to_owned()
            }
            None if *planned == 0 && *done == 0 => format!("no {unit} were requested"),
            None if *done == 0 => {
                format!("0 of {planned} {unit} could be run{first}")
            }
            None if done + (skipped.len() as u64) < *planned => format!("ended {so_far}"),
            None if self.is_skipped_too_often() => format!(
                "{} of {} {unit} could not be run, more than the {} that --allow-skips allows{first}",
                skipped.len(),
                done + skipped.len() as u64,
                self.allow_skips
            ),
            None => return None,
        })
    }

    /// The exit code: after a signal, that of the signal; 3 if the result is incomplete, even with
    /// findings; else 1 with findings and 0 without.
    pub fn exit_code(&self, has_findings: bool) -> u8 {
        match &self.cut {
            Some(Cut::Signal { number }) => SIGNAL_BASE + number.unwrap_or(SIGINT),
            _ if self.problem().is_some() => 3,
            _ => u8::from(has_findings),
        }
    }

    /// What a summary says: whether it is complete, and what was skipped why.
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        if let Some(problem) = self.problem() {
            lines.push(format!("incomplete: {problem}"));
        }
        if !self.skipped.is_empty() {
            lines.push(format!(
                "skipped: {} of {} {}",
                self.skipped.len(),
                self.planned,
                self.unit
            ));
            let reasons = self.reasons();
            for (reason, count, first) in reasons.iter().take(REASONS_SHOWN_MAX) {
                lines.push(format!(
                    "    {count}, for example {} on {}: {reason}",
                    first.number, first.program
                ));
            }
            if reasons.len() > REASONS_SHOWN_MAX {
                lines.push("    and more, all in summary.json".to_owned());
            }
        }
        if !self.programs.is_empty() {
            lines.push(format!("skipped: {}", counted(self.programs.len(), "program")));
            for skip in self.programs.iter().take(PROGRAMS_SHOWN_MAX) {
                lines.push(format!("    {} {}", skip.name, skip.reason));
            }
            if self.programs.len() > PROGRAMS_SHOWN_MAX {
                lines.push("    and more, all in summary.json".to_owned());
            }
        }
        lines.iter().map(|line| format!("{}\n", on_one_line(line))).collect()
    }
}

/// Texts of programs and debuggers without terminal control sequences.
fn on_one_line(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skipped(count: u64, reason: &str) -> Vec<SkippedTest> {
        let test =
            |number| SkippedTest { number, program: "p.js".to_owned(), reason: reason.to_owned() };
        (0..count).map(test).collect()
    }

    fn execution(planned: u64, done: u64, skips: u64) -> Execution {
        Execution { skipped: skipped(skips, "it died"), ..Execution::new("tests", planned, done) }
    }

    #[test]
    fn codes_follow_from_what_was_done() {
        let check = |execution: Execution, codes: [u8; 2]| {
            let real = [false, true].map(|has_findings| execution.exit_code(has_findings));
            assert_eq!(real, codes, "{execution:?}");
            assert_eq!(execution.is_complete(), codes[0] == 0, "{execution:?}");
            assert_eq!(execution.text().contains("incomplete"), codes[0] != 0);
        };
        check(execution(100, 100, 0), [0, 1]);
        check(execution(100, 90, 10), [0, 1]);
        check(execution(100, 89, 11), [3, 3]);
        check(execution(100, 0, 100), [3, 3]);
        check(execution(0, 0, 0), [3, 3]);
        check(execution(100, 50, 0), [3, 3]);
        let all = Share::from_str("100%").expect("a share");
        check(Execution { allow_skips: all, ..execution(100, 1, 99) }, [0, 1]);
        check(Execution { allow_skips: all, ..execution(100, 0, 100) }, [3, 3]);
        for (number, code) in [(2, 130), (15, 143), (1, 129)] {
            let mut interrupted = execution(100, 40, 60);
            interrupted.note_signal(Some(number));
            check(interrupted, [code, code]);
        }
        let limit = Cut::Limit { reason: "the limit of time".to_owned() };
        check(execution(100, 40, 0).cut_by(Some(limit)), [3, 3]);
        check(execution(100, 100, 0).cut_by(Some(Cut::Unknown)), [3, 3]);
    }

    #[test]
    fn every_reason_is_reported_once_with_its_count() {
        let mut execution = execution(20, 10, 4);
        execution.skipped.extend(skipped(6, "no\u{1b}[31m answer"));
        let reasons: Vec<(&str, u64)> =
            execution.reasons().into_iter().map(|(reason, count, _)| (reason, count)).collect();
        assert_eq!(reasons, [("it died", 4), ("no\u{1b}[31m answer", 6)]);
        let text = execution.text();
        assert!(text.contains("10 of 20 tests could not be run, more than the 10 %"), "{text}");
        assert!(text.contains("4, for example 0 on p.js: it died"), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
    }

    #[test]
    fn shares_are_read_as_numbers_and_percentages() {
        assert_eq!("0.25".parse(), Ok(Share(0.25)));
        assert_eq!("25%".parse(), Ok(Share(0.25)));
        assert_eq!(Share(0.07).to_string(), "7 %");
        for wrong in ["", "much", "-1", "1.5", "101%", "nan"] {
            assert!(Share::from_str(wrong).is_err(), "{wrong}");
        }
    }
}
