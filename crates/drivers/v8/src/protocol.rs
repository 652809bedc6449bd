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
    /// A value, which is read only if somebody asks for it.
    pub this: Option<Box<RawValue>>,
    /// What it is about to return, where it is left.
    pub return_value: Option<RemoteObject>,
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
#[serde(rename_all = "camelCase")]
pub(crate) struct Properties {
    pub result: Vec<Property>,
    /// What only the engine can see.
    #[serde(default)]
    pub internal_properties: Vec<Property>,
    #[serde(default)]
    pub private_properties: Vec<Property>,
}

impl Properties {
    fn internal(&self, name: &str) -> Option<&RemoteObject> {
        self.internal_properties.iter().find(|property| property.name == name)?.value.as_ref()
    }

    /// The list of a collection's entries.
    pub fn entries(&self) -> Option<&str> {
        self.internal("[[Entries]]")?.object_id.as_deref()
    }

    /// Whether they are those of a string that is an object.
    pub fn is_of_string(&self) -> bool {
        self.internal("[[PrimitiveValue]]").is_some_and(|value| value.kind == "string")
    }
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
    pub was_thrown: bool,
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
pub(crate) struct EvaluateResult {
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
