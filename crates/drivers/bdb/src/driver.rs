//! The driver: turns actions into requests to the host, and its answers into observations.

use crate::message::{HostAnswer, Request};
use crate::process::BdbProcess;
use debunk_model::{
    Action, Contents, Evaluation, Expansion, Frame, Location, Observation, Pause, Place, Program,
    Scope, ScopeKind, Value, Variables,
};
use debunk_native::{Builder, Built, EndedHow, Masks, outcome};
use debunk_session::OpenError;
use debunk_shell::{
    Backend, Fate, LoadError, Protocol, action_deadline, no_frame, no_variable, one_by_one, within,
};
use debunk_wire::ChannelError;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// How long a program that is no longer needed may take to end.
const CLOSE_TIMEOUT_MS: u64 = 2_000;

/// One host after the other.
pub(crate) struct BdbBackend {
    builder: Builder,
}

/// The current session.
pub(crate) struct Live {
    built: Arc<Built>,
    /// Requested location and the debugger's number.
    breakpoints: Vec<(Location, u64)>,
    /// Whether the program has ended, and its copy of the host with it.
    has_ended: bool,
}

impl BdbBackend {
    pub fn new(builder: Builder) -> Self {
        Self { builder }
    }
}

impl Backend for BdbBackend {
    type Process = BdbProcess;
    type Live = Live;

    fn start(&mut self, program: &Program) -> Result<BdbProcess, OpenError> {
        self.builder.build(program)?;
        BdbProcess::start(&self.builder).map_err(OpenError::Dead)
    }

    fn load(&mut self, process: &mut BdbProcess, program: &Program) -> Result<Live, LoadError> {
        let built = self.builder.build(program).map_err(OpenError::from)?;
        let file = built.source().to_string_lossy().into_owned();
        let output = process.workplace.output_file().to_string_lossy().into_owned();
        let request = Request::Open { file: &file, output: &output };
        match process.call(&request, action_deadline())? {
            HostAnswer::Opened => Ok(Live { built, breakpoints: Vec::new(), has_ended: false }),
            HostAnswer::DoesNotParse { reason } => {
                // The copy that read it reports its end, too.
                process.is_confused = process.receive(action_deadline()).is_err();
                Err(OpenError::DoesNotParse(reason).into())
            }
            other => Err(ChannelError::Ended(format!("the host answered {other:?}")).into()),
        }
    }

    fn kill(&mut self, mut process: BdbProcess) -> String {
        process.kill()
    }

    /// Ends the copy of the host that runs the program.
    fn leave(&mut self, process: &mut BdbProcess, live: Live) -> Fate {
        if live.has_ended {
            return Fate::Keep;
        }
        match process.call(&Request::Close, within(CLOSE_TIMEOUT_MS)) {
            Ok(HostAnswer::Ended { .. }) => Fate::Keep,
            _ => Fate::Replace,
        }
    }

    fn is_worn_out(&self, process: &BdbProcess) -> bool {
        process.is_confused
    }
}

impl Protocol for BdbBackend {
    fn perform(
        &mut self,
        process: &mut BdbProcess,
        live: &mut Live,
        actions: &[Action],
        observations: &mut Vec<Observation>,
    ) -> Result<(), ChannelError> {
        one_by_one(actions, observations, |action, deadline| {
            live.perform(process, action, deadline)
        })
    }
}

impl Live {
    fn perform(
        &mut self,
        process: &mut BdbProcess,
        action: &Action,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let request = match action {
            Action::AddBreakpoint { at, condition } => {
                Request::AddBreakpoint { line: at.line, condition: condition.as_deref() }
            }
            Action::RemoveBreakpoint { at } => {
                let found = self.breakpoints.iter().find(|(requested, _)| requested == at);
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
            Action::LookAtCallers { order } => Request::LookAtCallers { order: *order },
            Action::Evaluate(Evaluation { expression, frame, .. }) => {
                Request::Evaluate { expression, frame: *frame }
            }
            Action::Expand(Expansion { name, frame, depth, width, .. }) => {
                Request::Expand { name, frame: *frame, depth: *depth, width: *width }
            }
            Action::Restart | Action::AddLogpoint { .. } | Action::Complete(_) => {
                return Ok(Observation::not_offered(action));
            }
        };
        let answer = process.call(&request, deadline)?;
        let observation = self.observe(process, action, answer);
        self.has_ended = observation.is_end();
        Ok(observation)
    }

    fn observe(
        &mut self,
        process: &BdbProcess,
        action: &Action,
        answer: HostAnswer,
    ) -> Observation {
        let masks = self.built.masks();
        match answer {
            HostAnswer::Set { line, number } => {
                if let Action::AddBreakpoint { at, .. } = action {
                    self.breakpoints.push((*at, number));
                }
                Observation::BreakpointSet { at: Location::new(line, 0) }
            }
            HostAnswer::NotSet { reason } => {
                Observation::BreakpointRefused { reason: masks.apply(&reason) }
            }
            HostAnswer::Removed => {
                if let Action::RemoveBreakpoint { at } = action {
                    self.breakpoints.retain(|(requested, _)| requested != at);
                }
                Observation::BreakpointRemoved
            }
            HostAnswer::NotRemoved { reason } => Observation::BreakpointNotRemoved { reason },
            HostAnswer::Paused { frames, variables } if !frames.is_empty() => {
                let frames = frames.into_iter().map(|(function, line)| Frame {
                    function,
                    place: Place::Program { at: Location::new(line, 0) },
                });
                let variables = self.variables(variables);
                Observation::Paused(Pause { frames: frames.collect(), variables })
            }
            HostAnswer::Looked { variables } => {
                Observation::Looked { variables: self.variables(variables) }
            }
            HostAnswer::LookedAtCallers { callers } => Observation::LookedAtCallers {
                callers: callers.into_iter().map(|variables| self.variables(variables)).collect(),
            },
            HostAnswer::Evaluated { value } => {
                Observation::Evaluated { value: masks.apply(&value) }
            }
            HostAnswer::Expanded { mut value } => {
                mask(&mut value, &masks);
                Observation::Expanded { value }
            }
            HostAnswer::NoFrame => match action {
                Action::Expand(Expansion { frame, .. })
                | Action::Evaluate(Evaluation { frame, .. }) => no_frame(*frame),
                _ => Observation::not_offered(action),
            },
            HostAnswer::NoVariable => match action {
                Action::Expand(expansion) => no_variable(expansion),
                _ => Observation::not_offered(action),
            },
            HostAnswer::Ended { code, signal } => {
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

/// Masks all texts in a value.
fn mask(value: &mut Value, masks: &Masks) {
    value.text = masks.apply(&value.text);
    if let Contents::Children { children, .. } = &mut value.contents {
        for child in children {
            child.key = masks.apply(&child.key);
            mask(&mut child.value, masks);
        }
    }
}
