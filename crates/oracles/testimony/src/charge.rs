//! What a debugger is charged with.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What kind of untruth it is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ChargeKind {
    /// It paused at a statement that never ran.
    NeverRan,
    /// It paused at a statement that did not run again after what was seen before.
    RanBefore,
    /// It ran past a breakpoint.
    MissedBreakpoint,
    /// It paused after a continue without a breakpoint.
    NoReason,
    /// A step went past the place where it must end.
    StepTooFar,
    /// A step ended before it could.
    StepTooShort,
    /// A step ended where it began.
    NoStep,
    /// A variable has another value.
    WrongValue,
    /// A variable that can be read is not shown.
    MissingVariable,
    /// The call stack has other frames.
    WrongStack,
    /// A breakpoint slid past statements at which it could be set, or is rejected.
    Misplaced,
    /// A breakpoint cannot be removed.
    NotRemoved,
    /// The program behaves differently from a run without a debugger.
    OtherOutcome,
    /// There is no answer, or an error, or the debugger crashed.
    NoAnswer,
}

impl ChargeKind {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            ChargeKind::NeverRan => "never-ran",
            ChargeKind::RanBefore => "ran-before",
            ChargeKind::MissedBreakpoint => "missed-breakpoint",
            ChargeKind::NoReason => "no-reason",
            ChargeKind::StepTooFar => "step-too-far",
            ChargeKind::StepTooShort => "step-too-short",
            ChargeKind::NoStep => "no-step",
            ChargeKind::WrongValue => "wrong-value",
            ChargeKind::MissingVariable => "missing-variable",
            ChargeKind::WrongStack => "wrong-stack",
            ChargeKind::Misplaced => "misplaced",
            ChargeKind::NotRemoved => "not-removed",
            ChargeKind::OtherOutcome => "other-outcome",
            ChargeKind::NoAnswer => "no-answer",
        }
    }
}

impl fmt::Display for ChargeKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// An answer that cannot be true, with the sentence that proves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Charge {
    /// The step of the trace that shows it.
    pub step: usize,
    /// What kind of untruth it is.
    pub kind: ChargeKind,
    /// What really happened, and what the debugger said instead.
    pub proof: String,
}
