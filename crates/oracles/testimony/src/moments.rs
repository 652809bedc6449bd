//! Moments of a run, as far as an answer determines them.
//!
//! Time is counted in log entries: at time `t` the first `t` entries have been written. A
//! statement's entry is written just before it runs, so a pause at the start of the statement of
//! entry `j` is time `j + 1`.

use crate::log::{Log, LogEntry};
use crate::places::{LoggedText, PlaceMeaning, is_compound, is_part_of_loop};
use crate::steps::can_be_judged;
use debunk_model::{Action, Location, StatementKind};

/// The limit of moments that are distinguished; beyond, only the first and the last are known.
const DISTINGUISHED_MAX: usize = 256;

/// A span of time in which the program can have been paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// The earliest time.
    pub(crate) earliest: usize,
    /// The latest time.
    pub(crate) latest: usize,
    /// The entry of the statement in which it is paused, if known.
    pub(crate) entry: Option<usize>,
    /// Whether nothing of that statement has run.
    pub(crate) at_start: bool,
    /// Whether the place is where the text of that statement begins.
    pub(crate) begins: bool,
    /// Whether the program can be there only by returning from a call in that statement.
    pub(crate) by_return: bool,
    /// Whether the place is after that statement, where the function is left: no block is in scope
    /// any more.
    pub(crate) behind: bool,
}

impl Moment {
    /// Before anything ran.
    pub(crate) const BEGIN: Moment = Moment {
        earliest: 0,
        latest: 0,
        entry: None,
        at_start: false,
        begins: false,
        by_return: false,
        behind: false,
    };

    /// Any time at all.
    pub(crate) fn unknown(log: &Log) -> Self {
        Self { latest: log.entries.len(), ..Self::BEGIN }
    }
}

impl LoggedText<'_> {
    /// The moments at which a program can pause at a place, and whether it ever can.
    pub(crate) fn moments_at(&self, at: Location) -> Vec<Moment> {
        let log = self.log;
        match self.spot(at) {
            PlaceMeaning::Start(statement) => {
                let runs = log.runs_of(statement);
                let starts = runs.iter().map(|&entry| Moment {
                    earliest: entry + 1,
                    latest: entry + 1,
                    entry: Some(entry),
                    at_start: true,
                    begins: true,
                    ..Moment::BEGIN
                });
                let returns =
                    runs.iter().map(|&entry| Moment { by_return: true, ..self.in_progress(entry) });
                starts.chain(returns).collect()
            }
            PlaceMeaning::Inside(statement) => {
                let begins = self.begun_at(at).is_some();
                let moment = |entry| Moment { begins, ..self.in_progress(entry) };
                log.runs_of(statement).into_iter().map(moment).collect()
            }
            PlaceMeaning::Behind(statement) => {
                let moment = |entry| Moment { behind: true, ..self.in_progress(entry) };
                log.runs_of(statement).into_iter().map(moment).collect()
            }
            PlaceMeaning::End(function) => {
                let calls = (0..log.activations.len())
                    .filter(|&activation| log.activations[activation].function == function);
                let ends: Vec<Moment> = calls.filter_map(|call| self.end_of(call)).collect();
                if ends.is_empty() && function == 0 { vec![Moment::unknown(log)] } else { ends }
            }
            PlaceMeaning::Elsewhere => vec![Moment::unknown(log)],
        }
    }

    /// When a call is over except for its end: nothing more of it runs. A waiting call may be left
    /// at its end at any time. A call that was left by an error never gets there.
    fn end_of(&self, activation: usize) -> Option<Moment> {
        let function = self.log.functions.get(self.log.activations[activation].function);
        let is_async = function.is_some_and(|function| function.is_async);
        let needs_no_end = is_async && (self.ends_at_call || self.ends_rejected);
        if !needs_no_end && !self.may_reach_end(activation) {
            return None;
        }
        let entries = &self.log.entries;
        let is_of_call = |entry: &LogEntry| entry.activation == activation;
        let last = match self.sites.has_suspension {
            true => entries.iter().position(is_of_call)?,
            false => entries.iter().rposition(is_of_call)?,
        };
        Some(Moment { earliest: last + 1, latest: entries.len(), ..Moment::BEGIN })
    }

    /// Whether a function was called at all.
    pub(crate) fn was_called(&self, function: usize) -> bool {
        self.log.activations.iter().any(|it| it.function == function)
    }

    /// Whether a call may have been left other than by an error: it reached its end, it returned,
    /// or, being a generator, it was closed from outside.
    fn may_reach_end(&self, activation: usize) -> bool {
        let log = self.log;
        let has_ended = || {
            log.entries.iter().any(|entry| {
                entry.activation == activation
                    && log.statements[entry.statement].kind == StatementKind::End
            })
        };
        let is_generator = log
            .functions
            .get(log.activations[activation].function)
            .is_none_or(|function| function.is_generator);
        activation == 0
            || is_generator
            || log.returns.iter().any(|it| it.activation == activation)
            || has_ended()
    }

    /// While the statement of an entry is in progress.
    fn in_progress(&self, entry: usize) -> Moment {
        let log = self.log;
        let kind = log.statements[log.entries[entry].statement].kind;
        let next = if is_compound(kind) || kind == StatementKind::Declarator {
            self.first_outside(entry)
        } else {
            log.next_in_activation(entry)
        };
        let latest = next.or_else(|| self.is_left_at(entry)).unwrap_or(log.entries.len());
        Moment { earliest: entry + 1, latest, entry: Some(entry), ..Moment::BEGIN }
    }

    /// The first entry by which the call of an entry is over, if depths are exact.
    fn is_left_at(&self, entry: usize) -> Option<usize> {
        let entries = &self.log.entries;
        let here = &entries[entry];
        let is_left = |index: &usize| {
            let other = &entries[*index];
            other.depth <= here.depth && other.activation != here.activation
        };
        can_be_judged(*self).then(|| (entry + 1..entries.len()).find(is_left))?
    }

    /// The first entry of the same activation that is not inside the statement of an entry, which
    /// is over by then.
    fn first_outside(&self, entry: usize) -> Option<usize> {
        let log = self.log;
        let here = &log.entries[entry];
        let span = log.statements[here.statement].span;
        (entry + 1..log.entries.len()).find(|&index| {
            let other = &log.entries[index];
            other.activation == here.activation
                && !span.encloses(log.statements[other.statement].span)
        })
    }

    /// Whether two moments are in one run of a statement no part of which runs twice.
    pub(crate) fn is_same_run(&self, from: &Moment, to: &Moment) -> bool {
        let Some(entry) = from.entry.filter(|_| from.entry == to.entry) else { return false };
        let kind = self.log.statements[self.log.entries[entry].statement].kind;
        !is_compound(kind) && !is_part_of_loop(kind)
    }

    /// Whether two moments are in one call of a function.
    pub(crate) fn is_same_call(&self, from: &Moment, to: &Moment) -> bool {
        let call = |moment: &Moment| Some(self.log.entries[moment.entry?].activation);
        call(from).is_some() && call(from) == call(to)
    }

    /// Whether the program can go from one moment to the other.
    pub(crate) fn is_later(&self, from: &Moment, to: &Moment, action: &Action) -> bool {
        if to.at_start {
            return to.earliest > from.earliest;
        }
        let is_return = action.is_step() && !self.is_same_call(from, to);
        if to.by_return && !(is_return && to.earliest <= from.latest) {
            return false;
        }
        to.latest >= from.earliest
    }
}

/// The same moments, or what they have in common if there are too many to distinguish.
pub(crate) fn gathered(moments: Vec<Moment>) -> Vec<Moment> {
    if moments.len() <= DISTINGUISHED_MAX {
        return moments;
    }
    let earliest = moments.iter().map(|moment| moment.earliest).min().unwrap_or(0);
    let latest = moments.iter().map(|moment| moment.latest).max().unwrap_or(0);
    vec![Moment { earliest, latest, ..Moment::BEGIN }]
}
