//! Two traces side by side: which steps belong together, and where they diverge.

use debunk_model::{Location, Observation, SourceMap, Trace, TraceStep};
use serde::Serialize;

/// Steps of the two traces that belong together; one of them may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Row {
    /// The step of the first trace.
    pub left: Option<usize>,
    /// The step of the second trace.
    pub right: Option<usize>,
    /// Whether the two answers are the same.
    pub same: bool,
}

/// The rows, and the one that shows the contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alignment {
    pub rows: Vec<Row>,
    pub divergence: Option<usize>,
}

/// A trace alone.
pub(crate) fn alone(trace: &Trace, step: usize) -> Alignment {
    let row = |index| Row { left: Some(index), right: None, same: true };
    let count = trace.steps.len();
    Alignment { rows: (0..count).map(row).collect(), divergence: (step < count).then_some(step) }
}

/// Aligns two traces so that `step` of the second is beside `expected` of the first.
pub(crate) fn align(
    first: &Trace,
    second: &Trace,
    map: &SourceMap,
    expected: Option<usize>,
    step: usize,
) -> Alignment {
    let pairs = Pairs { first: &first.steps, second: &second.steps, map };
    let (left, right) = (first.steps.len(), second.steps.len());
    let expected = expected.filter(|index| *index < left);
    let mut rows = Vec::new();
    if step >= right {
        pairs.extend(0..left, 0..right, &mut rows);
        return Alignment { rows, divergence: None };
    }
    let (before, behind) = match expected {
        Some(index) => (index, index + 1),
        // Nothing is contradicted by name: the rest of the first trace follows.
        None => {
            let cut = pairs.best_cut(step);
            (cut, cut)
        }
    };
    pairs.extend(0..before, 0..step, &mut rows);
    let divergence = rows.len();
    rows.push(Row { left: expected, right: Some(step), same: false });
    pairs.extend(behind..left, step + 1..right, &mut rows);
    Alignment { rows, divergence: Some(divergence) }
}

/// How well two steps belong together.
const SAME: u32 = 8;
const SAME_ANSWER: u32 = 5;
const SAME_KINDS: u32 = 3;
const SAME_ACTION: u32 = 1;

struct Pairs<'trace> {
    first: &'trace [TraceStep],
    second: &'trace [TraceStep],
    map: &'trace SourceMap,
}

impl Pairs<'_> {
    fn is_at(&self, old: Location, new: Location) -> bool {
        self.map.forward(old) == Some(new) || self.map.back(new).is(old)
    }

    fn is_same_answer(&self, left: &Observation, right: &Observation) -> bool {
        match (left, right) {
            (Observation::Paused(one), Observation::Paused(other)) => {
                match (one.location(), other.location()) {
                    (Some(old), Some(new)) => self.is_at(old, new),
                    _ => one.place() == other.place(),
                }
            }
            (Observation::BreakpointSet { at: old }, Observation::BreakpointSet { at: new }) => {
                self.is_at(*old, *new)
            }
            _ => left == right,
        }
    }

    fn score(&self, left: usize, right: usize) -> u32 {
        let (one, other) = (&self.first[left], &self.second[right]);
        let is_same_action = one.action.kind() == other.action.kind();
        let is_same_kind = one.observation.kind() == other.observation.kind();
        match (is_same_action, self.is_same_answer(&one.observation, &other.observation)) {
            (true, true) => SAME,
            (false, true) if one.observation.pause().is_some() => SAME_ANSWER,
            (true, false) if is_same_kind => SAME_KINDS,
            (true, false) => SAME_ACTION,
            _ => 0,
        }
    }

    /// The best sums for every beginning of the two ranges.
    fn table(
        &self,
        left: &std::ops::Range<usize>,
        right: &std::ops::Range<usize>,
    ) -> Vec<Vec<u32>> {
        let mut table = vec![vec![0; right.len() + 1]; left.len() + 1];
        for (row, one) in left.clone().enumerate() {
            for (column, other) in right.clone().enumerate() {
                let apart = table[row][column + 1].max(table[row + 1][column]);
                let score = self.score(one, other);
                let together = if score > 0 { table[row][column] + score } else { 0 };
                table[row + 1][column + 1] = apart.max(together);
            }
        }
        table
    }

    /// How much of the first trace best matches the second up to `step`.
    fn best_cut(&self, step: usize) -> usize {
        let table = self.table(&(0..self.first.len()), &(0..step));
        let sums = table.iter().map(|row| row.last().copied().unwrap_or(0));
        let best = sums.clone().max().unwrap_or(0);
        sums.clone().position(|sum| sum == best).unwrap_or(0)
    }

    fn extend(
        &self,
        left: std::ops::Range<usize>,
        right: std::ops::Range<usize>,
        rows: &mut Vec<Row>,
    ) {
        let table = self.table(&left, &right);
        let (mut row, mut column) = (left.len(), right.len());
        let mut backwards = Vec::new();
        while row > 0 || column > 0 {
            let here = table[row][column];
            let (one, other) = (left.start + row, right.start + column);
            if row > 0 && column > 0 {
                let score = self.score(one - 1, other - 1);
                if score > 0 && here == table[row - 1][column - 1] + score {
                    let (left, right) = (Some(one - 1), Some(other - 1));
                    backwards.push(Row { left, right, same: score >= SAME_ANSWER });
                    (row, column) = (row - 1, column - 1);
                    continue;
                }
            }
            if column > 0 && (row == 0 || here == table[row][column - 1]) {
                backwards.push(Row { left: None, right: Some(other - 1), same: false });
                column -= 1;
            } else {
                backwards.push(Row { left: Some(one - 1), right: None, same: false });
                row -= 1;
            }
        }
        rows.extend(backwards.into_iter().rev());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::{Action, Edit, Frame, Outcome, Pause, Place};

    fn paused(line: u32) -> Observation {
        let place = Place::Program { at: Location::new(line, 0) };
        let frames = vec![Frame { function: String::new(), place }];
        Observation::Paused(Pause { frames, variables: Vec::new() })
    }

    fn trace(steps: &[(Action, Observation)]) -> Trace {
        let mut trace = Trace::default();
        for (action, observation) in steps {
            trace.push(action.clone(), observation.clone());
        }
        trace
    }

    fn indices(alignment: &Alignment) -> Vec<(Option<usize>, Option<usize>)> {
        alignment.rows.iter().map(|row| (row.left, row.right)).collect()
    }

    #[test]
    fn extra_steps_stand_alone_and_the_contradiction_stands_beside_what_it_contradicts() {
        let at = Location::new(1, 0);
        let finished = Observation::Finished(Outcome::default());
        let first = trace(&[
            (Action::Start, paused(2)),
            (Action::StepOver, paused(3)),
            (Action::Continue, finished.clone()),
        ]);
        // A line was inserted before the first: every location is one line further down.
        let second = trace(&[
            (Action::add_breakpoint(at), Observation::BreakpointSet { at }),
            (Action::Start, paused(1)),
            (Action::Continue, paused(3)),
            (Action::StepOver, finished),
        ]);
        let map = SourceMap::apply(&"a\nb\nc\n".into(), vec![Edit::insert(0, "x\n")]).expect("map");
        let alignment = align(&first, &second, &map, Some(1), 3);
        assert_eq!(alignment.divergence, Some(3));
        assert_eq!(
            indices(&alignment),
            [
                (None, Some(0)),
                (None, Some(1)),
                (Some(0), Some(2)),
                (Some(1), Some(3)),
                (Some(2), None)
            ]
        );
        assert!(alignment.rows[2].same && !alignment.rows[3].same);
    }

    #[test]
    fn every_step_is_shown_once_and_in_order() {
        let first = trace(&[(Action::Start, paused(1)), (Action::StepIn, paused(2))]);
        let second = trace(&[(Action::Start, Observation::Hung)]);
        for (expected, step) in [(None, 0), (Some(0), 0), (Some(1), 0), (Some(9), 0), (None, 7)] {
            let map = SourceMap::identity(&"a\nb\n".into());
            let alignment = align(&first, &second, &map, expected, step);
            let left: Vec<usize> = alignment.rows.iter().filter_map(|row| row.left).collect();
            let right: Vec<usize> = alignment.rows.iter().filter_map(|row| row.right).collect();
            assert_eq!((left, right), (vec![0, 1], vec![0]), "{expected:?} {step}");
        }
    }
}
