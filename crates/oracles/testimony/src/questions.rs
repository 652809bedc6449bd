//! What was asked at a pause, against the log: expansions, evaluations and the variables of callers.

use crate::charge::{Charge, ChargeKind};
use crate::expression::evaluate;
use crate::moments::Moment;
use crate::places::LoggedText;
use crate::values::{is_unique, own_names};
use debunk_model::{Evaluation, Expansion, Pause, Value, VariableView, Variables};

/// A pause at which something is asked, and when it can be.
pub(crate) struct Questioned<'run> {
    pub(crate) places: LoggedText<'run>,
    pub(crate) moments: &'run [Moment],
    /// The last pause, if it is in the program's own text.
    pub(crate) pause: Option<&'run Pause>,
    /// Whether the debugger leaves out frames.
    pub(crate) omits_frames: bool,
}

impl Questioned<'_> {
    /// A charge if an answer is wrong at every possible moment.
    fn charge(&self, step: usize, fault: impl Fn(&Moment) -> Option<String>) -> Option<Charge> {
        let faults: Option<Vec<String>> = self.moments.iter().map(fault).collect();
        let proof = faults?.into_iter().next()?;
        Some(Charge { step, kind: ChargeKind::WrongValue, proof })
    }

    /// Whether a debugger can mean nothing else by a name: it may leave out a variable of an
    /// enclosing function, but never the global object.
    fn is_meant(&self, moment: &Moment, name: &str) -> bool {
        let log = self.places.log;
        let Some(entry) = moment.entry.and_then(|entry| log.entries.get(entry)) else {
            return false;
        };
        let LoggedText { sites, program, .. } = self.places;
        let is_shown = || self.pause.is_some_and(|it| it.variables.lookup(name).is_some());
        let is_there = || is_shown() || sites.is_global(program, name) && !sites.has_dynamic_names;
        own_names(&log.statements[entry.statement], sites).contains(name)
            || is_unique(name, sites) && is_there()
    }

    /// The number of a variable's value, which is known with what it holds only where a statement
    /// begins: in its middle, anything may have been changed.
    fn number(&self, moment: &Moment, name: &str) -> Option<u32> {
        let entry = moment.entry.filter(|_| moment.at_start && self.is_meant(moment, name))?;
        self.places.log.number_at(entry, name)
    }

    /// The value of a variable in the innermost frame, as far as its text says it.
    fn known(&self, moment: &Moment, name: &str) -> Option<&str> {
        self.places.known_value(moment, name).filter(|_| self.is_meant(moment, name))
    }

    /// The value of a caller's variable.
    fn kept(&self, moment: &Moment, frame: u32, name: &str) -> Option<&str> {
        let frames = &self.pause.filter(|_| !self.omits_frames)?.frames;
        let call = self.places.waiting_call(moment, frames, frame)?;
        self.places.kept_value(call, name)
    }

    /// A variable with what it holds.
    pub(crate) fn expanded(
        &self,
        step: usize,
        expansion: &Expansion,
        value: &Value,
    ) -> Option<Charge> {
        let Expansion { name, frame, .. } = expansion;
        let contradicts = |logged: &str, shown: &str| self.places.contradicts(logged, shown);
        self.charge(step, |moment| {
            if let (0, Some(number)) = (*frame, self.number(moment, name)) {
                return self.places.wrong_contents(number, value, name, &contradicts);
            }
            let logged = match frame {
                0 => self.known(moment, name)?,
                frame => self.kept(moment, *frame, name)?,
            };
            let proof = format!("{name} is {logged} there, the debugger shows {}", value.text);
            contradicts(logged, &value.text).then_some(proof)
        })
    }

    /// An expression that is evaluated.
    pub(crate) fn evaluated(
        &self,
        step: usize,
        evaluation: &Evaluation,
        value: &str,
    ) -> Option<Charge> {
        let Evaluation { expression, frame, .. } = evaluation;
        let LoggedText { log, program, .. } = self.places;
        self.charge(step, |moment| {
            let number = |name: &str| self.number(moment, name);
            let logged = match frame {
                0 if moment.at_start => evaluate(log, program.language, expression, &number),
                0 => None,
                frame => self.kept(moment, *frame, expression).map(str::to_owned),
            };
            let plainly = || self.known(moment, expression).filter(|_| *frame == 0);
            let logged = logged.or_else(|| plainly().map(str::to_owned))?;
            self.places.contradicts(&logged, value).then(|| {
                format!("{expression} is {logged} there, the debugger evaluates it to {value}")
            })
        })
    }

    /// The variables of the frames below the top.
    pub(crate) fn callers(&self, step: usize, callers: &[Variables]) -> Option<Charge> {
        let frames = &self.pause.filter(|_| !self.omits_frames)?.frames;
        let below = (1..).zip(callers);
        let wrong = |moment: &Moment| {
            below.clone().find_map(|(frame, variables)| {
                self.places.wrong_in_caller(moment, frames, frame, variables)
            })
        };
        (callers.len() < frames.len()).then(|| self.charge(step, wrong))?
    }
}
