//! What is measured for each mutant, and the averages.

use debunk_concolic::{Conclusion, CriticalBranch, Distance};

/// The result of one mutant.
#[derive(Clone, Debug, PartialEq)]
pub struct MutantMeasure {
    /// The number of the program.
    pub subject: usize,
    /// The number of the mutant among all of its program, from 0.
    pub number: usize,
    /// The kind of fault.
    pub operator: &'static str,
    /// The line of the fault.
    pub line: usize,
    /// The original text.
    pub before: String,
    /// The replacement.
    pub after: String,
    /// The conclusion.
    pub conclusion: Conclusion,
    /// Whether none of many random inputs satisfies a relation that the failing ones violate; only
    /// checked if there is no report.
    pub never_passes: bool,
    /// How far each candidate is from the fault, best first.
    pub distances: Vec<Distance>,
    /// The line of the critical branch, 0 if there is none.
    pub critical: usize,
    /// The failing inputs that were searched.
    pub searches: usize,
    /// Where the searches ended that led to a critical branch, in order.
    pub partings: Vec<SearchEnding>,
    /// Seconds for testing and searching.
    pub seconds: f64,
}

impl MutantMeasure {
    /// Whether a relation noticed the fault.
    pub fn is_killed(&self) -> bool {
        matches!(self.conclusion, Conclusion::Located | Conclusion::Inevitable | Conclusion::GaveUp)
    }

    /// Whether the fault was located.
    pub fn is_located(&self) -> bool {
        !self.distances.is_empty()
    }
}

/// Where one search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchEnding {
    /// The critical branch.
    pub critical: CriticalBranch,
    /// How suspicious its place is.
    pub suspiciousness: f64,
    /// How far it is from the fault.
    pub distance: Distance,
}

/// Averages over mutants.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EvaluationSummary {
    /// Mutants that were made.
    pub mutants: usize,
    /// Those that a relation noticed.
    pub killed: usize,
    /// Those among them with a report.
    pub located: usize,
    /// Those without a report whose violated relations no random input satisfies.
    pub never: usize,
    /// Reports whose distance is known.
    pub measured: usize,
    /// Reports at the published distance 0.
    pub exact: usize,
    /// Reports whose critical branch has the fault in its own condition.
    pub inside: usize,
    /// Reports with a candidate at the published distance 0 among the first three.
    pub exact_in_three: usize,
    /// The average published distance.
    pub distance: f64,
    /// The average published distance if all conditions of a statement count as one branch.
    pub distance_by_statement: f64,
    /// Reports at distance 0 if they do.
    pub exact_by_statement: usize,
    /// Reports without a condition that depends on the input between critical branch and fault.
    pub adjacent: usize,
    /// The average number of conditions that depend on the input between critical branch and fault.
    pub between: f64,
    /// The same with all conditions, including those that do not depend on the input.
    pub all_between: f64,
    /// The average time per noticed mutant, in seconds.
    pub seconds: f64,
}

impl EvaluationSummary {
    /// The share of noticed mutants with a report.
    pub fn success(&self) -> f64 {
        share(self.located, self.killed)
    }

    /// The share of reports at the published distance 0.
    pub fn exact_share(&self) -> f64 {
        share(self.exact, self.located)
    }

    /// The share of reports at distance 0 if all conditions of a statement count as one branch.
    pub fn exact_share_by_statement(&self) -> f64 {
        share(self.exact_by_statement, self.located)
    }

    /// The share of reports without a condition that depends on the input between branch and fault.
    pub fn adjacent_share(&self) -> f64 {
        share(self.adjacent, self.located)
    }

    /// The share of reports with the fault in the condition itself.
    pub fn inside_share(&self) -> f64 {
        share(self.inside, self.located)
    }

    /// The share of reports with a candidate at the published distance 0 among the first three.
    pub fn three_share(&self) -> f64 {
        share(self.exact_in_three, self.located)
    }
}

fn share(part: usize, of: usize) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

/// The averages over some measures.
pub fn summarise<'measure>(
    measures: impl IntoIterator<Item = &'measure MutantMeasure>,
) -> EvaluationSummary {
    let mut summary = EvaluationSummary::default();
    let (mut published, mut by_statement) = (0, 0);
    let (mut between, mut all_between, mut seconds) = (0, 0, 0.0);
    for measure in measures {
        summary.mutants += 1;
        if !measure.is_killed() {
            continue;
        }
        summary.killed += 1;
        seconds += measure.seconds;
        summary.never += usize::from(measure.never_passes);
        summary.located += usize::from(measure.conclusion == Conclusion::Located);
        // The reported run may not pass the fault, and some faults cannot be marked.
        let Some(first) = measure.distances.first() else { continue };
        summary.measured += 1;
        published += first.published;
        by_statement += first.by_statement;
        between += first.between;
        all_between += first.all_between;
        summary.exact += usize::from(first.published == 0);
        summary.exact_by_statement += usize::from(first.by_statement == 0);
        summary.adjacent += usize::from(first.between == 0);
        summary.inside += usize::from(first.is_inside);
        let three = measure.distances.iter().take(3).any(|it| it.published == 0);
        summary.exact_in_three += usize::from(three);
    }
    let average = |sum: f64, of: usize| if of == 0 { 0.0 } else { sum / of as f64 };
    summary.distance = average(published as f64, summary.measured);
    summary.distance_by_statement = average(by_statement as f64, summary.measured);
    summary.between = average(between as f64, summary.measured);
    summary.all_between = average(all_between as f64, summary.measured);
    summary.seconds = average(seconds, summary.killed);
    summary
}
