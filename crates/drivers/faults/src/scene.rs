//! What a fault can see and do: the real debugger underneath, and the session so far.

use crate::source::Source;
use debunk_base::Bits;
use debunk_model::{Action, Location, Observation, Pause, Program};
use debunk_session::{Driver, OpenError};

/// A breakpoint as the user knows it, and what the real debugger knows of it.
#[derive(Clone, Debug)]
pub(crate) struct Breakpoint {
    /// Where the user requested it.
    pub requested: Location,
    /// Where it was requested from the real debugger.
    pub sent: Location,
    /// Its actual location.
    pub actual: Location,
    /// The condition that the real debugger got.
    pub condition: Option<String>,
    /// Whether the real debugger has it.
    pub is_active: bool,
    /// How often a pause was reported at it.
    pub hits: u32,
}

/// One session as a fault sees it.
pub(crate) struct Scene {
    inner: Box<dyn Driver>,
    /// What is known of the program.
    pub source: Source,
    /// The breakpoints that the user believes in, in the order in which they were set.
    pub breakpoints: Vec<Breakpoint>,
    /// Where the real debugger is paused.
    pub here: Option<Pause>,
    /// The last pause as reported.
    pub reported: Option<Pause>,
    /// The pause that was reported before the last one.
    pub reported_before: Option<Pause>,
    /// The last control action.
    pub last_control: Option<Action>,
    /// The number of control actions so far.
    pub controls: u32,
    /// Whether a name was evaluated since the last control action.
    pub has_evaluated: bool,
    /// Whether an expression that is more than a name was evaluated since the last control action.
    pub has_evaluated_operator: bool,
    /// Whether a variable was expanded since the last control action.
    pub has_expanded: bool,
    /// Whether the variables were read again since the last control action.
    pub has_looked: bool,
}

impl Scene {
    /// A scene before its first session.
    pub fn new(inner: Box<dyn Driver>) -> Self {
        Self {
            inner,
            source: Source::default(),
            breakpoints: Vec::new(),
            here: None,
            reported: None,
            reported_before: None,
            last_control: None,
            controls: 0,
            has_evaluated: false,
            has_evaluated_operator: false,
            has_expanded: false,
            has_looked: false,
        }
    }

    /// Begins a session, with nothing left of the last one.
    pub fn open(&mut self, program: &Program) -> Result<(), OpenError> {
        self.source = Source::of(program);
        self.breakpoints.clear();
        self.here = None;
        self.reported = None;
        self.reported_before = None;
        self.last_control = None;
        self.controls = 0;
        self.has_evaluated = false;
        self.has_evaluated_operator = false;
        self.has_expanded = false;
        self.has_looked = false;
        self.inner.open(program)
    }

    /// Ends the session.
    pub fn close(&mut self) {
        self.inner.close();
    }

    /// Ends the real debugger.
    pub fn discard(&mut self) {
        self.inner.discard();
    }

    /// What the last session covered of the real debugger.
    pub fn coverage(&mut self) -> Option<Bits> {
        self.inner.coverage()
    }

    /// Does what was requested, without a lie.
    pub fn honest(&mut self, action: &Action) -> Observation {
        match action {
            Action::AddBreakpoint { at, condition } => self.add(*at, *at, condition.clone()),
            Action::RemoveBreakpoint { at } => self.remove(*at),
            other => self.run(other),
        }
    }

    /// Sends any action except those on breakpoints to the real debugger.
    pub fn run(&mut self, action: &Action) -> Observation {
        let observation = self.send(action);
        if action.is_control() {
            self.here = observation.pause().cloned();
        }
        observation
    }

    fn send(&mut self, action: &Action) -> Observation {
        let answers = self.inner.perform(std::slice::from_ref(action));
        // A driver that gives no answer at all has lost its process.
        answers.into_iter().next().unwrap_or(Observation::Hung)
    }

    /// Sets a breakpoint that the user requested at `requested`, really requesting `sent`.
    pub fn add(
        &mut self,
        requested: Location,
        sent: Location,
        condition: Option<String>,
    ) -> Observation {
        let action = Action::AddBreakpoint { at: sent, condition: condition.clone() };
        let observation = self.send(&action);
        if let Observation::BreakpointSet { at: actual } = observation {
            let breakpoint =
                Breakpoint { requested, sent, actual, condition, is_active: true, hits: 0 };
            self.breakpoints.push(breakpoint);
        }
        observation
    }

    /// What the real debugger has since reported about the locations of breakpoints, by the user's
    /// requests.
    pub fn moved(&mut self) -> Vec<(Location, Location)> {
        let mut moved = Vec::new();
        for (sent, actual) in self.inner.moved() {
            for breakpoint in self.breakpoints.iter_mut().filter(|other| other.sent == sent) {
                breakpoint.actual = actual;
                moved.push((breakpoint.requested, actual));
            }
        }
        moved
    }

    /// Removes the breakpoint that was requested at `at`.
    pub fn remove(&mut self, at: Location) -> Observation {
        let Some(index) = self.breakpoints.iter().position(|other| other.requested == at) else {
            return self.send(&Action::RemoveBreakpoint { at });
        };
        let breakpoint = self.breakpoints.remove(index);
        if breakpoint.is_active {
            self.send(&Action::RemoveBreakpoint { at: breakpoint.sent })
        } else {
            Observation::BreakpointRemoved
        }
    }

    /// Adds or removes a breakpoint in the real debugger, behind the user's back.
    pub fn set_active(&mut self, index: usize, is_active: bool) {
        let Some(breakpoint) = self.breakpoints.get_mut(index) else { return };
        if breakpoint.is_active == is_active {
            return;
        }
        breakpoint.is_active = is_active;
        let at = breakpoint.sent;
        let condition = breakpoint.condition.clone();
        let action = if is_active {
            Action::AddBreakpoint { at, condition }
        } else {
            Action::RemoveBreakpoint { at }
        };
        self.send(&action);
    }

    /// The same for all breakpoints.
    pub fn set_all_active(&mut self, is_active: bool) {
        for index in 0..self.breakpoints.len() {
            self.set_active(index, is_active);
        }
    }

    /// Sets a breakpoint on another line than the requested one, if possible.
    pub fn add_elsewhere(
        &mut self,
        at: Location,
        line: u32,
        condition: Option<String>,
    ) -> Observation {
        match self.add(at, Location::new(line, 0), condition.clone()) {
            set @ Observation::BreakpointSet { .. } => set,
            _ => self.add(at, at, condition),
        }
    }

    /// Records what the user sees.
    pub fn note_answer(&mut self, action: &Action, observation: &Observation) {
        match action {
            Action::Evaluate(evaluation) => {
                self.has_evaluated = true;
                self.has_evaluated_operator |= evaluation.expression.contains(' ');
            }
            Action::Expand(_) => self.has_expanded = true,
            Action::Look => self.has_looked = true,
            _ => {}
        }
        if !action.is_control() {
            return;
        }
        self.controls += 1;
        self.last_control = Some(action.clone());
        self.has_evaluated = false;
        self.has_evaluated_operator = false;
        self.has_expanded = false;
        self.has_looked = false;
        self.reported_before = std::mem::replace(&mut self.reported, observation.pause().cloned());
        let location = self.reported.as_ref().and_then(Pause::location);
        for breakpoint in &mut self.breakpoints {
            breakpoint.hits += u32::from(location == Some(breakpoint.actual));
        }
    }

    /// The number of frames where the real debugger is paused; 0 if it is not.
    pub fn depth(&self) -> usize {
        self.here.as_ref().map_or(0, |pause| pause.frames.len())
    }

    /// Where the real debugger is paused in the program.
    pub fn location(&self) -> Option<Location> {
        self.here.as_ref().and_then(Pause::location)
    }

    /// Whether a breakpoint is set where the real debugger is paused.
    pub fn is_at_breakpoint(&self) -> bool {
        let location = self.location();
        self.breakpoints.iter().any(|breakpoint| Some(breakpoint.actual) == location)
    }

    /// Whether the last pause came from a step.
    pub fn has_stepped(&self) -> bool {
        self.last_control.as_ref().is_some_and(Action::is_step)
    }
}
