//! Small changes of the program, tried on inputs that fail and on inputs that pass: a change with
//! which the relations hold, a *repair*, says where the fault may be.
//!
//! Programs that do too little satisfy many relations, and there are many ways to make a program do
//! less. So repairs with which the program returns the same are one *behaviour*, and the places
//! from which a behaviour can be reached share what it says.

use crate::engine::LoadedProgram;
use crate::options::LocalizeOptions;
use crate::sources::Sources;
use crate::testing::{FailingInput, TestEffort, small_seed, test};
use crate::trace::RunVerdict;
use crate::{ConcolicError, Domain};
use debunk_javascript::shadow::module;
use debunk_javascript::{Mutant, mutants};
use debunk_model::Span;
use std::collections::BTreeSet;

/// Changes that are tried, at most.
const TRIALS: usize = 1_000;
/// Inputs of each kind on which every change is tried. Only if all of these pass, a change is tried
/// on the others.
const FIRST: usize = 5;
/// Random inputs on which a change must satisfy all relations, if all known inputs pass with it.
const RANDOM: u32 = 150;
/// A reported repair leaves at least this share of the outputs of passing inputs unchanged.
const KEPT: f64 = 0.6;
/// And at least one in this many different outputs.
const LOST_VARIETY: usize = 2;
/// The exponent of the share of outputs that a repair leaves unchanged, and what is left of a
/// repair that alters all of them: the outputs of inputs that pass may be wrong as well.
const SAME_POWER: i32 = 8;
const ALL_ALTERED: f64 = 0.03;
/// This many failing inputs have to pass with a repair before it counts in full.
const RELIABLE: usize = 20;
/// The weight of a repair that leaves fewer different outputs than [`LOST_VARIETY`] allows.
const ALIKE: f64 = 0.1;
/// The additional fuel for a run of a changed program.
const MORE_FUEL: u64 = 2;

/// The weight of a change that is not a repair, relative to one that is.
const PARTIAL: f64 = 0.0003;

/// An input that satisfies a relation.
#[derive(Clone, Debug)]
pub(crate) struct PassingInput {
    pub relation: String,
    pub input: String,
    /// What P returns for it.
    pub output: String,
}

/// A change of the entry, and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The changed text, in the entry.
    pub span: Span,
    /// The text before and after.
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
    /// How many different outputs the passing inputs had, and have with the change.
    pub variety: (usize, usize),
    /// If it was tried on all inputs and on random ones, and all pass with it: the program's
    /// behaviour then, as a number. Repairs with the same number make the program return the same.
    pub behaviour: Option<usize>,
}

impl Trial {
    /// Whether all relations hold with it, and the program still does about the same.
    pub fn is_reportable(&self) -> bool {
        self.behaviour.is_some()
            && self.same as f64 >= KEPT * self.passing as f64
            && !self.makes_alike()
    }

    /// Whether the passing inputs give far fewer different outputs with it.
    fn makes_alike(&self) -> bool {
        let (before, after) = self.variety;
        before > LOST_VARIETY * after
    }

    /// How strongly it suggests that the fault is at the change, from 0 to 1.
    pub fn strength(&self) -> f64 {
        let share = |part: usize, of: usize| if of == 0 { 1.0 } else { part as f64 / of as f64 };
        if self.behaviour.is_none() {
            return PARTIAL * share(self.fixed, self.failing) * share(self.still, self.passing);
        }
        let same = share(self.same, self.passing).powi(SAME_POWER);
        let variety = share(self.variety.1, self.variety.0).min(1.0);
        let variety = if self.makes_alike() { ALIKE * variety } else { variety };
        let reliable = share(self.failing.min(RELIABLE), RELIABLE);
        (ALL_ALTERED + (1.0 - ALL_ALTERED) * same) * variety * reliable
    }
}

/// Tries all changes of the entry; those with which some failing input passes count.
///
/// # Errors
/// If the program cannot be used.
pub(crate) fn trials(
    (sources, plain): (&Sources, &LoadedProgram),
    domain: Option<&[Domain]>,
    failing: &[FailingInput],
    passing: &[PassingInput],
    options: &LocalizeOptions<'_>,
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
    let engine = LoadedProgram::plain(sources, fuel, &options.stop)?;
    if let Some(domain) = domain {
        engine.restrict(domain)?;
    }
    let can_make = engine.exports.generates || domain.is_some();
    let seed = small_seed(options.seed.split("changes", 0));
    let outputs = || -> Behaviour {
        known.iter().map(|(relation, input)| engine.details(relation, input).outputs).collect()
    };
    let undone = options.undone.as_ref().and_then(|text| {
        engine.adopt("undone.js", text).ok()?;
        Some(outputs())
    });
    let made = mutants(&program).unwrap_or_default();
    let mut behaviours: Vec<Behaviour> = Vec::new();
    let tried = made.into_iter().take(TRIALS).enumerate().filter_map(|(number, mutant)| {
        engine.adopt(&format!("trial{number}.js"), &mutant.text).ok()?;
        let (mut trial, passes_all) = attempt(&engine, &mutant, failing, passing)?;
        if passes_all && (!can_make || holds(&engine, seed)) {
            let behaviour = outputs();
            if undone.as_ref() == Some(&behaviour) {
                return None;
            }
            let known = behaviours.iter().position(|it| *it == behaviour);
            trial.behaviour = Some(known.unwrap_or_else(|| {
                behaviours.push(behaviour);
                behaviours.len() - 1
            }));
        }
        Some(trial)
    });
    Ok(tried.collect())
}

/// What P returns on all known inputs and their follow-ups.
type Behaviour = Vec<Vec<String>>;

/// Whether the program satisfies all relations on random inputs.
fn holds(engine: &LoadedProgram, seed: u32) -> bool {
    let effort = TestEffort { inputs: RANDOM, failing_per_relation: 1, hangs: 0 };
    let tested = test(engine, &engine.exports.names, seed, effort, &mut |_| {});
    tested.is_ok_and(|(_, it)| it.failed == 0 && it.crashed == 0 && it.hung == 0)
}

/// The result of a change whose behaviour is not known yet, and whether all known inputs pass with
/// it; `None` if it helps none of those that fail.
fn attempt(
    engine: &LoadedProgram,
    mutant: &Mutant,
    failing: &[FailingInput],
    passing: &[PassingInput],
) -> Option<(Trial, bool)> {
    let mut trial = Trial {
        span: mutant.original,
        change: mutant.change.clone(),
        failing: 0,
        fixed: 0,
        passing: 0,
        still: 0,
        same: 0,
        variety: (0, 0),
        behaviour: None,
    };
    let fixes = |it: &FailingInput, trial: &mut Trial| {
        let is_fixed = engine.verdict(&it.relation, &it.input.to_string()) == RunVerdict::Pass;
        trial.failing += 1;
        trial.fixed += usize::from(is_fixed);
        is_fixed
    };
    let mut outputs = BTreeSet::new();
    let mut keeps = |it: &PassingInput, trial: &mut Trial| {
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
    let passes_all = trial.fixed == trial.failing
        && trial.still == trial.passing
        && passing.iter().skip(FIRST).all(|it| keeps(it, &mut trial))
        && failing.iter().skip(FIRST).all(|it| fixes(it, &mut trial));
    let before: BTreeSet<&String> = passing.iter().map(|it| &it.output).collect();
    trial.variety = (before.len(), outputs.len());
    Some((trial, passes_all))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(fixed: usize, still: usize, same: usize, after: usize, is_repair: bool) -> Trial {
        let change = (String::new(), String::new());
        let (span, variety, behaviour) = (Span::new(0, 1), (10, after), is_repair.then_some(0));
        Trial { span, change, failing: 20, fixed, passing: 20, still, same, variety, behaviour }
    }

    #[test]
    fn a_repair_that_keeps_outputs_says_most() {
        let order = [
            trial(20, 20, 20, 10, true),
            trial(20, 20, 18, 10, true),
            trial(20, 20, 0, 10, true),
            trial(20, 20, 0, 5, true),
            trial(20, 20, 20, 10, false),
            trial(10, 20, 20, 10, false),
            trial(10, 10, 10, 10, false),
            trial(20, 20, 0, 0, true),
        ];
        for pair in order.windows(2) {
            assert!(pair[0].strength() > pair[1].strength(), "{pair:?}");
        }
        assert_eq!(order[0].strength(), 1.0);
        assert_eq!(order[7].strength(), 0.0);
        let one = Trial { failing: 1, fixed: 1, ..trial(20, 20, 20, 10, true) };
        assert_eq!(one.strength(), 0.05);
    }

    #[test]
    fn what_alters_most_outputs_or_makes_them_alike_is_not_reported() {
        assert!(trial(20, 20, 12, 5, true).is_reportable());
        assert!(!trial(20, 20, 11, 5, true).is_reportable());
        assert!(!trial(20, 20, 12, 4, true).is_reportable());
        assert!(!trial(20, 20, 20, 10, false).is_reportable());
    }
}
