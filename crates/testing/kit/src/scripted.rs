//! A driver that follows a script, for tests that need a session but no debugger.

use debunk_model::{Action, Frame, Location, Observation, Outcome, Pause, Place, Program, Scope};
use debunk_session::{Driver, OpenError};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

/// Sets breakpoints where they are requested, and answers control actions by its script. Every session
/// begins the script anew; where the script is over, there is no answer ([`Observation::Hung`]).
pub struct ScriptedDriver {
    script: Vec<Observation>,
    left: VecDeque<Observation>,
    answers: fn(&Action) -> Option<Observation>,
    performed: Performed,
}

/// What a scripted driver was asked to do in its latest session.
#[derive(Clone, Default)]
pub struct Performed(Arc<Mutex<Vec<Action>>>);

impl Performed {
    /// The actions so far.
    ///
    /// # Panics
    /// If a test has panicked while it used the driver.
    pub fn actions(&self) -> Vec<Action> {
        self.0.lock().expect("no panic").clone()
    }
}

impl ScriptedDriver {
    /// A driver that answers control actions by a script.
    pub fn new(script: impl IntoIterator<Item = Observation>) -> Self {
        Self {
            script: script.into_iter().collect(),
            left: VecDeque::new(),
            answers: |_| None,
            performed: Performed::default(),
        }
    }

    /// The same driver, which first asks a function for its answer to any action.
    pub fn answering(mut self, answers: fn(&Action) -> Option<Observation>) -> Self {
        self.answers = answers;
        self
    }

    /// What it is asked to do, also after it has been handed over.
    pub fn performed(&self) -> Performed {
        self.performed.clone()
    }

    fn answer(&mut self, action: &Action) -> Observation {
        if let Some(answer) = (self.answers)(action) {
            return answer;
        }
        match action {
            Action::AddBreakpoint { at, .. } | Action::AddLogpoint { at } => {
                Observation::BreakpointSet { at: *at }
            }
            Action::RemoveBreakpoint { .. } => Observation::BreakpointRemoved,
            Action::Evaluate(_) => Observation::Evaluated { value: "1".to_owned() },
            Action::Look => Observation::Looked { variables: Vec::new() },
            Action::LookAtCallers { .. } => Observation::LookedAtCallers { callers: Vec::new() },
            _ => self.left.pop_front().unwrap_or(Observation::Hung),
        }
    }
}

impl Driver for ScriptedDriver {
    fn open(&mut self, _program: &Program) -> Result<(), OpenError> {
        self.left = self.script.clone().into();
        self.performed.0.lock().expect("no panic").clear();
        Ok(())
    }

    fn perform(&mut self, actions: &[Action]) -> Vec<Observation> {
        self.performed.0.lock().expect("no panic").extend_from_slice(actions);
        actions.iter().map(|action| self.answer(action)).collect()
    }

    fn close(&mut self) {}

    fn discard(&mut self) {}
}

/// A pause in functions at locations of the program, innermost first.
pub fn paused(frames: &[(&str, Location)], variables: &[Scope]) -> Observation {
    let frame = |(function, at): &(&str, Location)| Frame {
        function: (*function).to_owned(),
        place: Place::Program { at: *at },
    };
    Observation::Paused(Pause {
        frames: frames.iter().map(frame).collect(),
        variables: variables.to_vec(),
    })
}

/// The end of a program that printed these texts.
pub fn finished(output: &[&str]) -> Observation {
    let output = output.iter().map(|text| (*text).to_owned()).collect();
    Observation::Finished(Outcome { output, error: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sessions::{at, run, script};

    #[test]
    fn every_session_begins_the_script_anew() {
        let pause = paused(&[("f", at(2)), ("", at(4))], &[]);
        let mut driver = ScriptedDriver::new([pause.clone(), finished(&["1"])]);
        let performed = driver.performed();
        let actions =
            [Action::add_breakpoint(at(2)), Action::Start, Action::Look, Action::Continue];
        let program = script("f();");
        let first = run(&mut driver, &program, &actions);
        assert_eq!(first.steps[1].observation, pause);
        assert_eq!(first.last_observation(), Some(&finished(&["1"])));
        assert_eq!(run(&mut driver, &program, &actions), first);
        assert_eq!(performed.actions(), actions);
    }
}
