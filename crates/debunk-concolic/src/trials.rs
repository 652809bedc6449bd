//! Small changes of the program, tried on inputs that fail and on inputs that pass: a change with
//! which the relations hold says where the fault may be.

use crate::engine::Engine;
use crate::options::Options;
use crate::sources::Sources;
use crate::testing::{Effort, Failing, small_seed, test};
use crate::trace::Verdict;
use crate::{ConcolicError, Domain};
use debunk_javascript::shadow::module;
use debunk_javascript::{Mutant, mutants};
use debunk_model::Span;
use std::collections::BTreeSet;

/// Changes that are tried, at most.
const TRIALS: usize = 1_000;
/// Inputs of each kind on which every change is tried. Only a change with which all of these pass
/// is tried on the others.
const FIRST: usize = 5;
/// Random inputs on which a change with which all known inputs pass must satisfy all relations.
const RANDOM: u32 = 150;
/// A repair leaves at least this share of the outputs of passing inputs as they are.
const KEPT: f64 = 0.6;
/// And at least one in so many different outputs.
const LOST_VARIETY: usize = 2;
/// The fuel that a run of a changed program has beyond what the program itself needs.
const MORE_FUEL: u64 = 2;

/// What a change that is no repair counts, against one that is.
const PARTIAL: f64 = 0.01;

/// An input that satisfies a relation.
#[derive(Clone, Debug)]
pub(crate) struct Passing {
    pub relation: String,
    pub input: String,
    /// What P returns for it.
    pub output: String,
}

/// A change of the entry, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// What was changed, in the entry.
    pub span: Span,
    /// What was there, and what was put there.
    pub change: (String, String),
    /// Failing inputs on which it was tried.
    pub failing: usize,
    /// Those among them that pass with the change.
    pub fixed: usize,
    /// Passing inputs on which it was tried.
    pub passing: usize,
    /// Those among them that still pass with the change.
    pub still: usize,
    /// Those among them that still pass with the same output.
    pub same: usize,
    /// Whether it was tried on all inputs and on random ones, and all pass with it.
    pub is_repair: bool,
}

impl Trial {
    fn keeps_enough(&self) -> bool {
        self.same as f64 >= KEPT * self.passing as f64
    }

    /// How much it says that the fault is where the change was made, from 0 to 1. A constant program
    /// satisfies many relations: a change that alters what passing inputs give says little.
    pub fn strength(&self) -> f64 {
        let share = |part: usize, of: usize| if of == 0 { 1.0 } else { part as f64 / of as f64 };
        let same = share(self.same, self.passing);
        let whole = match self.is_repair {
            true => 1.0,
            false => PARTIAL * share(self.fixed, self.failing) * share(self.still, self.passing),
        };
        whole * same * same
    }
}

/// Tries all changes of the entry; those count with which some failing input passes.
///
/// # Errors
/// When the program cannot be used.
pub(crate) fn trials(
    (sources, plain): (&Sources, &Engine),
    domain: Option<&[Domain]>,
    failing: &[Failing],
    passing: &[Passing],
    options: &Options<'_>,
) -> Result<Vec<Trial>, ConcolicError> {
    let program = module(&sources.entry, sources.entry_text());
    let known = failing.iter().map(|it| (&it.relation, it.input.to_string()));
    let known = known.chain(passing.iter().map(|it| (&it.relation, it.input.clone())));
    let known: Vec<(&String, String)> = known.collect();
    let needed = known.iter().map(|(relation, input)| {
        plain.verdict(relation, input);
        plain.used()
    });
    let fuel = needed.max().unwrap_or(0) + MORE_FUEL;
    let engine = Engine::plain(sources, fuel, &options.stop)?;
    if let Some(domain) = domain {
        engine.restrict(domain)?;
    }
    let can_make = engine.exports.generates || domain.is_some();
    let seed = small_seed(options.seed.split("changes", 0));
    let outputs = |text: &str, name: &str| -> Option<Vec<Vec<String>>> {
        engine.adopt(name, text).ok()?;
        let all = known.iter();
        Some(all.map(|(relation, input)| engine.details(relation, input).outputs).collect())
    };
    let undone = options.undone.as_ref().and_then(|text| outputs(text, "undone.js"));
    let made = mutants(&program).unwrap_or_default();
    let tried = made.into_iter().take(TRIALS).enumerate().filter_map(|(number, mutant)| {
        engine.adopt(&format!("trial{number}.js"), &mutant.text).ok()?;
        let mut trial = attempt(&engine, &mutant, failing, passing)?;
        trial.is_repair &= !can_make || holds(&engine, seed);
        let undoes = trial.is_repair
            && undone.is_some()
            && outputs(&mutant.text, &format!("again{number}.js")) == undone;
        (!undoes).then_some(trial)
    });
    Ok(tried.collect())
}

/// Whether the program satisfies all relations on random inputs.
fn holds(engine: &Engine, seed: u32) -> bool {
    let effort = Effort { inputs: RANDOM, failing_per_relation: 1, hangs: 0 };
    let tested = test(engine, &engine.exports.names, seed, effort, &mut |_| {});
    tested.is_ok_and(|(_, it)| it.failed == 0 && it.crashed == 0 && it.hung == 0)
}

fn attempt(
    engine: &Engine,
    mutant: &Mutant,
    failing: &[Failing],
    passing: &[Passing],
) -> Option<Trial> {
    let mut trial = Trial {
        span: mutant.original,
        change: mutant.change.clone(),
        failing: 0,
        fixed: 0,
        passing: 0,
        still: 0,
        same: 0,
        is_repair: false,
    };
    let fixes = |it: &Failing, trial: &mut Trial| {
        let is_fixed = engine.verdict(&it.relation, &it.input.to_string()) == Verdict::Pass;
        trial.failing += 1;
        trial.fixed += usize::from(is_fixed);
        is_fixed
    };
    let mut outputs = BTreeSet::new();
    let mut keeps = |it: &Passing, trial: &mut Trial| {
        let details = engine.details(&it.relation, &it.input);
        outputs.extend(details.outputs.first().cloned());
        let is_still = details.verdict == "pass";
        trial.passing += 1;
        trial.still += usize::from(is_still);
        trial.same += usize::from(is_still && details.outputs.first() == Some(&it.output));
        is_still
    };
    for it in failing.iter().take(FIRST) {
        fixes(it, &mut trial);
    }
    if trial.fixed == 0 {
        return None;
    }
    for it in passing.iter().take(FIRST) {
        keeps(it, &mut trial);
    }
    trial.is_repair = trial.fixed == trial.failing
        && trial.still == trial.passing
        && trial.keeps_enough()
        && passing.iter().skip(FIRST).all(|it| keeps(it, &mut trial))
        && failing.iter().skip(FIRST).all(|it| fixes(it, &mut trial));
    // A program that answers nearly always the same satisfies many relations.
    let before: BTreeSet<&String> = passing.iter().map(|it| &it.output).collect();
    trial.is_repair &= trial.keeps_enough() && before.len() <= LOST_VARIETY * outputs.len();
    Some(trial)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(fixed: usize, still: usize, same: usize, is_repair: bool) -> Trial {
        let change = (String::new(), String::new());
        let span = Span::new(0, 1);
        Trial { span, change, failing: 10, fixed, passing: 20, still, same, is_repair }
    }

    #[test]
    fn a_repair_that_keeps_outputs_says_most() {
        let order = [
            trial(10, 20, 20, true),
            trial(10, 20, 10, true),
            trial(10, 20, 20, false),
            trial(5, 20, 20, false),
            trial(5, 10, 10, false),
            trial(10, 20, 0, true),
        ];
        for pair in order.windows(2) {
            assert!(pair[0].strength() > pair[1].strength(), "{pair:?}");
        }
        assert_eq!(order[0].strength(), 1.0);
        assert_eq!(order[5].strength(), 0.0);
    }
}
