//! The result of the search for a critical branch.

use crate::divergence::Divergence;
use crate::engine::CodeSite;
use crate::input::Domain;
use crate::rank::RankedBranch;
use crate::search::FlipAttempt;
use crate::sources::Sources;
use crate::testing::TestingResult;
use crate::trace::RunVerdict;
use serde_json::Value;
use std::collections::BTreeSet;

/// The search from one failing input.
#[derive(Clone, Debug)]
pub struct InputSearch {
    /// The relation that it violates.
    pub relation: String,
    /// The input as it was found.
    pub found: Value,
    /// The input that the search started from.
    pub input: Value,
    /// What the loop did.
    pub attempts: Vec<FlipAttempt>,
    /// Traced runs.
    pub runs: u32,
    /// Whether every path of P that inputs of this shape can take was run, and violates the
    /// relation; never if `valid` or `T` decide something by the input, or a value is pinned.
    pub is_exhausted: bool,
    pub(crate) divergence: Option<Divergence>,
    /// The places that runs passed, each with whether the run failed.
    pub(crate) coverage: Vec<(BTreeSet<usize>, bool)>,
}

/// The critical branch of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CriticalBranch {
    /// The number of its place.
    pub site: usize,
    /// How many conditions that depend on the input come after it in the failing run.
    pub suffix: usize,
    /// How many conditions that depend on the input the failing run has.
    pub length: usize,
    /// Whether exactly this condition was flipped.
    pub is_exact: bool,
}

impl InputSearch {
    /// Whether it led to a critical branch.
    pub fn is_located(&self) -> bool {
        self.divergence.is_some()
    }

    /// The critical branch that it led to.
    pub fn critical(&self) -> Option<CriticalBranch> {
        let divergence = self.divergence.as_ref()?;
        Some(CriticalBranch {
            site: divergence.site(),
            suffix: divergence.suffix,
            length: divergence.length(),
            is_exact: divergence.is_exact,
        })
    }
}

/// The conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// There is a critical branch.
    Located,
    /// The input violates the relation, and so does a run along every other path that inputs of
    /// its shape can take.
    Inevitable,
    /// No passing run was found, but not every path was tried.
    GaveUp,
    /// No input violates a relation.
    NoViolation,
    /// Nothing could be tested: no input is valid, or everything throws or does not end.
    NothingTested,
    /// The given input does not violate any relation.
    InputPasses,
}

/// Random inputs that were compared with the failing ones if no search led anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomComparison {
    /// Inputs that were made.
    pub tried: usize,
    /// How often one of them satisfies a relation that a failing input violates.
    pub passing: usize,
}

/// The whole result.
pub struct Localized {
    /// The program.
    pub sources: Sources,
    /// The places of the program.
    pub sites: Vec<CodeSite>,
    /// The names of the parameters of P.
    pub parameters: Vec<String>,
    /// How many parameters P has.
    pub arity: usize,
    /// The kinds of inputs.
    pub domain: Option<Vec<Domain>>,
    /// The conclusion.
    pub conclusion: Conclusion,
    /// What testing did, if it was needed.
    pub tested: Option<TestingResult>,
    /// How each relation judges the given input, with what was thrown.
    pub judged: Vec<(String, RunVerdict, String)>,
    /// The searches.
    pub searches: Vec<InputSearch>,
    /// What other inputs say, if no search led anywhere.
    pub others: Option<RandomComparison>,
    /// Where the fault may be, best first. The report shows the critical branch of the first one's
    /// search.
    pub candidates: Vec<RankedBranch>,
}

impl Localized {
    pub(crate) fn best(&self) -> Option<&Divergence> {
        let search = self.candidates.first()?.search;
        self.searches.get(search)?.divergence.as_ref()
    }
}
