//! The state machine of one session.

use crate::{Driver, OpenError};
use debunk_model::{Action, Location, Observation, Program, Trace, TraceStep};

/// The state of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Loaded, not started.
    NotRunning,
    /// Paused.
    Paused,
    /// Over.
    Ended,
}

/// An action that is invalid in the current state; it was not sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot {action} while the session is {state:?}")]
pub struct IllegalAction {
    /// The action.
    pub action: Action,
    /// The state at that time.
    pub state: State,
}

/// One program under one debugger from start to end. Closes the driver when dropped.
pub struct Session<'driver> {
    driver: &'driver mut dyn Driver,
    state: State,
    /// Whether the program has ended, so that it can be restarted.
    has_finished: bool,
    requested: Vec<Location>,
    trace: Trace,
}

impl<'driver> Session<'driver> {
    /// Loads the program.
    ///
    /// # Errors
    /// If the driver cannot load it.
    pub fn open(
        driver: &'driver mut dyn Driver,
        program: &Program,
    ) -> Result<Session<'driver>, OpenError> {
        driver.open(program)?;
        Ok(Session {
            driver,
            state: State::NotRunning,
            has_finished: false,
            requested: Vec::new(),
            trace: Trace::default(),
        })
    }

    /// The current state.
    pub fn state(&self) -> State {
        self.state
    }

    /// What happened so far.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Ends the session and returns what happened.
    pub fn finish(mut self) -> Trace {
        std::mem::take(&mut self.trace)
    }

    /// Sends the actions together; only the last may be a control action. Returns the steps
    /// that they added to the trace.
    ///
    /// # Errors
    /// If an action is not legal; then none of them was sent.
    pub fn act(&mut self, actions: &[Action]) -> Result<&[TraceStep], IllegalAction> {
        self.check(actions)?;
        let before = self.trace.steps.len();
        let observations = self.driver.perform(actions);
        for (action, observation) in actions.iter().zip(observations) {
            self.note(action, &observation);
            self.trace.push(action.clone(), observation);
        }
        for (requested, actual) in self.driver.moved() {
            self.trace.move_breakpoint(requested, actual);
        }
        Ok(&self.trace.steps[before..])
    }

    fn check(&self, actions: &[Action]) -> Result<(), IllegalAction> {
        let mut requested = self.requested.clone();
        for (index, action) in actions.iter().enumerate() {
            let is_last = index + 1 == actions.len();
            let is_restart = *action == Action::Restart && self.has_finished;
            let is_legal = is_restart && is_last
                || self.state != State::Ended
                    && match action {
                        Action::AddBreakpoint { at, .. } | Action::AddLogpoint { at } => {
                            let is_new = !requested.contains(at);
                            requested.push(*at);
                            is_new
                        }
                        Action::RemoveBreakpoint { at } => {
                            let position = requested.iter().position(|other| other == at);
                            position.map(|position| requested.swap_remove(position)).is_some()
                        }
                        Action::Start => self.state == State::NotRunning && is_last,
                        action if action.is_question() => self.state == State::Paused,
                        _ => self.state == State::Paused && is_last,
                    };
            if !is_legal {
                return Err(IllegalAction { action: action.clone(), state: self.state });
            }
        }
        Ok(())
    }

    fn note(&mut self, action: &Action, observation: &Observation) {
        match (action, observation) {
            (
                Action::AddBreakpoint { at, .. } | Action::AddLogpoint { at },
                Observation::BreakpointSet { .. },
            ) => {
                self.requested.push(*at);
            }
            (Action::RemoveBreakpoint { at }, Observation::BreakpointRemoved) => {
                self.requested.retain(|other| other != at);
            }
            _ => {}
        }
        self.has_finished = matches!(observation, Observation::Finished(_));
        if observation.is_end() {
            self.state = State::Ended;
        } else if action.is_control() && observation.pause().is_some() {
            self.state = State::Paused;
        }
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.driver.close();
    }
}
