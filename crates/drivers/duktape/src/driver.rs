//! The driver: turns actions into requests of Duktape's debug protocol, and messages into
//! observations.

use crate::frame::{Frame as WireFrame, take_number, take_text};
use crate::process::HostProcess;
use crate::value::{Messages, Value, normal_form, write};
use debunk_base::Bits;
use debunk_host::{mask_program_url, program_url};
use debunk_model::{
    Action, Frame, Location, Observation, Outcome, Pause, Place, Program, Scope, ScopeKind,
    Variables,
};
use debunk_sandbox::TempArea;
use debunk_session::{Driver, OpenError, perform_each};
use debunk_wire::ChannelError;
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time limit for a debugger's answer, on a busy machine.
const ACTION_TIMEOUT_MS: u64 = 8_000;
const CLOSE_TIMEOUT_MS: u64 = 2_000;
/// How often the driver resumes by itself from a pause outside the program.
const OUTSIDE_MAX: usize = 64;

const RESUME: i32 = 0x13;
const STEP_INTO: i32 = 0x14;
const STEP_OVER: i32 = 0x15;
const STEP_OUT: i32 = 0x16;
const ADD_BREAK: i32 = 0x18;
const DELETE_BREAK: i32 = 0x19;
const GET_CALL_STACK: i32 = 0x1c;
const GET_LOCALS: i32 = 0x1d;
const EVAL: i32 = 0x1e;
/// The notification of a new state.
const STATUS: i32 = 0x01;
const PAUSED: i32 = 1;
/// The message for a stream that breaks the protocol, which ends a session like a crash.
const RUBBISH: &str = "the debugger broke its protocol";
/// The innermost frame.
const TOP: i32 = -1;

/// Drives one host after the other.
pub(crate) struct DuktapeDriver {
    binary: PathBuf,
    area: TempArea,
    fault: u32,
    /// The counters that are reported.
    own: Arc<Bits>,
    process: Option<HostProcess>,
    live: Option<Live>,
    coverage: Option<Bits>,
}

/// The current session.
struct Live {
    messages: Messages,
    waiting: VecDeque<Vec<Value>>,
    /// The requested locations, in the order of the debugger's own list.
    breakpoints: Vec<Location>,
}

/// What came next.
enum Came {
    Message(Vec<Value>),
    End(Outcome),
}

fn soon() -> Instant {
    Instant::now() + Duration::from_millis(ACTION_TIMEOUT_MS)
}

fn rubbish(what: &str) -> ChannelError {
    ChannelError::Ended(format!("{RUBBISH}: {what}"))
}

impl DuktapeDriver {
    pub fn new(binary: PathBuf, area: TempArea, fault: u32, own: Arc<Bits>) -> Self {
        Self { binary, area, fault, own, process: None, live: None, coverage: None }
    }

    fn try_open(&mut self, program: &Program) -> Result<(), OpenError> {
        if self.process.is_none() {
            let started = HostProcess::start(&self.binary, &self.area);
            self.process = Some(started.map_err(OpenError::Dead)?);
        }
        let Some(process) = &mut self.process else {
            return Err(OpenError::Dead("there is no process".to_owned()));
        };
        process.queue(b'O', &[&self.fault.to_le_bytes(), program.text.as_bytes()]);
        match process.flush(soon()).and_then(|()| process.receive(soon())) {
            Ok(WireFrame { letter: b'o', .. }) => {
                self.live = Some(Live {
                    messages: Messages::default(),
                    waiting: VecDeque::new(),
                    breakpoints: Vec::new(),
                });
                Ok(())
            }
            Ok(WireFrame { letter: b'p', data }) => {
                let reason = mask_program_url(&String::from_utf8_lossy(&data));
                Err(OpenError::DoesNotParse(reason))
            }
            Ok(other) => Err(self.dead(&format!("the host answered {other:?}"))),
            Err(error) => Err(self.dead(&error.to_string())),
        }
    }

    fn dead(&mut self, reason: &str) -> OpenError {
        let end = self.process.take().map(|mut process| process.kill()).unwrap_or_default();
        OpenError::Dead(format!("{reason}; {end}"))
    }

    fn try_perform(&mut self, action: &Action) -> Result<Observation, ChannelError> {
        let (Some(process), Some(live)) = (&mut self.process, &mut self.live) else {
            return Err(ChannelError::Ended("no session".to_owned()));
        };
        let observation = match action {
            Action::AddBreakpoint { condition: Some(_), .. } => {
                let reason = "this debugger has no conditions".to_owned();
                Observation::BreakpointRefused { reason }
            }
            Action::AddBreakpoint { at, condition: None } => live.add_breakpoint(process, *at)?,
            Action::RemoveBreakpoint { at } => live.remove_breakpoint(process, *at)?,
            Action::Start | Action::Continue => live.run(process, RESUME, action)?,
            Action::StepIn => live.run(process, STEP_INTO, action)?,
            Action::StepOver => live.run(process, STEP_OVER, action)?,
            Action::StepOut => live.run(process, STEP_OUT, action)?,
            Action::Look => {
                live.request(process, GET_LOCALS, &[Value::Integer(TOP)]);
                match live.reply(process)? {
                    Ok(values) => Observation::Looked { variables: variables(&values) },
                    Err(reason) => Observation::Refused { reason },
                }
            }
            Action::LookAtCallers => live.look_at_callers(process)?,
            Action::Evaluate { expression } => live.evaluate(process, expression)?,
            Action::Restart | Action::AddLogpoint { .. } => Observation::not_offered(action),
        };
        if observation.is_end() {
            self.coverage = Some(read_coverage(process)?);
            self.live = None;
        }
        Ok(observation)
    }

    fn lost(&mut self, error: &ChannelError) -> Observation {
        self.live = None;
        let Some(mut process) = self.process.take() else {
            return Observation::Crashed { detail: "not running".to_owned() };
        };
        match error {
            ChannelError::TimedOut => Observation::Hung,
            ChannelError::Ended(what) if what.starts_with(RUBBISH) => {
                Observation::Crashed { detail: what.clone() }
            }
            ChannelError::Ended(_) => Observation::Crashed { detail: process.kill() },
        }
    }

    fn try_close(&mut self) -> Result<(), ChannelError> {
        let Some(process) = &mut self.process else { return Ok(()) };
        let deadline = Instant::now() + Duration::from_millis(CLOSE_TIMEOUT_MS);
        process.queue(b'C', &[]);
        process.flush(deadline)?;
        loop {
            let frame = process.receive(deadline)?;
            if frame.letter == b'c' {
                self.coverage = Some(bits(&frame.data));
                return Ok(());
            }
        }
    }
}

/// Waits for the bitmap that ends a session.
fn read_coverage(process: &mut HostProcess) -> Result<Bits, ChannelError> {
    match process.receive(soon())? {
        WireFrame { letter: b'c', data } => Ok(bits(&data)),
        other => Err(rubbish(&format!("{other:?}"))),
    }
}

fn bits(data: &[u8]) -> Bits {
    let words = data.as_chunks::<8>().0;
    Bits::of_words(words.iter().map(|word| u64::from_le_bytes(*word)).collect())
}

impl Live {
    fn request(&mut self, process: &mut HostProcess, command: i32, values: &[Value]) {
        let mut bytes = Vec::new();
        write(&Value::Request, &mut bytes);
        write(&Value::Integer(command), &mut bytes);
        values.iter().for_each(|value| write(value, &mut bytes));
        write(&Value::EndOfMessage, &mut bytes);
        process.queue(b'D', &[&bytes]);
    }

    fn next(&mut self, process: &mut HostProcess) -> Result<Came, ChannelError> {
        loop {
            if let Some(message) = self.waiting.pop_front() {
                return Ok(Came::Message(message));
            }
            let frame = process.receive(soon())?;
            match frame.letter {
                b'd' => self.messages.feed(&frame.data),
                b'e' => {
                    let outcome = outcome(&frame.data).ok_or_else(|| rubbish("a broken end"))?;
                    return Ok(Came::End(outcome));
                }
                _ => return Err(rubbish(&format!("{frame:?}"))),
            }
            while let Some(message) = self.messages.next().map_err(rubbish)? {
                self.waiting.push_back(message);
            }
        }
    }

    /// Waits for the answer to a request: its values, or the error.
    fn reply(
        &mut self,
        process: &mut HostProcess,
    ) -> Result<Result<Vec<Value>, String>, ChannelError> {
        process.flush(soon())?;
        loop {
            let Came::Message(mut message) = self.next(process)? else {
                return Err(rubbish("an end in place of an answer"));
            };
            match message.first() {
                Some(Value::Reply) => {
                    message.remove(0);
                    return Ok(Ok(message));
                }
                Some(Value::Error) => {
                    let words: Vec<String> = message[1..].iter().map(normal_form).collect();
                    return Ok(Err(words.join(" ")));
                }
                // Whatever changed is sent again when it matters.
                _ => {}
            }
        }
    }

    fn add_breakpoint(
        &mut self,
        process: &mut HostProcess,
        at: Location,
    ) -> Result<Observation, ChannelError> {
        let line = Value::Integer(at.line as i32);
        self.request(process, ADD_BREAK, &[Value::Text(program_url(0)), line]);
        Ok(match self.reply(process)? {
            Ok(_) => {
                self.breakpoints.push(at);
                Observation::BreakpointSet { at: Location::new(at.line, 0) }
            }
            Err(reason) => Observation::BreakpointRefused { reason },
        })
    }

    fn remove_breakpoint(
        &mut self,
        process: &mut HostProcess,
        at: Location,
    ) -> Result<Observation, ChannelError> {
        let Some(index) = self.breakpoints.iter().position(|requested| *requested == at) else {
            let reason = "it was never set".to_owned();
            return Ok(Observation::BreakpointNotRemoved { reason });
        };
        self.request(process, DELETE_BREAK, &[Value::Integer(index as i32)]);
        Ok(match self.reply(process)? {
            Ok(_) => {
                self.breakpoints.remove(index);
                Observation::BreakpointRemoved
            }
            Err(reason) => Observation::BreakpointNotRemoved { reason },
        })
    }

    fn evaluate(
        &mut self,
        process: &mut HostProcess,
        expression: &str,
    ) -> Result<Observation, ChannelError> {
        let text = Value::Text(expression.to_owned());
        self.request(process, EVAL, &[Value::Integer(TOP), text]);
        Ok(match self.reply(process)? {
            Ok(values) => {
                let failed = values.first() == Some(&Value::Integer(1));
                let value = values.get(1).map(normal_form).unwrap_or_default();
                let value = if failed { format!("throws {value}") } else { value };
                Observation::Evaluated { value }
            }
            Err(reason) => Observation::Refused { reason },
        })
    }

    /// The variables of the program's frames below the top.
    fn look_at_callers(&mut self, process: &mut HostProcess) -> Result<Observation, ChannelError> {
        self.request(process, GET_CALL_STACK, &[]);
        let stack = match self.reply(process)? {
            Ok(stack) => stack,
            Err(reason) => return Ok(Observation::Refused { reason }),
        };
        let mut callers = Vec::new();
        for (index, values) in stack.as_chunks::<4>().0.iter().enumerate().skip(1) {
            if frame(values).is_none() {
                continue;
            }
            self.request(process, GET_LOCALS, &[Value::Integer(TOP - index as i32)]);
            match self.reply(process)? {
                Ok(values) => callers.push(variables(&values)),
                Err(reason) => return Ok(Observation::Refused { reason }),
            }
        }
        Ok(Observation::LookedAtCallers { callers })
    }

    /// Lets the program run until it pauses or ends.
    fn run(
        &mut self,
        process: &mut HostProcess,
        command: i32,
        action: &Action,
    ) -> Result<Observation, ChannelError> {
        let mut command = command;
        for _ in 0..OUTSIDE_MAX {
            self.request(process, command, &[]);
            if *action == Action::Start {
                process.queue(b'S', &[]);
            }
            if let Err(reason) = self.reply(process)? {
                return Ok(Observation::Refused { reason });
            }
            loop {
                match self.next(process)? {
                    Came::End(outcome) => return Ok(Observation::Finished(outcome)),
                    Came::Message(message) if is_pause(&message) => break,
                    Came::Message(_) => {}
                }
            }
            if let Some(pause) = self.pause(process)? {
                return Ok(Observation::Paused(pause));
            }
            // A step may end in a native function, which has nothing to show.
            command = STEP_OUT;
        }
        Ok(Observation::Refused { reason: "it rests nowhere in the program".to_owned() })
    }

    /// Where the program is paused; `None` if that is not in code of the program.
    fn pause(&mut self, process: &mut HostProcess) -> Result<Option<Pause>, ChannelError> {
        self.request(process, GET_CALL_STACK, &[]);
        self.request(process, GET_LOCALS, &[Value::Integer(TOP)]);
        let stack = self.reply(process)?.unwrap_or_default();
        let locals = self.reply(process)?.unwrap_or_default();
        let mut frames = stack.as_chunks::<4>().0.iter();
        let Some(top) = frames.next().and_then(frame) else { return Ok(None) };
        let frames = std::iter::once(top).chain(frames.filter_map(frame)).collect();
        Ok(Some(Pause { frames, variables: variables(&locals) }))
    }
}

fn is_pause(message: &[Value]) -> bool {
    matches!(message, [Value::Notify, Value::Integer(STATUS), Value::Integer(PAUSED), ..])
}

/// A frame of the program: file, function, line, and an internal number.
fn frame(values: &[Value; 4]) -> Option<Frame> {
    let [file, function, line, _] = values;
    let (Value::Text(file), Value::Integer(line)) = (file, line) else { return None };
    let function = match function {
        Value::Text(name) => name.clone(),
        _ => String::new(),
    };
    let at = Location::new(u32::try_from(*line).ok().filter(|line| *line > 0)?, 0);
    let place = if *file == program_url(0) { Place::Program { at } } else { Place::Dynamic { at } };
    Some(Frame { function, place })
}

fn variables(values: &[Value]) -> Variables {
    let pairs = values.as_chunks::<2>().0.iter();
    let named = pairs.filter_map(|[name, value]| match name {
        Value::Text(name) => Some((name.clone(), normal_form(value))),
        _ => None,
    });
    let variables: BTreeMap<String, String> = named.collect();
    vec![Scope { kind: ScopeKind::Own, variables }]
}

/// The end of a run: the error or nothing, then the outputs.
pub(crate) fn outcome(mut data: &[u8]) -> Option<Outcome> {
    let data = &mut data;
    let error = match take_number(data)? {
        0 => None,
        _ => Some(mask_program_url(&take_text(data)?)),
    };
    let count = take_number(data)?;
    let outputs = (0..count).map(|_| Some(mask_program_url(&take_text(data)?)));
    Some(Outcome { output: outputs.collect::<Option<_>>()?, error })
}

impl Driver for DuktapeDriver {
    fn open(&mut self, program: &Program) -> Result<(), OpenError> {
        self.close();
        self.coverage = None;
        match self.try_open(program) {
            // A process that has served before may have died since.
            Err(OpenError::Dead(_)) => self.try_open(program),
            result => result,
        }
    }

    fn perform(&mut self, actions: &[Action]) -> Vec<Observation> {
        perform_each(actions, |action| match self.try_perform(action) {
            Ok(observation) => observation,
            Err(error) => self.lost(&error),
        })
    }

    fn close(&mut self) {
        if self.live.take().is_some() && self.try_close().is_err() {
            self.process = None;
        }
    }

    fn discard(&mut self) {
        self.live = None;
        self.process = None;
    }

    fn coverage(&mut self) -> Option<Bits> {
        self.coverage.as_ref().map(|coverage| coverage.common(&self.own))
    }
}
