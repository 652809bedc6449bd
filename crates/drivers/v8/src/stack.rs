//! Where a program is paused: its own frames, their scopes, and what can be asked there.

use crate::contents::{Handle, Objects};
use crate::events::Connection;
use crate::protocol::{CallFrame, EvaluateResult, Properties, Property, WireScope};
use crate::values;
use debunk_model::{Expansion, Frame, FrameOrder, Observation, Place, RETURNED, Scope, ScopeKind};
use debunk_shell::contents::{Reported, expand};
use debunk_shell::inspector::{Reply, own_properties, read, read_callers};
use debunk_shell::javascript::ENDING_FUNCTION;
use debunk_shell::{no_frame, no_variable};
use debunk_wire::ChannelError;
use serde_json::json;
use std::time::Instant;

/// The frames of a pause that count, innermost first: the host's own frames below the program do
/// not matter; one on top does.
#[derive(Default)]
pub(crate) struct Stack {
    frames: Vec<(CallFrame, Place)>,
}

/// Where a frame is, in a session whose program has this number.
pub(crate) fn place(program: &str, connection: &Connection, frame: &CallFrame) -> Place {
    let script_id = &frame.location.script_id;
    if script_id == program {
        Place::Program { at: values::location(&frame.location) }
    } else if connection.noted.dynamic_scripts.contains(script_id) {
        Place::Dynamic { at: values::location(&frame.location) }
    } else {
        Place::Outside { url: debunk_shell::javascript::mask_program_url(&frame.url) }
    }
}

/// Whether the run is over and the host reports what was printed: what a proxy does to that is
/// not part of the run.
pub(crate) fn is_ending(program: &str, connection: &Connection, frame: &CallFrame) -> bool {
    frame.function_name == ENDING_FUNCTION
        && !connection.noted.later_scripts.contains(&frame.location.script_id)
        && matches!(place(program, connection, frame), Place::Outside { .. })
}

impl Stack {
    pub fn new(program: &str, connection: &Connection, call_frames: Vec<CallFrame>) -> Self {
        let placed = call_frames.into_iter().map(|frame| {
            let place = place(program, connection, &frame);
            (frame, place)
        });
        let counts = |(index, (_, place)): &(usize, (CallFrame, Place))| {
            *index == 0 || !matches!(place, Place::Outside { .. })
        };
        Self { frames: placed.enumerate().filter(counts).map(|(_, frame)| frame).collect() }
    }

    pub fn frames(&self) -> Vec<Frame> {
        let frame = |(frame, place): &(CallFrame, Place)| Frame {
            function: frame.function_name.clone(),
            place: place.clone(),
        };
        self.frames.iter().map(frame).collect()
    }

    fn frame(&self, number: u32) -> Option<&CallFrame> {
        self.frames.get(usize::try_from(number).ok()?).map(|(frame, _)| frame)
    }

    /// What the innermost frame is about to return, as a variable.
    fn returned(&self) -> Option<Scope> {
        let value = values::normal_form(self.frame(0)?.return_value.as_ref()?);
        let variables = [(RETURNED.to_owned(), value)].into();
        Some(Scope { kind: ScopeKind::Own, variables })
    }

    /// Waits for the variables of the innermost frame.
    pub fn collect_variables(
        &self,
        connection: &mut Connection,
        requests: Vec<(ScopeKind, u64)>,
        deadline: Instant,
    ) -> Result<Vec<Scope>, ChannelError> {
        let mut scopes = collect_scopes(connection, requests, deadline)?;
        scopes.extend(self.returned());
        Ok(scopes)
    }

    /// Requests the variables of the innermost frame.
    pub fn request_scopes(&self, connection: &mut Connection) -> Vec<(ScopeKind, u64)> {
        let chain = self.frame(0).map_or(&[][..], |frame| &frame.scope_chain);
        let request = |(kind, object_id): (ScopeKind, &str)| {
            let (method, params) = own_properties(object_id);
            (kind, connection.request(method, &params))
        };
        values::scope_kinds(chain).into_iter().map(request).collect()
    }

    /// Requests the value of an expression in a frame, if there is such a frame.
    pub fn request_value(
        &self,
        connection: &mut Connection,
        frame: u32,
        expression: &str,
    ) -> Option<u64> {
        let params = json!({
            "callFrameId": self.frame(frame)?.call_frame_id,
            "expression": expression,
            "silent": true,
        });
        Some(connection.request("Debugger.evaluateOnCallFrame", &params))
    }

    /// The variables of all frames below the innermost. Their scopes are part of the pause.
    pub fn look_at_callers(
        &self,
        connection: &mut Connection,
        order: FrameOrder,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let callers = self.frames.iter().skip(1);
        let scopes = callers.map(|(frame, _)| values::scope_kinds(&frame.scope_chain)).collect();
        let object_id = |(_, object_id): &(ScopeKind, &str)| (*object_id).to_owned();
        let read = |(kind, _), reply| scope(kind, reply);
        read_callers(connection, scopes, order, deadline, object_id, read)
    }

    /// Reads a variable with what it holds.
    pub fn expand(
        &self,
        connection: &mut Connection,
        expansion: &Expansion,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let Some(frame) = self.frame(expansion.frame) else {
            return Ok(no_frame(expansion.frame));
        };
        let mut objects = Objects { connection, deadline, expansion };
        let Some(root) = find(&mut objects, frame)? else { return Ok(no_variable(expansion)) };
        Ok(Observation::Expanded { value: expand(&mut objects, root, expansion)? })
    }
}

/// The innermost variable of the wanted name. The global object is only asked if no scope has it.
fn find(
    objects: &mut Objects<'_>,
    frame: &CallFrame,
) -> Result<Option<Reported<Handle>>, ChannelError> {
    let name = &objects.expansion.name;
    if let Some(this) = frame.this.as_ref().filter(|_| name == "this") {
        return Ok(serde_json::from_str(this.get()).ok().map(|this| values::reported(&this)));
    }
    let has_it = |property: &Property| property.name == *name && property.symbol.is_none();
    let shown = values::scope_kinds(&frame.scope_chain).into_iter().map(|(_, object_id)| object_id);
    let find = |objects: &mut Objects<'_>, scopes: Vec<&str>| -> Result<_, ChannelError> {
        let answers = objects.properties(scopes.into_iter())?;
        let mut all = answers.into_iter().flatten().flat_map(|scope| scope.result);
        Ok(all.find(has_it).map(|found| values::property(&found)))
    };
    if let Some(found) = find(objects, shown.collect())? {
        return Ok(Some(found));
    }
    if let Some(found) = global_by_name(objects, frame)? {
        return Ok(Some(found));
    }
    let global = |scope: &&WireScope| scope.kind == "global";
    let global = frame.scope_chain.iter().filter(global);
    find(objects, global.filter_map(|scope| scope.object.object_id.as_deref()).collect())
}

/// A global variable of the wanted name, which the engine reads if no code with an effect runs for that: a list of
/// all would be long.
fn global_by_name(
    objects: &mut Objects<'_>,
    frame: &CallFrame,
) -> Result<Option<Reported<Handle>>, ChannelError> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '$');
    if !objects.expansion.name.chars().all(is_part) {
        return Ok(None);
    }
    let params = json!({
        "callFrameId": frame.call_frame_id,
        "expression": objects.expansion.name,
        "silent": true,
        "throwOnSideEffect": true,
    });
    let request = [("Debugger.evaluateOnCallFrame", params)];
    let reply = objects.connection.call_all(&request, objects.deadline)?.pop();
    Ok(match reply.map(read::<EvaluateResult>) {
        Some(Ok(EvaluateResult { exception_details: None, result: Some(value) })) => {
            Some(values::reported(&value))
        }
        _ => None,
    })
}

fn collect_scopes(
    connection: &mut Connection,
    requests: Vec<(ScopeKind, u64)>,
    deadline: Instant,
) -> Result<Vec<Scope>, ChannelError> {
    let mut scopes = Vec::with_capacity(requests.len());
    for (kind, id) in requests {
        scopes.push(scope(kind, connection.reply(id, deadline)?));
    }
    Ok(scopes)
}

fn scope(kind: ScopeKind, reply: Reply) -> Scope {
    let properties = read::<Properties>(reply).map(|properties| properties.result);
    values::scope(kind, properties.unwrap_or_default())
}
