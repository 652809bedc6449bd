//! The shell around a backend that follows a script.

use crate::{Backend, Failure, Fate, LoadError, Protocol, Shell, Stage, one_by_one};
use debunk_model::{Action, Goal, Observation, Program};
use debunk_session::{Driver, OpenError};
use debunk_wire::ChannelError;
use std::sync::{Arc, Mutex};

/// What happened, in order.
type Diary = Arc<Mutex<Vec<String>>>;

/// Which attempts to start or to load fail, and how sessions go.
#[derive(Default)]
struct Script {
    diary: Diary,
    failing_starts: u32,
    losing_loads: u32,
    refused: Option<OpenError>,
    serves_one: bool,
    is_left_badly: bool,
    retries_start: bool,
    has_ended: bool,
    /// The error of every action.
    error: Option<fn() -> ChannelError>,
    started: u32,
}

impl Script {
    fn note(&self, text: &str) {
        self.diary.lock().expect("no panic").push(text.to_owned());
    }
}

impl Backend for Script {
    type Process = u32;
    type Live = ();

    fn start(&mut self, _program: &Program) -> Result<u32, OpenError> {
        self.started += 1;
        self.note(&format!("start {}", self.started));
        if self.started <= self.failing_starts {
            return Err(OpenError::Dead("no start".to_owned()));
        }
        Ok(self.started)
    }

    fn load(&mut self, process: &mut u32, _program: &Program) -> Result<(), LoadError> {
        self.note(&format!("load {process}"));
        if *process <= self.losing_loads {
            return Err(ChannelError::TimedOut.into());
        }
        match &self.refused {
            Some(error) => Err(error.clone().into()),
            None => Ok(()),
        }
    }

    fn kill(&mut self, process: u32) -> String {
        self.note(&format!("kill {process}"));
        "killed".to_owned()
    }

    fn serves_many(&self) -> bool {
        !self.serves_one
    }

    fn leave(&mut self, process: &mut u32, (): ()) -> Fate {
        self.note(&format!("leave {process}"));
        if self.is_left_badly { Fate::Replace } else { Fate::Keep }
    }

    fn dismiss(&mut self, process: u32) {
        self.note(&format!("dismiss {process}"));
    }

    fn retries(&self, failure: Failure) -> bool {
        failure.earlier == 0 && (self.retries_start || failure.stage == Stage::Load)
    }
}

impl Protocol for Script {
    fn perform(
        &mut self,
        _process: &mut u32,
        (): &mut (),
        actions: &[Action],
        observations: &mut Vec<Observation>,
    ) -> Result<(), ChannelError> {
        one_by_one(actions, observations, |action, _| match (action, self.error) {
            (Action::Start, Some(error)) => Err(error()),
            (Action::Start, None) => Ok(Observation::Finished(Default::default())),
            _ => Ok(Observation::BreakpointRemoved),
        })
    }

    fn has_ended(&mut self, _process: &mut u32) -> bool {
        self.has_ended
    }
}

fn program() -> Program {
    Program::javascript("a.js", Goal::Script, "print(1);\n")
}

/// Opens and closes two sessions, and returns the results with what happened.
fn two_sessions(script: Script) -> (Vec<Result<(), OpenError>>, String) {
    let diary = script.diary.clone();
    let mut shell = Shell::new(script);
    let mut results = Vec::new();
    for _ in 0..2 {
        results.push(shell.open(&program()));
        shell.close();
    }
    let words = diary.lock().expect("no panic").join(", ");
    (results, words)
}

#[test]
fn a_process_serves_one_session_after_the_other() {
    let (results, diary) = two_sessions(Script::default());
    assert_eq!(results, [Ok(()), Ok(())]);
    assert_eq!(diary, "start 1, load 1, leave 1, load 1, leave 1");
}

#[test]
fn a_process_for_one_program_is_dismissed_after_it() {
    let (_, diary) = two_sessions(Script { serves_one: true, ..Script::default() });
    assert_eq!(diary, "start 1, load 1, dismiss 1, start 2, load 2, dismiss 2");
}

#[test]
fn a_process_that_was_left_badly_is_replaced() {
    let (_, diary) = two_sessions(Script { is_left_badly: true, ..Script::default() });
    assert_eq!(diary, "start 1, load 1, leave 1, dismiss 1, start 2, load 2, leave 2, dismiss 2");
}

#[test]
fn a_process_that_is_lost_while_it_loads_is_replaced_once() {
    let (results, diary) = two_sessions(Script { losing_loads: 1, ..Script::default() });
    assert_eq!(results, [Ok(()), Ok(())]);
    assert_eq!(diary, "start 1, load 1, kill 1, start 2, load 2, leave 2, load 2, leave 2");
    let (results, _) = two_sessions(Script { losing_loads: 3, ..Script::default() });
    assert_eq!(results, [Err(OpenError::Dead("no answer in time; killed".to_owned())), Ok(())]);
}

#[test]
fn the_backend_decides_whether_a_failed_start_is_repeated() {
    let script = |retries_start| Script { failing_starts: 1, retries_start, ..Script::default() };
    let (results, _) = two_sessions(script(true));
    assert_eq!(results, [Ok(()), Ok(())]);
    let (results, _) = two_sessions(script(false));
    assert_eq!(results, [Err(OpenError::Dead("no start".to_owned())), Ok(())]);
}

#[test]
fn a_refused_program_costs_no_process_that_serves_many() {
    let error = OpenError::DoesNotParse("no".to_owned());
    let refused = Some(error.clone());
    let (results, diary) = two_sessions(Script { refused, ..Script::default() });
    assert_eq!(results, [Err(error.clone()), Err(error)]);
    assert_eq!(diary, "start 1, load 1, load 1");
}

#[test]
fn what_is_lost_becomes_the_last_observation_and_is_replaced() {
    let timed_out: fn() -> ChannelError = || ChannelError::TimedOut;
    let gone: fn() -> ChannelError = || ChannelError::Ended("closed".to_owned());
    let crashed = || Observation::Crashed { detail: "killed".to_owned() };
    let cases = [
        (timed_out, false, Observation::Hung, "dismiss 1"),
        (timed_out, true, crashed(), "kill 1"),
        (gone, false, crashed(), "kill 1"),
    ];
    for (error, has_ended, expected, end) in cases {
        let script = Script { error: Some(error), has_ended, ..Script::default() };
        let diary = script.diary.clone();
        let mut shell = Shell::new(script);
        shell.open(&program()).expect("it opens");
        let remove = Action::RemoveBreakpoint { at: debunk_model::Location::new(1, 0) };
        let observations = shell.perform(&[remove, Action::Start]);
        assert_eq!(observations, [Observation::BreakpointRemoved, expected]);
        let nothing = shell.perform(&[Action::Start]);
        assert_eq!(nothing, [Observation::Crashed { detail: "not running".to_owned() }]);
        shell.open(&program()).expect("it opens");
        let words = diary.lock().expect("no panic").join(", ");
        assert_eq!(words, format!("start 1, load 1, {end}, start 2, load 2"));
    }
}

#[test]
fn nothing_is_performed_after_an_end() {
    let mut shell = Shell::new(Script::default());
    shell.open(&program()).expect("it opens");
    let observations = shell.perform(&[Action::Start, Action::Look]);
    assert_eq!(observations.len(), 1);
}
