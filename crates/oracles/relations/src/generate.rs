//! The initial run: random actions, each chosen among those that are legal now.

use crate::{Next, Policy};
use std::collections::VecDeque;

use debunk_model::{
    Action, Granularity, LineIndex, Location, Observation, Program, Sites, TestRng, TraceStep,
};

/// How long initial runs get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneratorOptions {
    /// The limit of breakpoints before the start.
    pub breakpoints_max: usize,
    /// The limit of actions after the start, before the run continues to its end or is abandoned.
    pub actions_max: usize,
    /// How finely breakpoints are requested.
    pub granularity: Granularity,
}

impl Default for GeneratorOptions {
    fn default() -> Self {
        Self { breakpoints_max: 4, actions_max: 16, granularity: Granularity::Columns }
    }
}

/// How many further continues a run gets to reach its end.
const CONTINUES_TO_END_MAX: usize = 24;
/// The percentage of scripted runs that get one more breakpoint at the start.
const ONE_MORE_PERCENT: u32 = 30;

enum Phase {
    Breakpoints,
    RemoveSome,
    Scripted,
    Running,
}

/// Generates the actions of an initial run from a seed and the observations.
pub struct Generator<'program> {
    program: &'program Program,
    sites: &'program Sites,
    lines: &'program LineIndex,
    rng: TestRng,
    options: GeneratorOptions,
    phase: Phase,
    standing: Vec<Location>,
    actions_left: usize,
    continues_left: usize,
    script: VecDeque<Action>,
}

impl<'program> Generator<'program> {
    /// A generator for one run.
    pub fn new(
        program: &'program Program,
        sites: &'program Sites,
        lines: &'program LineIndex,
        mut rng: TestRng,
        options: GeneratorOptions,
    ) -> Self {
        let actions_left = 1 + rng.below(options.actions_max.max(1));
        let continues_left = if rng.chance(60) { CONTINUES_TO_END_MAX } else { 0 };
        Self {
            program,
            sites,
            lines,
            rng,
            options,
            phase: Phase::Breakpoints,
            standing: Vec::new(),
            actions_left,
            continues_left,
            script: VecDeque::new(),
        }
    }

    /// The same generator, but the run begins with these actions, as far as they are legal. Unless
    /// it continues, it also ends with them.
    pub fn following(mut self, actions: &[Action], may_extend: bool) -> Self {
        self.script = actions.iter().cloned().collect();
        while self.script.back().is_some_and(|action| !action.is_control()) {
            self.script.pop_back();
        }
        if self.script.is_empty() {
            self.script = actions.iter().cloned().collect();
            self.script.push_back(Action::Start);
        }
        if may_extend && self.rng.chance(ONE_MORE_PERCENT) {
            let location = self.location();
            self.script.push_front(Action::add_breakpoint(location));
        }
        if !may_extend {
            self.actions_left = 0;
            self.continues_left = 0;
        }
        self.phase = Phase::Scripted;
        self
    }

    /// The next actions of the script, up to one that lets the program run.
    fn scripted(&mut self, steps: &[TraceStep]) -> Next {
        let is_started = steps.last().is_some_and(|step| step.action.is_control());
        let is_paused = steps.last().is_some_and(|step| step.observation.pause().is_some());
        if is_started && !is_paused {
            return Next::Done;
        }
        let mut standing = self.standing.clone();
        let mut actions = Vec::new();
        while let Some(action) = self.script.pop_front() {
            let is_legal = match &action {
                Action::AddBreakpoint { at, .. } | Action::AddLogpoint { at } => {
                    !standing.contains(at)
                }
                Action::RemoveBreakpoint { at } => standing.contains(at),
                Action::Start => !is_started,
                _ => is_started,
            };
            if !is_legal {
                continue;
            }
            match &action {
                Action::AddBreakpoint { at, .. } | Action::AddLogpoint { at } => {
                    standing.push(*at);
                }
                Action::RemoveBreakpoint { at } => standing.retain(|other| other != at),
                _ => {}
            }
            let is_last = action.is_control();
            actions.push(action);
            if is_last {
                break;
            }
        }
        if self.script.is_empty() {
            self.phase = Phase::Running;
        }
        match actions.last() {
            Some(last) if last.is_control() => Next::Act(actions),
            _ => Next::Done,
        }
    }

    fn note(&mut self, steps: &[TraceStep]) {
        for step in steps {
            match (&step.action, &step.observation) {
                (
                    Action::AddBreakpoint { at, .. } | Action::AddLogpoint { at },
                    Observation::BreakpointSet { .. },
                ) => {
                    self.standing.push(*at);
                }
                (Action::RemoveBreakpoint { at }, Observation::BreakpointRemoved) => {
                    self.standing.retain(|other| other != at);
                }
                _ => {}
            }
        }
    }

    fn location(&mut self) -> Location {
        let at = random_location(self.program, self.sites, self.lines, &mut self.rng);
        self.options.granularity.place(at)
    }

    fn first_breakpoints(&mut self) -> Vec<Action> {
        let count = 1 + self.rng.below(self.options.breakpoints_max.max(1));
        let mut locations: Vec<Location> = Vec::new();
        for _ in 0..count {
            let location = self.location();
            if !locations.contains(&location) {
                locations.push(location);
            }
        }
        locations.into_iter().map(Action::add_breakpoint).collect()
    }

    fn while_paused(&mut self) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.rng.chance(12) {
            let location = self.location();
            if !self.standing.contains(&location) {
                actions.push(Action::add_breakpoint(location));
            }
        } else if self.rng.chance(7) && !self.standing.is_empty() {
            let index = self.rng.below(self.standing.len());
            actions.push(Action::RemoveBreakpoint { at: self.standing[index] });
        }
        actions.push(match self.rng.below(100) {
            0..30 => Action::StepOver,
            30..55 => Action::StepIn,
            55..65 => Action::StepOut,
            _ => Action::Continue,
        });
        actions
    }
}

/// A location for a breakpoint: usually a whole line, as a user clicks it, else the start of a
/// statement or call.
pub(crate) fn random_location(
    program: &Program,
    sites: &Sites,
    lines: &LineIndex,
    rng: &mut TestRng,
) -> Location {
    if rng.chance(60) || sites.breakable.is_empty() {
        let line = 1 + rng.below(lines.line_count() as usize) as u32;
        return Location::new(line, 0);
    }
    let offset = sites.breakable[rng.below(sites.breakable.len())];
    lines.location(&program.text, offset)
}

impl Policy for Generator<'_> {
    fn next(&mut self, steps: &[TraceStep]) -> Next {
        self.note(steps);
        match self.phase {
            Phase::Breakpoints => {
                let mut actions = self.first_breakpoints();
                if self.rng.chance(20) {
                    self.phase = Phase::RemoveSome;
                } else {
                    self.phase = Phase::Running;
                    actions.push(Action::Start);
                }
                Next::Act(actions)
            }
            Phase::RemoveSome => {
                self.phase = Phase::Running;
                let mut actions = Vec::new();
                for at in self.standing.clone() {
                    if self.rng.chance(40) {
                        actions.push(Action::RemoveBreakpoint { at });
                    }
                }
                actions.push(Action::Start);
                Next::Act(actions)
            }
            Phase::Scripted => self.scripted(steps),
            Phase::Running => match steps.last().map(|step| &step.observation) {
                Some(Observation::Paused(_)) if self.actions_left > 0 => {
                    self.actions_left -= 1;
                    Next::Act(self.while_paused())
                }
                Some(Observation::Paused(_)) if self.continues_left > 0 => {
                    self.continues_left -= 1;
                    Next::Act(vec![Action::Continue])
                }
                _ => Next::Done,
            },
        }
    }
}
