//! What is left of a finding after its reduction, in numbers.

use crate::files::REDUCTION_FILE;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How large a finding is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Size {
    /// Bytes of the program.
    pub bytes: usize,
    /// Statements of the program.
    pub statements: usize,
    /// Actions of the initial session.
    pub actions: usize,
    /// Things that only the follow-up does, and edits of its program.
    pub changes: usize,
}

/// How a reduction ended. In every case its result is the smallest found so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReductionEnd {
    /// Nothing more could be left out.
    Complete,
    /// The limit of sessions was reached.
    SessionLimit,
    /// The limit of time was reached.
    TimeLimit,
    /// The user requested a stop.
    Stopped,
}

/// The result of a reduction, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Figures {
    /// How large it was.
    pub before: Size,
    /// How large it is.
    pub after: Size,
    /// Cases tested.
    pub tests: u64,
    /// Sessions of these.
    pub sessions: u64,
    /// How it ended.
    pub ended: ReductionEnd,
}

/// How a reduced form was obtained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReductionRecord {
    /// The form of what is left.
    pub form: String,
    /// How it was obtained.
    #[serde(flatten)]
    pub figures: Figures,
}

impl ReductionRecord {
    /// The file that says so, with its name.
    ///
    /// # Errors
    /// Never in practice: it holds numbers and a name.
    pub fn file(&self) -> Result<(String, String), serde_json::Error> {
        let json = serde_json::to_string_pretty(self)?;
        Ok((REDUCTION_FILE.to_owned(), format!("{json}\n")))
    }
}
