//! The part of WebKit's inspector protocol that debunk speaks, as it is on the wire.

use serde::Deserialize;
use serde_json::value::RawValue;

/// A location on the wire: both numbers count from 0, and native code has a column below that.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireLocation {
    pub script_id: String,
    pub line_number: i64,
    #[serde(default)]
    pub column_number: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Paused {
    pub call_frames: Vec<CallFrame>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CallFrame {
    pub call_frame_id: String,
    pub function_name: String,
    pub location: WireLocation,
    pub scope_chain: Vec<WireScope>,
    /// A value, which is read only if somebody asks for it.
    pub this: Option<Box<RawValue>>,
}

/// One scope of a frame.
#[derive(Deserialize)]
pub(crate) struct WireScope {
    #[serde(rename = "type")]
    pub kind: String,
    /// The name of the function that the scope belongs to.
    #[serde(default)]
    pub name: String,
    /// Where that function begins. Unlike everywhere else, both numbers count from 1.
    pub location: Option<WireLocation>,
    pub object: ObjectReference,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectReference {
    pub object_id: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Properties {
    pub properties: Vec<Property>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Property {
    pub name: String,
    pub value: Option<RemoteObject>,
    pub get: Option<serde::de::IgnoredAny>,
    pub set: Option<serde::de::IgnoredAny>,
    pub symbol: Option<RemoteObject>,
    #[serde(default)]
    pub enumerable: bool,
    #[serde(default)]
    pub is_private: bool,
    #[serde(default)]
    pub was_thrown: bool,
}

/// What a collection holds.
#[derive(Deserialize)]
pub(crate) struct Entries {
    pub entries: Vec<Entry>,
}

#[derive(Deserialize)]
pub(crate) struct Entry {
    /// Only in a map.
    pub key: Option<RemoteObject>,
    pub value: RemoteObject,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RemoteObject {
    #[serde(rename = "type")]
    pub kind: String,
    pub subtype: Option<String>,
    pub value: Option<Box<RawValue>>,
    pub description: Option<String>,
    pub size: Option<u64>,
    pub object_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EvaluateResult {
    pub result: RemoteObject,
    #[serde(default)]
    pub was_thrown: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BreakpointAnswer {
    pub breakpoint_id: String,
    pub actual_location: WireLocation,
}

#[derive(Deserialize)]
pub(crate) struct BreakpointLocations {
    pub locations: Vec<WireLocation>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScriptParsed {
    pub script_id: String,
    #[serde(default)]
    pub url: String,
    #[serde(default, rename = "sourceURL")]
    pub source_url: String,
    #[serde(default)]
    pub script_type: String,
}

/// What the control-flow profiler reports about a script.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BasicBlocks {
    pub basic_blocks: Vec<BasicBlock>,
}

/// A run of code without branches, by UTF-16 offsets; the end belongs to it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BasicBlock {
    pub start_offset: i64,
    pub end_offset: i64,
    pub has_executed: bool,
}
