//! The debugger of the toy language.

use crate::code::{Code, FunctionCode};
use crate::compiler::{compile, compile_question};
use crate::lies::{FAULTS, Lie, by_number};
use crate::machine::{Event, Frame as MachineFrame, Machine, WATCHED_INSTRUCTIONS_MAX};
use crate::parser::{parse, parse_expression};
use crate::plain::FakeRunner;
use crate::value::Value;
use debunk_model::{
    Action, Capabilities, Capability, Completion, Evaluation, Expansion, Frame, Goal, Location,
    Observation, Pause, Place, Program, Quirks, Scope, ScopeKind, VariableView, Variables,
};
use debunk_session::{BuiltInFault, Debugger, DebuggerInfo, Driver, OpenError, PlainRunner};
use std::sync::Arc;

/// A debugger without a process. It is honest, unless a driver is made with a fault
/// ([`Debugger::faulty_driver`]) or a layer that lies is put over one.
#[derive(Clone, Debug)]
pub struct FakeDebugger {
    info: DebuggerInfo,
}

impl Default for FakeDebugger {
    fn default() -> Self {
        Self::new()
    }
}

impl FakeDebugger {
    /// The debugger.
    pub fn new() -> Self {
        let info = DebuggerInfo {
            name: "fake".to_owned(),
            product: "fake".to_owned(),
            version: "1.0.0".to_owned(),
            engine: None,
        };
        Self { info }
    }
}

impl Debugger for FakeDebugger {
    fn info(&self) -> &DebuggerInfo {
        &self.info
    }

    fn quirks(&self) -> Quirks {
        Quirks::default()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::of(&Capability::ALL)
    }

    fn supports(&self, goal: Goal) -> bool {
        goal == Goal::Script
    }

    fn driver(&self) -> Box<dyn Driver> {
        Box::new(FakeDriver { lie: None, session: None })
    }

    fn runner(&self) -> Box<dyn PlainRunner> {
        Box::new(FakeRunner)
    }

    fn built_in_faults(&self) -> &[BuiltInFault] {
        &FAULTS
    }

    fn faulty_driver(&self, fault: &BuiltInFault) -> Box<dyn Driver> {
        Box::new(FakeDriver { lie: by_number(fault.number), session: None })
    }
}

struct FakeDriver {
    lie: Option<Lie>,
    session: Option<FakeSession>,
}

impl Driver for FakeDriver {
    fn open(&mut self, program: &Program) -> Result<(), OpenError> {
        let code = code_of(program).map_err(OpenError::DoesNotParse)?;
        self.session = Some(FakeSession::new(code, &program.text, self.lie));
        Ok(())
    }

    fn perform(&mut self, actions: &[Action]) -> Vec<Observation> {
        let Some(session) = &mut self.session else { return Vec::new() };
        let mut observations: Vec<Observation> = Vec::with_capacity(actions.len());
        for action in actions {
            if observations.last().is_some_and(Observation::is_end) {
                break;
            }
            observations.push(session.perform(action));
        }
        observations
    }

    fn close(&mut self) {
        self.session = None;
    }

    fn discard(&mut self) {
        self.session = None;
    }
}

/// Parses and compiles a program.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn code_of(program: &Program) -> Result<Arc<Code>, String> {
    let tree = parse(&program.text)?;
    Ok(Arc::new(compile(&program.text, &tree)?))
}

/// A breakpoint or a logpoint.
struct Breakpoint {
    requested: Location,
    actual: Location,
    condition: Option<FunctionCode>,
    is_log: bool,
}

/// One program under the debugger.
struct FakeSession {
    code: Arc<Code>,
    /// Where each stop of the code is.
    locations: Vec<Location>,
    lie: Option<Lie>,
    machine: Machine,
    breakpoints: Vec<Breakpoint>,
}

impl FakeSession {
    fn new(code: Arc<Code>, text: &str, lie: Option<Lie>) -> Self {
        let locations = code.locations(text);
        let machine = Machine::new(code.clone(), None, WATCHED_INSTRUCTIONS_MAX);
        Self { code, locations, lie, machine, breakpoints: Vec::new() }
    }

    fn perform(&mut self, action: &Action) -> Observation {
        match action {
            Action::AddBreakpoint { at, condition } => self.add(*at, condition.as_deref(), false),
            Action::AddLogpoint { at } => self.add(*at, None, true),
            Action::RemoveBreakpoint { at } => self.remove(*at),
            Action::Start => self.run(action),
            Action::Restart => {
                self.machine = Machine::new(self.code.clone(), None, WATCHED_INSTRUCTIONS_MAX);
                self.run(action)
            }
            Action::Continue | Action::StepIn | Action::StepOver | Action::StepOut => {
                self.run(action)
            }
            Action::Look => match self.machine.frames.last() {
                Some(frame) => Observation::Looked { variables: self.variables(frame) },
                None => Observation::not_offered(action),
            },
            Action::LookAtCallers { .. } => {
                let callers = self.machine.frames.iter().rev().skip(1);
                let callers = callers.map(|frame| self.variables(frame)).collect();
                Observation::LookedAtCallers { callers }
            }
            Action::Evaluate(Evaluation { expression, frame, .. }) => {
                self.answer(expression, *frame as usize)
            }
            Action::Expand(Expansion { name, frame, .. }) => {
                let variables = self.variables_of(*frame);
                match variables.lookup(name) {
                    Some((_, value)) => Observation::Expanded { value: value.into() },
                    None => Observation::not_offered(action),
                }
            }
            Action::Complete(Completion { text, frame }) => {
                let variables = self.variables_of(*frame);
                let names = variables.visible().into_keys().filter(|name| name.starts_with(text));
                let names = names.map(str::to_owned).collect();
                Observation::Completed { names, has_more: false }
            }
        }
    }

    fn add(&mut self, requested: Location, condition: Option<&str>, is_log: bool) -> Observation {
        let condition = match condition.map(question).transpose() {
            Ok(condition) => condition,
            Err(reason) => return Observation::BreakpointRefused { reason },
        };
        let later = self.locations.iter().copied().filter(|at| *at >= requested);
        let Some(actual) = later.min() else {
            let reason = "no statement begins at that place or after it".to_owned();
            return Observation::BreakpointRefused { reason };
        };
        self.breakpoints.push(Breakpoint { requested, actual, condition, is_log });
        Observation::BreakpointSet { at: actual }
    }

    fn remove(&mut self, requested: Location) -> Observation {
        let position = self.breakpoints.iter().position(|it| it.requested == requested);
        match position.map(|position| self.breakpoints.remove(position)) {
            Some(_) => Observation::BreakpointRemoved,
            None => Observation::BreakpointNotRemoved { reason: "it is not set".to_owned() },
        }
    }

    /// Lets the program run until there is a reason to pause.
    fn run(&mut self, action: &Action) -> Observation {
        let shares = self.lie == Some(Lie::LoopsShareVariables) && self.breakpoints.len() == 2;
        self.machine.shares_loop_variables = shares;
        let from = self.machine.frames.last().map_or(0, |frame| frame.activation);
        let depth = self.machine.frames.len();
        loop {
            let event = self.machine.run();
            let Event::Stop(stop) = event else {
                let outcome = self.machine.outcome(&event);
                return outcome.map_or(Observation::Hung, Observation::Finished);
            };
            let now = self.machine.frames.len();
            let is_same = self.machine.frames.last().is_some_and(|it| it.activation == from);
            let is_step_done = match action {
                Action::StepIn => true,
                Action::StepOver => is_same || now < depth,
                Action::StepOut => now < depth,
                _ => false,
            };
            let is_hit = self.is_hit(self.locations[stop]);
            if is_step_done || is_hit || self.code.stops[stop].is_debugger {
                return Observation::Paused(self.pause());
            }
        }
    }

    /// Whether a breakpoint there pauses now; a logpoint writes its message.
    fn is_hit(&mut self, at: Location) -> bool {
        let mut is_hit = false;
        for index in 0..self.breakpoints.len() {
            let breakpoint = &self.breakpoints[index];
            if breakpoint.actual != at || breakpoint.is_log {
                // The message goes to the debugger's own console.
                continue;
            }
            is_hit |= match breakpoint.condition.clone() {
                None => true,
                Some(condition) => {
                    if self.lie == Some(Lie::ConditionChangesValue) {
                        self.change_first_number();
                    }
                    self.machine.evaluate(condition, 0).is_ok_and(|value| value.is_true())
                }
            };
        }
        is_hit
    }

    fn change_first_number(&mut self) {
        let Some(scope) = self.machine.frames.last().map(|frame| frame.scope) else { return };
        let scope = self.machine.scope(scope);
        let names = &self.code.layouts[scope.layout].names;
        let is_number = |value: &Option<Value>| matches!(value, Some(Value::Number(_)));
        let first = scope.values.iter().position(is_number);
        if let Some(name) = first.map(|first| names[first].0.clone()) {
            self.machine.overwrite(&name, |value| Value::Number(value.number() + 1.0));
        }
    }

    /// The variables that are visible in a frame; the innermost is 0.
    fn variables_of(&self, frame: u32) -> Variables {
        let frame = self.machine.frames.iter().rev().nth(frame as usize);
        frame.map(|frame| self.variables(frame)).unwrap_or_default()
    }

    fn answer(&mut self, expression: &str, frame: usize) -> Observation {
        let question = match question(expression) {
            Ok(question) => question,
            Err(reason) => {
                return Observation::Evaluated { value: format!("throws SyntaxError: {reason}") };
            }
        };
        let value = match self.machine.evaluate(question, frame) {
            Ok(value) => {
                if self.lie == Some(Lie::EvaluationChangesValue)
                    && matches!(value, Value::Number(_))
                {
                    self.machine.overwrite(expression, |value| Value::Number(value.number() + 1.0));
                }
                value.shown()
            }
            Err(Some(error)) => format!("throws {}", error.text()),
            Err(None) => return Observation::Hung,
        };
        Observation::Evaluated { value }
    }

    fn pause(&self) -> Pause {
        let frames = self.machine.frames.iter().rev().map(|frame| {
            let at = frame.stop.and_then(|stop| self.locations.get(stop));
            let at = at.copied().unwrap_or(Location::new(1, 0));
            Frame { function: frame.code.name.to_string(), place: Place::Program { at } }
        });
        let variables =
            self.machine.frames.last().map(|frame| self.variables(frame)).unwrap_or_default();
        Pause { frames: frames.collect(), variables }
    }

    /// The variables that a frame sees, innermost scope first.
    fn variables(&self, frame: &MachineFrame) -> Variables {
        let mut variables = Variables::new();
        let mut next = Some(frame.scope);
        while let Some(number) = next {
            let scope = self.machine.scope(number);
            let kind = match scope.parent {
                None => ScopeKind::Script,
                Some(_) if scope.activation == frame.activation => ScopeKind::Own,
                Some(_) => ScopeKind::Outer,
            };
            let names = self.code.layouts[scope.layout].names.iter().zip(&scope.values);
            let shown = names.map(|((name, _), value)| {
                let value = value.as_ref().map_or("uninitialised".to_owned(), Value::shown);
                (name.to_string(), value)
            });
            variables.push(Scope { kind, variables: shown.collect() });
            next = scope.parent;
        }
        variables
    }
}

/// An expression that is evaluated in a frame.
fn question(text: &str) -> Result<FunctionCode, String> {
    compile_question(&parse_expression(text)?)
}
