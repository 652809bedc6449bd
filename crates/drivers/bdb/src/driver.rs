//! The driver: turns actions into requests to the host, and its answers into observations.

use crate::message::{Answer, Request};
use crate::process::BdbProcess;
use debunk_model::{
    Action, Frame, Location, Observation, Pause, Place, Program, Scope, ScopeKind, Variables,
};
use debunk_native::{Builder, Built, EndedHow, outcome};
use debunk_session::{Driver, OpenError, perform_each};
use debunk_wire::ChannelError;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time limit for a debugger's answer, on a busy machine.
const ACTION_TIMEOUT_MS: u64 = 8_000;
const CLOSE_TIMEOUT_MS: u64 = 2_000;

/// Drives one host after the other.
pub(crate) struct BdbDriver {
    builder: Builder,
    process: Option<BdbProcess>,
    live: Option<Live>,
}

/// The current session.
struct Live {
    built: Arc<Built>,
    /// Requested location and the debugger's number.
    breakpoints: Vec<(Location, u64)>,
}

fn soon() -> Instant {
    Instant::now() + Duration::from_millis(ACTION_TIMEOUT_MS)
}

impl BdbDriver {
    pub fn new(builder: Builder) -> Self {
        Self { builder, process: None, live: None }
    }

    fn try_open(&mut self, program: &Program) -> Result<(), OpenError> {
        let built = self.builder.build(program)?;
        if self.process.is_none() {
            self.process = Some(BdbProcess::start(&self.builder).map_err(OpenError::Dead)?);
        }
        let Some(process) = &mut self.process else {
            return Err(OpenError::Dead("there is no process".to_owned()));
        };
        let file = built.source().to_string_lossy().into_owned();
        let output = process.workplace.output_file().to_string_lossy().into_owned();
        let request = Request::Open { file: &file, output: &output };
        match process.call(&request, soon()) {
            Ok(Answer::Opened) => {
                self.live = Some(Live { built, breakpoints: Vec::new() });
                Ok(())
            }
            Ok(Answer::DoesNotParse { reason }) => {
                // The copy that read it reports its end, too.
                if process.receive(soon()).is_err() {
                    self.process = None;
                }
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
        let request = match action {
            Action::AddBreakpoint { at, condition } => {
                Request::AddBreakpoint { line: at.line, condition: condition.as_deref() }
            }
            Action::RemoveBreakpoint { at } => {
                let found = live.breakpoints.iter().find(|(requested, _)| requested == at);
                let Some((_, number)) = found else {
                    let reason = "it was never set".to_owned();
                    return Ok(Observation::BreakpointNotRemoved { reason });
                };
                Request::RemoveBreakpoint { number: *number }
            }
            Action::Start => Request::Start,
            Action::Continue => Request::Continue,
            Action::StepIn => Request::StepIn,
            Action::StepOver => Request::StepOver,
            Action::StepOut => Request::StepOut,
            Action::Look => Request::Look,
            Action::LookAtCallers => Request::LookAtCallers,
            Action::Evaluate { expression } => Request::Evaluate { expression },
            Action::Restart | Action::AddLogpoint { .. } => {
                return Ok(Observation::not_offered(action));
            }
        };
        let answer = process.call(&request, soon())?;
        let observation = live.observe(process, action, answer);
        if observation.is_end() {
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
            ChannelError::Ended(_) => Observation::Crashed { detail: process.kill() },
        }
    }
}

impl Live {
    fn observe(&mut self, process: &BdbProcess, action: &Action, answer: Answer) -> Observation {
        let masks = self.built.masks();
        match answer {
            Answer::Set { line, number } => {
                if let Action::AddBreakpoint { at, .. } = action {
                    self.breakpoints.push((*at, number));
                }
                Observation::BreakpointSet { at: Location::new(line, 0) }
            }
            Answer::NotSet { reason } => {
                Observation::BreakpointRefused { reason: masks.apply(&reason) }
            }
            Answer::Removed => {
                if let Action::RemoveBreakpoint { at } = action {
                    self.breakpoints.retain(|(requested, _)| requested != at);
                }
                Observation::BreakpointRemoved
            }
            Answer::NotRemoved { reason } => Observation::BreakpointNotRemoved { reason },
            Answer::Paused { frames, variables } if !frames.is_empty() => {
                let frames = frames.into_iter().map(|(function, line)| Frame {
                    function,
                    place: Place::Program { at: Location::new(line, 0) },
                });
                let variables = self.variables(variables);
                Observation::Paused(Pause { frames: frames.collect(), variables })
            }
            Answer::Looked { variables } => {
                Observation::Looked { variables: self.variables(variables) }
            }
            Answer::LookedAtCallers { callers } => Observation::LookedAtCallers {
                callers: callers.into_iter().map(|variables| self.variables(variables)).collect(),
            },
            Answer::Evaluated { value } => Observation::Evaluated { value: masks.apply(&value) },
            Answer::Ended { code, signal } => {
                let ended = match (code, signal) {
                    (_, Some(signal)) => EndedHow::Signal(signal),
                    (Some(code), None) => EndedHow::Code(code),
                    (None, None) => EndedHow::Unknown,
                };
                Observation::Finished(outcome(&process.workplace.output(), &ended, &masks))
            }
            other => Observation::Refused { reason: format!("unexpected answer: {other:?}") },
        }
    }

    fn variables(&self, variables: BTreeMap<String, String>) -> Variables {
        let masks = self.built.masks();
        let masked = variables.into_iter().map(|(name, value)| (name, masks.apply(&value)));
        vec![Scope { kind: ScopeKind::Own, variables: masked.collect() }]
    }
}

impl Driver for BdbDriver {
    fn open(&mut self, program: &Program) -> Result<(), OpenError> {
        self.close();
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
        if self.live.take().is_none() {
            return;
        }
        let Some(process) = &mut self.process else { return };
        let deadline = Instant::now() + Duration::from_millis(CLOSE_TIMEOUT_MS);
        let closed = process.call(&Request::Close, deadline);
        if !matches!(closed, Ok(Answer::Ended { .. })) {
            self.process = None;
        }
    }

    fn discard(&mut self) {
        self.live = None;
        self.process = None;
    }
}
