//! gdb as a debugger that steps by lines and by instructions.

use crate::connection::Connection;
use crate::live::{FIRST_THREAD, VARIABLES, ended, text};
use crate::process::{GdbProcess, GdbSetup};
use debunk_levels::{LevelDriver, LevelError, LevelFrame, LevelStep, StepAnswer};
use debunk_model::Program;
use debunk_native::{BuildError, Built, Masks};
use debunk_shell::action_deadline;
use debunk_wire::ChannelError;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The running program.
struct Running {
    /// Keeps the file as long as the session.
    _built: Arc<Built>,
    source: String,
    masks: Masks,
}

/// Drives one gdb after the other.
pub(crate) struct GdbLevels {
    setup: GdbSetup,
    process: Option<GdbProcess>,
    running: Option<Running>,
}

fn trouble(error: impl std::fmt::Display) -> LevelError {
    LevelError::Debugger(error.to_string())
}

impl GdbLevels {
    pub fn new(setup: GdbSetup) -> Self {
        Self { setup, process: None, running: None }
    }

    fn connection(&mut self) -> Result<(&mut Connection, &mut Running), LevelError> {
        match (&mut self.process, &mut self.running) {
            (Some(process), Some(running)) => Ok((&mut process.connection, running)),
            _ => Err(trouble("no session")),
        }
    }

    /// Drops the process after an error, since its next output is unpredictable.
    fn checked<T>(&mut self, result: Result<T, LevelError>) -> Result<T, LevelError> {
        if result.is_err() {
            self.process = None;
            self.running = None;
        }
        result
    }

    fn try_begin(&mut self, program: &Program) -> Result<StepAnswer, LevelError> {
        let built = self.setup.builder.build(program).map_err(|error| match error {
            BuildError::DoesNotCompile(reason) => LevelError::Build(reason),
            BuildError::Tool(reason) => LevelError::Build(reason),
        })?;
        if self.process.is_none() {
            self.process = Some(GdbProcess::start(&self.setup).map_err(trouble)?);
        }
        if let Some(process) = &mut self.process {
            process.load(&built).map_err(trouble)?;
        }
        self.running = Some(Running {
            source: built.source().to_string_lossy().into_owned(),
            masks: built.masks(),
            _built: built,
        });
        let (connection, _) = self.connection()?;
        let set = connection.call("break-insert -t main", action_deadline()).map_err(trouble)?;
        set.map_err(trouble)?;
        self.run("exec-run")
    }

    fn run(&mut self, command: &str) -> Result<StepAnswer, LevelError> {
        let (connection, running) = self.connection()?;
        let deadline = action_deadline();
        connection.call(command, deadline).map_err(trouble)?.map_err(trouble)?;
        let stop = connection.stop(deadline).map_err(|error| match error {
            ChannelError::TimedOut => LevelError::Debugger(format!("{command} does not end")),
            other => trouble(other),
        })?;
        if ended(&stop).is_some() {
            return Ok(StepAnswer::Ended);
        }
        // No other one is followed.
        if text(&stop["thread-id"]) != FIRST_THREAD {
            return Err(LevelError::Program("it has several threads".to_owned()));
        }
        let stack = connection.call("stack-list-frames", deadline).map_err(trouble)?;
        let stack = stack.map_err(trouble)?;
        let frames = stack["stack"].as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(StepAnswer::Stopped(frames.iter().map(|frame| running.frame(frame)).collect()))
    }
}

impl Running {
    fn frame(&self, frame: &Value) -> LevelFrame {
        let is_own = text(&frame["fullname"]) == self.source;
        let line = text(&frame["line"]).parse().ok().filter(|_| is_own).unwrap_or_default();
        let address = number(text(&frame["addr"])).unwrap_or_default();
        LevelFrame { function: text(&frame["func"]).to_owned(), line, address }
    }
}

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

impl LevelDriver for GdbLevels {
    fn begin(&mut self, program: &Program) -> Result<StepAnswer, LevelError> {
        let begun = self.try_begin(program);
        match begun {
            Err(LevelError::Debugger(_)) if self.process.is_some() => {
                // A process that has served before may have died since.
                self.process = None;
                let begun = self.try_begin(program);
                self.checked(begun)
            }
            begun => self.checked(begun),
        }
    }

    fn step(&mut self, step: LevelStep, above: usize) -> Result<StepAnswer, LevelError> {
        let command = match step {
            LevelStep::Into => "exec-step".to_owned(),
            LevelStep::Over => "exec-next".to_owned(),
            LevelStep::Out => "exec-finish".to_owned(),
            LevelStep::Instruction => "exec-step-instruction".to_owned(),
            LevelStep::Leave => {
                format!("exec-finish --thread 1 --frame {}", above.saturating_sub(1))
            }
            LevelStep::Continue => "exec-continue".to_owned(),
        };
        let answer = self.run(&command);
        self.checked(answer)
    }

    fn variables(&mut self) -> Result<BTreeMap<String, String>, LevelError> {
        let (connection, running) = self.connection()?;
        let results =
            connection.call(VARIABLES, action_deadline()).map_err(trouble)?.map_err(trouble)?;
        let mut variables = BTreeMap::new();
        for variable in results["variables"].as_array().into_iter().flatten() {
            let value = running.masks.apply(text(&variable["value"]));
            // Of several with one name, the innermost comes first.
            variables.entry(text(&variable["name"]).to_owned()).or_insert(value);
        }
        Ok(variables)
    }

    fn main_address(&mut self) -> Result<u64, LevelError> {
        let (connection, _) = self.connection()?;
        let command = "data-evaluate-expression \"(unsigned long)&main\"";
        let results =
            connection.call(command, action_deadline()).map_err(trouble)?.map_err(trouble)?;
        number(text(&results["value"])).ok_or_else(|| trouble("main has no address"))
    }

    fn close(&mut self) {
        self.running = None;
    }
}
