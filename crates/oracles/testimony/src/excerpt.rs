//! The part of a log that is kept with a finding, for people to look at.

use crate::log::{Log, UNINITIALISED, agrees};
use crate::values::is_plain;
use debunk_model::{Pause, Trace, VariableView};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most entries of one log that are kept.
const ENTRIES_MAX: usize = 400;
/// How many of them follow the contradiction, if there are enough.
const ENTRIES_AFTER: usize = 100;

/// One statement that was about to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExcerptEntry {
    /// Its line, from 1.
    pub line: u32,
    /// Its column, from 0.
    pub column: u32,
    /// How many activations were running, its own included.
    pub depth: u32,
    /// The name of its function, empty if it has none.
    pub function: String,
    /// The values of the variables that could be read there.
    pub values: BTreeMap<String, String>,
}

/// A part of one log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Excerpt {
    /// The entries in the order in which they happened.
    pub entries: Vec<ExcerptEntry>,
    /// Whether more happened than is shown here.
    pub cut: bool,
}

/// What the witness saw of both sides of a contradiction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WitnessRecord {
    /// Of the first side: the initial session, or the first debugger.
    #[serde(rename = "initial")]
    pub first: Option<Excerpt>,
    /// Of the second side: the follow-up session, or the second debugger.
    #[serde(rename = "follow_up")]
    pub second: Option<Excerpt>,
}

impl Excerpt {
    /// The part of `log` around step `step` of `trace`, or around its end.
    pub fn around(log: &Log, trace: &Trace, step: Option<usize>) -> Self {
        let count = log.entries.len();
        let followed = log_followed(log, trace);
        let steps = step.map_or(followed.len(), |step| (step + 1).min(followed.len()));
        let centre = followed[..steps].iter().rev().find_map(|entry| *entry).unwrap_or(0);
        let end = (centre + ENTRIES_AFTER).max(ENTRIES_MAX).min(count);
        let start = end.saturating_sub(ENTRIES_MAX);
        Self {
            entries: (start..end).filter_map(|index| entry(log, index)).collect(),
            cut: log.truncated || end - start < count,
        }
    }

    /// For each pause of a trace, the entry that fits it best after those before it. It is a guess
    /// that helps to read the two side by side, and proves nothing.
    pub fn followed_by(&self, trace: &Trace) -> Vec<Option<usize>> {
        let place = |index: usize| {
            let ExcerptEntry { line, column, depth, .. } = self.entries[index];
            EntryPlace { line, column, depth }
        };
        let fits = |index: usize, pause: &Pause| {
            let values = &self.entries[index].values;
            is_consistent(values.iter().map(|(name, value)| (name.as_str(), value.as_str())), pause)
        };
        follow(trace, self.entries.len(), place, fits)
    }
}

fn entry(log: &Log, index: usize) -> Option<ExcerptEntry> {
    let entry = log.entries.get(index)?;
    let statement = log.statements.get(entry.statement)?;
    let function = log.functions.get(statement.function)?;
    let values = log.values_at(index).into_iter();
    Some(ExcerptEntry {
        line: statement.start.line,
        column: statement.start.column,
        depth: entry.depth,
        function: function.name.to_string(),
        values: values.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
    })
}

fn log_followed(log: &Log, trace: &Trace) -> Vec<Option<usize>> {
    let place = |index: usize| {
        let entry = &log.entries[index];
        let start = log.statements.get(entry.statement).map(|statement| statement.start);
        let (line, column) = start.map_or((0, 0), |start| (start.line, start.column));
        EntryPlace { line, column, depth: entry.depth }
    };
    let fits = |index: usize, pause: &Pause| is_consistent(log.values_at(index).into_iter(), pause);
    follow(trace, log.entries.len(), place, fits)
}

/// The score of an entry: its line, and values, which count more than column and depth.
const SAME_LINE: u32 = 1;
const SAME_VALUES: u32 = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
struct EntryPlace {
    line: u32,
    column: u32,
    depth: u32,
}

/// Whether every value that the debugger shows is the logged one.
fn is_consistent<'log>(
    values: impl Iterator<Item = (&'log str, &'log str)>,
    pause: &Pause,
) -> bool {
    let visible = pause.variables.visible();
    let mut logged = values.filter_map(|(name, value)| Some((value, visible.get(name)?.1)));
    // How objects are named is each debugger's own choice, and so is what has no value yet.
    logged.all(|(value, reported)| {
        let is_comparable = value != UNINITIALISED && (is_plain(value) || is_plain(reported));
        !is_comparable || agrees(value, reported) != Some(false)
    })
}

fn follow(
    trace: &Trace,
    count: usize,
    place: impl Fn(usize) -> EntryPlace,
    fits: impl Fn(usize, &Pause) -> bool,
) -> Vec<Option<usize>> {
    let mut next = 0;
    let mut followed = Vec::with_capacity(trace.steps.len());
    for step in &trace.steps {
        let found = step.observation.pause().and_then(|pause| {
            let at = pause.location()?;
            let depth = pause.frames.len() as u32;
            let score = |index: usize| {
                let here = place(index);
                if here.line != at.line {
                    return 0;
                }
                let exact = u32::from(here.column == at.column) + u32::from(here.depth == depth);
                SAME_LINE + exact + if fits(index, pause) { SAME_VALUES } else { 0 }
            };
            let mut best = (0, None);
            for index in next..count {
                let score = score(index);
                if score > best.0 {
                    best = (score, Some(index));
                }
                if score == SAME_LINE + 2 + SAME_VALUES {
                    break;
                }
            }
            best.1
        });
        next = found.map_or(next, |index| index + 1);
        followed.push(found);
    }
    followed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Activation, LogEntry};
    use debunk_model::{
        Action, Frame, Location, LoggedFunction, LoggedStatement, Observation, Outcome,
        Place as FramePlace, Scope, ScopeKind, Span, StatementKind,
    };

    fn entry(line: u32, x: &str) -> ExcerptEntry {
        let values = BTreeMap::from([("x".to_owned(), x.to_owned())]);
        ExcerptEntry { line, column: 2, depth: 1, function: String::new(), values }
    }

    fn pause(line: u32, x: &str) -> Observation {
        let at = Location::new(line, 2);
        let frame = Frame { function: String::new(), place: FramePlace::Program { at } };
        let variables = BTreeMap::from([("x".to_owned(), x.to_owned())]);
        let scope = Scope { kind: ScopeKind::Own, variables };
        Observation::Paused(Pause { frames: vec![frame], variables: vec![scope] })
    }

    #[test]
    fn a_pause_is_at_the_entry_with_its_values_behind_the_pauses_before() {
        let entries =
            vec![entry(1, "0"), entry(2, "0"), entry(2, "1"), entry(2, "2"), entry(3, "2")];
        let mut trace = Trace::default();
        trace.push(Action::Start, pause(2, "1"));
        trace.push(Action::Look, Observation::Looked { variables: Vec::new() });
        trace.push(Action::Continue, pause(2, "9"));
        trace.push(Action::Continue, pause(1, "0"));
        let excerpt = Excerpt { entries, cut: false };
        assert_eq!(excerpt.followed_by(&trace), [Some(2), None, Some(3), None]);
    }

    /// One statement that runs `count` times, with a counter.
    fn long_log(count: u32) -> Log {
        let statement = LoggedStatement {
            span: Span::new(0, 1),
            start: Location::new(2, 2),
            kind: StatementKind::Expression,
            function: 0,
            variables: vec!["x".into()],
            constants: Vec::new(),
        };
        let entry = |value| LogEntry { statement: 0, activation: 0, depth: 1, values: vec![value] };
        Log {
            entries: (0..count).map(entry).collect(),
            activations: vec![Activation { function: 0, parent: None }],
            statements: vec![statement],
            functions: vec![LoggedFunction {
                name: String::new(),
                span: Span::new(0, 9),
                exit_is_seen: true,
                is_generator: false,
                is_async: false,
            }],
            texts: (0..count).map(|number| number.to_string()).collect(),
            contents: Default::default(),
            headings: BTreeMap::new(),
            inserted: BTreeMap::new(),
            outcome: Outcome::default(),
            truncated: false,
            size_bytes: 0,
            returns: Vec::new(),
            resumptions: Vec::new(),
        }
    }

    #[test]
    fn an_excerpt_is_short_and_holds_the_contradiction() {
        for (count, at, first, kept) in
            [(10, "7", 0, 10), (5000, "3000", 2700, 400), (5000, "4", 0, 400)]
        {
            let mut trace = Trace::default();
            trace.push(Action::Start, pause(2, "1"));
            trace.push(Action::Continue, pause(2, at));
            trace.push(Action::Continue, Observation::Hung);
            let excerpt = Excerpt::around(&long_log(count), &trace, Some(2));
            assert_eq!((excerpt.entries.len(), excerpt.cut), (kept, count as usize > kept));
            assert_eq!(excerpt.entries[0].values["x"], first.to_string());
            assert!(excerpt.entries.iter().any(|entry| entry.values["x"] == at));
        }
    }
}
