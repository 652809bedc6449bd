//! One running session: turns actions into requests and what comes back into observations.

use crate::breakpoints::{BreakpointRequest, Breakpoints};
use crate::events::{Connection, Message};
use crate::frames::{FrameReader, ShownScope, location};
use crate::host::{LoadedProgram, request_run, request_value};
use crate::protocol::{BreakpointLocations, EvaluateResult, Paused};
use crate::stack::{Stack, collect_scopes, request_evaluation};
use crate::values;
use debunk_model::{Action, Evaluation, Location, Observation, Outcome, Pause, Program};
use debunk_shell::inspector::{Reply, read};
use debunk_shell::javascript::Finish;
use debunk_shell::no_frame;
use debunk_wire::ChannelError;
use serde_json::json;
use std::collections::BTreeSet;
use std::time::Instant;

/// How often the driver leaves the host's own code, or the program's end, before it reports such
/// a pause.
const PAUSES_PASSED_LIMIT: u32 = 64;

/// The state of the running session.
pub(crate) struct Live {
    reader: FrameReader,
    held: Option<Box<Paused>>,
    breakpoints: Breakpoints,
    stack: Stack,
    /// The request that is answered when the top level has returned.
    run_request: Option<u64>,
    /// The request that is answered when the program has no work left.
    end_request: Option<u64>,
    last_control: &'static str,
}

/// What was sent for an action, with its answer pending.
pub(crate) enum PendingRequest {
    Add(u64, BreakpointRequest),
    /// Nothing is sent before the answers to earlier actions have arrived.
    Remove(Location),
    Look(Vec<(ShownScope, u64)>),
    Evaluate(u64),
    /// Whose requests depend on the answers to others.
    Question(Action),
    Control(Option<u64>),
    HeldStart,
    Answered(Observation),
}

impl Live {
    pub fn new(
        connection: &mut Connection,
        program: &Program,
        loaded: LoadedProgram,
        deadline: Instant,
    ) -> Result<Self, ChannelError> {
        let LoadedProgram { script_id, held, run_request } = loaded;
        let line = |number: u32| json!({ "scriptId": script_id, "lineNumber": number });
        let params = json!({ "start": line(0), "end": line(program.lines().line_count() + 1) });
        let answer = connection.call("Debugger.getBreakpointLocations", &params, deadline)?;
        let places: BTreeSet<Location> = read::<BreakpointLocations>(answer)
            .map(|answer| answer.locations.iter().map(location).collect())
            .unwrap_or_default();
        Ok(Self {
            reader: FrameReader::new(program, script_id.clone(), places),
            held,
            breakpoints: Breakpoints::new(script_id),
            stack: Stack::default(),
            run_request,
            end_request: None,
            last_control: "Debugger.resume",
        })
    }

    pub fn send(&mut self, connection: &mut Connection, action: &Action) -> PendingRequest {
        match action {
            Action::AddBreakpoint { at, condition } => {
                let wanted = BreakpointRequest { at: *at, condition: condition.clone() };
                PendingRequest::Add(self.breakpoints.request(connection, &wanted), wanted)
            }
            Action::RemoveBreakpoint { at } => PendingRequest::Remove(*at),
            Action::Start if self.held.is_some() => PendingRequest::HeldStart,
            Action::Start => {
                // A script that could not even be declared has already ended.
                self.run_request.get_or_insert_with(|| request_run(connection));
                PendingRequest::Control(None)
            }
            Action::Continue => self.control(connection, "Debugger.resume"),
            Action::StepIn => self.control(connection, "Debugger.stepInto"),
            Action::StepOver => self.control(connection, "Debugger.stepOver"),
            Action::StepOut => self.control(connection, "Debugger.stepOut"),
            Action::Look => {
                PendingRequest::Look(self.stack.request_scopes(&self.reader, connection))
            }
            Action::LookAtCallers { .. } | Action::Expand(_) => {
                PendingRequest::Question(action.clone())
            }
            Action::Restart | Action::Complete(_) | Action::AddLogpoint { .. } => {
                PendingRequest::Answered(Observation::not_offered(action))
            }
            Action::Evaluate(Evaluation { expression, frame, .. }) => {
                match self.stack.request_value(connection, *frame, expression) {
                    Some(id) => PendingRequest::Evaluate(id),
                    None => PendingRequest::Answered(no_frame(*frame)),
                }
            }
        }
    }

    fn control(&mut self, connection: &mut Connection, method: &'static str) -> PendingRequest {
        self.last_control = method;
        PendingRequest::Control(Some(connection.request(method, &json!({}))))
    }

    pub fn collect(
        &mut self,
        connection: &mut Connection,
        sent: PendingRequest,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        Ok(match sent {
            PendingRequest::Add(id, wanted) => {
                let answer = connection.reply(id, deadline)?;
                self.breakpoints.collect(connection, wanted, answer, deadline)?
            }
            PendingRequest::Remove(at) => self.breakpoints.remove(connection, at, deadline)?,
            PendingRequest::Look(requests) => {
                let variables = collect_scopes(connection, requests, deadline)?;
                Observation::Looked { variables }
            }
            PendingRequest::Evaluate(id) => {
                match read::<EvaluateResult>(connection.reply(id, deadline)?) {
                    Ok(EvaluateResult { was_thrown: true, result }) => {
                        let value = format!("throws {}", values::exception(&result));
                        Observation::Evaluated { value }
                    }
                    Ok(evaluated) => {
                        Observation::Evaluated { value: values::normal_form(&evaluated.result) }
                    }
                    Err(reason) => Observation::Refused { reason },
                }
            }
            PendingRequest::Question(action) => self.ask(connection, &action, deadline)?,
            PendingRequest::Control(request) => self.wait(connection, request, deadline)?,
            PendingRequest::HeldStart => self.start_held(connection, deadline)?,
            PendingRequest::Answered(observation) => observation,
        })
    }

    /// Asks what takes more than one wait.
    fn ask(
        &self,
        connection: &mut Connection,
        action: &Action,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let Self { stack, reader, .. } = self;
        match action {
            Action::LookAtCallers { order } => {
                stack.look_at_callers(reader, connection, *order, deadline)
            }
            Action::Expand(expansion) => stack.expand(reader, connection, expansion, deadline),
            other => Ok(Observation::not_offered(other)),
        }
    }

    /// Starts a program that is held at its first statement. The engine would run past a breakpoint
    /// or a `debugger` statement right there, since it is already there.
    fn start_held(
        &mut self,
        connection: &mut Connection,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        if let Some(paused) = self.held.take()
            && self.has_reason_to_pause(connection, &paused, deadline)?
        {
            return self.paused(connection, *paused, deadline);
        }
        self.control(connection, "Debugger.resume");
        connection.flush(deadline)?;
        self.wait(connection, None, deadline)
    }

    /// Whether the program would have paused by itself where it is held.
    fn has_reason_to_pause(
        &self,
        connection: &mut Connection,
        paused: &Paused,
        deadline: Instant,
    ) -> Result<bool, ChannelError> {
        let Some(top) = paused.call_frames.first() else { return Ok(false) };
        let here = location(&top.location);
        if self.reader.is_debugger_statement(here) {
            return Ok(true);
        }
        for wanted in self.breakpoints.wishes_at(here) {
            let Some(condition) = &wanted.condition else { return Ok(true) };
            let expression = format!("!!(\n{condition}\n)");
            let id = request_evaluation(connection, &top.call_frame_id, &expression);
            connection.flush(deadline)?;
            let evaluated = read::<EvaluateResult>(connection.reply(id, deadline)?);
            let is_true = |answer: &EvaluateResult| {
                !answer.was_thrown && values::normal_form(&answer.result) == "true"
            };
            if evaluated.as_ref().is_ok_and(is_true) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Waits until the program pauses or has ended.
    fn wait(
        &mut self,
        connection: &mut Connection,
        request: Option<u64>,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let mut passed = 0;
        loop {
            match connection.next(deadline)? {
                Message::Event(paused) if passed < PAUSES_PASSED_LIMIT => {
                    let Some(method) = self.way_past(connection, &paused) else {
                        return self.paused(connection, *paused, deadline);
                    };
                    passed += 1;
                    connection.request(method, &json!({}));
                    connection.flush(deadline)?;
                }
                Message::Event(paused) => return self.paused(connection, *paused, deadline),
                Message::Reply(id, Err(reason)) if Some(id) == request => {
                    return Ok(Observation::Refused { reason });
                }
                Message::Reply(id, answer) if Some(id) == self.run_request => {
                    let promise = read::<EvaluateResult>(answer);
                    match promise.and_then(|promise| request_value(connection, &promise)) {
                        Ok(id) => self.end_request = Some(id),
                        Err(reason) => return Ok(Observation::Refused { reason }),
                    }
                    connection.flush(deadline)?;
                }
                Message::Reply(id, answer) if Some(id) == self.end_request => {
                    return Ok(Observation::Finished(outcome(answer)));
                }
                Message::Reply(..) => {}
            }
        }
    }

    /// The request that resumes from a pause outside the program.
    fn way_past(&self, connection: &Connection, paused: &Paused) -> Option<&'static str> {
        if self.reader.is_at_end(paused) {
            return Some(self.last_control);
        }
        if self.reader.is_over(connection, paused) {
            return Some("Debugger.resume");
        }
        self.reader.is_outside(connection, paused).then_some("Debugger.stepOut")
    }

    fn paused(
        &mut self,
        connection: &mut Connection,
        paused: Paused,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        if paused.call_frames.is_empty() {
            let reason = "a pause without a call stack".to_owned();
            return Ok(Observation::Refused { reason });
        }
        let (stack, frames) = Stack::new(&self.reader, connection, paused);
        self.stack = stack;
        let requests = self.stack.request_scopes(&self.reader, connection);
        connection.flush(deadline)?;
        let variables = collect_scopes(connection, requests, deadline)?;
        Ok(Observation::Paused(Pause { frames, variables }))
    }
}

/// Reads the prelude's words at the end of a run.
pub(crate) fn outcome(answer: Reply) -> Outcome {
    let finish = read::<EvaluateResult>(answer).and_then(|evaluated| {
        let text = values::text(&evaluated.result).ok_or("no value")?;
        serde_json::from_str::<Finish>(&text).map_err(|error| error.to_string())
    });
    match finish {
        Ok(finish) => finish.into_outcome(None),
        Err(reason) => Outcome { output: Vec::new(), error: Some(reason) },
    }
}
