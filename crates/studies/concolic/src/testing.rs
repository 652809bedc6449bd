//! Looks for inputs that violate a relation.

use crate::engine::{CallFailure, LoadedProgram};
use crate::{ConcolicError, LocalizeOptions, Sources};
use debunk_model::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Inputs that are tested in one batch.
const BATCH: u32 = 250;
/// Once something was found, other relations are tested for at least this many more inputs.
const MORE_INPUTS: u32 = 1_000;
/// And for this many times as long as the first find took.
const MORE_TIMES: u32 = 10;

/// Filling all of the memory takes long: after this many times, testing ends.
const MEMORY_FILLS: u32 = 3;

/// What was thrown where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThrownError {
    /// P, T, M or valid.
    pub r#where: String,
    /// What was thrown.
    pub message: String,
    /// The relation under test.
    #[serde(default)]
    pub relation: String,
    /// The input.
    #[serde(default)]
    pub input: Value,
}

/// What testing did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TestingResult {
    /// Inputs that were made.
    pub inputs: u32,
    /// Checks of a relation that held.
    pub passed: u32,
    /// Checks of a relation that did not.
    pub failed: u32,
    /// Inputs that were not valid.
    pub invalid: u32,
    /// Inputs that `generate` made outside the domain; they were not run.
    pub outside: u32,
    /// Why the first of those is outside.
    pub excluded: Option<String>,
    /// Checks in which something threw.
    pub crashed: u32,
    /// Inputs on which the program did not end.
    pub hung: u32,
    /// The first thing that was thrown.
    pub thrown: Option<ThrownError>,
}

/// How long to test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TestEffort {
    pub inputs: u32,
    pub failing_per_relation: u32,
    /// The limit of inputs on which the program does not end; then testing ends.
    pub hangs: u32,
}

/// A failing input of a relation.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct FailingInput {
    /// The relation.
    pub relation: String,
    /// The input.
    pub input: Value,
}

/// Tests many versions of one program on the same inputs, which are made only once.
pub struct TestBench {
    engine: LoadedProgram,
    seed: u32,
    effort: TestEffort,
    count: usize,
}

impl TestBench {
    /// A bench for the versions of a program.
    ///
    /// # Errors
    /// If the program cannot be used.
    pub fn new(sources: &Sources, options: &LocalizeOptions<'_>) -> Result<Self, ConcolicError> {
        let engine = LoadedProgram::plain(sources, options.limits.fuel, &options.stop)?;
        let effort = TestEffort {
            inputs: options.tests,
            failing_per_relation: options.failing_per_relation,
            hangs: options.hangs,
        };
        Ok(Self { engine, seed: small_seed(options.seed), effort, count: 0 })
    }

    /// Looks for inputs on which a version violates one of the relations, or the first alone.
    pub fn test(
        &mut self,
        entry_text: &str,
        first_relation_only: bool,
    ) -> (Vec<FailingInput>, TestingResult) {
        self.count += 1;
        if self.engine.adopt(&format!("version{}.js", self.count), entry_text).is_err() {
            return (Vec::new(), TestingResult::default());
        }
        let names = &self.engine.exports.names;
        let names = if first_relation_only { &names[..1] } else { &names[..] };
        test(&self.engine, names, self.seed, self.effort, &mut |_| {}).unwrap_or_default()
    }
}

/// A seed as the engine takes it.
pub(crate) fn small_seed(seed: Seed) -> u32 {
    (seed.value() ^ (seed.value() >> 32)) as u32 & 0x7FFF_FFFF
}

/// Tests the relations in `names` with random inputs.
pub(crate) fn test(
    engine: &LoadedProgram,
    names: &[String],
    seed: u32,
    effort: TestEffort,
    progress: &mut dyn FnMut(u32),
) -> Result<(Vec<FailingInput>, TestingResult), ConcolicError> {
    #[derive(Deserialize)]
    struct Counts {
        invalid: u32,
        outside: u32,
        crash: u32,
        pass: u32,
        fail: u32,
        memory: u32,
    }
    #[derive(Deserialize)]
    struct Batch {
        found: Vec<FailingInput>,
        counts: Counts,
        crash: Option<ThrownError>,
        excluded: Option<String>,
        refused: Option<String>,
        at: u32,
    }
    let mut tested = TestingResult::default();
    let mut found: Vec<FailingInput> = Vec::new();
    let mut wanted: BTreeMap<&str, u32> =
        names.iter().map(|name| (name.as_str(), effort.failing_per_relation)).collect();
    let mut end = effort.inputs;
    let mut at = 0;
    let mut out_of_memory = 0;
    // The counts are of checks: an input that two relations check counts twice.
    while at < end
        && tested.passed + tested.crashed + tested.invalid + tested.outside < effort.inputs
        && wanted.values().any(|&left| left > 0)
    {
        let text = serde_json::to_string(&wanted).unwrap_or_default();
        let (reply, stop) = engine.search(seed, at, (at + BATCH).min(end), &text);
        let Ok(batch) = serde_json::from_str::<Batch>(&reply) else { break };
        if let Some(reason) = batch.refused {
            return Err(ConcolicError::Unsupported(reason));
        }
        at = batch.at.max(at);
        tested.passed += batch.counts.pass;
        tested.failed += batch.counts.fail;
        tested.invalid += batch.counts.invalid;
        tested.outside += batch.counts.outside;
        tested.excluded = tested.excluded.or(batch.excluded);
        tested.crashed += batch.counts.crash;
        out_of_memory += batch.counts.memory;
        tested.thrown = tested.thrown.or(batch.crash);
        for failing in batch.found {
            if let Some(left) = wanted.get_mut(failing.relation.as_str()) {
                *left = left.saturating_sub(1);
            }
            if !found.contains(&failing) {
                found.push(failing);
            }
        }
        match stop {
            None => {}
            Some(CallFailure::Fuel) => {
                tested.hung += 1;
                at += 1;
            }
            Some(CallFailure::Thrown(message)) => {
                tested.thrown.get_or_insert(ThrownError {
                    r#where: "generate".to_owned(),
                    message,
                    relation: String::new(),
                    input: Value::Null,
                });
                tested.crashed += 1;
                out_of_memory += 1;
                at += 1;
            }
        }
        if tested.hung > effort.hangs || out_of_memory >= MEMORY_FILLS {
            break;
        }
        if !found.is_empty() {
            end = end.min((at * MORE_TIMES).max(MORE_INPUTS));
        }
        progress(at);
    }
    tested.inputs = at;
    found.sort_by_key(|failing| names.iter().position(|name| *name == failing.relation));
    Ok((found, tested))
}
