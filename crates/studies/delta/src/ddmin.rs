//! The classic minimising delta debugging algorithm.

use crate::{Proposal, Search, TestVerdict};

/// What to assume of a candidate before anything is known.
const LIKELIHOOD: f64 = 0.25;

/// Minimises a list of deltas: first tries subsets, then complements, then smaller parts.
///
/// Candidates are lists of the numbers of the kept deltas, in ascending order. The list of all
/// deltas must fail, and is not tested again. The result is 1-minimal: without any one of its
/// deltas the failure does not show.
///
/// ```
/// use debunk_delta::{Ddmin, Limits, SearchEngine, Subject, TestVerdict};
///
/// struct Star;
/// impl Subject for Star {
///     type Candidate = Vec<usize>;
///     type Content = String;
///     fn build(&self, kept: &Vec<usize>) -> Option<String> {
///         Some(kept.iter().filter_map(|&number| "ab*defgh".chars().nth(number)).collect())
///     }
///     fn test(&self, text: &String) -> TestVerdict {
///         if text.contains('*') { TestVerdict::Fail } else { TestVerdict::Pass }
///     }
/// }
///
/// let mut search = Ddmin::new(8);
/// SearchEngine::new(Limits::default()).run(&mut search, &Star);
/// assert_eq!(search.kept(), [2]);
/// ```
#[derive(Clone, Debug)]
pub struct Ddmin {
    kept: Vec<usize>,
    parts: usize,
    step: Step,
    complements_only: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Subset(usize),
    Complement(usize),
    Over,
}

impl Ddmin {
    /// A search over `count` deltas.
    pub fn new(count: usize) -> Self {
        let step = if count < 2 { Step::Over } else { Step::Subset(0) };
        Self { kept: (0..count).collect(), parts: 2, step, complements_only: false }
    }

    /// The same without subsets: if most of the list is needed, they are tried in vain.
    pub fn complements_only(count: usize) -> Self {
        Self { complements_only: true, ..Self::new(count) }.normalised()
    }

    /// The deltas that are left.
    pub fn kept(&self) -> &[usize] {
        &self.kept
    }

    /// Where part `number` begins; the parts differ in length by one at most.
    fn bound(&self, number: usize) -> usize {
        number * self.kept.len() / self.parts
    }

    fn subset(&self, number: usize) -> Vec<usize> {
        self.kept[self.bound(number)..self.bound(number + 1)].to_vec()
    }

    fn complement(&self, number: usize) -> Vec<usize> {
        let mut rest = self.kept[..self.bound(number)].to_vec();
        rest.extend_from_slice(&self.kept[self.bound(number + 1)..]);
        rest
    }

    fn normalised(mut self) -> Self {
        if self.complements_only && self.step == Step::Subset(0) {
            self.step = Step::Complement(0);
        }
        self
    }

    fn restart(&mut self, kept: Vec<usize>, parts: usize) {
        self.parts = parts.min(kept.len());
        self.step = if kept.len() < 2 { Step::Over } else { Step::Subset(0) };
        self.kept = kept;
        if self.complements_only && self.step == Step::Subset(0) {
            self.step = Step::Complement(0);
        }
    }

    fn refine(&mut self) {
        if self.parts < self.kept.len() {
            let kept = std::mem::take(&mut self.kept);
            self.restart(kept, self.parts * 2);
        } else {
            self.step = Step::Over;
        }
    }
}

impl Search for Ddmin {
    type Candidate = Vec<usize>;

    fn propose(&mut self) -> Option<Proposal<Vec<usize>>> {
        let candidate = match self.step {
            Step::Subset(number) => self.subset(number),
            Step::Complement(number) => self.complement(number),
            Step::Over => return None,
        };
        Some(Proposal { candidate, likelihood: LIKELIHOOD })
    }

    fn answer(&mut self, outcome: TestVerdict) {
        match self.step {
            Step::Subset(number) if outcome.is_fail() => self.restart(self.subset(number), 2),
            Step::Complement(number) if outcome.is_fail() => {
                self.restart(self.complement(number), (self.parts - 1).max(2));
            }
            Step::Subset(number) if number + 1 < self.parts => {
                self.step = Step::Subset(number + 1);
            }
            // With two parts each complement is the other subset.
            Step::Subset(_) if self.parts > 2 => self.step = Step::Complement(0),
            Step::Complement(number) if number + 1 < self.parts => {
                self.step = Step::Complement(number + 1);
            }
            Step::Subset(_) | Step::Complement(_) => self.refine(),
            Step::Over => {}
        }
    }
}
