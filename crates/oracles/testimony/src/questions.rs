//! What was asked at a pause, against the log: expansions, evaluations and the variables of callers.

use crate::charge::{Charge, ChargeKind};
use crate::expression::{ExpressionEvaluator, LoggedValues, PlainValues};
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
        self.charge(step, |moment| {
            let logged = match frame {
                0 => self.value_of(moment, expression)?,
                frame => self.value_in_caller(moment, *frame, expression)?,
            };
            self.places.contradicts(&logged, value).then(|| {
                format!("{expression} is {logged} there, the debugger evaluates it to {value}")
            })
        })
    }

    /// The value of an expression in the innermost frame.
    fn value_of(&self, moment: &Moment, expression: &str) -> Option<String> {
        let LoggedText { log, program, .. } = self.places;
        let evaluator = ExpressionEvaluator::of(program);
        let begun = moment.entry.filter(|_| moment.at_start);
        let logged = begun.and_then(|entry| {
            let number_of = &|name: &str| self.number(moment, name);
            let computed = evaluator.text(expression, &LoggedValues { log, number_of });
            computed.or_else(|| log.inserted_at(entry, expression).map(str::to_owned))
        });
        let text_of = &|name: &str| self.known(moment, name);
        logged
            .or_else(|| text_of(expression).map(str::to_owned))
            .or_else(|| evaluator.text(expression, &PlainValues { text_of }))
    }

    /// The value of an expression over what no statement of a caller changes meanwhile.
    fn value_in_caller(&self, moment: &Moment, frame: u32, expression: &str) -> Option<String> {
        let text_of = &|name: &str| self.kept(moment, frame, name);
        let plainly = text_of(expression).map(str::to_owned);
        let evaluator = ExpressionEvaluator::of(self.places.program);
        plainly.or_else(|| evaluator.text(expression, &PlainValues { text_of }))
    }

    /// The statement at whose beginning the program certainly is, if what an expression is worth there
    /// does not follow from the log.
    pub(crate) fn undecided(&self, evaluation: &Evaluation) -> Option<usize> {
        let log = self.places.log;
        let statement = |moment: &Moment| {
            let entry = log.entries.get(moment.entry.filter(|_| moment.at_start)?)?;
            let is_unknown = self.value_of(moment, &evaluation.expression).is_none();
            is_unknown.then_some(entry.statement)
        };
        let first = statement(self.moments.first().filter(|_| evaluation.frame == 0)?)?;
        self.moments.iter().all(|it| statement(it) == Some(first)).then_some(first)
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
