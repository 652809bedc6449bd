//! Follows a session through the log of what really happened.

use crate::breakpoints::{ActiveBreakpoints, RequiredPause};
use crate::by_lines;
use crate::charge::{Charge, ChargeKind};
use crate::log::Log;
use crate::moments::{Moment, gathered};
use crate::optimised;
use crate::places::{LoggedText, PlaceMeaning};
use crate::questions::Questioned;
use crate::steps;
use debunk_model::{
    Action, LineIndex, Location, Observation, Outcome, Pause, Place, Program, Quirks, Sites, Trace,
    TraceStep,
};
use std::collections::BTreeSet;

/// When the program can have been paused, according to the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moments {
    /// The first moment.
    pub first: usize,
    /// The last moment.
    pub last: usize,
    /// Whether a step certainly ended at the very next thing that runs: in the same call, or, for a
    /// step in, in one that was begun or resumed from there.
    pub is_next: bool,
}

impl Moments {
    /// Whether all of them are before all others.
    pub fn is_before(&self, other: &Moments) -> bool {
        self.last < other.first
    }
}

/// An expression that a session evaluated where a statement was certainly about to begin, and whose value
/// there does not follow from the log.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UndecidedExpression {
    /// The statement, an index into [`Log::statements`].
    pub statement: usize,
    /// The expression.
    pub expression: String,
}

/// What following a session through the log shows.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    /// What cannot be true, in the order of its steps.
    pub charges: Vec<Charge>,
    /// The moments of the run that fit each step.
    pub times: Vec<Option<Moments>>,
    /// The expressions that remain undecided.
    pub undecided: Vec<UndecidedExpression>,
}

/// The log of a program, ready for checking sessions with that program.
#[derive(Clone, Copy, Debug)]
pub struct Testimony<'log> {
    places: LoggedText<'log>,
    quirks: Quirks,
}

impl<'log> Testimony<'log> {
    /// From a log and its program.
    pub fn new(
        log: &'log Log,
        program: &'log Program,
        lines: &'log LineIndex,
        sites: &'log Sites,
    ) -> Self {
        let places =
            LoggedText { log, program, lines, sites, ends_at_call: false, ends_rejected: false };
        Self { places, quirks: Quirks::default() }
    }

    /// For a debugger with these known properties.
    pub fn with_quirks(self, quirks: Quirks) -> Self {
        let places = LoggedText { ends_at_call: quirks.ends_at_call, ..self.places };
        Self { places, quirks }
    }

    /// What is known of the debugger.
    pub(crate) fn quirks(&self) -> Quirks {
        self.quirks
    }

    /// Everything in a session that cannot be true, in the order of its steps.
    pub fn examine(&self, trace: &Trace) -> Vec<Charge> {
        self.follow(trace).0
    }

    /// As [`Testimony::examine`], with the moments of the run that fit each step.
    pub fn follow(&self, trace: &Trace) -> (Vec<Charge>, Vec<Option<Moments>>) {
        let Followed { charges, times, .. } = self.followed(trace);
        (charges, times)
    }

    /// The expressions of a session of which it is worth knowing what they are worth without a debugger.
    pub fn undecided(&self, trace: &Trace) -> Vec<UndecidedExpression> {
        let mut undecided = self.followed(trace).undecided;
        undecided.sort();
        undecided.dedup();
        undecided
    }

    fn followed(&self, trace: &Trace) -> Followed {
        if self.places.log.truncated {
            return Followed::default();
        }
        if self.quirks.granularity.is_lines() {
            if !self.quirks.optimises(self.places.program.language) {
                return by_lines::follow(self.places, self.quirks, trace);
            }
            return Followed {
                charges: optimised::charges(self.places, trace),
                times: vec![None; trace.steps.len()],
                undecided: Vec::new(),
            };
        }
        let mut times = Vec::with_capacity(trace.steps.len());
        let mut examination = Examination {
            testimony: *self,
            trace,
            moments: vec![Moment::BEGIN],
            charges: Vec::new(),
            undecided: Vec::new(),
            hit: BTreeSet::new(),
            last_pause: None,
            judges_steps: steps::can_be_judged(self.places),
            judges_limits: steps::shows_depths(self.places),
            is_next: false,
        };
        // A restarted run is another run.
        let restart = trace.restart_index().unwrap_or(0);
        for index in 0..trace.steps.len() {
            let is_before = index < restart && trace.steps[index].action.is_control();
            examination.is_next = false;
            if !is_before {
                examination.step(index);
            }
            times.push(if is_before { None } else { examination.time() });
        }
        let Examination { charges, undecided, .. } = examination;
        Followed { charges, times, undecided }
    }
}

struct Examination<'run> {
    testimony: Testimony<'run>,
    trace: &'run Trace,
    /// When the program can be paused, as far as known.
    moments: Vec<Moment>,
    charges: Vec<Charge>,
    undecided: Vec<UndecidedExpression>,
    /// The entries at whose start it may already have paused.
    hit: BTreeSet<usize>,
    /// The step that ended with the last pause.
    last_pause: Option<usize>,
    judges_steps: bool,
    judges_limits: bool,
    /// Whether the last step ended at the very next thing that runs.
    is_next: bool,
}

impl Examination<'_> {
    /// The moments that are possible now, unless nothing is known.
    fn time(&self) -> Option<Moments> {
        let first = self.moments.iter().map(|moment| moment.earliest).min()?;
        let last = self.moments.iter().map(|moment| moment.latest).max()?;
        Some(Moments { first, last, is_next: self.is_next })
    }

    fn charge(&mut self, step: usize, kind: ChargeKind, proof: String) {
        self.charges.push(Charge { step, kind, proof });
    }

    fn step(&mut self, index: usize) {
        let trace = self.trace;
        let step = &trace.steps[index];
        let places = self.testimony.places;
        match &step.observation {
            Observation::BreakpointSet { .. } | Observation::BreakpointRefused { .. } => {
                self.charges.extend(places.placing(index, step));
            }
            Observation::BreakpointRemoved | Observation::Completed { .. } => {}
            Observation::LookedAtCallers { .. }
            | Observation::Expanded { .. }
            | Observation::Evaluated { .. } => self.answer(index, step),
            Observation::BreakpointNotRemoved { reason } => {
                let proof = format!("the breakpoint is set and cannot be removed: {reason}");
                self.charge(index, ChargeKind::NotRemoved, proof);
            }
            Observation::Paused(pause) => self.pause(index, &step.action, pause),
            Observation::Finished(outcome) => self.finish(index, &step.action, outcome),
            Observation::Looked { variables } => self.values(index, variables),
            Observation::Refused { reason } if !step.action.is_control() => {
                let proof = format!("{} is refused at a pause: {reason}", step.action);
                self.charge(index, ChargeKind::NoAnswer, proof);
            }
            observation => self.charges.extend(no_answer(places.log, index, observation)),
        }
    }

    fn is_debugger_statement(&self, at: Location) -> bool {
        let places = self.testimony.places;
        places.offset(at).is_some_and(|offset| places.sites.is_debugger_statement(offset))
    }

    fn pause(&mut self, index: usize, action: &Action, pause: &Pause) {
        let places = self.testimony.places;
        let at = match pause.place() {
            Place::Program { at } => *at,
            Place::Dynamic { .. } => {
                // Code made at run time is not in the log.
                self.moments = vec![Moment::unknown(places.log)];
                return;
            }
            Place::Outside { url } => {
                let proof = format!("paused in {url}, which is outside the program");
                self.charge(index, ChargeKind::NoReason, proof);
                self.moments = vec![Moment::unknown(places.log)];
                return;
            }
        };
        let standing = ActiveBreakpoints::before(self.trace, index);
        let is_continued = matches!(action, Action::Start | Action::Restart | Action::Continue);
        if is_continued && !standing.explains(at) && !self.is_debugger_statement(at) {
            let proof = format!("paused at {at}, where no breakpoint is set");
            self.charge(index, ChargeKind::NoReason, proof);
        }
        let ends_rejected = self.testimony.quirks.ends_rejected && action.is_step();
        let possible = LoggedText { ends_rejected, ..places }.moments_at(at);
        if possible.is_empty() {
            let proof = match places.spot(at) {
                PlaceMeaning::End(function) if places.was_called(function) => format!(
                    "paused at {at}, where the function ends, but no call of it gets to its end \
                     or returns"
                ),
                _ => format!("paused at {at}, which the program never reaches"),
            };
            self.charge(index, ChargeKind::NeverRan, proof);
            self.moments = vec![Moment::unknown(places.log)];
            return;
        }
        let possible = self.reachable(index, action, at, &standing, possible);
        self.last_pause = Some(index);
        self.moments = gathered(self.with_values(index, at, possible, &pause.variables));
        let begun = self.moments.iter().filter(|moment| moment.begins);
        self.hit.extend(begun.filter_map(|moment| moment.entry));
        self.check_pause(index, at, pause);
    }

    /// The entries at which the program has yet to pause.
    fn armed(&self, standing: &ActiveBreakpoints) -> Vec<RequiredPause> {
        let mut armed = self.testimony.places.armed(standing);
        armed.retain(|it| !self.hit.contains(&it.entry));
        armed
    }

    /// Whether the program paused exactly where it was, in a debugger that does not do so on
    /// purpose.
    fn is_back(&self, index: usize, action: &Action, standing: &ActiveBreakpoints) -> bool {
        if !self.judges_steps
            || self.testimony.quirks.pauses_twice
            || !matches!(action, Action::StepIn | Action::StepOver | Action::Continue)
        {
            return false;
        }
        let Some(before) = self.last_pause else { return false };
        let pause = |step: usize| self.trace.steps[step].observation.pause();
        let (Some(old), Some(new)) = (pause(before), pause(index)) else { return false };
        // A breakpoint that was set meanwhile may pause there once more.
        let is_new = |at| {
            standing.explains(at) && !ActiveBreakpoints::before(self.trace, before).explains(at)
        };
        old.frames == new.frames && !new.location().is_some_and(is_new)
    }

    /// Whether the callers differ from the last pause: while a call is running, its callers stay
    /// where they are.
    fn is_called_from_elsewhere(&self, index: usize) -> bool {
        let callers = |step: usize| {
            let pause = self.trace.steps.get(step)?.observation.pause()?;
            pause.frames.get(1..)
        };
        let before = self.last_pause.and_then(callers);
        before.is_some() && before != callers(index)
    }

    /// The possible moments that the action can lead to. If there are none, that is a charge, and
    /// the story continues with what is left without the failed condition.
    fn reachable(
        &mut self,
        index: usize,
        action: &Action,
        at: Location,
        standing: &ActiveBreakpoints,
        possible: Vec<Moment>,
    ) -> Vec<Moment> {
        let places = self.testimony.places;
        let armed = self.armed(standing);
        let moments = std::mem::take(&mut self.moments);
        let judges_limits = self.judges_limits;
        let is_asked = standing.explains(at) || self.is_debugger_statement(at);
        let pauses_twice = action.is_step() && self.testimony.quirks.pauses_twice;
        let is_elsewhere = !places.sites.has_suspension && self.is_called_from_elsewhere(index);
        let is_later = |from: &Moment, to: &Moment| {
            if is_elsewhere && places.is_same_call(from, to) {
                return false;
            }
            let is_still_there = pauses_twice && from.entry.is_some() && from.entry == to.entry;
            is_still_there || places.is_later(from, to, action)
        };
        let is_unmissed =
            |from: &Moment, to: &Moment| is_later(from, to) && missed(from, to, &armed).is_none();
        let is_back = self.is_back(index, action, standing);
        let is_step = |from: &Moment, to: &Moment| {
            is_unmissed(from, to)
                && !(is_back && places.is_same_run(from, to))
                && (!judges_limits || places.step_fault(from, to, action, is_asked).is_none())
        };
        let later = narrowed(&moments, &possible, is_later);
        if later.is_empty() {
            let proof = format!(
                "paused at {at}, which ran {} in total, and not again after the earlier pauses",
                times(places.log, &possible)
            );
            self.charge(index, ChargeKind::RanBefore, proof);
            return possible;
        }
        let unmissed = narrowed(&moments, &later, is_unmissed);
        if unmissed.is_empty() {
            let passed = moments
                .iter()
                .flat_map(|from| later.iter().map(move |to| (from, to)))
                .find_map(|(from, to)| missed(from, to, &armed));
            self.missed(index, passed);
            return later;
        }
        let stepped = narrowed(&moments, &unmissed, is_step);
        self.is_next = !moments.is_empty()
            && !stepped.is_empty()
            && moments.iter().all(|from| {
                stepped
                    .iter()
                    .filter(|to| is_step(from, to))
                    .all(|to| places.ends_at_next(from, to, action))
            });
        if stepped.is_empty() {
            let fault = moments
                .iter()
                .flat_map(|from| unmissed.iter().map(move |to| (from, to)))
                .find_map(|(from, to)| {
                    let kind = places.step_fault(from, to, action, is_asked)?;
                    Some((kind, places.step_limit(from, action)))
                });
            if is_back && fault.is_none() {
                let proof =
                    format!("{action} from {at} ended there, in the same run of that statement");
                self.charge(index, ChargeKind::NoStep, proof);
            }
            self.stepped_wrong(index, action, &format!("it paused at {at}"), fault);
            return unmissed;
        }
        stepped
    }

    fn missed(&mut self, index: usize, passed: Option<usize>) {
        let log = self.testimony.places.log;
        let Some(statement) = passed.and_then(|entry| log.entries.get(entry)) else { return };
        let start = log.statements[statement.statement].start;
        let runs = log.runs_of(statement.statement).len();
        let pauses = self.trace.steps[..=index]
            .iter()
            .filter_map(|step| step.observation.pause()?.location())
            .filter(|at| at.line == start.line)
            .count();
        let proof = format!(
            "the statement at {start} ran {}, a breakpoint was set there, and the debugger paused \
             on that line {}",
            count(runs),
            count(pauses)
        );
        self.charge(index, ChargeKind::MissedBreakpoint, proof);
    }

    fn stepped_wrong(
        &mut self,
        index: usize,
        action: &Action,
        instead: &str,
        fault: Option<(ChargeKind, Option<usize>)>,
    ) {
        let log = self.testimony.places.log;
        let next = fault
            .and_then(|(_, limit)| limit)
            .map(|limit| log.statements[log.entries[limit].statement].start);
        let proof = match (fault, next) {
            (Some((ChargeKind::StepTooFar, _)), Some(next)) => {
                format!("after {action} the statement at {next} was next, but {instead}")
            }
            (Some((ChargeKind::StepTooShort, _)), _) => {
                format!("{action} must not end in the code that it runs through, but {instead}")
            }
            _ => return,
        };
        let kind = fault.map_or(ChargeKind::StepTooFar, |(kind, _)| kind);
        self.charge(index, kind, proof);
    }

    /// The moments at which the variables have the values shown.
    fn with_values(
        &mut self,
        index: usize,
        at: Location,
        moments: Vec<Moment>,
        variables: &[debunk_model::Scope],
    ) -> Vec<Moment> {
        let places = self.testimony.places;
        let wrong = |moment: &Moment| places.wrong_value(moment, variables);
        let is_fitting = |moment: &&Moment| wrong(moment).is_none();
        let fitting: Vec<Moment> = moments.iter().filter(is_fitting).copied().collect();
        if fitting.is_empty() {
            let wrong = moments.iter().find_map(wrong);
            let proof = format!("at {at}: {}", wrong.unwrap_or_default());
            self.charge(index, ChargeKind::WrongValue, proof);
            return moments;
        }
        fitting
    }

    /// What must be the same at every possible moment.
    fn check_pause(&mut self, index: usize, at: Location, pause: &Pause) {
        let places = self.testimony.places;
        let everywhere = |fault: &dyn Fn(&Moment) -> Option<String>| {
            let faults: Option<Vec<String>> = self.moments.iter().map(fault).collect();
            faults.and_then(|faults| faults.into_iter().next())
        };
        let missing = everywhere(&|moment| places.missing_variable(moment, &pause.variables));
        let judges_stack = self.judges_steps && !self.testimony.quirks.tail_calls;
        let stack = everywhere(&|moment| {
            if judges_stack { places.wrong_stack(moment, &pause.frames) } else { None }
        });
        if let Some(missing) = missing {
            self.charge(index, ChargeKind::MissingVariable, format!("at {at}: {missing}"));
        }
        if let Some(returned) = places.wrong_return(&self.moments, at, pause) {
            self.charge(index, ChargeKind::WrongValue, format!("at {at}: {returned}"));
        }
        if let Some(stack) = stack {
            self.charge(index, ChargeKind::WrongStack, format!("at {at}: {stack}"));
        }
    }

    /// Variables that are read again.
    fn values(&mut self, index: usize, variables: &[debunk_model::Scope]) {
        let places = self.testimony.places;
        let faults: Option<Vec<(ChargeKind, String)>> = self
            .moments
            .iter()
            .map(|moment| {
                if let Some(wrong) = places.wrong_value(moment, variables) {
                    return Some((ChargeKind::WrongValue, wrong));
                }
                let missing = places.missing_variable(moment, variables)?;
                Some((ChargeKind::MissingVariable, missing))
            })
            .collect();
        if let Some((kind, proof)) = faults.and_then(|faults| faults.into_iter().next()) {
            self.charge(index, kind, format!("read again: {proof}"));
        }
    }

    /// What was asked at a pause.
    fn answer(&mut self, index: usize, step: &TraceStep) {
        let pause = self.last_pause.and_then(|step| self.trace.steps[step].observation.pause());
        let asked = Questioned {
            places: self.testimony.places,
            moments: &self.moments,
            pause,
            omits_frames: self.testimony.quirks.tail_calls,
        };
        let charge = match (&step.action, &step.observation) {
            (Action::Expand(it), Observation::Expanded { value }) => {
                asked.expanded(index, it, value)
            }
            (Action::Evaluate(it), Observation::Evaluated { value }) => {
                let expression = it.expression.clone();
                let undecided = asked.undecided(it);
                self.undecided.extend(
                    undecided.map(|statement| UndecidedExpression { statement, expression }),
                );
                asked.evaluated(index, it, value)
            }
            (_, Observation::LookedAtCallers { callers }) => asked.callers(index, callers),
            _ => None,
        };
        self.charges.extend(charge);
    }

    fn finish(&mut self, index: usize, action: &Action, outcome: &Outcome) {
        let places = self.testimony.places;
        let log = places.log;
        let standing = ActiveBreakpoints::before(self.trace, index);
        let armed = self.armed(&standing);
        let passed: Option<Vec<usize>> = self
            .moments
            .iter()
            .map(|from| {
                let missed = armed.iter().find(|it| it.is_missed(from, None))?;
                Some(missed.entry)
            })
            .collect();
        let limit: Option<Vec<usize>> =
            self.moments.iter().map(|from| places.step_limit(from, action)).collect();
        if let Some(passed) = passed.and_then(|passed| passed.into_iter().next()) {
            self.missed(index, Some(passed));
        } else if let Some(limit) = limit.and_then(|limit| limit.into_iter().next())
            && self.judges_limits
        {
            let fault = Some((ChargeKind::StepTooFar, Some(limit)));
            self.stepped_wrong(index, action, "the program ran to its end", fault);
        }
        self.charges.extend(other_outcome(log, index, outcome));
        self.moments = vec![Moment::unknown(log)];
    }
}

/// What is wrong with a program that behaves differently from a run without a debugger.
pub(crate) fn other_outcome(log: &Log, step: usize, outcome: &Outcome) -> Option<Charge> {
    let (plain, here) = (describe(&log.outcome), describe(outcome));
    let proof = format!("without a debugger the program prints {plain}, here it prints {here}");
    (*outcome != log.outcome).then_some(Charge { step, kind: ChargeKind::OtherOutcome, proof })
}

/// What is wrong with a program that does not end.
pub(crate) fn no_answer(log: &Log, step: usize, observation: &Observation) -> Option<Charge> {
    use Observation as O;
    let is_none = matches!(observation, O::Hung | O::Crashed { .. } | O::Refused { .. });
    let proof = format!(
        "without a debugger the program runs {} statements and ends, but here: {observation}",
        log.entries.len()
    );
    is_none.then_some(Charge { step, kind: ChargeKind::NoAnswer, proof })
}

fn describe(outcome: &Outcome) -> String {
    const LENGTH: usize = 160;
    let output = outcome.output.join(", ");
    let mut text = match output.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{:?}…", &output[..end]),
        None if output.is_empty() => "nothing".to_owned(),
        None => format!("{output:?}"),
    };
    if let Some(error) = &outcome.error {
        text.push_str(" and throws ");
        text.push_str(error);
    }
    text
}

fn count(number: usize) -> String {
    match number {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

fn times(log: &Log, moments: &[Moment]) -> String {
    let statement = moments.iter().find_map(|moment| log.entries.get(moment.entry?));
    statement.map_or_else(|| "often".to_owned(), |it| count(log.runs_of(it.statement).len()))
}

/// The first breakpoint that was certainly passed between two moments.
fn missed(from: &Moment, to: &Moment, armed: &[RequiredPause]) -> Option<usize> {
    armed.iter().find(|it| it.is_missed(from, Some(to))).map(|it| it.entry)
}

/// The possible moments that fit one of the moments before, not earlier than the first such.
fn narrowed(
    before: &[Moment],
    possible: &[Moment],
    fits: impl Fn(&Moment, &Moment) -> bool,
) -> Vec<Moment> {
    let narrow = |to: &Moment| {
        let fitting = before.iter().filter(|from| fits(from, to));
        let earliest = fitting.map(|from| from.earliest).min()?;
        Some(Moment { earliest: to.earliest.max(earliest), ..*to })
    };
    possible.iter().filter_map(narrow).collect()
}
