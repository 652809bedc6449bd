//! The debugging loop: turns conditions of a failing run, the last one first, until a run passes.

use crate::engine::Engine;
use crate::flip::{Flip, Flipper};
use crate::input::{Leaf, leaves, with_leaves};
use crate::query::Outside;
use crate::trace::{Event, Run, Verdict};
use crate::{Domain, Limits};
use debunk_model::{Seed, TestRng};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// What came of turning one condition.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "result", content = "input")]
pub enum Turned {
    /// No input does it.
    Unsatisfiable,
    /// No input was found that does it.
    Unknown,
    /// The run took another path than planned.
    Diverged(Value),
    /// It did, and the relation is still violated: the loop goes on from here.
    Fails(Value),
    /// It did, and the relation holds.
    Passes(Value),
    /// It did, but the input is not valid, or something threw, or the run did not end.
    Skipped(Value),
}

/// One condition that was turned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Attempt {
    /// The number of its place.
    pub site: usize,
    /// Which of the conditions that depend on the input it is, from 0, in the run it was in.
    pub position: usize,
    /// What came of it.
    #[serde(flatten)]
    pub turned: Turned,
}

/// Where a failing and a passing run part.
#[derive(Clone, Debug)]
pub(crate) struct Parting {
    pub relation: String,
    pub failing: Value,
    pub passing: Value,
    pub failing_run: Run,
    pub passing_run: Run,
    /// The event of the failing run that is the critical branch.
    pub event: usize,
    /// How many conditions that depend on the input come after it in the failing run.
    pub suffix: usize,
    /// Values that were held fixed to find the passing input.
    pub pins: usize,
    /// Whether the passing run was found by turning exactly this condition.
    pub is_exact: bool,
}

impl Parting {
    /// How many conditions that depend on the input the failing run has.
    pub fn length(&self) -> usize {
        self.failing_run.steps().iter().filter(|step| step.is_free).count()
    }

    /// The place of the critical branch.
    pub fn site(&self) -> usize {
        match self.failing_run.events.get(self.event) {
            Some(Event::Branch { site, .. }) => *site,
            _ => 0,
        }
    }
}

/// What a search did.
#[derive(Clone, Debug, Default)]
pub(crate) struct Searched {
    pub parting: Option<Parting>,
    pub attempts: Vec<Attempt>,
    pub runs: u32,
    /// Whether every condition was shown to be of no use; else the search ended early.
    pub is_complete: bool,
    /// The places that runs passed, each with its verdict.
    pub coverage: Vec<(BTreeSet<usize>, bool)>,
}

/// What a search needs to know.
pub(crate) struct Searcher<'run> {
    pub engine: &'run Engine,
    /// The program as it is, which has the last word on every verdict.
    pub plain: &'run Engine,
    pub relation: &'run str,
    pub names: &'run [String],
    pub domains: Option<&'run [Domain]>,
    pub limits: &'run Limits,
    pub seed: Seed,
    pub outside: Option<&'run Outside<'run>>,
}

impl Searcher<'_> {
    fn leaves(&self, input: &Value) -> Vec<Leaf> {
        leaves(input, self.engine.exports.arity, self.names, self.domains)
    }

    fn trace(&self, input: &Value, searched: &mut Searched) -> Run {
        searched.runs += 1;
        let text = input.to_string();
        let mut run = self.engine.trace(self.relation, &text, None);
        if run.verdict == Verdict::Pass && self.plain.verdict(self.relation, &text) != run.verdict {
            run.verdict = Verdict::Crash;
        }
        if matches!(run.verdict, Verdict::Pass | Verdict::Fail) {
            let places = run.branches().into_iter().map(|(_, site, _)| site).collect();
            searched.coverage.push((places, run.verdict == Verdict::Fail));
        }
        run
    }

    /// Looks for the critical branch, starting from a failing input.
    pub fn search(&self, input: &Value) -> Searched {
        let mut searched = Searched::default();
        let mut rng = self.seed.split("moves", 0).rng();
        let mut failing = input.clone();
        let mut run = self.trace(&failing, &mut searched);
        if run.verdict != Verdict::Fail {
            return searched;
        }
        let mut other: Option<Parting> = None;
        let mut is_tried: Vec<bool> = Vec::new();
        let mut moves = self.limits.moves;
        'runs: loop {
            let known = self.leaves(&failing);
            let mut flipper = Flipper::new(&run, &known, moves);
            let count = flipper.steps.len();
            is_tried.resize(count, false);
            for position in (0..count).rev() {
                let step = flipper.steps[position];
                if is_tried[position] || !step.is_free {
                    continue;
                }
                if searched.runs >= self.limits.runs
                    || searched.attempts.len() >= self.limits.attempts
                {
                    searched.parting = other;
                    return searched;
                }
                is_tried[position] = true;
                let flip = flipper.flip(position, &mut rng, self.outside);
                let note = |searched: &mut Searched, turned: Turned| {
                    let site = step.site.unwrap_or(0);
                    searched.attempts.push(Attempt { site, position, turned });
                };
                let (values, pins) = match flip {
                    Flip::Unsatisfiable => {
                        note(&mut searched, Turned::Unsatisfiable);
                        continue;
                    }
                    Flip::Unknown => {
                        note(&mut searched, Turned::Unknown);
                        continue;
                    }
                    Flip::Found(values, pins) => (values, pins),
                };
                let next = with_leaves(&failing, &values);
                let next_run = self.trace(&next, &mut searched);
                if next_run.verdict == Verdict::Pass && self.limits.any_pass {
                    let parting = self.parting(&failing, &run, &next, &next_run, pins);
                    keep_better(&mut other, parting);
                }
                let follows = flips(&run, &next_run, &flipper, position);
                match (next_run.verdict, follows) {
                    (Verdict::Pass, true) => {
                        note(&mut searched, Turned::Passes(next.clone()));
                        let parting = self.parting(&failing, &run, &next, &next_run, pins);
                        searched.parting = parting.map(|it| Parting { is_exact: true, ..it });
                        return searched;
                    }
                    (Verdict::Fail, true) => {
                        note(&mut searched, Turned::Fails(next.clone()));
                        moves = flipper.moves;
                        is_tried.truncate(position + 1);
                        failing = next;
                        run = next_run;
                        continue 'runs;
                    }
                    (Verdict::Pass | Verdict::Fail, false) => {
                        note(&mut searched, Turned::Diverged(next));
                    }
                    _ => note(&mut searched, Turned::Skipped(next)),
                }
            }
            break;
        }
        searched.is_complete = true;
        if self.limits.any_pass {
            let tried = self.wander(&failing, &run, &mut searched, &mut rng);
            if let Some(parting) = tried {
                keep_better(&mut other, Some(parting));
            }
            searched.parting = other;
        }
        searched
    }

    /// Passing inputs near the failing one, by chance, when no condition could be turned.
    fn wander(
        &self,
        failing: &Value,
        run: &Run,
        searched: &mut Searched,
        rng: &mut TestRng,
    ) -> Option<Parting> {
        let known = self.leaves(failing);
        let mut best = None;
        if known.is_empty() {
            return None;
        }
        for _ in 0..self.limits.wanders {
            let mut values: Vec<f64> = known.iter().map(|leaf| leaf.value).collect();
            for _ in 0..=rng.below(2) {
                let index = rng.below(known.len());
                let leaf = &known[index];
                let step = 1.0 + rng.below(6) as f64;
                let moved = values[index] + if rng.chance(50) { step } else { -step };
                values[index] = moved.clamp(leaf.lower as f64, leaf.upper as f64);
            }
            let next = with_leaves(failing, &values);
            let text = next.to_string();
            if self.engine.verdict(self.relation, &text) != Verdict::Pass {
                continue;
            }
            let next_run = self.trace(&next, searched);
            keep_better(&mut best, self.parting(failing, run, &next, &next_run, 0));
        }
        best
    }

    /// Where two runs part: the first condition of P that they decide differently.
    fn parting(
        &self,
        failing: &Value,
        failing_run: &Run,
        passing: &Value,
        passing_run: &Run,
        pins: usize,
    ) -> Option<Parting> {
        let (ours, theirs) = (failing_run.branches(), passing_run.branches());
        let at = ours.iter().zip(&theirs).position(|(a, b)| (a.1, a.2) != (b.1, b.2))?;
        if ours[at].1 != theirs[at].1 {
            return None;
        }
        let event = ours[at].0;
        let depends = |(event, ..): &(usize, usize, bool)| {
            matches!(failing_run.events[*event], Event::Branch { term: Some(_), .. })
        };
        let suffix = ours[at + 1..].iter().filter(|branch| depends(branch)).count();
        Some(Parting {
            relation: self.relation.to_owned(),
            failing: failing.clone(),
            passing: passing.clone(),
            failing_run: failing_run.clone(),
            passing_run: passing_run.clone(),
            event,
            suffix,
            pins,
            is_exact: false,
        })
    }
}

fn keep_better(best: &mut Option<Parting>, other: Option<Parting>) {
    if let Some(other) = other
        && best.as_ref().is_none_or(|best| other.suffix < best.suffix)
    {
        *best = Some(other);
    }
}

/// Whether a run keeps the path of another up to a step and decides that one otherwise.
fn flips(run: &Run, next: &Run, flipper: &Flipper<'_>, position: usize) -> bool {
    let target = flipper.steps[position];
    let decided = |run: &Run| -> Vec<(usize, bool)> {
        let conditions = run.events.iter().filter_map(|event| match *event {
            Event::Branch { site, term: Some(_), taken } => Some((site, taken)),
            _ => None,
        });
        conditions.collect()
    };
    let before = run.events[..target.event]
        .iter()
        .filter(|event| matches!(event, Event::Branch { term: Some(_), .. }))
        .count();
    let (ours, theirs) = (decided(run), decided(next));
    theirs.len() > before
        && ours[..before] == theirs[..before]
        && ours[before].0 == theirs[before].0
        && ours[before].1 != theirs[before].1
}
