//! What a debugger showed at one level, moment by moment.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// One request that lets the program run.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum LevelStep {
    /// To the next line, into calls.
    Into,
    /// To the next line, over calls.
    Over,
    /// To the caller.
    Out,
    /// One machine instruction, into calls.
    Instruction,
    /// Out of code outside the program, to the program's own frame below it.
    Leave,
    /// To the end.
    Continue,
}

impl fmt::Display for LevelStep {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            LevelStep::Into => "step in",
            LevelStep::Over => "step over",
            LevelStep::Out => "step out",
            LevelStep::Instruction => "step one instruction",
            LevelStep::Leave => "leave the library",
            LevelStep::Continue => "continue",
        })
    }
}

/// A frame of the program's own code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelFrame {
    /// The function's name in the debugger.
    pub function: String,
    /// The line that the debugger reports.
    pub line: u32,
    /// The instruction that runs next in it, as an address in the file.
    pub address: u64,
}

/// Where the program paused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelMoment {
    /// What brought the program here from the moment before.
    pub by: Vec<LevelStep>,
    /// The frames, innermost first.
    pub frames: Vec<LevelFrame>,
    /// The variables of the innermost frame, if they were read.
    pub variables: Option<BTreeMap<String, String>>,
}

impl LevelMoment {
    /// The instruction that runs next.
    pub fn address(&self) -> u64 {
        self.frames.first().map_or(0, |frame| frame.address)
    }
}

/// Why a trace ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceEnd {
    /// The program ended.
    Finished,
    /// The limit was reached.
    Limit,
    /// It could not be followed further, for this reason.
    Lost(String),
}

/// One run at one level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelTrace {
    /// The first is where both levels begin.
    pub moments: Vec<LevelMoment>,
    /// The steps from the last moment to the end.
    pub last: Vec<LevelStep>,
    /// Why there are no more.
    pub end: TraceEnd,
}
