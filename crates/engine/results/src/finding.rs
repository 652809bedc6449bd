//! A violation that passed the guards, with everything needed to rerun it.

use crate::discovery::Discovery;
use crate::files::{FINDING_FILE, FINDINGS_FOLDER, FOLLOW_UP, INITIAL, REPORT_FILE, trace_file};
use crate::{markdown, reproduction, trace_text};
use debunk_model::{Edit, Granularity, Location, Program, Trace};
use debunk_relations::{Plan, PlannedStep, Rules, Violation};
use debunk_session::{DebuggerInfo, Recipe};
use debunk_testimony::{Verdict, WitnessRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of finding.json; it grows with every change that old readers cannot handle.
pub const SCHEMA_VERSION: u32 = 2;

/// Findings that are alike: the same relation violated in the same way, by the same action, at the
/// same kind of code.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Class {
    /// The relation.
    pub relation: String,
    /// The kind of contradiction.
    pub kind: String,
    /// The last action.
    pub action: String,
    /// The kind of syntax node that holds the line where that action was triggered.
    pub node: String,
}

impl fmt::Display for Class {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}/{}/{}", self.relation, self.kind, self.action, self.node)
    }
}

/// One session: a program and what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Side {
    /// The program.
    pub program: Program,
    /// Actions and observations.
    pub trace: Trace,
}

/// How the follow-up was made from the initial session, so that it can be repeated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Transformation {
    /// The edits of the program.
    pub edits: Vec<Edit>,
    /// What was planned.
    pub steps: Vec<PlannedStep>,
    /// What was allowed to differ.
    pub rules: Rules,
    /// Where the follow-up was allowed more pauses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub may_pause_within: Option<(Location, Location)>,
    /// What was changed, in words.
    pub note: String,
}

impl Transformation {
    /// What a plan changes.
    pub fn of(plan: &Plan) -> Self {
        Self {
            edits: plan.map.edits().to_vec(),
            steps: plan.steps.clone(),
            rules: plan.rules.clone(),
            may_pause_within: plan.may_pause_within,
            note: plan.note.clone(),
        }
    }
}

/// A violation that passed the guards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// The version of this structure.
    pub schema: u32,
    /// The debugger.
    pub debugger: DebuggerInfo,
    /// The relation that was violated.
    pub relation: String,
    /// Whether observations steer its follow-up.
    pub interactive: bool,
    /// The number of the test in its campaign.
    pub test: u64,
    /// The campaign's seed.
    pub seed: u64,
    /// How many transformations were applied up to the violation.
    pub round: u32,
    /// The transformations before the last one, in words.
    pub history: Vec<String>,
    /// The contradiction.
    pub violation: Violation,
    /// Its class.
    pub class: Class,
    /// Who is wrong.
    #[serde(with = "crate::sides::sessions")]
    #[schemars(with = "crate::sides::VerdictRecord")]
    pub verdict: Verdict,
    /// The initial session.
    pub initial: Side,
    /// The follow-up session, up to the contradiction; `None` for findings in one session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow_up: Option<Side>,
    /// How it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transformation: Option<Transformation>,
    /// How to reproduce it without debunk, if that takes more than the debugger's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<Recipe>,
    /// What really happened around the contradiction; a separate file beside finding.json.
    #[serde(skip)]
    pub witness: Option<WitnessRecord>,
}

impl Finding {
    /// How finely the debugger knows places, as it was recorded with the transformation. What shows
    /// within one session depends on no map of places, and has no record.
    pub fn granularity(&self) -> Granularity {
        match &self.transformation {
            Some(transformation) => transformation.rules.granularity,
            None => Granularity::usual(self.initial.program.language),
        }
    }

    /// The session that shows the contradiction.
    pub fn showing(&self) -> &Side {
        self.follow_up.as_ref().unwrap_or(&self.initial)
    }
}

impl Discovery for Finding {
    const FILE: &'static str = FINDING_FILE;
    const PARENT: &'static str = FINDINGS_FOLDER;
    const NOUN: &'static str = "finding";
    const SCHEMA: u32 = SCHEMA_VERSION;

    fn folder_name(&self) -> String {
        format!("{:06}-{}-{}", self.test, self.relation, self.violation.kind)
    }

    fn class_name(&self) -> String {
        self.class.to_string()
    }

    fn sentence(&self) -> String {
        self.violation.detail.clone()
    }

    fn witness(&self) -> Option<&WitnessRecord> {
        self.witness.as_ref()
    }

    fn other_files(&self) -> Vec<(String, String)> {
        let mut files = Vec::new();
        for (name, side) in [(INITIAL, Some(&self.initial)), (FOLLOW_UP, self.follow_up.as_ref())] {
            let Some(Side { program, trace }) = side else { continue };
            files.push((format!("{name}.{}", program.extension()), program.text.to_string()));
            files.push((trace_file(name), trace_text(trace)));
        }
        files.push((REPORT_FILE.to_owned(), markdown(self)));
        files.extend(reproduction(self).map(|(name, text)| (name.to_owned(), text)));
        files
    }
}
