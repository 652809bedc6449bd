//! Two answers that cannot both be true.

use debunk_model::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What kind of contradiction it is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ViolationKind {
    /// A breakpoint was set at another location than before.
    BreakpointLocation,
    /// A breakpoint was rejected that was accepted before, or vice versa.
    BreakpointRefused,
    /// A breakpoint could not be removed.
    BreakpointNotRemoved,
    /// An expected pause is missing: the program ran to its end.
    MissedPause,
    /// The program paused where it had run to its end before.
    UnexpectedPause,
    /// The program paused at another place than expected.
    PausedElsewhere,
    /// The place is right, the call stack is not.
    CallStack,
    /// The place is right, the variables are not.
    Variables,
    /// The program ended with another output or error.
    Outcome,
    /// Reading the variables twice showed different things.
    LookChanged,
    /// Evaluating a name gives another value than the variables view.
    EvaluateDiffers,
    /// A visible name is not among the completions of its beginning.
    CompletionMissing,
    /// The debugger paused without a reason.
    PauseWithoutReason,
    /// The debugger paused outside the program.
    PauseOutside,
    /// The program behaves differently when it is debugged.
    OutputChanged,
    /// The debugger answered with an error.
    Refused,
    /// The debugger does not answer.
    Hung,
    /// The debugger crashed.
    Crashed,
}

impl ViolationKind {
    /// The name, in the spelling of files and classes.
    pub const fn name(self) -> &'static str {
        match self {
            ViolationKind::BreakpointLocation => "breakpoint-location",
            ViolationKind::BreakpointRefused => "breakpoint-refused",
            ViolationKind::BreakpointNotRemoved => "breakpoint-not-removed",
            ViolationKind::MissedPause => "missed-pause",
            ViolationKind::UnexpectedPause => "unexpected-pause",
            ViolationKind::PausedElsewhere => "paused-elsewhere",
            ViolationKind::CallStack => "call-stack",
            ViolationKind::Variables => "variables",
            ViolationKind::Outcome => "outcome",
            ViolationKind::LookChanged => "look-changed",
            ViolationKind::EvaluateDiffers => "evaluate-differs",
            ViolationKind::CompletionMissing => "completion-missing",
            ViolationKind::PauseWithoutReason => "pause-without-reason",
            ViolationKind::PauseOutside => "pause-outside",
            ViolationKind::OutputChanged => "output-changed",
            ViolationKind::Refused => "refused",
            ViolationKind::Hung => "hung",
            ViolationKind::Crashed => "crashed",
        }
    }
}

impl fmt::Display for ViolationKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A contradiction, with the place in both traces where it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    /// What kind it is.
    pub kind: ViolationKind,
    /// The last control action before it, or the action itself.
    pub action: Action,
    /// Index of the offending step in the trace that shows it.
    pub step: usize,
    /// Index of the contradicted step in the initial trace, if there is one.
    pub expected_step: Option<usize>,
    /// The contradiction in words.
    pub detail: String,
}
