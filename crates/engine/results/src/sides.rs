//! The words for the two sides of a contradiction in files: a campaign has an initial and a
//! follow-up session, a comparison a first and a second debugger.

use debunk_testimony::{Liar, SideWords, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The two sessions of a finding.
pub const SESSIONS: SideWords = SideWords { first: "initial", second: "follow-up" };
/// The two debuggers of a difference.
pub const DEBUGGERS: SideWords = SideWords { first: "a", second: "b" };

/// A verdict in a file.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct VerdictRecord {
    /// The side that is wrong.
    liar: String,
    /// What really happened, and what was said instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    proof: Vec<String>,
}

impl VerdictRecord {
    /// A verdict in these words.
    pub fn new(verdict: &Verdict, words: &SideWords) -> Self {
        Self { liar: verdict.liar.word(words).to_owned(), proof: verdict.proof.clone() }
    }

    fn verdict(self, words: &SideWords) -> Result<Verdict, String> {
        let liar = Liar::ALL.into_iter().find(|liar| liar.word(words) == self.liar);
        let unknown = || format!("{:?} is not a side", self.liar);
        Ok(Verdict { liar: liar.ok_or_else(unknown)?, proof: self.proof })
    }
}

/// Verdicts about sessions.
pub(crate) mod sessions {
    use super::*;

    pub fn serialize<To: Serializer>(verdict: &Verdict, to: To) -> Result<To::Ok, To::Error> {
        VerdictRecord::new(verdict, &SESSIONS).serialize(to)
    }

    pub fn deserialize<'de, From: Deserializer<'de>>(from: From) -> Result<Verdict, From::Error> {
        let record = VerdictRecord::deserialize(from)?;
        record.verdict(&SESSIONS).map_err(serde::de::Error::custom)
    }
}

/// Verdicts about debuggers.
pub(crate) mod debuggers {
    use super::*;

    pub fn serialize<To: Serializer>(verdict: &Verdict, to: To) -> Result<To::Ok, To::Error> {
        VerdictRecord::new(verdict, &DEBUGGERS).serialize(to)
    }

    pub fn deserialize<'de, From: Deserializer<'de>>(from: From) -> Result<Verdict, From::Error> {
        let record = VerdictRecord::deserialize(from)?;
        record.verdict(&DEBUGGERS).map_err(serde::de::Error::custom)
    }
}
