//! One running session: turns actions into requests and what comes back into observations.

use crate::breakpoints::Breakpoints;
use crate::connection::{Event, Response};
use crate::pause::{PauseState, Reader};
use crate::process::{AdapterProcess, Setup};
use crate::spec::{Output, Reuse};
use debunk_model::{Action, Frame, Location, Observation, Pause, Place, Program};
use debunk_native::{Built, EndedHow, outcome};
use debunk_session::OpenError;
use debunk_wire::ChannelError;
use serde_json::{Value, json};
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often the driver leaves code outside the program before it reports such a pause.
const OUTSIDE_MAX: u32 = 64;
/// How long an adapter that said `terminated` may take to report the exit code.
const EXIT_CODE_TIMEOUT_MS: u64 = 500;
/// The line of the gate script at which it pauses between programs.
const GATE_LINE: u32 = 24;
const GATE_FILE: &str = "gate.py";
const WISH_FILE: &str = "next.json";
const SIGNAL_BASE: i64 = 128;

/// The state of the running session.
pub(crate) struct Live {
    built: Arc<Built>,
    pub(crate) reader: Reader,
    breakpoints: Breakpoints,
    thread: i64,
    /// The program's frames, the innermost first.
    pub(crate) frames: Vec<i64>,
    has_ended: bool,
    /// The request that started the program, until it is answered.
    launch: Option<i64>,
    is_first_stop: bool,
    is_started: bool,
    /// The signal at which the program last stopped.
    signal: Option<String>,
}

/// What the program did after it was resumed.
enum RunResult {
    Stopped(Value),
    Ended(EndedHow),
    Refused(String),
}

impl Live {
    /// Brings the adapter to the point where breakpoints can be set.
    pub fn open(
        setup: &Setup,
        process: &mut AdapterProcess,
        program: &Program,
        built: Arc<Built>,
        deadline: Instant,
    ) -> Result<Result<Self, OpenError>, ChannelError> {
        let spec = &setup.spec;
        let mut reader = Reader::new(setup, process, &built, program.language);
        let has_gate = spec.reuse == Reuse::GateScript;
        reader.gate = has_gate.then(|| process.words.replace(&format!("${{support}}/{GATE_FILE}")));
        let mut live = Self {
            breakpoints: Breakpoints::new(&reader.source, program.language, spec),
            reader,
            built,
            thread: 1,
            frames: Vec::new(),
            has_ended: false,
            launch: None,
            is_first_stop: true,
            is_started: false,
            signal: None,
        };
        process.workplace.clear();
        process.words.set_program(&live.built);
        if has_gate {
            return live.open_gate(setup, process, deadline);
        }
        let arguments = process.words.arguments(&spec.launch);
        live.begin(process, &spec.request, arguments, deadline)?;
        if spec.child_session {
            live.configured(process, deadline)?.map_err(ChannelError::Ended)?;
            let configuration = process.begin_child(deadline)?;
            live.begin(process, &spec.request, configuration, deadline)?;
        }
        Ok(match live.early_refusal(process) {
            Some(reason) => Err(OpenError::Dead(format!("it refuses the program: {reason}"))),
            None => Ok(live),
        })
    }

    /// Sends the request that starts the program, and waits until the adapter accepts breakpoints.
    fn begin(
        &mut self,
        process: &mut AdapterProcess,
        request: &str,
        arguments: Value,
        deadline: Instant,
    ) -> Result<(), ChannelError> {
        let connection = &mut process.connection;
        let launch = connection.request(request, arguments);
        self.launch = Some(launch);
        connection.flush(deadline)?;
        loop {
            if connection.take_event_if(|event| *event == Event::Initialized).is_some() {
                return Ok(());
            }
            if let Some(Err(reason)) = connection.take(launch) {
                return Err(ChannelError::Ended(format!("{request} is refused: {reason}")));
            }
            connection.wait(deadline)?;
        }
    }

    fn early_refusal(&mut self, process: &mut AdapterProcess) -> Option<String> {
        match process.connection.take(self.launch?) {
            Some(Err(reason)) => Some(self.reader.masks.apply(&reason)),
            Some(Ok(_)) => {
                self.launch = None;
                None
            }
            None => None,
        }
    }

    /// Says that all breakpoints are set.
    fn configured(
        &mut self,
        process: &mut AdapterProcess,
        deadline: Instant,
    ) -> Result<Response, ChannelError> {
        if process.connection.can("supportsConfigurationDoneRequest") {
            return process.connection.call("configurationDone", json!({}), deadline);
        }
        Ok(Ok(Value::Null))
    }

    /// With a gate script the process is launched once, and pauses between programs.
    fn open_gate(
        mut self,
        setup: &Setup,
        process: &mut AdapterProcess,
        deadline: Instant,
    ) -> Result<Result<Self, OpenError>, ChannelError> {
        let wish = process.workplace.folder().join(WISH_FILE);
        let text = json!({
            "file": self.reader.source, "output": process.workplace.output_file(),
        });
        if let Err(error) = fs::write(&wish, text.to_string()) {
            return Ok(Err(OpenError::Dead(error.to_string())));
        }
        if let Some(thread) = process.gate_thread {
            self.thread = thread;
            return Ok(Ok(self));
        }
        let gate = self.reader.gate.clone().unwrap_or_default();
        process.words.set("program", &gate);
        let mut arguments = process.words.arguments(&setup.spec.launch);
        arguments["args"] = json!([wish]);
        self.begin(process, &setup.spec.request, arguments, deadline)?;
        let breakpoints = json!({
            "source": { "name": GATE_FILE, "path": gate }, "breakpoints": [{ "line": GATE_LINE }],
        });
        let set = process.connection.call("setBreakpoints", breakpoints, deadline)?;
        set.map_err(ChannelError::Ended)?;
        self.configured(process, deadline)?.map_err(ChannelError::Ended)?;
        match self.wait(setup, process, None, deadline)? {
            RunResult::Stopped(body) => {
                self.thread = body["threadId"].as_i64().unwrap_or(self.thread);
                process.gate_thread = Some(self.thread);
                Ok(Ok(self))
            }
            RunResult::Ended(_) => Ok(Err(OpenError::Dead("the gate script ended".to_owned()))),
            RunResult::Refused(reason) => Ok(Err(OpenError::Dead(reason))),
        }
    }

    pub fn perform(
        &mut self,
        setup: &Setup,
        process: &mut AdapterProcess,
        action: &Action,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let connection = &mut process.connection;
        let observation = match action {
            Action::AddBreakpoint { at, condition } => {
                self.breakpoints.add(connection, *at, condition.as_deref(), deadline)?
            }
            Action::AddLogpoint { at } => {
                self.breakpoints.add_logpoint(connection, *at, deadline)?
            }
            Action::RemoveBreakpoint { at } => {
                self.breakpoints.remove(connection, *at, deadline)?
            }
            Action::Start => self.start(setup, process, deadline)?,
            Action::Restart => self.restart(setup, process, deadline)?,
            Action::Continue => self.run(setup, process, "continue", deadline)?,
            Action::StepIn => self.run(setup, process, "stepIn", deadline)?,
            Action::StepOver => self.run(setup, process, "next", deadline)?,
            Action::StepOut => self.run(setup, process, "stepOut", deadline)?,
            Action::Look => {
                match self.reader.variables(connection, &setup.spec, self.top(), deadline)? {
                    Ok(variables) => Observation::Looked { variables },
                    Err(reason) => Observation::Refused { reason },
                }
            }
            Action::LookAtCallers { order } => self.callers(setup, process, *order, deadline)?,
            Action::Evaluate(evaluation) => self.evaluate(setup, process, evaluation, deadline)?,
            Action::Expand(expansion) => self.expand(setup, process, expansion, deadline)?,
            Action::Complete(completion) => self.complete(process, completion, deadline)?,
        };
        Ok(self.masked(observation))
    }

    /// The innermost frame.
    fn top(&self) -> i64 {
        self.frames.first().copied().unwrap_or_default()
    }

    /// Breakpoints whose location differs from the one reported first.
    pub fn moved(&mut self, process: &mut AdapterProcess) -> Vec<(Location, Location)> {
        self.breakpoints.moved(&mut process.connection)
    }

    /// Reasons may contain debunk's working folder.
    fn masked(&self, observation: Observation) -> Observation {
        let masks = &self.reader.masks;
        match observation {
            Observation::BreakpointRefused { reason } => {
                Observation::BreakpointRefused { reason: masks.apply(&reason) }
            }
            Observation::Refused { reason } => {
                Observation::Refused { reason: masks.apply(&reason) }
            }
            other => other,
        }
    }

    fn start(
        &mut self,
        setup: &Setup,
        process: &mut AdapterProcess,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        self.is_started = true;
        if process.gate_thread.is_some() {
            return self.run(setup, process, "continue", deadline);
        }
        if let Err(reason) = self.configured(process, deadline)? {
            return Ok(Observation::Refused { reason });
        }
        let ran = self.wait(setup, process, None, deadline)?;
        self.observe(setup, process, ran, deadline)
    }

    /// Requests a restart of the program. The arguments of the request are optional, and left out.
    fn restart(
        &mut self,
        setup: &Setup,
        process: &mut AdapterProcess,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let connection = &mut process.connection;
        // What is still to be reported about the previous run.
        let soon = Instant::now() + Duration::from_millis(EXIT_CODE_TIMEOUT_MS);
        if std::mem::take(&mut self.has_ended) {
            let _ = connection.event(soon, |event| *event == Event::Terminated);
        }
        while connection.take_event_if(|event| *event != Event::Initialized).is_some() {}
        process.workplace.clear();
        self.is_first_stop = true;
        let request = connection.request("restart", json!({}));
        connection.flush(deadline)?;
        let ran = self.wait(setup, process, Some(request), deadline)?;
        self.observe(setup, process, ran, deadline)
    }

    /// Lets the program run until it pauses in its own text or has ended.
    fn run(
        &mut self,
        setup: &Setup,
        process: &mut AdapterProcess,
        command: &str,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let ran = self.control(setup, process, command, deadline)?;
        self.observe(setup, process, ran, deadline)
    }

    fn control(
        &mut self,
        setup: &Setup,
        process: &mut AdapterProcess,
        command: &str,
        deadline: Instant,
    ) -> Result<RunResult, ChannelError> {
        let request = process.connection.request(command, json!({ "threadId": self.thread }));
        process.connection.flush(deadline)?;
        match self.wait(setup, process, Some(request), deadline)? {
            RunResult::Refused(reason)
                if command == "stepOut"
                    && setup.spec.step_out_refusals.iter().any(|part| reason.contains(part)) =>
            {
                self.control(setup, process, "continue", deadline)
            }
            ran => Ok(ran),
        }
    }

    /// Waits until the program pauses or has ended; a refusal of the request ends the waiting too.
    fn wait(
        &mut self,
        setup: &Setup,
        process: &mut AdapterProcess,
        request: Option<i64>,
        deadline: Instant,
    ) -> Result<RunResult, ChannelError> {
        loop {
            let connection = &mut process.connection;
            for awaited in [request, self.launch].into_iter().flatten() {
                if let Some(Err(reason)) = connection.take(awaited) {
                    // A program that ends at once may take the answer with it.
                    let soon = Instant::now() + Duration::from_millis(EXIT_CODE_TIMEOUT_MS);
                    let is_exit = |event: &Event| matches!(event, Event::Exited(Some(_)));
                    return Ok(match connection.event(soon.min(deadline), is_exit) {
                        Ok(Event::Exited(code)) => RunResult::Ended(self.ended(code)),
                        _ => RunResult::Refused(reason),
                    });
                }
            }
            match connection.take_event_if(|event| {
                matches!(event, Event::Stopped(_) | Event::Exited(_) | Event::Terminated)
            }) {
                Some(Event::Stopped(body)) => return Ok(RunResult::Stopped(body)),
                Some(Event::Exited(code)) => return Ok(RunResult::Ended(self.ended(code))),
                Some(_) if setup.spec.reports_exit_code => {
                    let soon = Instant::now() + Duration::from_millis(EXIT_CODE_TIMEOUT_MS);
                    let is_exit = |event: &Event| matches!(event, Event::Exited(_));
                    let code = match connection.event(soon.min(deadline), is_exit) {
                        Ok(Event::Exited(code)) => code,
                        _ => None,
                    };
                    return Ok(RunResult::Ended(self.ended(code)));
                }
                Some(_) => return Ok(RunResult::Ended(EndedHow::Unknown)),
                None => match connection.wait(deadline) {
                    // If an adapter closes the connection when the program ends, and reports the
                    // end in no other way, that means its end.
                    Err(ChannelError::Ended(_)) if !setup.spec.reports_exit_code => {
                        return Ok(RunResult::Ended(EndedHow::Unknown));
                    }
                    result => result?,
                },
            }
        }
    }

    fn observe(
        &mut self,
        setup: &Setup,
        process: &mut AdapterProcess,
        mut ran: RunResult,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        for passed in 0.. {
            let body = match ran {
                RunResult::Refused(reason) => return Ok(Observation::Refused { reason }),
                RunResult::Ended(how) => {
                    self.has_ended = true;
                    return Ok(self.finished(setup, process, &how));
                }
                RunResult::Stopped(body) => body,
            };
            self.thread = body["threadId"].as_i64().unwrap_or(self.thread);
            let reason = body["reason"].as_str().unwrap_or_default();
            let is_own = !std::mem::take(&mut self.is_first_stop)
                || !setup.spec.skip_first_stop.iter().any(|skipped| skipped == reason);
            let state = self.reader.state(&mut process.connection, self.thread, deadline)?;
            let state = match state {
                Ok(state) => state,
                Err(reason) => return Ok(Observation::Refused { reason }),
            };
            self.signal = signal_in(&body);
            let command = match state {
                _ if !is_own || reason == "exception" => "continue",
                PauseState::Inside { frames, ids } => {
                    self.frames = ids;
                    return self.paused(setup, process, frames, deadline);
                }
                PauseState::Gate { line: GATE_LINE, top } => {
                    return self.passed_gate(process, top, deadline);
                }
                PauseState::Outside { what, .. } if passed >= OUTSIDE_MAX => {
                    let place = Place::Outside { url: what };
                    let frames = vec![Frame { function: String::new(), place }];
                    return Ok(Observation::Paused(Pause { frames, variables: Vec::new() }));
                }
                PauseState::Outside { has_caller: true, .. } => "stepOut",
                PauseState::Gate { .. } | PauseState::Outside { .. } => "continue",
            };
            ran = self.control(setup, process, command, deadline)?;
        }
        Ok(Observation::Hung)
    }

    fn paused(
        &mut self,
        setup: &Setup,
        process: &mut AdapterProcess,
        frames: Vec<Frame>,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let connection = &mut process.connection;
        let variables = self.reader.variables(connection, &setup.spec, self.top(), deadline)?;
        Ok(match variables {
            Ok(variables) => Observation::Paused(Pause { frames, variables }),
            Err(reason) => Observation::Refused { reason },
        })
    }

    /// The gate script is paused again: the program has ended.
    fn passed_gate(
        &mut self,
        process: &mut AdapterProcess,
        top: i64,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let arguments = json!({ "expression": "code", "frameId": top, "context": "watch" });
        let code = process.connection.call("evaluate", arguments, deadline)?;
        let code = code.ok().and_then(|body| body["result"].as_str()?.parse().ok());
        let how = code.map_or(EndedHow::Unknown, EndedHow::Code);
        self.is_started = false;
        let output = process.workplace.output();
        Ok(Observation::Finished(outcome(&output, &how, &self.built.masks())))
    }

    /// How the program ended, by the adapter's exit code: after a signal that is the number of the
    /// signal, or 128 more.
    fn ended(&self, code: Option<i64>) -> EndedHow {
        match (code, &self.signal) {
            (Some(code), Some(signal)) => {
                let is_it = [code, code - SIGNAL_BASE].iter().any(|number| {
                    EndedHow::signal(*number as i32) == EndedHow::Signal(signal.clone())
                });
                if is_it { EndedHow::Signal(signal.clone()) } else { EndedHow::Code(code) }
            }
            (Some(code), None) => EndedHow::Code(code),
            (None, Some(signal)) => EndedHow::Signal(signal.clone()),
            (None, None) => EndedHow::Unknown,
        }
    }

    fn finished(&self, setup: &Setup, process: &mut AdapterProcess, how: &EndedHow) -> Observation {
        let output = match setup.spec.output {
            Output::Events => process.reported_output(),
            Output::Stdout => process.stdout(),
            Output::File => process.workplace.output(),
        };
        Observation::Finished(outcome(&output, how, &self.built.masks()))
    }

    /// Lets a program that is still running continue to the gate; returns whether the process can
    /// be reused.
    pub fn return_to_gate(
        mut self,
        setup: &Setup,
        process: &mut AdapterProcess,
        deadline: Instant,
    ) -> bool {
        if self.breakpoints.clear(&mut process.connection, deadline).is_err() {
            return false;
        }
        if !self.is_started {
            return true;
        }
        let end = self.run(setup, process, "continue", deadline);
        matches!(end, Ok(Observation::Finished(_))) && !self.is_started
    }
}

/// The signal that stopped the program, if one did.
fn signal_in(stopped: &Value) -> Option<String> {
    let texts = [&stopped["description"], &stopped["text"]];
    let mut words = texts.into_iter().filter_map(Value::as_str).flat_map(str::split_whitespace);
    let signal = words.find(|word| word.starts_with("SIG"))?;
    Some(signal.trim_end_matches(|last: char| !last.is_ascii_alphanumeric()).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signal_of_a_stop_is_read() {
        let stopped = json!({ "reason": "exception", "description": "signal SIGABRT: abort" });
        assert_eq!(signal_in(&stopped).as_deref(), Some("SIGABRT"));
        assert_eq!(signal_in(&json!({ "reason": "step" })), None);
    }

    #[test]
    fn the_gate_pauses_where_the_driver_thinks() {
        let gate = include_str!("support/gate.py");
        let line = gate.lines().nth(GATE_LINE as usize - 1);
        assert_eq!(line, Some("    return code"));
    }
}
