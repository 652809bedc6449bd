//! The requests to the Python host and its answers.

use debunk_model::{FrameOrder, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A request.
#[derive(Debug, Serialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(crate) enum Request<'text> {
    Open { file: &'text str, output: &'text str },
    AddBreakpoint { line: u32, condition: Option<&'text str> },
    RemoveBreakpoint { number: u64 },
    Start,
    Continue,
    StepIn,
    StepOver,
    StepOut,
    Look,
    LookAtCallers { order: FrameOrder },
    Evaluate { expression: &'text str, frame: u32 },
    Expand { name: &'text str, frame: u32, depth: u32, width: u32 },
    Close,
}

/// An answer.
#[derive(Debug, Deserialize)]
#[serde(tag = "saw", rename_all = "kebab-case")]
pub(crate) enum HostAnswer {
    Ready,
    Opened,
    DoesNotParse { reason: String },
    Set { line: u32, number: u64 },
    NotSet { reason: String },
    Removed,
    NotRemoved { reason: String },
    Paused { frames: Vec<(String, u32)>, variables: BTreeMap<String, String> },
    Looked { variables: BTreeMap<String, String> },
    LookedAtCallers { callers: Vec<BTreeMap<String, String>> },
    Evaluated { value: String },
    Expanded { value: Value },
    NoFrame,
    NoVariable,
    Ended { code: Option<i64>, signal: Option<String> },
}
