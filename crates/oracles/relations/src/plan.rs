//! The transformed test: a program, its location map, and the actions with their expectations.

use crate::{Inquiry, Rules};
use debunk_model::{Action, Location, Program, SourceMap, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One thing to do in the follow-up session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "plan", rename_all = "kebab-case")]
pub enum PlannedStep {
    /// Repeat what the initial session did and expect the same answer.
    Same {
        /// The action, in the new program's locations.
        action: Action,
        /// The step of the initial trace.
        index: usize,
    },
    /// Perform an action that the initial session did not. A breakpoint set by it may cause its own
    /// pauses if `pauses` says so.
    Extra {
        /// The action.
        action: Action,
        /// Whether to expect pauses at the actual location.
        pauses: bool,
    },
    /// Perform a finer control action instead of the initial one; every pause is allowed before the
    /// expected one.
    Finer {
        /// The finer action.
        action: Action,
        /// The step of the initial trace.
        index: usize,
        /// Repeat it until the expected pause arrives; otherwise continue to it.
        repeat: bool,
    },
    /// Read the variables again; they must equal those of the pause at `index`.
    LookAgain {
        /// The step of the initial trace that paused.
        index: usize,
    },
    /// Evaluate a name; its value must equal the one in the variables of the pause at `index`.
    EvaluateName {
        /// The step of the initial trace that paused.
        index: usize,
        /// The name.
        name: String,
        /// Its value in the variables view.
        value: String,
    },
    /// Ask something at the pause at `index`, whose answer is compared with other answers there.
    Ask {
        /// The step of the initial trace that paused.
        index: usize,
        /// What to ask.
        inquiry: Inquiry,
    },
}

/// A transformed test.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program of the follow-up session.
    pub program: Program,
    /// From the initial program's locations to its own.
    pub map: SourceMap,
    /// The initial trace, which holds the expectations.
    pub initial: Trace,
    /// What to do.
    pub steps: Vec<PlannedStep>,
    /// What may differ.
    pub rules: Rules,
    /// The range in the new program where it may pause although the initial one did not.
    pub may_pause_within: Option<(Location, Location)>,
    /// What was changed, in words.
    pub note: String,
}

impl Plan {
    /// A plan that repeats the initial session unchanged.
    pub fn repeat(program: &Program, trace: &Trace, note: impl Into<String>) -> Self {
        let steps = (0..trace.steps.len())
            .map(|index| PlannedStep::Same { action: trace.steps[index].action.clone(), index })
            .collect();
        Self {
            program: program.clone(),
            map: SourceMap::identity(&program.text),
            initial: trace.clone(),
            steps,
            rules: Rules::default(),
            may_pause_within: None,
            note: note.into(),
        }
    }

    /// A plan that repeats the initial session on a changed program; the map translates the
    /// actions, and breakpoints in removed code are dropped.
    pub fn on_changed_program(
        program: &Program,
        trace: &Trace,
        map: SourceMap,
        rules: Rules,
        note: impl Into<String>,
    ) -> Self {
        let carried = |at: Location| map.forward(at);
        let steps = trace
            .steps
            .iter()
            .enumerate()
            .filter_map(|(index, step)| {
                let action = match &step.action {
                    // A renamed variable has to be requested by its new name.
                    action if rules.renamed.as_ref().is_some_and(|(_, old)| names(action, old)) => {
                        return None;
                    }
                    other => other.carried(carried)?,
                };
                Some(PlannedStep::Same { action, index })
            })
            .collect();
        Self {
            program: program.with_text(map.new_text().clone()),
            map,
            initial: trace.clone(),
            steps,
            rules,
            may_pause_within: None,
            note: note.into(),
        }
    }
}

/// Whether what an action asks for depends on a name.
fn names(action: &Action, name: &str) -> bool {
    match action {
        Action::Evaluate(evaluation) => evaluation.expression.contains(name),
        Action::Expand(expansion) => expansion.name == name,
        Action::Complete(completion) => name.starts_with(&completion.text),
        _ => false,
    }
}
