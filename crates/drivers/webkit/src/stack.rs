//! The frames of a pause, and what can be asked there.

use crate::contents::{Handle, Objects};
use crate::events::Connection;
use crate::frames::{FrameReader, ShownScope};
use crate::protocol::{CallFrame, Paused, Properties, WireScope};
use crate::values;
use debunk_model::{Expansion, Frame, FrameOrder, Observation, Scope};
use debunk_shell::contents::{Reported, expand};
use debunk_shell::inspector::{Reply, own_properties, read, read_callers};
use debunk_shell::{no_frame, no_variable};
use debunk_wire::ChannelError;
use serde_json::json;
use std::time::Instant;

/// Where the program is paused.
#[derive(Default)]
pub(crate) struct Stack {
    call_frames: Vec<CallFrame>,
    /// The numbers of the program's own frames among them.
    own: Vec<usize>,
}

impl Stack {
    /// The stack of a pause, and its frames as they are shown.
    pub fn new(
        reader: &FrameReader,
        connection: &Connection,
        paused: Paused,
    ) -> (Self, Vec<Frame>) {
        let (own, frames) = reader.frames(connection, &paused).into_iter().unzip();
        (Self { call_frames: paused.call_frames, own }, frames)
    }

    fn frame(&self, number: u32) -> Option<&CallFrame> {
        self.call_frames.get(*self.own.get(usize::try_from(number).ok()?)?)
    }

    /// Requests the variables of the innermost frame.
    pub fn request_scopes(
        &self,
        reader: &FrameReader,
        connection: &mut Connection,
    ) -> Vec<(ShownScope, u64)> {
        let shown = self.frame(0).map(|top| reader.scopes(top)).unwrap_or_default();
        let request = |scope: ShownScope| {
            let (method, params) = own_properties(&scope.object_id);
            (scope, connection.request(method, &params))
        };
        shown.into_iter().map(request).collect()
    }

    /// Requests the value of an expression in a frame, if there is such a frame.
    pub fn request_value(
        &self,
        connection: &mut Connection,
        frame: u32,
        expression: &str,
    ) -> Option<u64> {
        Some(request_evaluation(connection, &self.frame(frame)?.call_frame_id, expression))
    }

    /// The variables of all frames below the innermost. Their scopes are part of the pause.
    pub fn look_at_callers(
        &self,
        reader: &FrameReader,
        connection: &mut Connection,
        order: FrameOrder,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let callers = self.own.iter().skip(1).filter_map(|index| self.call_frames.get(*index));
        let scopes = callers.map(|frame| reader.scopes(frame)).collect();
        let object_id = |scope: &ShownScope| scope.object_id.clone();
        read_callers(connection, scopes, order, deadline, object_id, scope)
    }

    /// Reads a variable with what it holds.
    pub fn expand(
        &self,
        reader: &FrameReader,
        connection: &mut Connection,
        expansion: &Expansion,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let Some(frame) = self.frame(expansion.frame) else {
            return Ok(no_frame(expansion.frame));
        };
        let Some(root) = find(reader, connection, frame, &expansion.name, deadline)? else {
            return Ok(no_variable(expansion));
        };
        let mut objects = Objects { connection, deadline, expansion };
        Ok(Observation::Expanded { value: expand(&mut objects, root, expansion)? })
    }
}

/// The innermost variable of that name. The global object is only asked if no scope has it.
fn find(
    reader: &FrameReader,
    connection: &mut Connection,
    frame: &CallFrame,
    name: &str,
    deadline: Instant,
) -> Result<Option<Reported<Handle>>, ChannelError> {
    if let Some(this) = frame.this.as_ref().filter(|_| name == "this") {
        return Ok(serde_json::from_str(this.get()).ok().map(|this| values::reported(&this)));
    }
    let is_global = |scope: &&WireScope| scope.kind == "global";
    let global = frame.scope_chain.iter().filter(is_global);
    let global = global.filter_map(|scope| scope.object.object_id.as_deref());
    let shown = reader.scopes(frame);
    let scopes = shown.iter().map(|scope| (&*scope.object_id, scope.is_object));
    let global = global.map(|object_id| (object_id, false));
    for scopes in [scopes.collect::<Vec<_>>(), global.collect()] {
        let requests: Vec<_> = scopes.iter().map(|(id, _)| own_properties(id)).collect();
        let replies = connection.call_all(&requests, deadline)?;
        for (reply, (_, is_object)) in replies.into_iter().zip(scopes) {
            let properties = read::<Properties>(reply).map(|it| it.properties).unwrap_or_default();
            let found = properties.iter().find(|it| it.name == name && it.symbol.is_none());
            if let Some(found) = found.filter(|found| !is_object || found.enumerable) {
                let is_without_value = !is_object && values::is_uninitialised(found);
                return Ok(Some(match is_without_value {
                    true => Reported::plain(debunk_shell::contents::UNINITIALISED),
                    false => values::property(found),
                }));
            }
        }
    }
    Ok(None)
}

/// Requests the value of an expression in a frame.
pub(crate) fn request_evaluation(
    connection: &mut Connection,
    frame: &str,
    expression: &str,
) -> u64 {
    let params = json!({
        "callFrameId": frame,
        "expression": expression,
        "doNotPauseOnExceptionsAndMuteConsole": true,
    });
    connection.request("Debugger.evaluateOnCallFrame", &params)
}

/// Waits for the variables that were requested.
pub(crate) fn collect_scopes(
    connection: &mut Connection,
    requests: Vec<(ShownScope, u64)>,
    deadline: Instant,
) -> Result<Vec<Scope>, ChannelError> {
    let mut scopes = Vec::with_capacity(requests.len());
    for (shown, id) in requests {
        scopes.push(scope(shown, connection.reply(id, deadline)?));
    }
    Ok(scopes)
}

fn scope(shown: ShownScope, reply: Reply) -> Scope {
    let properties = read::<Properties>(reply).map(|answer| answer.properties).unwrap_or_default();
    values::scope(shown.kind, shown.is_object, properties)
}
