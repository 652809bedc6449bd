//! The driver: turns actions into requests of Duktape's debug protocol, and messages into
//! observations.

use crate::contents::{ACCESSOR, Handle, Objects, reported};
use crate::frame::{Frame as WireFrame, take_number, take_text};
use crate::process::HostProcess;
use crate::value::{Messages, Value, normal_form, write};
use debunk_base::Bits;
use debunk_model::{
    Action, Evaluation, Expansion, Frame, FrameOrder, Location, Observation, Outcome, Pause, Place,
    Program, Scope, ScopeKind, Variables,
};
use debunk_sandbox::TempArea;
use debunk_session::OpenError;
use debunk_shell::contents::{Reported, expand};
use debunk_shell::javascript::{mask_program_url, program_url};
use debunk_shell::{Backend, Fate, LoadError, Protocol, action_deadline, one_by_one, within};
use debunk_shell::{no_frame, no_variable};
use debunk_wire::ChannelError;
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// How long a program that is no longer needed may take to end.
const CLOSE_TIMEOUT_MS: u64 = 2_000;
/// How often the driver resumes by itself from a pause outside the program.
const OUTSIDE_MAX: usize = 64;

const RESUME: i32 = 0x13;
const STEP_INTO: i32 = 0x14;
const STEP_OVER: i32 = 0x15;
const STEP_OUT: i32 = 0x16;
const ADD_BREAK: i32 = 0x18;
const DELETE_BREAK: i32 = 0x19;
const GET_VARIABLE: i32 = 0x1a;
const GET_CALL_STACK: i32 = 0x1c;
const GET_LOCALS: i32 = 0x1d;
const EVAL: i32 = 0x1e;
const GET_PROPERTY: i32 = 0x24;
/// The notification of a new state.
const STATUS: i32 = 0x01;
const PAUSED: i32 = 1;
/// The message for a stream that breaks the protocol, which ends a session like a crash.
const MALFORMED: &str = "the debugger broke its protocol";
/// The innermost frame.
const TOP: i32 = -1;

/// One host after the other.
pub(crate) struct DuktapeBackend {
    binary: PathBuf,
    area: TempArea,
    fault: u32,
    /// The counters that are reported.
    own: Arc<Bits>,
    /// What the last session covered.
    coverage: Option<Bits>,
}

/// The current session.
pub(crate) struct Live {
    messages: Messages,
    waiting: VecDeque<Vec<Value>>,
    /// The requested locations, in the order of the debugger's own list.
    breakpoints: Vec<Location>,
    /// The debugger's numbers of the program's frames at the present pause.
    levels: Vec<i32>,
    /// When the present action must have been answered.
    deadline: Instant,
    /// Whether the program has ended.
    has_ended: bool,
}

/// What the host sends.
enum Arrival {
    Message(Vec<Value>),
    End(Outcome),
}

fn malformed(what: &str) -> ChannelError {
    ChannelError::Ended(format!("{MALFORMED}: {what}"))
}

impl DuktapeBackend {
    pub fn new(binary: PathBuf, area: TempArea, fault: u32, own: Arc<Bits>) -> Self {
        Self { binary, area, fault, own, coverage: None }
    }
}

impl Backend for DuktapeBackend {
    type Process = HostProcess;
    type Live = Live;

    fn start(&mut self, _program: &Program) -> Result<HostProcess, OpenError> {
        HostProcess::start(&self.binary, &self.area).map_err(OpenError::Dead)
    }

    fn load(&mut self, process: &mut HostProcess, program: &Program) -> Result<Live, LoadError> {
        process.queue(b'O', &[&self.fault.to_le_bytes(), program.text.as_bytes()]);
        process.flush(action_deadline())?;
        match process.receive(action_deadline())? {
            WireFrame { letter: b'o', .. } => Ok(Live {
                messages: Messages::default(),
                waiting: VecDeque::new(),
                breakpoints: Vec::new(),
                levels: Vec::new(),
                deadline: action_deadline(),
                has_ended: false,
            }),
            WireFrame { letter: b'p', data } => {
                let reason = mask_program_url(&String::from_utf8_lossy(&data));
                Err(OpenError::DoesNotParse(reason).into())
            }
            other => Err(ChannelError::Ended(format!("the host answered {other:?}")).into()),
        }
    }

    fn kill(&mut self, mut process: HostProcess) -> String {
        process.kill()
    }

    fn leave(&mut self, process: &mut HostProcess, live: Live) -> Fate {
        if live.has_ended {
            return Fate::Keep;
        }
        match close(process) {
            Ok(coverage) => {
                self.coverage = Some(coverage);
                Fate::Keep
            }
            Err(_) => Fate::Replace,
        }
    }

    fn forget_last(&mut self) {
        self.coverage = None;
    }
}

impl Protocol for DuktapeBackend {
    fn perform(
        &mut self,
        process: &mut HostProcess,
        live: &mut Live,
        actions: &[Action],
        observations: &mut Vec<Observation>,
    ) -> Result<(), ChannelError> {
        one_by_one(actions, observations, |action, deadline| {
            live.deadline = deadline;
            let observation = live.perform(process, action)?;
            if observation.is_end() {
                self.coverage = Some(read_coverage(process)?);
                live.has_ended = true;
            }
            Ok(observation)
        })
    }

    /// A process that breaks its protocol has not ended; what it did is the better description.
    fn crash_detail(&mut self, process: HostProcess, reason: &str) -> String {
        if reason.starts_with(MALFORMED) { reason.to_owned() } else { self.kill(process) }
    }

    fn coverage(&mut self) -> Option<Bits> {
        self.coverage.as_ref().map(|coverage| coverage.common(&self.own))
    }
}

/// Ends a session whose program is still there, and returns what it covered.
fn close(process: &mut HostProcess) -> Result<Bits, ChannelError> {
    let deadline = within(CLOSE_TIMEOUT_MS);
    process.queue(b'C', &[]);
    process.flush(deadline)?;
    loop {
        let frame = process.receive(deadline)?;
        if frame.letter == b'c' {
            return Ok(bits(&frame.data));
        }
    }
}

/// Waits for the bitmap that ends a session.
fn read_coverage(process: &mut HostProcess) -> Result<Bits, ChannelError> {
    match process.receive(action_deadline())? {
        WireFrame { letter: b'c', data } => Ok(bits(&data)),
        other => Err(malformed(&format!("{other:?}"))),
    }
}

fn bits(data: &[u8]) -> Bits {
    let words = data.as_chunks::<8>().0;
    Bits::of_words(words.iter().map(|word| u64::from_le_bytes(*word)).collect())
}

impl Live {
    fn perform(
        &mut self,
        process: &mut HostProcess,
        action: &Action,
    ) -> Result<Observation, ChannelError> {
        Ok(match action {
            Action::AddBreakpoint { condition: Some(_), .. } => {
                let reason = "this debugger has no conditions".to_owned();
                Observation::BreakpointRefused { reason }
            }
            Action::AddBreakpoint { at, condition: None } => self.add_breakpoint(process, *at)?,
            Action::RemoveBreakpoint { at } => self.remove_breakpoint(process, *at)?,
            Action::Start | Action::Continue => self.run(process, RESUME, action)?,
            Action::StepIn => self.run(process, STEP_INTO, action)?,
            Action::StepOver => self.run(process, STEP_OVER, action)?,
            Action::StepOut => self.run(process, STEP_OUT, action)?,
            Action::Look => {
                self.request(process, GET_LOCALS, &[Value::Integer(TOP)]);
                match self.reply(process)? {
                    Ok(values) => Observation::Looked { variables: variables(&values) },
                    Err(reason) => Observation::Refused { reason },
                }
            }
            Action::LookAtCallers { order } => self.look_at_callers(process, *order)?,
            Action::Evaluate(evaluation) => self.evaluate(process, evaluation)?,
            Action::Expand(expansion) => self.expand(process, expansion)?,
            Action::Restart | Action::AddLogpoint { .. } | Action::Complete(_) => {
                Observation::not_offered(action)
            }
        })
    }

    /// Adds a request to the send queue.
    pub(crate) fn request(&mut self, process: &mut HostProcess, command: i32, values: &[Value]) {
        let mut bytes = Vec::new();
        write(&Value::Request, &mut bytes);
        write(&Value::Integer(command), &mut bytes);
        values.iter().for_each(|value| write(value, &mut bytes));
        write(&Value::EndOfMessage, &mut bytes);
        process.queue(b'D', &[&bytes]);
    }

    fn next(&mut self, process: &mut HostProcess) -> Result<Arrival, ChannelError> {
        loop {
            if let Some(message) = self.waiting.pop_front() {
                return Ok(Arrival::Message(message));
            }
            let frame = process.receive(self.deadline)?;
            match frame.letter {
                b'd' => self.messages.feed(&frame.data),
                b'e' => {
                    let outcome = outcome(&frame.data).ok_or_else(|| malformed("a broken end"))?;
                    return Ok(Arrival::End(outcome));
                }
                _ => return Err(malformed(&format!("{frame:?}"))),
            }
            while let Some(message) = self.messages.next().map_err(malformed)? {
                self.waiting.push_back(message);
            }
        }
    }

    /// Waits for the answer to a request: its values, or the error.
    pub(crate) fn reply(
        &mut self,
        process: &mut HostProcess,
    ) -> Result<Result<Vec<Value>, String>, ChannelError> {
        process.flush(self.deadline)?;
        loop {
            let Arrival::Message(mut message) = self.next(process)? else {
                return Err(malformed("an end in place of an answer"));
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

    fn level(&self, frame: u32) -> Option<i32> {
        self.levels.get(usize::try_from(frame).ok()?).copied()
    }

    fn evaluate(
        &mut self,
        process: &mut HostProcess,
        evaluation: &Evaluation,
    ) -> Result<Observation, ChannelError> {
        let Evaluation { expression, frame, .. } = evaluation;
        let Some(level) = self.level(*frame) else { return Ok(no_frame(*frame)) };
        let text = Value::Text(expression.clone());
        self.request(process, EVAL, &[Value::Integer(level), text]);
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

    /// The variables of the program's frames below the top. A frame has one scope, so that there
    /// are no scopes to read first.
    fn look_at_callers(
        &mut self,
        process: &mut HostProcess,
        order: FrameOrder,
    ) -> Result<Observation, ChannelError> {
        let mut levels: Vec<i32> = self.levels.iter().skip(1).copied().collect();
        if order == FrameOrder::OutermostFirst {
            levels.reverse();
        }
        let mut callers = Vec::with_capacity(levels.len());
        for level in levels {
            self.request(process, GET_LOCALS, &[Value::Integer(level)]);
            match self.reply(process)? {
                Ok(values) => callers.push(variables(&values)),
                Err(reason) => return Ok(Observation::Refused { reason }),
            }
        }
        if order == FrameOrder::OutermostFirst {
            callers.reverse();
        }
        Ok(Observation::LookedAtCallers { callers })
    }

    /// Reads a variable with what it holds.
    fn expand(
        &mut self,
        process: &mut HostProcess,
        expansion: &Expansion,
    ) -> Result<Observation, ChannelError> {
        let Some(level) = self.level(expansion.frame) else {
            return Ok(no_frame(expansion.frame));
        };
        let Some(mut root) = self.find(process, level, &expansion.name)? else {
            return Ok(no_variable(expansion));
        };
        let mut objects = Objects { live: self, process, expansion };
        objects.close_proxies(vec![&mut root])?;
        Ok(Observation::Expanded { value: expand(&mut objects, root, expansion)? })
    }

    /// The innermost variable of that name. The debugger would run the getter of a global one, and
    /// is only asked for its value if there is no getter.
    fn find(
        &mut self,
        process: &mut HostProcess,
        level: i32,
        name: &str,
    ) -> Result<Option<Reported<Handle>>, ChannelError> {
        if name == "this" {
            return Ok(self.this(process, level)?.map(|this| reported(&this)));
        }
        self.request(process, GET_LOCALS, &[Value::Integer(level)]);
        let locals = self.reply(process)?.unwrap_or_default();
        let is_it = |pair: &&[Value; 2]| matches!(&pair[0], Value::Text(other) if other == name);
        if let Some([_, value]) = locals.as_chunks::<2>().0.iter().find(is_it) {
            return Ok(Some(reported(value)));
        }
        let outermost = self.levels.last().copied().unwrap_or(level);
        if let Some(global @ Value::Object { .. }) = self.this(process, outermost)? {
            self.request(process, GET_PROPERTY, &[global, Value::Text(name.to_owned())]);
            let property = self.reply(process)?.unwrap_or_default();
            if matches!(property.first(), Some(Value::Integer(flags)) if flags & ACCESSOR != 0) {
                return Ok(Some(Reported::accessor()));
            }
        }
        self.request(process, GET_VARIABLE, &[Value::Integer(level), Value::Text(name.to_owned())]);
        Ok(match self.reply(process)?.as_deref() {
            Ok([Value::Integer(1), value, ..]) => Some(reported(value)),
            _ => None,
        })
    }

    fn this(
        &mut self,
        process: &mut HostProcess,
        level: i32,
    ) -> Result<Option<Value>, ChannelError> {
        let this = Value::Text("this".to_owned());
        self.request(process, EVAL, &[Value::Integer(level), this]);
        let values = self.reply(process)?.unwrap_or_default();
        Ok(values.into_iter().nth(1))
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
                    Arrival::End(outcome) => return Ok(Observation::Finished(outcome)),
                    Arrival::Message(message) if is_pause(&message) => break,
                    Arrival::Message(_) => {}
                }
            }
            if let Some(pause) = self.pause(process)? {
                return Ok(Observation::Paused(pause));
            }
            // A step may end in a native function, which has nothing to show.
            command = STEP_OUT;
        }
        Ok(Observation::Refused { reason: "it is paused nowhere in the program".to_owned() })
    }

    /// Where the program is paused; `None` if that is not in code of the program.
    fn pause(&mut self, process: &mut HostProcess) -> Result<Option<Pause>, ChannelError> {
        self.request(process, GET_CALL_STACK, &[]);
        self.request(process, GET_LOCALS, &[Value::Integer(TOP)]);
        let stack = self.reply(process)?.unwrap_or_default();
        let locals = self.reply(process)?.unwrap_or_default();
        let stack = stack.as_chunks::<4>().0.iter().enumerate();
        let (levels, frames): (Vec<i32>, Vec<Frame>) =
            stack.filter_map(|(index, values)| Some((TOP - index as i32, frame(values)?))).unzip();
        // Nothing else is on top of the program.
        if levels.first() != Some(&TOP) {
            return Ok(None);
        }
        self.levels = levels;
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
