//! A running session: turns actions into requests and what comes back into observations.

use crate::breakpoints::Breakpoints;
use crate::connection::{Connection, Event, Message};
use crate::questions::Paused;
use crate::realm::{Ending, Realm, read_ending, start};
use crate::scopes;
use crate::stack::{CallFrame, Sources};
use crate::values::{self, Headings};
use debunk_model::{
    Action, Evaluation, FRAMES_REPORTED_MAX, Location, OPTIMISED_AWAY, Observation, Outcome, Pause,
    Place, Program, Variables,
};
use debunk_shell::no_frame;
use debunk_wire::ChannelError;
use serde_json::{Value, json};
use std::time::Instant;

/// How often the driver steps out of the host's own code before it reports such a pause.
const STEPS_OUTSIDE_LIMIT: u32 = 64;

/// The state of the running session.
pub(crate) struct Live {
    realm: Realm,
    program: Program,
    /// The console of the permanent page, from which the program is started.
    page: String,
    breakpoints: Breakpoints,
    sources: Sources,
    /// The program's frames at the present pause.
    stack: Vec<CallFrame>,
    top_frame: String,
    /// The evaluation that ends with the program.
    run: Option<Run>,
    is_paused: bool,
    /// Whether the program has ended and the host says what it printed.
    is_over: bool,
}

/// The evaluation that runs the program.
enum Run {
    /// Requested under this number.
    Requested(u64),
    /// Running, by the name that the server gave it.
    Named(Value),
}

/// A pending request, with what is needed to read its answer.
pub(crate) enum PendingRequest {
    Add(Option<u64>, Location),
    Remove(u64),
    Answered(Observation),
    Look(u64),
    Evaluate(u64),
    /// Whose requests depend on the answers to others.
    Question(Action),
    Control(Option<u64>),
}

impl Live {
    pub fn new(realm: Realm, program: &Program, page: &str) -> Self {
        Self {
            realm,
            program: program.clone(),
            page: page.to_owned(),
            breakpoints: Breakpoints::default(),
            sources: Sources::default(),
            stack: Vec::new(),
            top_frame: String::new(),
            run: None,
            is_paused: false,
            is_over: false,
        }
    }

    /// Queues the request for one action.
    pub fn send(&mut self, connection: &mut Connection, action: &Action) -> PendingRequest {
        match action {
            Action::AddBreakpoint { at, condition } => self.add(connection, *at, condition.clone()),
            Action::RemoveBreakpoint { at } => self.remove(connection, *at),
            Action::Start => {
                let text = start(&self.realm.url, 0);
                self.run = Some(Run::Requested(connection.evaluate(&self.page, &text)));
                PendingRequest::Control(None)
            }
            Action::Continue => self.resume(connection, Value::Null),
            Action::StepIn => self.resume(connection, json!({ "type": "step" })),
            Action::StepOver => self.resume(connection, json!({ "type": "next" })),
            Action::StepOut => self.resume(connection, json!({ "type": "finish" })),
            Action::Look => PendingRequest::Look(connection.request(
                &self.top_frame,
                "getEnvironment",
                json!({}),
            )),
            Action::LookAtCallers { .. } | Action::Expand(_) | Action::Complete(_) => {
                PendingRequest::Question(action.clone())
            }
            Action::Restart | Action::AddLogpoint { .. } => {
                PendingRequest::Answered(Observation::not_offered(action))
            }
            Action::Evaluate(Evaluation { expression, frame, .. }) => {
                let stack = usize::try_from(*frame).ok().and_then(|frame| self.stack.get(frame));
                let Some(frame) = stack else {
                    return PendingRequest::Answered(no_frame(*frame));
                };
                let parameters = json!({
                    "text": expression,
                    "frameActor": frame.actor,
                    "eager": false,
                    "disableBreaks": true,
                });
                let console = &self.realm.console;
                PendingRequest::Evaluate(connection.request(console, "evaluateJSAsync", parameters))
            }
        }
    }

    fn add(
        &mut self,
        connection: &mut Connection,
        requested: Location,
        condition: Option<String>,
    ) -> PendingRequest {
        let Some(actual) = self.realm.positions.slide(requested) else {
            let reason = "no position at or after it".to_owned();
            return PendingRequest::Answered(Observation::BreakpointRefused { reason });
        };
        let before = self.breakpoints.options(actual);
        self.breakpoints.add(requested, actual, condition);
        let after = self.breakpoints.options(actual);
        let id = (before != after).then(|| self.set_on_server(connection, actual));
        PendingRequest::Add(id, actual)
    }

    fn remove(&mut self, connection: &mut Connection, requested: Location) -> PendingRequest {
        let Some(actual) = self.breakpoints.remove(requested) else {
            let reason = "it was never set".to_owned();
            return PendingRequest::Answered(Observation::BreakpointNotRemoved { reason });
        };
        PendingRequest::Remove(self.set_on_server(connection, actual))
    }

    /// Updates the server's breakpoint at a place.
    fn set_on_server(&self, connection: &mut Connection, actual: Location) -> u64 {
        let Location { line, column } = self.realm.positions.on_wire(actual);
        let location = json!({ "sourceUrl": self.realm.url, "line": line, "column": column });
        let thread = &self.realm.thread;
        match self.breakpoints.options(actual) {
            Some(options) => {
                let parameters = json!({ "location": location, "options": options });
                connection.request(thread, "setBreakpoint", parameters)
            }
            None => connection.request(thread, "removeBreakpoint", json!({ "location": location })),
        }
    }

    fn resume(&mut self, connection: &mut Connection, limit: Value) -> PendingRequest {
        let mut parameters = json!({ "resumeLimit": limit });
        if !limit.is_null() {
            parameters["frameActorID"] = json!(self.top_frame);
        }
        self.is_paused = false;
        PendingRequest::Control(Some(connection.request(&self.realm.thread, "resume", parameters)))
    }

    /// Waits for the answer to one action.
    pub fn collect(
        &mut self,
        connection: &mut Connection,
        sent: PendingRequest,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        Ok(match sent {
            PendingRequest::Answered(observation) => observation,
            PendingRequest::Add(None, at) => Observation::BreakpointSet { at },
            PendingRequest::Add(Some(id), at) => match connection.answer(id, deadline)? {
                Ok(_) => Observation::BreakpointSet { at },
                Err(reason) => Observation::BreakpointRefused { reason },
            },
            PendingRequest::Remove(id) => match connection.answer(id, deadline)? {
                Ok(_) => Observation::BreakpointRemoved,
                Err(reason) => Observation::BreakpointNotRemoved { reason },
            },
            PendingRequest::Look(id) => match connection.answer(id, deadline)? {
                Ok(environment) => Observation::Looked { variables: self.variables(&environment) },
                Err(reason) => Observation::Refused { reason },
            },
            PendingRequest::Evaluate(id) => match connection.evaluated(id, deadline)? {
                Ok(event) => Observation::Evaluated { value: self.evaluated(&event) },
                Err(reason) => Observation::Refused { reason },
            },
            PendingRequest::Question(action) => self.ask(connection, &action, deadline)?,
            PendingRequest::Control(request) => self.wait(connection, request, deadline)?,
        })
    }

    /// Asks what takes more than one wait.
    fn ask(
        &self,
        connection: &mut Connection,
        action: &Action,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let paused = Paused { connection, stack: &self.stack, headings: self.headings(), deadline };
        match action {
            Action::LookAtCallers { order } => paused.look_at_callers(*order),
            Action::Expand(expansion) => paused.expand(expansion),
            Action::Complete(completion) => paused.complete(&self.realm.console, completion),
            other => Ok(Observation::not_offered(other)),
        }
    }

    fn headings(&self) -> Headings<'_> {
        Headings { text: &self.program.text, lines: &self.realm.lines }
    }

    fn variables(&self, environment: &Value) -> Variables {
        scopes::variables(environment, &self.headings())
    }

    fn evaluated(&self, event: &Value) -> String {
        if event["hasException"] == true {
            let error = values::exception(&event["exception"], &self.headings());
            if values::lacks_variable(&error) {
                return OPTIMISED_AWAY.to_owned();
            }
            return format!("throws {error}");
        }
        values::normal_form(&event["result"], &self.headings())
    }

    /// Waits until the program pauses or has ended.
    fn wait(
        &mut self,
        connection: &mut Connection,
        request: Option<u64>,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let mut steps_outside = 0;
        loop {
            match connection.next(deadline)? {
                Message::Event(Event::Paused(event)) if event["from"] == *self.realm.thread => {
                    let (pause, environment) = self.paused(connection, &event, deadline)?;
                    if self.is_over {
                        self.resume(connection, Value::Null);
                        connection.flush(deadline)?;
                        continue;
                    }
                    let is_outside = matches!(pause.place(), Place::Outside { .. });
                    if is_outside && steps_outside < STEPS_OUTSIDE_LIMIT {
                        steps_outside += 1;
                        self.resume(connection, json!({ "type": "finish" }));
                        connection.flush(deadline)?;
                        continue;
                    }
                    return Ok(match environment {
                        Ok(_) => Observation::Paused(pause),
                        Err(reason) => Observation::Refused { reason },
                    });
                }
                Message::Event(Event::Evaluated(event)) if self.is_run(&event) => {
                    let ending = read_ending(connection, &event, deadline)?;
                    return Ok(finished(ending));
                }
                Message::Event(Event::NewSource(event)) => self.note(&event),
                Message::Event(Event::TargetDestroyed(event))
                    if event["target"]["actor"] == *self.realm.target =>
                {
                    return Err(ChannelError::Ended("the frame is gone".to_owned()));
                }
                Message::Answer(id, Err(reason)) if Some(id) == request => {
                    return Ok(Observation::Refused { reason });
                }
                Message::Answer(id, answer) => match (&self.run, answer) {
                    (Some(Run::Requested(run)), Ok(mut answer)) if *run == id => {
                        self.run = Some(Run::Named(answer["resultID"].take()));
                    }
                    (Some(Run::Requested(run)), Err(reason)) if *run == id => {
                        return Ok(Observation::Refused { reason });
                    }
                    _ => {}
                },
                Message::Event(_) => {}
            }
        }
    }

    /// Lets a paused program run to its end, without further pauses.
    pub fn run_out(
        &mut self,
        connection: &mut Connection,
        deadline: Instant,
    ) -> Result<(), ChannelError> {
        if !self.is_paused {
            return Ok(());
        }
        connection.request(&self.realm.thread, "skipBreakpoints", json!({ "skip": true }));
        self.resume(connection, Value::Null);
        connection.flush(deadline)?;
        loop {
            match connection.next(deadline)? {
                Message::Event(Event::Evaluated(event)) if self.is_run(&event) => return Ok(()),
                _ => {}
            }
        }
    }

    fn is_run(&self, event: &Value) -> bool {
        matches!(&self.run, Some(Run::Named(name)) if event["resultID"] == *name)
    }

    fn note(&mut self, event: &Value) {
        if event["from"] == *self.realm.thread {
            self.sources.note(event);
        }
    }

    /// Reads call stack and variables together.
    fn paused(
        &mut self,
        connection: &mut Connection,
        event: &Value,
        deadline: Instant,
    ) -> Result<(Pause, Result<(), String>), ChannelError> {
        self.is_paused = true;
        self.top_frame = event["frame"]["actor"].as_str().unwrap_or_default().to_owned();
        let parameters = json!({ "start": 0, "count": FRAMES_REPORTED_MAX });
        let frames = connection.request(&self.realm.thread, "frames", parameters);
        let environment = connection.request(&self.top_frame, "getEnvironment", json!({}));
        connection.flush(deadline)?;
        let mut frames = connection.answer(frames, deadline)?.unwrap_or_default();
        let environment = connection.answer(environment, deadline)?;
        let frames = match frames["frames"].take() {
            Value::Array(frames) if !frames.is_empty() => frames,
            _ => vec![event["frame"].clone()],
        };
        // A source is announced after the pause in it, and not before the frames are read.
        while !self.sources.know_all(&frames) {
            let event = connection.wait_for(deadline, |message| match message {
                Message::Event(Event::NewSource(event)) => Ok(event),
                other => Err(other),
            })?;
            self.note(&event);
        }
        self.is_over = self.sources.is_over(&frames);
        let variables = environment.as_ref().map(|form| self.variables(form)).unwrap_or_default();
        let (frames, stack) = self.sources.frames(&frames, &self.realm.positions);
        self.stack = stack;
        Ok((Pause { frames, variables }, environment.map(drop)))
    }
}

fn finished(ending: Result<Ending, String>) -> Observation {
    Observation::Finished(match ending {
        Ok(ending) => ending.finish.into_outcome(ending.error),
        Err(reason) => Outcome { output: Vec::new(), error: Some(reason) },
    })
}
