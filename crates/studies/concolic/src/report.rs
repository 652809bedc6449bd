//! The report about a program: data for scripts, from which text and pages are made.

use crate::search::FlipAttempt;
use crate::testing::TestingResult;
use debunk_model::{Location, Span};
use serde::Serialize;
use serde_json::Value;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FilePlace {
    /// The file.
    pub file: String,
    /// Where it begins.
    pub location: Location,
    /// Its text.
    pub text: String,
    /// The bytes in the file.
    #[serde(skip)]
    pub span: Span,
}

/// A decision in a trace.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// The file of the condition.
    pub file: String,
    /// The line of the condition.
    pub line: u32,
    /// The condition.
    pub text: String,
    /// What was decided.
    pub taken: bool,
    /// Which run of P it is in: 0 for the input, from 1 on for follow-ups.
    pub run: usize,
    /// Whether it is the critical branch.
    pub is_critical: bool,
    /// Whether it depends on the input.
    pub depends: bool,
}

/// One of the two inputs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InputSide {
    /// The input.
    pub input: Value,
    /// The follow-up inputs.
    pub follow_ups: Vec<String>,
    /// What P returned, for the input first.
    pub outputs: Vec<String>,
    /// The variables at the critical branch.
    pub variables: Vec<(String, String)>,
    /// The critical condition over the input, as it was decided.
    pub condition: String,
    /// Decisions before and after the divergence.
    pub trace: Vec<Decision>,
    /// How many decisions come before those that are shown.
    pub skipped: usize,
}

/// A part of the input that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InputChange {
    /// Its path: `A[1]`.
    pub name: String,
    /// Its value in the failing input.
    pub failing: f64,
    /// Its value in the passing input.
    pub passing: f64,
}

/// A further place where the fault may be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FurtherPlace {
    /// The place.
    pub place: FilePlace,
    /// The smallest suffix with which it was found.
    pub suffix: usize,
    /// How many searches found it.
    pub votes: usize,
    /// Ochiai's formula, from 0 to 1.
    pub suspiciousness: f64,
}

/// The branch to look at first, with the reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suspect {
    /// The condition.
    pub place: FilePlace,
    /// Which run of P it is in: 0 for the input, from 1 on for follow-ups.
    pub run: usize,
    /// How often its condition is decided in the failing run, up to this one.
    pub execution: usize,
    /// Whether it is the critical branch itself.
    pub is_critical: bool,
    /// Ochiai's formula, from 0 to 1.
    pub suspiciousness: f64,
    /// A change in the condition, or in what is computed right after it, with which the relations hold.
    pub repair: Option<Repair>,
}

/// A small change with which the relations hold. It may not be the correct fix.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Repair {
    /// The original text.
    pub place: FilePlace,
    /// The replacement.
    pub by: String,
    /// Failing inputs that pass with the change: all that were tried.
    pub fixed: usize,
    /// Passing inputs that still pass with the change: all that were tried.
    pub passing: usize,
    /// Those among them for which P returns the same as before.
    pub same: usize,
}

/// The critical branch with everything known about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CriticalReport {
    /// The relation that is violated.
    pub relation: String,
    /// The condition.
    pub place: FilePlace,
    /// Where a debugger can pause before the condition: at its statement, or in the head of a loop.
    pub breakpoint: Location,
    /// How often a breakpoint there is hit until it is the critical branch.
    pub hit: usize,
    /// Which run of P it is in: 0 for the input, from 1 on for follow-ups.
    pub run: usize,
    /// The failing side.
    pub failing: InputSide,
    /// The passing side.
    pub passing: InputSide,
    /// What differs between the inputs.
    pub changes: Vec<InputChange>,
    /// Conditions that depend on the input and come after the critical branch.
    pub suffix: usize,
    /// Values that were held fixed to find the passing input.
    pub pins: usize,
    /// Whether exactly this condition was flipped; else the runs were found to diverge here.
    pub is_exact: bool,
    /// The lines of its file that the condition's value was computed on.
    pub slice: Vec<u32>,
    /// Whether the program returns promises, so that a session has to wait for them.
    pub awaits: bool,
}

/// A place where concrete values were used, so that their dependence on the input was lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LostTracking {
    /// What used them: the name of a built-in function, or `an index`, `an operator`.
    pub called: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// How often, in the runs from which the searches started.
    pub times: usize,
}

/// How one search went.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchReport {
    /// The relation.
    pub relation: String,
    /// The input as it was found.
    pub found: Value,
    /// Where the search began.
    pub input: Value,
    /// Traced runs.
    pub runs: u32,
    /// What was flipped.
    pub attempts: Vec<AttemptReport>,
}

/// One condition that was flipped.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttemptReport {
    /// Its file.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Its text.
    pub text: String,
    /// The result.
    #[serde(flatten)]
    pub attempt: FlipAttempt,
}

/// Everything.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LocalizeReport {
    /// The file with the critical branch; if there is none, the one that exports P.
    pub file: String,
    /// The file that exports P.
    pub entry: String,
    /// The conclusion.
    pub conclusion: &'static str,
    /// The conclusion, as a sentence.
    pub sentence: String,
    /// The critical branch.
    pub critical: Option<CriticalReport>,
    /// The branch to look at first.
    pub suspect: Option<Suspect>,
    /// Further places, best first.
    pub further: Vec<FurtherPlace>,
    /// The searches.
    pub searches: Vec<SearchReport>,
    /// Where tracking was lost, most often first.
    pub lost: Vec<LostTracking>,
    /// What testing did.
    pub tested: Option<TestingResult>,
    /// The text of the file with the critical branch, for pages.
    #[serde(skip)]
    pub text: String,
}
