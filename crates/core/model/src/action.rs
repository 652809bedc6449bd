//! What a user of a debugger can do.

use crate::{
    Completion, Evaluation, EvaluationContext, Expansion, FrameOrder, Location, Observation,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What logpoints write.
pub const LOGPOINT_MESSAGE: &str = "debunk-logpoint";

/// One request to a debugger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Action {
    /// Request a breakpoint.
    AddBreakpoint {
        /// The requested location, which the debugger may slide.
        at: Location,
        /// An expression in the program's language; the debugger pauses only if it is true.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        condition: Option<String>,
    },
    /// Request a logpoint: like a breakpoint, but it writes [`LOGPOINT_MESSAGE`] and does not
    /// pause.
    AddLogpoint {
        /// The requested location, which the debugger may slide.
        at: Location,
    },
    /// Remove the breakpoint or logpoint that was *requested* at this location.
    RemoveBreakpoint {
        /// The location given when it was added.
        at: Location,
    },
    /// Run the program from its first statement.
    Start,
    /// Run the program once more from its first statement, with the breakpoints that are set.
    Restart,
    /// Continue to the next breakpoint or the end.
    Continue,
    /// Run to the next statement, entering calls.
    StepIn,
    /// Run to the next statement of this function or its callers.
    StepOver,
    /// Run until this function has returned.
    StepOut,
    /// Read the variables of the top frame again.
    Look,
    /// Read the variables of every frame below the top.
    LookAtCallers {
        /// In which order.
        #[serde(default, skip_serializing_if = "FrameOrder::is_usual")]
        order: FrameOrder,
    },
    /// Read a variable with what it holds.
    Expand(Expansion),
    /// Evaluate an expression.
    Evaluate(Evaluation),
    /// List what a text can be completed with.
    Complete(Completion),
}

impl Action {
    /// A breakpoint without a condition.
    pub const fn add_breakpoint(at: Location) -> Self {
        Action::AddBreakpoint { at, condition: None }
    }

    /// The evaluation of an expression in the top frame.
    pub fn evaluate(expression: impl Into<String>) -> Self {
        let (expression, context) = (expression.into(), EvaluationContext::default());
        Action::Evaluate(Evaluation { expression, frame: 0, context })
    }

    /// Whether the action only asks, at a pause.
    pub const fn is_question(&self) -> bool {
        matches!(
            self,
            Action::Look
                | Action::LookAtCallers { .. }
                | Action::Expand(_)
                | Action::Evaluate(_)
                | Action::Complete(_)
        )
    }

    /// Whether an observation is the kind of answer that a question has when it does not fail.
    pub const fn is_answered_by(&self, observation: &Observation) -> bool {
        matches!(
            (self, observation),
            (Action::Look, Observation::Looked { .. })
                | (Action::LookAtCallers { .. }, Observation::LookedAtCallers { .. })
                | (Action::Expand(_), Observation::Expanded { .. })
                | (Action::Evaluate(_), Observation::Evaluated { .. })
                | (Action::Complete(_), Observation::Completed { .. })
        )
    }

    /// The location of a requested breakpoint or logpoint.
    pub const fn added_at(&self) -> Option<Location> {
        match self {
            Action::AddBreakpoint { at, .. } | Action::AddLogpoint { at } => Some(*at),
            _ => None,
        }
    }

    /// The same action in another text, where `carry` maps the places; `None` if the place of this
    /// one is gone.
    pub fn carried(&self, carry: impl FnOnce(Location) -> Option<Location>) -> Option<Self> {
        let mut action = self.clone();
        if let Action::AddBreakpoint { at, .. }
        | Action::AddLogpoint { at }
        | Action::RemoveBreakpoint { at } = &mut action
        {
            *at = carry(*at)?;
        }
        Some(action)
    }

    /// Whether the action lets the program run.
    pub const fn is_control(&self) -> bool {
        matches!(
            self,
            Action::Start
                | Action::Restart
                | Action::Continue
                | Action::StepIn
                | Action::StepOver
                | Action::StepOut
        )
    }

    /// Whether the action is one of the three steps.
    pub const fn is_step(&self) -> bool {
        matches!(self, Action::StepIn | Action::StepOver | Action::StepOut)
    }

    /// The name of the action without its arguments, as used in classes of findings.
    pub const fn kind(&self) -> &'static str {
        match self {
            Action::AddBreakpoint { .. } => "add-breakpoint",
            Action::AddLogpoint { .. } => "add-logpoint",
            Action::RemoveBreakpoint { .. } => "remove-breakpoint",
            Action::Start => "start",
            Action::Restart => "restart",
            Action::Continue => "continue",
            Action::StepIn => "step-in",
            Action::StepOver => "step-over",
            Action::StepOut => "step-out",
            Action::Look => "look",
            Action::LookAtCallers { .. } => "look-at-callers",
            Action::Expand(_) => "expand",
            Action::Evaluate(_) => "evaluate",
            Action::Complete(_) => "complete",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::AddBreakpoint { at, condition: None } => {
                write!(formatter, "add breakpoint at {at}")
            }
            Action::AddBreakpoint { at, condition: Some(condition) } => {
                write!(formatter, "add breakpoint at {at} if {condition}")
            }
            Action::AddLogpoint { at } => write!(formatter, "add logpoint at {at}"),
            Action::RemoveBreakpoint { at } => write!(formatter, "remove breakpoint at {at}"),
            Action::Start => formatter.write_str("start"),
            Action::Restart => formatter.write_str("restart"),
            Action::Continue => formatter.write_str("continue"),
            Action::StepIn => formatter.write_str("step in"),
            Action::StepOver => formatter.write_str("step over"),
            Action::StepOut => formatter.write_str("step out"),
            Action::Look => formatter.write_str("look at the variables"),
            Action::LookAtCallers { order } => {
                write!(formatter, "look at the variables of all callers{order}")
            }
            Action::Expand(expansion) => expansion.fmt(formatter),
            Action::Evaluate(evaluation) => evaluation.fmt(formatter),
            Action::Complete(completion) => completion.fmt(formatter),
        }
    }
}
