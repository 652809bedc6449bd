//! The inspector protocol's messages, as far as they are read.

use serde::Deserialize;
use serde_json::value::RawValue;

/// A location on the wire: both numbers count from 0.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireLocation {
    pub script_id: String,
    pub line_number: u32,
    #[serde(default)]
    pub column_number: u32,
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
    #[serde(default)]
    pub url: String,
    pub scope_chain: Vec<WireScope>,
}

#[derive(Deserialize)]
pub(crate) struct WireScope {
    #[serde(rename = "type")]
    pub kind: String,
    pub object: ObjectReference,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectReference {
    pub object_id: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Properties {
    pub result: Vec<Property>,
}

#[derive(Deserialize)]
pub(crate) struct Property {
    pub name: String,
    pub value: Option<RemoteObject>,
    pub get: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RemoteObject {
    #[serde(rename = "type")]
    pub kind: String,
    pub subtype: Option<String>,
    pub value: Option<Box<RawValue>>,
    pub unserializable_value: Option<String>,
    pub description: Option<String>,
    pub object_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Evaluated {
    pub result: Option<RemoteObject>,
    pub exception_details: Option<ExceptionDetails>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Compiled {
    pub script_id: Option<String>,
    pub exception_details: Option<ExceptionDetails>,
}

#[derive(Deserialize)]
pub(crate) struct ExceptionDetails {
    #[serde(default)]
    pub text: String,
    pub exception: Option<RemoteObject>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BreakpointAnswer {
    pub breakpoint_id: String,
    pub actual_location: WireLocation,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScriptParsed {
    pub script_id: String,
    pub url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BindingCalled {
    pub payload: String,
    pub execution_context_id: i64,
}

#[derive(Deserialize)]
pub(crate) struct ContextCreated {
    pub context: ContextDescription,
}

#[derive(Deserialize)]
pub(crate) struct ContextDescription {
    pub id: i64,
}
