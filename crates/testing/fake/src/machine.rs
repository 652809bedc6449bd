//! Runs a compiled program one instruction at a time, so that it can be paused anywhere.

use crate::code::{Code, FunctionCode, Instruction, Mutability};
use crate::log::Log;
use crate::syntax::Name;
use crate::value::{Value, binary, unary};
use debunk_model::Outcome;
use std::sync::Arc;

/// A plain run that takes longer counts as endless.
pub(crate) const PLAIN_INSTRUCTIONS_MAX: u64 = 200_000;
/// The same for copies and for runs under the debugger, which do more: what ends plainly ends here.
pub(crate) const WATCHED_INSTRUCTIONS_MAX: u64 = 2_000_000;
/// The limit of frames.
const FRAMES_MAX: usize = 400;
/// The limit of a string's length, so that no program can exhaust the memory.
const TEXT_BYTES_MAX: usize = 1 << 16;

/// The variables of one entered block or called function.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// The scope around it.
    pub parent: Option<usize>,
    /// Its names.
    pub layout: usize,
    /// Its values, `None` before the declaration.
    pub values: Vec<Option<Value>>,
    /// The activation that it belongs to.
    pub activation: u64,
}

/// A handler of errors.
#[derive(Clone, Copy, Debug)]
struct Handler {
    target: usize,
    scope: usize,
    height: usize,
}

/// A function that runs.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The function.
    pub code: Arc<FunctionCode>,
    /// Its innermost scope.
    pub scope: usize,
    /// Which call of all calls it is.
    pub activation: u64,
    /// The place where it was last able to pause.
    pub stop: Option<usize>,
    position: usize,
    height: usize,
    handlers: Vec<Handler>,
}

/// Why a machine stands still.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// The topmost frame is at a place where a debugger can pause, by its number.
    Stop(usize),
    /// The program, or the question, has ended with a value.
    Done(Value),
    /// It has ended with an error.
    Threw(Value),
    /// It takes too long.
    Exhausted,
}

/// A program that runs.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    code: Arc<Code>,
    /// The frames, innermost last.
    pub frames: Vec<Frame>,
    scopes: Vec<Scope>,
    values: Vec<Value>,
    /// What the program has printed.
    pub output: Vec<String>,
    log: Option<Log>,
    has_begun: Vec<bool>,
    instructions_left: u64,
    last_activation: u64,
    last_function: u64,
    /// Whether the rounds of a loop share their variables, which is wrong.
    pub shares_loop_variables: bool,
}

impl Machine {
    /// A program before its first instruction; with a log if it is a copy.
    pub fn new(code: Arc<Code>, log: Option<Log>, instructions_max: u64) -> Self {
        let mut machine = Self {
            frames: Vec::new(),
            scopes: Vec::new(),
            values: Vec::new(),
            output: Vec::new(),
            log,
            has_begun: vec![false; code.statements.len()],
            instructions_left: instructions_max,
            last_activation: 0,
            last_function: 0,
            shares_loop_variables: false,
            code,
        };
        let top = machine.code.functions[0].clone();
        machine.push_frame(top, None, &[]);
        machine
    }

    /// Whether each statement of the code has begun.
    pub fn has_begun(&self) -> &[bool] {
        &self.has_begun
    }

    /// The scope of that number.
    pub fn scope(&self, scope: usize) -> &Scope {
        &self.scopes[scope]
    }

    /// Runs to the end without a debugger.
    pub fn run_to_end(&mut self) -> Option<Outcome> {
        loop {
            match self.run() {
                Event::Stop(_) => {}
                Event::Exhausted => return None,
                ended => return self.outcome(&ended),
            }
        }
    }

    /// What came of a program that has ended.
    pub fn outcome(&self, ended: &Event) -> Option<Outcome> {
        let error = match ended {
            Event::Done(_) => None,
            Event::Threw(value) => Some(value.text()),
            Event::Stop(_) | Event::Exhausted => return None,
        };
        Some(Outcome { output: self.output.clone(), error })
    }

    /// Runs to the next place where a debugger can pause, or to the end.
    pub fn run(&mut self) -> Event {
        self.run_above(0)
    }

    /// Evaluates an expression in a frame; the topmost is 0.
    ///
    /// # Errors
    /// What it throws; `None` if it takes too long.
    pub fn evaluate(
        &mut self,
        question: FunctionCode,
        frame: usize,
    ) -> Result<Value, Option<Value>> {
        let floor = self.frames.len();
        let scope = self.frames.iter().rev().nth(frame).map(|frame| frame.scope);
        let Some(scope) = scope else { return Err(None) };
        self.push_frame(Arc::new(question), Some(scope), &[]);
        loop {
            match self.run_above(floor) {
                Event::Stop(_) => {}
                Event::Done(value) => return Ok(value),
                Event::Threw(error) => return Err(Some(error)),
                Event::Exhausted => return Err(None),
            }
        }
    }

    fn push_frame(&mut self, code: Arc<FunctionCode>, parent: Option<usize>, arguments: &[Value]) {
        self.last_activation += 1;
        let activation = self.last_activation;
        let scope = match (code.layout, parent) {
            (Some(layout), parent) => self.new_scope(layout, parent, activation),
            (None, parent) => parent.unwrap_or_default(),
        };
        if code.layout.is_some() {
            let values = &mut self.scopes[scope].values;
            for (value, argument) in values.iter_mut().zip(arguments).take(code.parameters) {
                *value = Some(argument.clone());
            }
        }
        let height = self.values.len();
        let handlers = Vec::new();
        self.frames.push(Frame {
            code,
            scope,
            activation,
            stop: None,
            position: 0,
            height,
            handlers,
        });
    }

    fn new_scope(&mut self, layout: usize, parent: Option<usize>, activation: u64) -> usize {
        let names = &self.code.layouts[layout].names;
        let first = |mutability: Mutability| match mutability {
            Mutability::Ready => Some(Value::Undefined),
            Mutability::Later | Mutability::Constant => None,
        };
        let values = names.iter().map(|(_, mutability)| first(*mutability)).collect();
        self.scopes.push(Scope { parent, layout, values, activation });
        self.scopes.len() - 1
    }

    fn pop(&mut self) -> Value {
        self.values.pop().unwrap_or(Value::Undefined)
    }

    /// Finds a variable: its scope and its place there.
    fn find(&self, name: &str) -> Option<(usize, usize)> {
        let mut next = self.frames.last().map(|frame| frame.scope);
        while let Some(number) = next {
            let scope = &self.scopes[number];
            if let Some(position) = self.code.layouts[scope.layout].position(name) {
                return Some((number, position));
            }
            next = scope.parent;
        }
        None
    }

    fn load(&self, name: &Name) -> Result<Value, Value> {
        match self.find(name) {
            Some((scope, position)) => {
                self.scopes[scope].values[position].clone().ok_or_else(|| too_early(name))
            }
            None => built_in(name).ok_or_else(|| {
                Value::Error(format!("ReferenceError: {name} is not defined").into())
            }),
        }
    }

    fn store(&mut self, name: &Name, value: Value) -> Result<(), Value> {
        let Some((scope, position)) = self.find(name) else {
            return Err(Value::Error(format!("ReferenceError: {name} is not defined").into()));
        };
        let (_, mutability) = self.code.layouts[self.scopes[scope].layout].names[position];
        let place = &mut self.scopes[scope].values[position];
        if place.is_none() {
            return Err(too_early(name));
        }
        if mutability == Mutability::Constant {
            return Err(Value::Error("TypeError: Assignment to constant variable.".into()));
        }
        *place = Some(value);
        Ok(())
    }

    /// Changes the innermost variable of a name, whatever the program says.
    pub fn overwrite(&mut self, name: &str, change: impl FnOnce(&Value) -> Value) {
        let Some((scope, position)) = self.find(name) else { return };
        let place = &mut self.scopes[scope].values[position];
        *place = place.as_ref().map(change);
    }

    /// Runs until no more frames than `floor` are left.
    fn run_above(&mut self, floor: usize) -> Event {
        loop {
            if self.instructions_left == 0 {
                return Event::Exhausted;
            }
            self.instructions_left -= 1;
            match self.step(floor) {
                Ok(None) => {}
                Ok(Some(event)) => return event,
                Err(error) => {
                    if !self.unwind(floor, &error) {
                        return Event::Threw(error);
                    }
                }
            }
        }
    }

    /// Leaves frames until one handles the error; false if none above `floor` does.
    fn unwind(&mut self, floor: usize, error: &Value) -> bool {
        while self.frames.len() > floor {
            let Some(frame) = self.frames.last_mut() else { return false };
            if let Some(handler) = frame.handlers.pop() {
                frame.position = handler.target;
                frame.scope = handler.scope;
                self.values.truncate(handler.height);
                self.values.push(error.clone());
                return true;
            }
            let height = frame.height;
            self.values.truncate(height);
            self.frames.pop();
        }
        false
    }

    /// Executes one instruction.
    ///
    /// # Errors
    /// What it throws.
    fn step(&mut self, floor: usize) -> Result<Option<Event>, Value> {
        let Some(frame) = self.frames.last_mut() else {
            return Ok(Some(Event::Done(Value::Undefined)));
        };
        let code = frame.code.clone();
        let Some(instruction) = code.instructions.get(frame.position) else {
            return Ok(Some(Event::Exhausted));
        };
        frame.position += 1;
        match instruction {
            Instruction::Begin(statement) => self.has_begun[*statement] = true,
            Instruction::Stop(stop) => {
                frame.stop = Some(*stop);
                return Ok(Some(Event::Stop(*stop)));
            }
            Instruction::Jump(target) => frame.position = *target,
            Instruction::JumpIfFalse(target) => {
                if !self.values.pop().is_some_and(|value| value.is_true()) {
                    frame.position = *target;
                }
            }
            Instruction::JumpKeepingIf(truth, target) => {
                if self.values.last().is_some_and(|value| value.is_true() == *truth) {
                    frame.position = *target;
                }
            }
            Instruction::Handle(target) => {
                let handler =
                    Handler { target: *target, scope: frame.scope, height: self.values.len() };
                frame.handlers.push(handler);
            }
            Instruction::EndHandle => drop(frame.handlers.pop()),
            Instruction::Enter(layout) => {
                let (parent, activation) = (frame.scope, frame.activation);
                let scope = self.new_scope(*layout, Some(parent), activation);
                self.set_scope(scope);
            }
            Instruction::Leave => {
                let parent = self.scopes[frame.scope].parent;
                frame.scope = parent.unwrap_or(frame.scope);
            }
            Instruction::Renew if self.shares_loop_variables => {}
            Instruction::Renew => {
                let copy = self.scopes[frame.scope].clone();
                self.scopes.push(copy);
                self.set_scope(self.scopes.len() - 1);
            }
            Instruction::Push(value) => self.values.push(value.clone()),
            Instruction::Pop => drop(self.pop()),
            Instruction::Copy => {
                let value = self.values.last().cloned();
                self.values.extend(value);
            }
            Instruction::Load(name) => {
                let value = self.load(name)?;
                self.values.push(value);
            }
            Instruction::LoadIfAny(name) => {
                let is_there = self.find(name).is_some() || built_in(name).is_some();
                let value = if is_there { self.load(name)? } else { Value::Undefined };
                self.values.push(value);
            }
            Instruction::Store(name) => {
                let value = self.values.last().cloned().unwrap_or(Value::Undefined);
                self.store(name, value)?;
            }
            Instruction::Initialise(name) => {
                let value = self.pop();
                if let Some((scope, position)) = self.find(name) {
                    self.scopes[scope].values[position] = Some(value);
                }
            }
            Instruction::Unary(operator) => {
                let operand = self.pop();
                self.values.push(unary(operator, &operand));
            }
            Instruction::Binary(operator) => {
                let (right, left) = (self.pop(), self.pop());
                let value = binary(operator, &left, &right);
                if matches!(&value, Value::Text(text) if text.len() > TEXT_BYTES_MAX) {
                    return Err(Value::Error("RangeError: Invalid string length".into()));
                }
                self.values.push(value);
            }
            Instruction::Make(function) => {
                self.last_function += 1;
                let heading = self.code.functions[*function].heading.clone();
                let (scope, identity) = (frame.scope, self.last_function);
                self.values.push(Value::Function { function: *function, scope, identity, heading });
            }
            Instruction::Call(count) => self.call(*count)?,
            Instruction::Return => {
                let value = self.pop();
                let height = frame_height(&self.frames);
                self.values.truncate(height);
                self.frames.pop();
                if self.frames.len() <= floor {
                    return Ok(Some(Event::Done(value)));
                }
                self.values.push(value);
            }
            Instruction::Throw => {
                let error = self.pop();
                return Err(error);
            }
            logging => self.write_log(logging),
        }
        Ok(None)
    }

    fn set_scope(&mut self, scope: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.scope = scope;
        }
    }

    fn call(&mut self, count: usize) -> Result<(), Value> {
        let arguments = self.values.split_off(self.values.len().saturating_sub(count));
        match self.pop() {
            Value::Print => {
                let texts: Vec<String> = arguments.iter().map(Value::text).collect();
                self.output.push(texts.join(" "));
                self.values.push(Value::Undefined);
                Ok(())
            }
            Value::Function { function, scope, .. } => {
                if self.frames.len() >= FRAMES_MAX {
                    let message = "RangeError: Maximum call stack size exceeded";
                    return Err(Value::Error(message.into()));
                }
                let code = self.code.functions[function].clone();
                self.push_frame(code, Some(scope), &arguments);
                Ok(())
            }
            other => {
                let message = format!("TypeError: {} is not a function", other.shown());
                Err(Value::Error(message.into()))
            }
        }
    }

    /// Does what the header of a copy would do.
    fn write_log(&mut self, instruction: &Instruction) {
        let mut values = Vec::new();
        if let Instruction::LogStatement(_, names) = instruction {
            values = names.iter().map(|name| self.load(name).ok()).collect();
        }
        let Some(log) = &mut self.log else {
            self.values.push(Value::Undefined);
            return;
        };
        let activation = |value: Option<&Value>| value.map_or(0, |value| value.number() as u32);
        match instruction {
            Instruction::LogIsFull => self.values.push(Value::Boolean(log.is_full())),
            Instruction::LogEnter(function) => {
                let activation = log.enter(*function, &mut self.output);
                self.values.push(Value::Number(f64::from(activation)));
            }
            Instruction::LogLeave => {
                log.leave(activation(self.values.pop().as_ref()));
                self.values.push(Value::Undefined);
            }
            Instruction::LogReturned(ends) => {
                let activation = activation(self.values.pop().as_ref());
                log.returned(activation, &mut self.output);
                if *ends {
                    log.leave(activation);
                }
            }
            Instruction::LogStatement(statement, _) => {
                let activation = activation(self.values.last());
                log.statement(*statement, activation, &values, &mut self.output);
            }
            _ => {}
        }
    }
}

fn frame_height(frames: &[Frame]) -> usize {
    frames.last().map_or(0, |frame| frame.height)
}

fn too_early(name: &str) -> Value {
    Value::Error(format!("ReferenceError: Cannot access '{name}' before initialization").into())
}

fn built_in(name: &str) -> Option<Value> {
    Some(match name {
        "print" => Value::Print,
        "undefined" => Value::Undefined,
        "NaN" => Value::Number(f64::NAN),
        "Infinity" => Value::Number(f64::INFINITY),
        _ => return None,
    })
}
