//! A debug adapter as a debugger that steps by lines and by instructions.

use crate::connection::Event;
use crate::pause::Reader;
use crate::process::{AdapterProcess, Setup};
use debunk_levels::{Answer, Frame, LevelDriver, LevelError, Step};
use debunk_model::Program;
use debunk_native::Built;
use debunk_shell::{action_deadline, within};
use debunk_wire::ChannelError;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

const OPEN_TIMEOUT_MS: u64 = 15_000;
const FRAMES_MAX: u32 = 400;
const GRANULARITY: &str = "supportsSteppingGranularity";
const FUNCTIONS: &str = "supportsFunctionBreakpoints";

/// The running program.
struct Running {
    /// Keeps the file as long as the session.
    _built: Arc<Built>,
    process: AdapterProcess,
    reader: Reader,
    thread: Option<i64>,
    top: i64,
}

/// Drives an adapter, a process for each run.
pub(crate) struct DapLevels {
    setup: Setup,
    running: Option<Running>,
}

fn trouble(error: impl std::fmt::Display) -> LevelError {
    LevelError::Debugger(error.to_string())
}

impl DapLevels {
    pub fn new(setup: Setup) -> Self {
        Self { setup, running: None }
    }

    fn open(&self, program: &Program) -> Result<Running, LevelError> {
        let built = self.setup.builder.build(program);
        let built = built.map_err(|error| LevelError::Build(error.to_string()))?;
        let mut process =
            AdapterProcess::start(&self.setup, Some(&built), false).map_err(trouble)?;
        let by_console = self.setup.spec.step_instruction.is_some();
        for (capability, is_needed) in [(GRANULARITY, !by_console), (FUNCTIONS, true)] {
            if is_needed && !process.connection.can(capability) {
                return Err(trouble(format!("the adapter does not say {capability}")));
            }
        }
        process.words.set_program(&built);
        let reader = Reader::new(&self.setup, &process, &built, program.language);
        Ok(Running { _built: built, process, reader, thread: None, top: 0 })
    }

    fn running(&mut self) -> Result<&mut Running, LevelError> {
        self.running.as_mut().ok_or_else(|| trouble("no session"))
    }

    fn try_begin(&mut self, program: &Program) -> Result<Answer, LevelError> {
        self.running = None;
        self.running = Some(self.open(program)?);
        let spec = self.setup.spec.clone();
        let running = self.running()?;
        let deadline = within(OPEN_TIMEOUT_MS);
        let arguments = running.process.words.arguments(&spec.launch);
        let connection = &mut running.process.connection;
        let launch = connection.request(&spec.request, arguments);
        connection.flush(deadline).map_err(trouble)?;
        connection.event(deadline, |event| *event == Event::Initialized).map_err(trouble)?;
        if let Some(Err(reason)) = connection.take(launch) {
            return Err(trouble(reason));
        }
        running.call("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "main" }] }))?;
        if running.process.connection.can("supportsConfigurationDoneRequest") {
            running.call("configurationDone", json!({}))?;
        }
        let answer = running.wait()?;
        running.call("setFunctionBreakpoints", json!({ "breakpoints": [] }))?;
        Ok(answer)
    }
}

impl Running {
    fn call(&mut self, command: &str, arguments: Value) -> Result<Value, LevelError> {
        let connection = &mut self.process.connection;
        let response = connection.call(command, arguments, action_deadline());
        let response = response.map_err(|error| match error {
            ChannelError::TimedOut => trouble(format!("{command} is not answered")),
            other => trouble(other),
        })?;
        response.map_err(|reason| trouble(format!("{command} is refused: {reason}")))
    }

    /// Waits until the program pauses or has ended.
    fn wait(&mut self) -> Result<Answer, LevelError> {
        let is_wanted = |event: &Event| {
            matches!(event, Event::Stopped(_) | Event::Exited(_) | Event::Terminated)
        };
        let event = self.process.connection.event(action_deadline(), is_wanted);
        let Event::Stopped(body) = event.map_err(trouble)? else { return Ok(Answer::Ended) };
        let thread = body["threadId"].as_i64().unwrap_or_default();
        if *self.thread.get_or_insert(thread) != thread {
            return Err(LevelError::Program("it has several threads".to_owned()));
        }
        if body["reason"] == "exception" {
            return Err(LevelError::Program("it stops at a signal".to_owned()));
        }
        let arguments = json!({ "threadId": thread, "startFrame": 0, "levels": FRAMES_MAX });
        let stack = self.call("stackTrace", arguments)?;
        let told = stack["stackFrames"].as_array().map(Vec::as_slice).unwrap_or_default();
        self.top = told.first().and_then(|frame| frame["id"].as_i64()).unwrap_or_default();
        Ok(Answer::Stopped(told.iter().map(|frame| self.frame(frame)).collect()))
    }

    fn frame(&self, frame: &Value) -> Frame {
        let reference = frame["instructionPointerReference"].as_str().unwrap_or_default();
        let address = number(reference).unwrap_or_default();
        let (function, at) = self.reader.told_frame(frame);
        let line = at.map(|at| at.line);
        Frame { function, line: line.unwrap_or_default(), address }
    }
}

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

impl LevelDriver for DapLevels {
    fn begin(&mut self, program: &Program) -> Result<Answer, LevelError> {
        self.try_begin(program)
    }

    fn step(&mut self, step: Step, _above: usize) -> Result<Answer, LevelError> {
        let console = self.setup.spec.step_instruction.clone();
        let running = self.running()?;
        let (top, thread) = (running.top, running.thread);
        let by_line = json!({ "threadId": thread });
        let (command, arguments) = match (step, console) {
            (Step::Into, _) => ("stepIn", by_line),
            (Step::Over, _) => ("next", by_line),
            (Step::Out | Step::Leave, _) => ("stepOut", by_line),
            (Step::Continue, _) => ("continue", by_line),
            (Step::Instruction, Some(expression)) => {
                ("evaluate", json!({ "expression": expression, "frameId": top, "context": "repl" }))
            }
            (Step::Instruction, None) => {
                ("stepIn", json!({ "threadId": thread, "granularity": "instruction" }))
            }
        };
        running.call(command, arguments)?;
        running.wait()
    }

    fn variables(&mut self) -> Result<BTreeMap<String, String>, LevelError> {
        let spec = self.setup.spec.clone();
        let Running { process, reader, top, .. } = self.running()?;
        let deadline = action_deadline();
        let scopes = reader.variables(&mut process.connection, &spec, *top, deadline);
        let scopes = scopes.map_err(trouble)?.map_err(trouble)?;
        Ok(scopes.into_iter().flat_map(|scope| scope.variables).collect())
    }

    fn main_address(&mut self) -> Result<u64, LevelError> {
        let running = self.running()?;
        let expression = "(unsigned long)&main";
        let arguments =
            json!({ "expression": expression, "frameId": running.top, "context": "watch" });
        let body = running.call("evaluate", arguments)?;
        let value = body["result"].as_str().unwrap_or_default();
        number(value).ok_or_else(|| trouble(format!("main has no address but {value}")))
    }

    fn close(&mut self) {
        self.running = None;
    }
}
