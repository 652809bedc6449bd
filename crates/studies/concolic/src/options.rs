//! What to look for, and the limits.

use crate::query::ExternalSolver;
use crate::rank::Ranking;
use crate::testing::FailingInput;
use debunk_model::{Seed, Span};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How far a search goes.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    /// Traced runs per failing input.
    pub runs: u32,
    /// Conditions that are flipped per failing input.
    pub attempts: usize,
    /// Steps of local searches per failing input.
    pub moves: u32,
    /// Random inputs per failing input, if a condition was not flipped.
    pub chances: u32,
    /// Inputs near a failing one that are tried if no condition could be flipped.
    pub neighbours: u32,
    /// Passing inputs of any shape that are tried if there is nothing else.
    pub others: u32,
    /// Whether any passing run counts, even one that diverges elsewhere than planned.
    pub any_pass: bool,
    /// Whether conditions are also flipped without holding used values, such as indices, fixed.
    pub loosen: bool,
    /// Whether passing inputs of another shape count if there is nothing else.
    pub other_shapes: bool,
    /// Whether small changes of the program are tried, to learn where the fault may be.
    pub changes: bool,
    /// Checks while an input is reduced.
    pub reductions: u32,
    /// How often the engine may continue when it asks, per run.
    pub fuel: u64,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self {
            runs: 400,
            attempts: 800,
            moves: 2_000,
            chances: 60,
            neighbours: 100,
            others: 300,
            any_pass: true,
            loosen: true,
            other_shapes: true,
            changes: true,
            reductions: 300,
            fuel: 1_000,
        }
    }
}

/// What to look for.
pub struct LocalizeOptions<'run> {
    /// The seed of all random choices.
    pub seed: Seed,
    /// Only this relation.
    pub relation: Option<String>,
    /// Start from this input instead of random ones.
    pub input: Option<Value>,
    /// Start from these inputs, which are known to fail, instead of random ones.
    pub failing: Option<Vec<FailingInput>>,
    /// Reduce failing inputs first.
    pub reduce: bool,
    /// Random inputs, at most.
    pub tests: u32,
    /// Failing inputs per relation, at most.
    pub failing_per_relation: u32,
    /// The limit of inputs on which the program does not end; then testing ends.
    pub hangs: u32,
    /// How candidates are ordered.
    pub ranking: Ranking,
    /// How far searches go.
    pub limits: SearchLimits,
    /// A place in the entry whose executions are reported, for evaluations.
    pub mark: Option<Span>,
    /// A version of the entry, for evaluations: changes that make the program compute the same as
    /// this one are not tried.
    pub undone: Option<String>,
    /// A solver that is asked if our own one does not know.
    pub outside: Option<&'run ExternalSolver<'run>>,
    /// Set to end early.
    pub stop: Arc<AtomicBool>,
}

impl Default for LocalizeOptions<'_> {
    fn default() -> Self {
        Self {
            seed: Seed::new(1),
            relation: None,
            input: None,
            failing: None,
            reduce: true,
            tests: 100_000,
            failing_per_relation: 10,
            hangs: 20,
            ranking: Ranking::default(),
            limits: SearchLimits::default(),
            mark: None,
            undone: None,
            outside: None,
            stop: Arc::default(),
        }
    }
}

/// Progress reports.
#[derive(Clone, Copy, Debug)]
pub enum LocalizeProgress {
    /// This many inputs were tested.
    Tested(u32),
    /// This many of the failing inputs were searched.
    Searched(usize, usize),
}
