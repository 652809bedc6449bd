//! The debugging loop: flips conditions of a failing run, the last one first, until a run passes.

use crate::divergence::{Divergence, TracedInput, keep_later};
use crate::engine::LoadedProgram;
use crate::flip::{Budget, Flip, Flipper};
use crate::input::{Leaf, leaves, with_leaves};
use crate::query::ExternalSolver;
use crate::trace::{RunVerdict, TraceEvent, TracedRun};
use crate::{Domain, SearchLimits};
use debunk_model::{Seed, TestRng};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// The result of flipping one condition.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "result", content = "input")]
pub enum FlipResult {
    /// No input does it.
    Unsatisfiable,
    /// No input of the domain was found that does it.
    Unknown,
    /// The run took another path than planned.
    Diverged(Value),
    /// It did, and the relation is still violated: the loop continues from here.
    Fails(Value),
    /// It did, and the relation holds.
    Passes(Value),
    /// It did, but the input is not valid, or something threw, or the run did not end.
    Skipped(Value),
}

/// One condition that was flipped.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FlipAttempt {
    /// The number of its place.
    pub site: usize,
    /// Which of the conditions that depend on the input it is, from 0, in the run it was in.
    pub position: usize,
    /// The result.
    #[serde(flatten)]
    pub turned: FlipResult,
}

/// What a search did.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchResult {
    pub divergence: Option<Divergence>,
    pub attempts: Vec<FlipAttempt>,
    pub runs: u32,
    /// Whether every path of P that inputs of this shape can take was run, and violates the
    /// relation; never if `valid` or `T` decide something by the input, or a value is pinned.
    pub is_exhausted: bool,
    /// The places that runs passed, each with its verdict.
    pub coverage: Vec<(BTreeSet<usize>, bool)>,
}

/// A run in which the planned condition was flipped.
struct FlippedRun {
    input: Value,
    run: TracedRun,
    /// Values that were held fixed to find the input.
    pins: usize,
}

/// What a search needs to know.
pub(crate) struct Searcher<'run> {
    pub engine: &'run LoadedProgram,
    /// The unmodified program, which has the last word on every verdict.
    pub plain: &'run LoadedProgram,
    pub relation: &'run str,
    pub names: &'run [String],
    pub domains: Option<&'run [Domain]>,
    pub limits: &'run SearchLimits,
    pub seed: Seed,
    pub outside: Option<&'run ExternalSolver<'run>>,
}

impl Searcher<'_> {
    pub fn leaves(&self, input: &Value) -> Vec<Leaf> {
        leaves(input, self.engine.exports.arity, self.names, self.domains)
    }

    /// Runs an input; a verdict must be that of the plain program as well.
    pub fn trace(&self, input: &Value, searched: &mut SearchResult) -> TracedRun {
        searched.runs += 1;
        let text = input.to_string();
        let mut run = self.engine.trace(self.relation, &text, None);
        let is_judged = matches!(run.verdict, RunVerdict::Pass | RunVerdict::Fail);
        if is_judged && self.plain.verdict(self.relation, &text) != run.verdict {
            run.verdict = RunVerdict::Crash;
        }
        if matches!(run.verdict, RunVerdict::Pass | RunVerdict::Fail) {
            let places = run.branches().into_iter().map(|(_, site, _)| site).collect();
            searched.coverage.push((places, run.verdict == RunVerdict::Fail));
        }
        run
    }

    /// Looks for the critical branch, starting from a failing input.
    pub fn search(&self, input: &Value) -> SearchResult {
        let mut searched = SearchResult::default();
        let mut rng = self.seed.split("moves", 0).rng();
        let mut failing = input.clone();
        let mut run = self.trace(&failing, &mut searched);
        if run.verdict != RunVerdict::Fail {
            return searched;
        }
        searched.is_exhausted = true;
        let mut budget = Budget { moves: self.limits.moves, chances: self.limits.chances };
        let mut is_tried: Vec<bool> = Vec::new();
        'runs: loop {
            let leaves = self.leaves(&failing);
            let mut flipper = Flipper::new(&run, &leaves, budget);
            is_tried.resize(flipper.steps.len(), false);
            // Other paths through valid and T, and other values of pinned terms, are not covered.
            searched.is_exhausted &=
                flipper.steps.iter().all(|step| step.is_free) && !run.is_open_in_relation();
            for position in (0..flipper.steps.len()).rev() {
                let step = flipper.steps[position];
                if is_tried[position] || !step.is_free {
                    continue;
                }
                if searched.runs >= self.limits.runs
                    || searched.attempts.len() >= self.limits.attempts
                {
                    searched.is_exhausted = false;
                    return searched;
                }
                is_tried[position] = true;
                let base = TracedInput { input: &failing, run: &run };
                let (turned, next) =
                    self.turn(base, &mut flipper, position, &mut searched, &mut rng);
                searched.is_exhausted &= !matches!(
                    turned,
                    FlipResult::Unknown | FlipResult::Diverged(_) | FlipResult::Skipped(_)
                );
                let site = step.site.unwrap_or(0);
                searched.attempts.push(FlipAttempt { site, position, turned });
                let Some(next) = next else { continue };
                if next.run.verdict == RunVerdict::Pass {
                    let passing = TracedInput { input: &next.input, run: &next.run };
                    let divergence = Divergence::of(self.relation, base, passing, next.pins);
                    searched.divergence = divergence.map(|it| Divergence { is_exact: true, ..it });
                    return searched;
                }
                budget = flipper.budget;
                is_tried.truncate(position + 1);
                failing = next.input;
                run = next.run;
                continue 'runs;
            }
            break;
        }
        let last = TracedInput { input: &failing, run: &run };
        if self.limits.any_pass {
            let divergence = self.neighbours(last, &mut searched, &mut rng);
            keep_later(&mut searched.divergence, divergence);
        }
        if self.limits.other_shapes && searched.divergence.is_none() {
            searched.divergence = self.other_shapes(last, &mut searched);
        }
        searched
    }

    /// Flips one condition; the resulting run passes or fails.
    fn turn(
        &self,
        base: TracedInput<'_>,
        flipper: &mut Flipper<'_>,
        position: usize,
        searched: &mut SearchResult,
        rng: &mut TestRng,
    ) -> (FlipResult, Option<FlippedRun>) {
        let mut outcome = match flipper.flip(position, rng, self.outside) {
            Flip::Unsatisfiable => return (FlipResult::Unsatisfiable, None),
            Flip::Unknown => FlipResult::Unknown,
            Flip::Found(values, pins) => {
                let next = with_leaves(base.input, &values);
                match self.check(base, flipper, position, (next, pins), searched) {
                    (turned, None) => turned,
                    done => return done,
                }
            }
        };
        if !self.limits.loosen {
            return (outcome, None);
        }
        for values in flipper.loosened(position, rng) {
            let next = with_leaves(base.input, &values);
            match self.check(base, flipper, position, (next, 0), searched) {
                (turned, None) if outcome == FlipResult::Unknown => outcome = turned,
                (_, None) => {}
                done => return done,
            }
        }
        (outcome, None)
    }

    /// Runs an input that should flip a condition.
    fn check(
        &self,
        base: TracedInput<'_>,
        flipper: &Flipper<'_>,
        position: usize,
        (input, pins): (Value, usize),
        searched: &mut SearchResult,
    ) -> (FlipResult, Option<FlippedRun>) {
        let run = self.trace(&input, searched);
        if run.verdict == RunVerdict::Pass && self.limits.any_pass {
            let passing = TracedInput { input: &input, run: &run };
            let divergence = Divergence::of(self.relation, base, passing, pins);
            keep_later(&mut searched.divergence, divergence);
        }
        let shown = input.clone();
        match (run.verdict, flips(base.run, &run, flipper, position)) {
            (RunVerdict::Pass, true) => {
                (FlipResult::Passes(shown), Some(FlippedRun { input, run, pins }))
            }
            (RunVerdict::Fail, true) => {
                (FlipResult::Fails(shown), Some(FlippedRun { input, run, pins }))
            }
            (RunVerdict::Pass | RunVerdict::Fail, false) => (FlipResult::Diverged(shown), None),
            (RunVerdict::Outside, _) => (FlipResult::Unknown, None),
            _ => (FlipResult::Skipped(shown), None),
        }
    }
}

/// Whether a run keeps the path of another up to a step and decides that one differently.
fn flips(run: &TracedRun, next: &TracedRun, flipper: &Flipper<'_>, position: usize) -> bool {
    let target = flipper.steps[position];
    let decided = |run: &TracedRun| -> Vec<(usize, bool)> {
        let conditions = run.events.iter().filter_map(|event| match *event {
            TraceEvent::Branch { site, term: Some(_), taken } => Some((site, taken)),
            _ => None,
        });
        conditions.collect()
    };
    let before = run.events[..target.event]
        .iter()
        .filter(|event| matches!(event, TraceEvent::Branch { term: Some(_), .. }))
        .count();
    let (ours, theirs) = (decided(run), decided(next));
    theirs.len() > before
        && ours[..before] == theirs[..before]
        && ours[before].0 == theirs[before].0
        && ours[before].1 != theirs[before].1
}
