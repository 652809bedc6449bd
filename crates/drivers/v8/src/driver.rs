//! The driver: turns actions into inspector requests and what comes back into observations.

use crate::events::{Connection, Event, Message};
use crate::host::{EndSign, Host, Leaving, LoadedProgram, Process};
use crate::protocol::{BreakpointAnswer, EvaluateResult, ExceptionDetails, Paused};
use crate::stack::{Stack, is_ending, place};
use crate::values;
use debunk_model::{
    Action, Evaluation, Location, Observation, Outcome, Pause, Place, Program, ScopeKind,
};
use debunk_session::OpenError;
use debunk_shell::inspector::{Reply, read};
use debunk_shell::javascript::Finish;
use debunk_shell::no_frame;
use debunk_shell::{
    Backend, Failure, Fate, LoadError, OpeningStage, Pipeline, Protocol, pipelined,
};
use debunk_wire::ChannelError;
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Instant;

/// How often the driver steps out of the host's own code before it reports such a pause.
const STEPS_OUTSIDE_LIMIT: u32 = 64;
/// Ends every piece of code that debunk itself evaluates, so that no step enters it.
pub(crate) const HOST_CODE_URL: &str = "\n//# sourceURL=debunk:host";

/// A debugger with V8 in it.
pub(crate) struct V8<H> {
    pub host: H,
}

/// The state of the running session.
pub(crate) struct Live {
    pub loaded: LoadedProgram,
    breakpoints: BTreeMap<Location, Breakpoint>,
    stack: Stack,
    run_request: Option<u64>,
    /// What the program's top level threw. It is described at the end, like everything else.
    thrown: Option<ExceptionDetails>,
    /// The query that is answered when the program has no work left.
    settle_request: Option<u64>,
    /// Steps that the driver took itself to leave the host's own code.
    steps_outside: u32,
    is_paused: bool,
    after_step: bool,
}

/// A breakpoint that is set.
struct Breakpoint {
    id: String,
    actual: Location,
    condition: Option<String>,
}

/// What was sent for an action, with its answer pending.
enum PendingRequest {
    Add(u64, Location, Option<String>),
    Remove(u64, Location),
    NothingToRemove,
    Look(Vec<(ScopeKind, u64)>),
    Evaluate(u64),
    /// Whose requests depend on the answers to others.
    Question(Action),
    Control(Option<u64>),
    HeldStart,
    Answered(Observation),
}

impl Live {
    fn new(loaded: LoadedProgram) -> Self {
        Self {
            loaded,
            breakpoints: BTreeMap::new(),
            stack: Stack::default(),
            run_request: None,
            thrown: None,
            settle_request: None,
            steps_outside: 0,
            is_paused: false,
            after_step: false,
        }
    }

    fn send(&mut self, connection: &mut Connection, action: &Action) -> PendingRequest {
        if action.is_control() {
            self.after_step = action.is_step();
        }
        let control = |connection: &mut Connection, method: &str| {
            PendingRequest::Control(Some(connection.request(method, &json!({}))))
        };
        match action {
            Action::AddBreakpoint { at, condition } => {
                let mut params = json!({ "location": {
                    "scriptId": self.loaded.script_id,
                    "lineNumber": at.line.saturating_sub(1),
                    "columnNumber": at.column,
                }});
                if let Some(condition) = condition {
                    params["condition"] = json!(condition);
                }
                let id = connection.request("Debugger.setBreakpoint", &params);
                PendingRequest::Add(id, *at, condition.clone())
            }
            Action::RemoveBreakpoint { at } => match self.breakpoints.get(at) {
                None => PendingRequest::NothingToRemove,
                Some(breakpoint) => {
                    let params = json!({ "breakpointId": breakpoint.id });
                    PendingRequest::Remove(
                        connection.request("Debugger.removeBreakpoint", &params),
                        *at,
                    )
                }
            },
            // Sent only once the answers about breakpoints have arrived.
            Action::Start if self.loaded.held.is_some() => PendingRequest::HeldStart,
            Action::Start => {
                let (method, params) = &self.loaded.start;
                let id = connection.request(method, params);
                self.run_request = Some(id);
                // The answer to the start arrives when the program's top level has returned.
                match self.loaded.end {
                    EndSign::Settle(_) | EndSign::Report(..) => PendingRequest::Control(None),
                    EndSign::ContextDestroyed => PendingRequest::Control(Some(id)),
                }
            }
            Action::Continue => control(connection, "Debugger.resume"),
            Action::StepIn => control(connection, "Debugger.stepInto"),
            Action::StepOver => control(connection, "Debugger.stepOver"),
            Action::StepOut => control(connection, "Debugger.stepOut"),
            Action::Look => PendingRequest::Look(self.stack.request_scopes(connection)),
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

    fn collect(
        &mut self,
        connection: &mut Connection,
        sent: PendingRequest,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        Ok(match sent {
            PendingRequest::Add(id, at, condition) => {
                match read::<BreakpointAnswer>(connection.reply(id, deadline)?) {
                    Ok(answer) => {
                        let actual = values::location(&answer.actual_location);
                        let id = answer.breakpoint_id;
                        self.breakpoints.insert(at, Breakpoint { id, actual, condition });
                        Observation::BreakpointSet { at: actual }
                    }
                    Err(reason) => Observation::BreakpointRefused { reason },
                }
            }
            PendingRequest::Remove(id, at) => match connection.reply(id, deadline)? {
                Ok(_) => {
                    self.breakpoints.remove(&at);
                    Observation::BreakpointRemoved
                }
                Err(reason) => Observation::BreakpointNotRemoved { reason },
            },
            PendingRequest::NothingToRemove => {
                Observation::BreakpointNotRemoved { reason: "it was never set".to_owned() }
            }
            PendingRequest::Look(requests) => {
                let variables = self.stack.collect_variables(connection, requests, deadline)?;
                Observation::Looked { variables }
            }
            PendingRequest::Evaluate(id) => {
                let value = match read::<EvaluateResult>(connection.reply(id, deadline)?) {
                    Ok(EvaluateResult { exception_details: Some(details), .. }) => {
                        format!("throws {}", values::exception(&details))
                    }
                    Ok(EvaluateResult { result: Some(object), .. }) => values::normal_form(&object),
                    Ok(_) => "undefined".to_owned(),
                    Err(reason) => return Ok(Observation::Refused { reason }),
                };
                Observation::Evaluated { value }
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
        match action {
            Action::LookAtCallers { order } => {
                self.stack.look_at_callers(connection, *order, deadline)
            }
            Action::Expand(expansion) => self.stack.expand(connection, expansion, deadline),
            other => Ok(Observation::not_offered(other)),
        }
    }

    /// Starts a program that is held at its first statement. The engine runs past a breakpoint
    /// right there, since it is already there, and does not answer steps from there; so it gets a
    /// request to pause there once more, in the ordinary way.
    fn start_held(
        &mut self,
        connection: &mut Connection,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let first = self.loaded.held.take();
        let conditions: Vec<Option<String>> = self
            .breakpoints
            .values()
            .filter(|breakpoint| Some(breakpoint.actual) == first)
            .map(|breakpoint| breakpoint.condition.clone())
            .collect();
        if !conditions.is_empty() {
            connection.request("Debugger.pause", &json!({}));
        }
        let observation = self.resume_start(connection, deadline)?;
        if conditions.is_empty() || conditions.contains(&None) || !self.is_paused {
            return Ok(observation);
        }
        for condition in conditions.into_iter().flatten() {
            let expression = format!("!!({condition})");
            let Some(id) = self.stack.request_value(connection, 0, &expression) else { break };
            connection.flush(deadline)?;
            let answer = connection.reply(id, deadline)?;
            let value = read::<EvaluateResult>(answer).ok().and_then(|evaluated| evaluated.result);
            if value.is_some_and(|object| values::normal_form(&object) == "true") {
                return Ok(observation);
            }
        }
        self.is_paused = false;
        self.resume_start(connection, deadline)
    }

    fn resume_start(
        &mut self,
        connection: &mut Connection,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let (method, params) = &self.loaded.start;
        let id = connection.request(method, params);
        self.run_request = Some(id);
        connection.flush(deadline)?;
        self.wait(connection, Some(id), deadline)
    }

    /// Waits until the program pauses or has ended.
    fn wait(
        &mut self,
        connection: &mut Connection,
        request: Option<u64>,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        loop {
            match connection.next(deadline)? {
                Message::Event(Event::Paused(paused))
                    if self.leave_outside(connection, &paused) =>
                {
                    connection.flush(deadline)?;
                }
                Message::Event(Event::Paused(paused)) => {
                    return self.paused(connection, *paused, deadline);
                }
                Message::Reply(id, Err(reason)) if Some(id) == request => {
                    return Ok(Observation::Refused { reason });
                }
                Message::Reply(id, answer)
                    if Some(id) == self.run_request
                        && !matches!(self.loaded.end, EndSign::ContextDestroyed) =>
                {
                    self.thrown = match read::<EvaluateResult>(answer) {
                        Ok(evaluated) => evaluated.exception_details,
                        Err(reason) => return Ok(Observation::Refused { reason }),
                    };
                    self.ask_to_settle(connection, deadline)?;
                }
                Message::Reply(id, answer)
                    if Some(id) == self.settle_request
                        && matches!(self.loaded.end, EndSign::Settle(_)) =>
                {
                    let finish = read_finish(answer);
                    return Ok(Observation::Finished(self.outcome(connection, finish, deadline)?));
                }
                Message::Event(Event::Reported(context, text)) if matches!(self.loaded.end, EndSign::Report(_, own) if own == context) =>
                {
                    let finish = parse_finish(&text);
                    return Ok(Observation::Finished(self.outcome(connection, finish, deadline)?));
                }
                Message::Event(Event::ContextDestroyed)
                    if matches!(self.loaded.end, EndSign::ContextDestroyed) =>
                {
                    return Ok(Observation::Finished(Outcome::default()));
                }
                Message::Event(Event::Detached) => {
                    return Err(ChannelError::Ended("the debugger detached".to_owned()));
                }
                _ => {}
            }
        }
    }

    /// Requests the end of the run once, at the first pause or when the top level has returned
    /// without one: code that is evaluated later could use up a step that waits for a job.
    fn ask_to_settle(
        &mut self,
        connection: &mut Connection,
        deadline: Instant,
    ) -> Result<(), ChannelError> {
        if let (EndSign::Settle(ask) | EndSign::Report(ask, _), None) =
            (&self.loaded.end, self.settle_request)
        {
            self.settle_request = Some(connection.request(ask.method, &ask.params));
            connection.flush(deadline)?;
        }
        Ok(())
    }

    fn outcome(
        &mut self,
        connection: &mut Connection,
        finish: Result<Finish, String>,
        deadline: Instant,
    ) -> Result<Outcome, ChannelError> {
        self.is_paused = false;
        let thrown = match self.thrown.take() {
            Some(details) => {
                let control = self.loaded.control.as_deref();
                Some(describe(connection, control, &details, deadline)?)
            }
            None => None,
        };
        Ok(match finish {
            Ok(finish) => finish.into_outcome(thrown),
            Err(reason) => Outcome { output: Vec::new(), error: Some(reason) },
        })
    }

    /// Steps out of the host's own code, which the engine cannot always skip.
    fn leave_outside(&mut self, connection: &mut Connection, paused: &Paused) -> bool {
        let program = &self.loaded.script_id;
        if paused.call_frames.iter().any(|frame| is_ending(program, connection, frame)) {
            connection.request("Debugger.resume", &json!({}));
            return true;
        }
        let top = paused.call_frames.first().map(|frame| place(program, connection, frame));
        let is_outside = matches!(top, Some(Place::Outside { .. }));
        if !is_outside || self.steps_outside >= STEPS_OUTSIDE_LIMIT {
            self.steps_outside = 0;
            return false;
        }
        self.steps_outside += 1;
        connection.request("Debugger.stepOut", &json!({}));
        true
    }

    fn paused(
        &mut self,
        connection: &mut Connection,
        paused: Paused,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        self.is_paused = true;
        if paused.call_frames.is_empty() {
            let reason = "a pause without a call stack".to_owned();
            return Ok(Observation::Refused { reason });
        }
        self.stack = Stack::new(&self.loaded.script_id, connection, paused.call_frames);
        let requests = self.stack.request_scopes(connection);
        connection.flush(deadline)?;
        let variables = self.stack.collect_variables(connection, requests, deadline)?;
        self.ask_to_settle(connection, deadline)?;
        Ok(Observation::Paused(Pause { frames: self.stack.frames(), variables }))
    }
}

/// Reads the prelude's words at the end of a run.
pub(crate) fn read_finish(reply: Reply) -> Result<Finish, String> {
    let evaluated: EvaluateResult = read(reply)?;
    if let Some(details) = evaluated.exception_details {
        return Err(values::exception(&details));
    }
    let raw = evaluated.result.and_then(|object| object.value).ok_or("no value")?;
    let text: String = serde_json::from_str(raw.get()).map_err(|error| error.to_string())?;
    parse_finish(&text)
}

/// The prelude's words themselves.
pub(crate) fn parse_finish(text: &str) -> Result<Finish, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// What was thrown, in the prelude's words: a program can forge those of the engine.
pub(crate) fn describe(
    connection: &mut Connection,
    control: Option<&str>,
    details: &ExceptionDetails,
    deadline: Instant,
) -> Result<String, ChannelError> {
    let engines_words = values::exception(details);
    let (Some(control), Some(thrown)) = (control, &details.exception) else {
        return Ok(engines_words);
    };
    // A step that has not ended yet must not end in here.
    connection.request("Debugger.setSkipAllPauses", &json!({ "skip": true }));
    let code = format!("function (thrown) {{ return this.describe(thrown) }}{HOST_CODE_URL}\n");
    let params = json!({
        "objectId": control,
        "functionDeclaration": code,
        "arguments": [values::argument(thrown)],
        "returnByValue": true,
    });
    let id = connection.request("Runtime.callFunctionOn", &params);
    connection.request("Debugger.setSkipAllPauses", &json!({ "skip": false }));
    connection.flush(deadline)?;
    let described: Result<EvaluateResult, String> = read(connection.reply(id, deadline)?);
    let words = described.ok().and_then(|evaluated| evaluated.result?.value);
    let words = words.and_then(|raw| serde_json::from_str(raw.get()).ok());
    Ok(words.unwrap_or(engines_words))
}

impl<H: Host> Backend for V8<H> {
    type Process = Process<H::Extra>;
    type Live = Live;

    fn start(&mut self, program: &Program) -> Result<Self::Process, OpenError> {
        self.host.start(program)
    }

    fn load(&mut self, process: &mut Self::Process, program: &Program) -> Result<Live, LoadError> {
        let loaded = self.host.load(process, program)?;
        process.connection.forget();
        Ok(Live::new(loaded))
    }

    fn kill(&mut self, mut process: Self::Process) -> String {
        process.kill()
    }

    fn serves_many(&self) -> bool {
        self.host.sessions_max() > 1
    }

    fn leave(&mut self, process: &mut Self::Process, live: Live) -> Fate {
        process.sessions += 1;
        let Live { is_paused, after_step, .. } = live;
        match self.host.leave(process, Leaving { is_paused, after_step }) {
            Ok(()) => Fate::Keep,
            Err(_) => Fate::Replace,
        }
    }

    fn is_worn_out(&self, process: &Self::Process) -> bool {
        process.sessions >= self.host.sessions_max()
    }

    /// A process that cannot be started once cannot be started twice; one that was left in a bad
    /// state shows when it loads a program.
    fn retries(&self, failure: Failure) -> bool {
        failure.stage == OpeningStage::Load && failure.earlier < self.host.reloads_max()
    }

    fn forget_last(&mut self) {
        self.host.forget_last();
    }
}

impl<H: Host> Protocol for V8<H> {
    fn perform(
        &mut self,
        process: &mut Self::Process,
        live: &mut Live,
        actions: &[Action],
        observations: &mut Vec<Observation>,
    ) -> Result<(), ChannelError> {
        pipelined(actions, observations, &mut Exchange { host: &mut self.host, process, live })
    }
}

/// A session with its process.
struct Exchange<'session, H: Host> {
    host: &'session mut H,
    process: &'session mut Process<H::Extra>,
    live: &'session mut Live,
}

impl<H: Host> Pipeline for Exchange<'_, H> {
    type Sent = PendingRequest;

    fn must_wait(&self, sent: &[PendingRequest], action: &Action) -> bool {
        match action {
            // Nothing overtakes a question, which is sent only when its answer is collected.
            _ if matches!(sent.last(), Some(PendingRequest::Question(_))) => true,
            // The number of a breakpoint is in an answer that may not have been read yet.
            Action::RemoveBreakpoint { at } => !self.live.breakpoints.contains_key(at),
            // A crash must be the answer to the action that caused it. Only before the start,
            // where there are most of them, breakpoints are sent together with it.
            Action::Start => !self.host.keeps_order(),
            other => other.is_control(),
        }
    }

    fn send(&mut self, action: &Action) -> PendingRequest {
        self.live.send(&mut self.process.connection, action)
    }

    fn flush(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        self.process.connection.flush(deadline)
    }

    fn collect(
        &mut self,
        sent: PendingRequest,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let is_control = matches!(sent, PendingRequest::Control(_) | PendingRequest::HeldStart);
        let observation = self.live.collect(&mut self.process.connection, sent, deadline)?;
        let is_end = is_control && matches!(observation, Observation::Finished(_));
        if is_end && matches!(self.live.loaded.end, EndSign::ContextDestroyed) {
            return Ok(Observation::Finished(self.host.outcome_at_exit(self.process)));
        }
        Ok(observation)
    }
}
