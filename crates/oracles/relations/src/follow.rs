//! The interpreter of plans: steers the follow-up session while it runs, and checks it.

use crate::compare::{compare_at, evaluates_to, lacks_value, same_stack};
use crate::inquiry::{Claim, PauseAnswers, names_in};
use crate::plan::{Plan, PlannedStep};
use crate::{Next, Policy, Rules, Violation, ViolationKind};
use debunk_model::{
    Action, BesideLines, Language, Location, Observation, Pause, TraceStep, VariableView, Variables,
};
use debunk_testimony::ExpressionEvaluator;
use std::cell::Cell;
use std::cmp::Ordering;

/// If a session needs more extra actions than this, it cannot be steered.
const OWN_ACTIONS_MAX: usize = 240;

/// How often an interrupted step is continued in a session.
const REPEATS_MAX: usize = 8;

/// Python's name for the code of a generator expression.
const GENERATOR_EXPRESSION: &str = "<genexpr>";

/// What to compare the answer to the last action with.
#[derive(Clone, Debug)]
enum ExpectedAnswer {
    /// The step of the initial trace.
    Same(usize),
    /// The pause, or end, at a step of the initial trace; extra pauses may come first.
    Arrival(usize),
    /// Nothing; a breakpoint set by it may pause.
    Extra { pauses: bool },
    /// A temporary breakpoint for the arrival at a step.
    Temporary(usize),
    /// The removal of the temporary breakpoint.
    TemporaryGone,
    /// The arrival at a step by finer actions.
    Finer { index: usize, action: Action, repeat: bool },
    /// The variables of the pause at a step.
    Look(usize),
    /// A value.
    Value { index: usize, name: String, value: String },
    /// What agrees with other answers at the pause at a step.
    Claimed { index: usize, claim: Claim },
}

/// Runs a [`Plan`].
pub struct Follower<'plan> {
    plan: &'plan Plan,
    evaluator: ExpressionEvaluator,
    position: usize,
    sent: Vec<ExpectedAnswer>,
    /// Steps of the follow-up trace so far.
    done: usize,
    /// Where breakpoints pause that only the follow-up has.
    extra_locations: Vec<Location>,
    /// Breakpoints that are set in the follow-up: requested and actual location.
    standing: Vec<(Location, Location)>,
    temporary: Option<Location>,
    /// Whether a step hit an extra breakpoint and is being resynchronised by continues.
    is_resynchronising: bool,
    own_actions_left: usize,
    last_control: Action,
    /// How many frames the latest pause had, and the one before it.
    depth: usize,
    depth_before: usize,
    /// Where the latest pause is, and the one before.
    place: Option<Location>,
    place_before: Option<Location>,
    /// How often a resynchronised step may be continued.
    repeats_left: usize,
    /// Whether some step ended at a breakpoint.
    was_interrupted: bool,
    /// Whether the program has ended once.
    has_ended: bool,
    /// Whether it paused within a generator expression.
    was_in_expression: bool,
    /// The variables of the latest pause.
    shown: Variables,
    /// What was answered at the latest pause.
    answers: PauseAnswers,
    /// Answers that are as expected except for truncated contents.
    cut_contents: Cell<u64>,
}

/// Whether a debugger says that a variable of optimised code has no value there. The list of
/// variables may then show an outer one of the same name.
fn is_unavailable(observation: &Observation) -> bool {
    match observation {
        Observation::Evaluated { value } => lacks_value(value),
        Observation::Refused { .. } => true,
        _ => false,
    }
}

impl<'plan> Follower<'plan> {
    /// A follower at the start of a plan.
    pub fn new(plan: &'plan Plan) -> Self {
        Self {
            plan,
            evaluator: ExpressionEvaluator::of(&plan.program),
            position: 0,
            sent: Vec::new(),
            done: 0,
            extra_locations: Vec::new(),
            standing: Vec::new(),
            temporary: None,
            is_resynchronising: false,
            own_actions_left: OWN_ACTIONS_MAX,
            last_control: Action::Start,
            depth: 0,
            depth_before: 0,
            place: None,
            place_before: None,
            repeats_left: REPEATS_MAX,
            was_interrupted: false,
            has_ended: false,
            was_in_expression: false,
            shown: Variables::new(),
            answers: PauseAnswers::default(),
            cut_contents: Cell::new(0),
        }
    }

    fn violated(
        &self,
        kind: ViolationKind,
        action: &Action,
        expected_step: Option<usize>,
        detail: String,
    ) -> Next {
        let action = if action.is_control() { self.last_control.clone() } else { action.clone() };
        Next::Violated(Box::new(Violation {
            kind,
            action,
            step: self.done.saturating_sub(1),
            expected_step,
            detail,
        }))
    }

    fn expected(&self, index: usize) -> &'plan Observation {
        &self.plan.initial.steps[index].observation
    }

    /// How many answers were accepted as expected although contents were truncated.
    pub fn cut_contents(&self) -> u64 {
        self.cut_contents.get()
    }

    fn check(
        &self,
        index: usize,
        actual: &Observation,
    ) -> Result<(), crate::ObservationDifference> {
        self.compare(index, self.expected(index), actual)
    }

    /// Compares an answer with the expected one at a step of the initial session.
    fn compare(
        &self,
        index: usize,
        expected: &Observation,
        actual: &Observation,
    ) -> Result<(), crate::ObservationDifference> {
        let (map, rules, line) = (&self.plan.map, &self.plan.rules, self.line_at(index));
        // Another session may show garbage, or the same in another way.
        let in_frame = |frame: u32| line.filter(|_| frame == 0);
        let is_certain = match (&self.plan.initial.steps[index].action, expected, actual) {
            (Action::Expand(it), Observation::Expanded { .. }, Observation::Expanded { .. }) => {
                rules.is_certain(&it.name, line)
            }
            (
                Action::Evaluate(it),
                Observation::Evaluated { .. },
                Observation::Evaluated { .. },
            ) => names_in(&it.expression).all(|name| rules.is_certain(name, in_frame(it.frame))),
            _ => true,
        };
        if !is_certain {
            return Ok(());
        }
        compare_at(expected, actual, map, rules, line)?;
        if rules.cuts_contents {
            let strict = Rules { cuts_contents: false, ..rules.clone() };
            let is_cut = compare_at(expected, actual, map, &strict, line).is_err();
            self.cut_contents.set(self.cut_contents.get() + u64::from(is_cut));
        }
        Ok(())
    }

    /// The line on which the initial session paused at a step.
    fn line_at(&self, index: usize) -> Option<u32> {
        let before = self.plan.initial.steps.get(..=index)?;
        let pause = before.iter().rev().find_map(|step| step.observation.pause())?;
        pause.location().map(|at| at.line)
    }

    /// Handles one answer; `None` means that the next one may be handled.
    fn take(&mut self, expect: ExpectedAnswer, step: &TraceStep) -> Option<Next> {
        self.done += 1;
        self.note(step);
        match expect {
            ExpectedAnswer::Same(index) => {
                let difference = self.check(index, &step.observation).err()?;
                Some(self.violated(difference.kind, &step.action, Some(index), difference.detail))
            }
            ExpectedAnswer::Extra { pauses } => self.take_extra(pauses, step),
            ExpectedAnswer::Arrival(index) => self.arrive(index, step),
            ExpectedAnswer::Finer { index, action, repeat } => {
                self.arrive_finer(index, &action, repeat, step)
            }
            ExpectedAnswer::Temporary(index) => self.take_temporary(index, step),
            ExpectedAnswer::TemporaryGone => match &step.observation {
                Observation::BreakpointRemoved => None,
                other => self.unexpected(&step.action, other),
            },
            ExpectedAnswer::Look(index) => self.take_look(index, step),
            ExpectedAnswer::Value { index, name, value } => {
                self.take_value(index, &name, &value, step)
            }
            ExpectedAnswer::Claimed { index, claim } => self.take_claimed(index, &claim, step),
        }
    }

    fn note(&mut self, step: &TraceStep) {
        if step.action.is_control() {
            self.last_control = step.action.clone();
            self.answers = PauseAnswers::default();
        }
        if let Observation::Paused(pause) = &step.observation {
            self.answers = PauseAnswers::at(pause, self.evaluator);
            self.depth_before = std::mem::replace(&mut self.depth, pause.frames.len());
            self.place_before = std::mem::replace(&mut self.place, pause.location());
            self.shown.clone_from(&pause.variables);
            self.was_in_expression |=
                pause.frames.iter().any(|frame| frame.function == GENERATOR_EXPRESSION);
            self.was_interrupted |= step.action.is_step()
                && pause.location().is_some_and(|at| self.stands_at(at, |_| true));
        }
        match (&step.action, &step.observation) {
            (_, Observation::Finished(_)) => self.has_ended = true,
            (Action::AddBreakpoint { at, .. }, Observation::BreakpointSet { at: actual }) => {
                self.standing.push((*at, *actual));
            }
            (Action::RemoveBreakpoint { at }, Observation::BreakpointRemoved) => {
                self.standing.retain(|(requested, _)| requested != at);
                let standing = &self.standing;
                self.extra_locations
                    .retain(|extra| standing.iter().any(|(_, actual)| actual == extra));
            }
            _ => {}
        }
    }

    fn unexpected(&self, action: &Action, observation: &Observation) -> Option<Next> {
        let kind = match observation {
            Observation::Hung => ViolationKind::Hung,
            Observation::Crashed { .. } => ViolationKind::Crashed,
            Observation::BreakpointNotRemoved { .. } => ViolationKind::BreakpointNotRemoved,
            _ => ViolationKind::Refused,
        };
        Some(self.violated(kind, action, None, observation.to_string()))
    }

    fn take_extra(&mut self, pauses: bool, step: &TraceStep) -> Option<Next> {
        match &step.observation {
            Observation::BreakpointSet { at } => {
                if pauses {
                    self.extra_locations.push(*at);
                } else if self.is_silenced(*at) {
                    return Some(Next::GiveUp("a debugger statement is silenced"));
                }
                None
            }
            Observation::BreakpointRefused { .. } => Some(Next::GiveUp("breakpoint refused")),
            Observation::BreakpointRemoved => None,
            Observation::LookedAtCallers { callers } if callers.len() + 1 == self.depth => None,
            Observation::Expanded { .. }
            | Observation::Evaluated { .. }
            | Observation::Completed { .. } => None,
            other => self.unexpected(&step.action, other),
        }
    }

    fn take_look(&self, index: usize, step: &TraceStep) -> Option<Next> {
        let variables = match self.expected(index) {
            Observation::Paused(pause) => pause.variables.clone(),
            _ => return Some(Next::GiveUp("nothing to look at")),
        };
        let expected = Observation::Looked { variables };
        let difference = self.compare(index, &expected, &step.observation).err()?;
        Some(self.violated(difference.kind, &step.action, Some(index), difference.detail))
    }

    fn take_value(&self, index: usize, name: &str, value: &str, step: &TraceStep) -> Option<Next> {
        // Garbage in a variable differs in every session.
        let value = match self.plan.rules.granularity.is_lines() {
            true => self.shown.lookup(name).map_or(value, |(_, shown)| shown),
            false => value,
        };
        match &step.observation {
            Observation::Evaluated { value: other }
                if evaluates_to(value, other, &self.plan.rules) =>
            {
                None
            }
            other if self.plan.rules.is_optimised && is_unavailable(other) => None,
            Observation::Evaluated { value: other } => Some(self.violated(
                ViolationKind::EvaluateDiffers,
                &step.action,
                Some(index),
                format!("{name} evaluates to {other}, the variables show {value}"),
            )),
            other => self.unexpected(&step.action, other),
        }
    }

    fn take_claimed(&mut self, index: usize, claim: &Claim, step: &TraceStep) -> Option<Next> {
        let observation = &step.observation;
        if !step.action.is_answered_by(observation) {
            return self.unexpected(&step.action, observation);
        }
        if self.plan.rules.is_optimised && is_unavailable(observation) {
            return None;
        }
        let (kind, detail) = self.answers.take(claim, observation, &self.plan.rules).err()?;
        Some(self.violated(kind, &step.action, Some(index), detail))
    }

    fn arrive(&mut self, index: usize, step: &TraceStep) -> Option<Next> {
        let Err(difference) = self.check(index, &step.observation) else {
            if self.is_resynchronising && self.may_be_early(index) {
                return Some(Next::GiveUp("a call returned to the line"));
            }
            return self.arrived();
        };
        let is_refused = matches!(step.observation, Observation::Refused { .. });
        if is_refused && step.action == Action::Restart && self.has_ended {
            // Whatever has ended may have ended for good.
            return Some(Next::GiveUp("a restart after the end is refused"));
        }
        if let Observation::Paused(pause) = &step.observation {
            if self.is_inserted(pause) {
                return Some(self.leave_inserted(index, &step.action));
            }
            if self.is_extra(pause) {
                return Some(self.leave_extra(index, &step.action));
            }
            if self.is_at_temporary(pause) && !self.has_expected_stack(index, pause) {
                return Some(self.own(Action::Continue, ExpectedAnswer::Arrival(index)));
            }
            if self.is_completed_step(&step.action, pause) {
                return Some(self.own(Action::Continue, ExpectedAnswer::Arrival(index)));
            }
        }
        if self.is_resynchronising && self.plan.rules.granularity.is_lines() {
            return Some(match self.went_too_far(index, step) {
                true if self.may_have_left_generator() => Next::GiveUp("a generator was left"),
                true => {
                    self.violated(difference.kind, &step.action, Some(index), difference.detail)
                }
                false => self.resynchronise_by_steps(index),
            });
        }
        if self.may_have_missed_temporary(&step.observation) {
            return Some(Next::GiveUp("a step could not be resynchronised"));
        }
        Some(self.violated(difference.kind, &step.action, Some(index), difference.detail))
    }

    /// Whether the session may just have run past the place where a breakpoint should have stopped
    /// it, after a step that hit an extra breakpoint. Two points of the code can share a location,
    /// and a step may pause at the one that a breakpoint there does not cover; so only a pause
    /// without any breakpoint is charged to the debugger here.
    fn may_have_missed_temporary(&self, observation: &Observation) -> bool {
        if !self.is_resynchronising {
            return false;
        }
        match observation {
            Observation::Finished(_) => true,
            Observation::Paused(pause) => pause.location().is_some_and(|location| {
                self.standing.iter().any(|(_, actual)| *actual == location)
            }),
            _ => false,
        }
    }

    /// Whether a call has returned to a line on which the initial step began and ended: the step may
    /// have ended at the same place or further along the line.
    fn may_be_early(&self, index: usize) -> bool {
        let pauses = |end: usize| {
            let steps = self.plan.initial.steps.iter().take(end);
            steps.filter_map(|step| step.observation.pause()).next_back()
        };
        let line = |pause: Option<&Pause>| pause.and_then(Pause::location).map(|at| at.line);
        self.plan.rules.granularity.is_lines()
            && self.depth < self.depth_before
            && self.plan.initial.steps[index].action == Action::StepOver
            && line(pauses(index)) == line(pauses(index + 1))
    }

    /// The expected pause arrived; removes the temporary breakpoint that led to it.
    fn arrived(&mut self) -> Option<Next> {
        self.is_resynchronising = false;
        let at = self.temporary.take()?;
        Some(self.own(Action::RemoveBreakpoint { at }, ExpectedAnswer::TemporaryGone))
    }

    fn is_inserted(&self, pause: &Pause) -> bool {
        pause.location().is_some_and(|location| {
            let (start, end) =
                self.plan.may_pause_within.unwrap_or((Location::new(0, 0), Location::new(0, 0)));
            self.plan.map.is_inserted(location) || start <= location && location < end
        })
    }

    fn is_silenced(&self, at: Location) -> bool {
        self.plan.rules.silenced_within.iter().any(|(start, end)| *start <= at && at < *end)
    }

    fn is_extra(&self, pause: &Pause) -> bool {
        pause.location().is_some_and(|location| {
            let is_extra = |actual: &Location| self.extra_locations.contains(actual);
            self.stands_at(location, is_extra)
        })
    }

    /// Whether one of some breakpoints pauses at a place.
    fn stands_at(&self, at: Location, is_asked: impl Fn(&Location) -> bool) -> bool {
        let mut asked = self.standing.iter().filter(|(_, actual)| is_asked(actual));
        asked.any(|(requested, actual)| {
            let beside = &self.plan.rules.beside;
            let covers = |it: &BesideLines| {
                it.covers(requested.line, at.line) || it.covers(actual.line, at.line)
            };
            *actual == at || beside.iter().any(covers)
        })
    }

    fn is_at_temporary(&self, pause: &Pause) -> bool {
        self.temporary.is_some_and(|at| {
            let actual = self.standing.iter().find(|(requested, _)| *requested == at);
            actual.is_some_and(|(_, actual)| pause.location() == Some(*actual))
        })
    }

    fn has_expected_stack(&self, index: usize, pause: &Pause) -> bool {
        self.expected(index)
            .pause()
            .is_some_and(|expected| same_stack(expected, pause, &self.plan.map))
    }

    /// A pause in inserted code: the step is repeated until it leaves that code.
    fn leave_inserted(&mut self, index: usize, action: &Action) -> Next {
        let again = match action {
            Action::StepIn => Action::StepIn,
            Action::StepOver | Action::StepOut => Action::StepOver,
            _ => Action::Continue,
        };
        self.own(again, ExpectedAnswer::Arrival(index))
    }

    /// A pause at an extra breakpoint. The step that hit it ends there: a temporary breakpoint at
    /// the end of the initial step brings the session there.
    fn leave_extra(&mut self, index: usize, action: &Action) -> Next {
        if !action.is_step() {
            return self.own(Action::Continue, ExpectedAnswer::Arrival(index));
        }
        let target = match self.expected(index) {
            Observation::Finished(_) => {
                return self.own(Action::Continue, ExpectedAnswer::Arrival(index));
            }
            _ if self.plan.rules.granularity.is_lines() => {
                self.is_resynchronising = true;
                return self.resynchronise_by_steps(index);
            }
            Observation::Paused(pause) => pause.location().and_then(|at| self.plan.map.forward(at)),
            _ => None,
        };
        let Some(target) = target else { return Next::GiveUp("no way back to dynamic code") };
        self.is_resynchronising = true;
        if self.standing.iter().any(|(_, actual)| *actual == target) {
            return self.own(Action::Continue, ExpectedAnswer::Arrival(index));
        }
        if self.standing.iter().any(|(requested, _)| *requested == target) {
            return Next::GiveUp("temporary breakpoint taken");
        }
        self.temporary = Some(target);
        self.own(Action::add_breakpoint(target), ExpectedAnswer::Temporary(index))
    }

    /// Brings a session back to where an interrupted step would have ended, if only lines are
    /// known: a line has more places than the one that a breakpoint covers. It steps out of the
    /// extra calls and then continues the step.
    fn resynchronise_by_steps(&mut self, index: usize) -> Next {
        const GIVE_UP: Next = Next::GiveUp("a step could not be resynchronised");
        let action = &self.plan.initial.steps[index].action;
        let began = self.began_at(index);
        let again = match (action, self.depth.cmp(&began)) {
            (Action::StepOver | Action::StepOut, Ordering::Greater) => Action::StepOut,
            (Action::StepOver, Ordering::Equal) => Action::StepOver,
            (Action::StepOut, Ordering::Equal) => Action::StepOut,
            _ => return GIVE_UP,
        };
        if self.depth <= began {
            if self.repeats_left == 0 {
                return GIVE_UP;
            }
            self.repeats_left -= 1;
        }
        self.own(again, ExpectedAnswer::Arrival(index))
    }

    /// How many frames there were when the initial session took a step.
    fn began_at(&self, index: usize) -> usize {
        let before = &self.plan.initial.steps[..index];
        let pause = before.iter().rev().find_map(|step| step.observation.pause());
        pause.map_or(0, |pause| pause.frames.len())
    }

    /// Whether leaving a call certainly ran past the end of the initial step, in the function that
    /// it began in.
    fn went_too_far(&self, index: usize, step: &TraceStep) -> bool {
        let began = self.began_at(index);
        let ended = self.expected(index).pause().map_or(0, |pause| pause.frames.len());
        let is_left = match &step.observation {
            Observation::Paused(pause) => pause.frames.len() < began,
            Observation::Finished(_) => true,
            _ => return true,
        };
        is_left && ended == began && began > 0 && step.action == Action::StepOut
    }

    /// Whether a step out may have left a generator, whose return is its last one, not the
    /// requested value.
    fn may_have_left_generator(&self) -> bool {
        let program = &self.plan.program;
        let makes_generators = ["yield", "async "].iter().any(|word| program.text.contains(word));
        program.language == Language::Python && (makes_generators || self.was_in_expression)
    }

    /// Whether a continue ended with a step that a breakpoint had interrupted, as in some
    /// debuggers.
    fn is_completed_step(&self, action: &Action, pause: &Pause) -> bool {
        let stands = |at: Location| self.standing.iter().any(|(_, actual)| *actual == at);
        self.plan.rules.completes_steps
            && self.was_interrupted
            && *action == Action::Continue
            && pause.location().is_some_and(|at| !stands(at))
    }

    fn take_temporary(&mut self, index: usize, step: &TraceStep) -> Option<Next> {
        match &step.observation {
            Observation::BreakpointSet { at } if self.temporary == Some(*at) => {
                Some(self.own(Action::Continue, ExpectedAnswer::Arrival(index)))
            }
            Observation::BreakpointSet { .. } | Observation::BreakpointRefused { .. } => {
                Some(Next::GiveUp("no breakpoint possible where the step went"))
            }
            other => self.unexpected(&step.action, other),
        }
    }

    fn arrive_finer(
        &mut self,
        index: usize,
        action: &Action,
        repeat: bool,
        step: &TraceStep,
    ) -> Option<Next> {
        let Err(difference) = self.check(index, &step.observation) else {
            if self.plan.rules.granularity.is_lines() && self.depth < self.depth_before {
                // It may also be the rest of the statement that made the call.
                return Some(Next::GiveUp("a call returned to the line"));
            }
            // It may not have left the place where the action that it replaces began.
            let has_stayed = self.depth == self.depth_before
                && self.place.is_some()
                && self.place == self.place_before;
            if self.plan.rules.granularity.is_lines() && step.action.is_step() && has_stayed {
                return Some(Next::GiveUp("a step stayed on its line"));
            }
            return self.arrived();
        };
        match &step.observation {
            Observation::Paused(pause) if !self.is_wrong_arrival(index, pause) => {
                let (action, expect) = if repeat {
                    let expect = ExpectedAnswer::Finer { index, action: action.clone(), repeat };
                    (action.clone(), expect)
                } else {
                    (Action::Continue, ExpectedAnswer::Arrival(index))
                };
                Some(self.own(action, expect))
            }
            _ => Some(self.violated(difference.kind, &step.action, Some(index), difference.detail)),
        }
    }

    /// Whether a finer step reached the expected pause but shows other variables there. Only a
    /// breakpoint's location proves that; elsewhere it may be an earlier visit. The same holds
    /// after a call has returned: the rest of its statement can have the same location.
    fn is_wrong_arrival(&self, index: usize, pause: &Pause) -> bool {
        let initial = &self.plan.initial;
        let is_at_breakpoint = self
            .expected(index)
            .pause()
            .and_then(Pause::location)
            .is_some_and(|location| initial.actual_before(index).contains(&location));
        let has_returned = pause.frames.len() < self.depth_before;
        is_at_breakpoint && !has_returned && self.has_expected_stack(index, pause)
    }

    /// An action that the initial session did not perform.
    fn own(&mut self, action: Action, expect: ExpectedAnswer) -> Next {
        if self.own_actions_left == 0 {
            return Next::GiveUp("too many extra pauses");
        }
        self.own_actions_left -= 1;
        self.sent = vec![expect];
        Next::Act(vec![action])
    }

    /// Sends planned steps up to and including the next control action together.
    fn advance(&mut self) -> Next {
        let mut actions = Vec::new();
        while let Some(planned) = self.plan.steps.get(self.position) {
            self.position += 1;
            let (action, expect) = match planned.clone() {
                PlannedStep::Same { action, index } if action.is_control() => {
                    (action, ExpectedAnswer::Arrival(index))
                }
                PlannedStep::Same { action, index } => (action, ExpectedAnswer::Same(index)),
                PlannedStep::Extra { action, pauses } => (action, ExpectedAnswer::Extra { pauses }),
                PlannedStep::Finer { action, index, repeat } => {
                    (action.clone(), ExpectedAnswer::Finer { index, action, repeat })
                }
                PlannedStep::LookAgain { index } => (Action::Look, ExpectedAnswer::Look(index)),
                PlannedStep::EvaluateName { index, name, value } => {
                    (Action::evaluate(&name), ExpectedAnswer::Value { index, name, value })
                }
                PlannedStep::Ask { inquiry, .. }
                    if inquiry.needs_answers() && !actions.is_empty() =>
                {
                    // It is asked when the answers to these have arrived.
                    self.position -= 1;
                    break;
                }
                PlannedStep::Ask { index, inquiry } => {
                    match self.answers.resolve(&inquiry, &self.plan.rules) {
                        Some((action, claim)) => (action, ExpectedAnswer::Claimed { index, claim }),
                        None => continue,
                    }
                }
            };
            let is_control = action.is_control();
            actions.push(action);
            self.sent.push(expect);
            if is_control {
                break;
            }
        }
        if actions.is_empty() { Next::Done } else { Next::Act(actions) }
    }
}

impl Policy for Follower<'_> {
    fn next(&mut self, steps: &[TraceStep]) -> Next {
        let sent = std::mem::take(&mut self.sent);
        for (expect, step) in sent.into_iter().zip(steps) {
            if let Some(next) = self.take(expect, step) {
                return next;
            }
        }
        self.advance()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_of_optimised_code_may_have_no_value() {
        let unavailable =
            |value: &str| is_unavailable(&Observation::Evaluated { value: value.to_owned() });
        assert!(unavailable("<optimized out>"));
        assert!(unavailable("throws error: variable not available"));
        assert!(unavailable(
            "throws error: Couldn't materialize: couldn't get the value of variable a: could not evaluate \
             DW_OP_entry_value: no matching call site param found"
        ));
        assert!(!unavailable("throws error: use of undeclared identifier 'a'"));
        assert!(!unavailable("3"));
    }
}
