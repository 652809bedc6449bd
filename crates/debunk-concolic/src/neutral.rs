//! Whether instrumented copies do what the programs do.

use crate::ConcolicError;
use crate::engine::{Engine, Tracing, printed};
use crate::localize::Limits;
use crate::sources::Sources;
use crate::testing::small_seed;
use crate::trace::Verdict;
use debunk_javascript::shadow::{ShadowOptions, shadow};
use debunk_model::{Program, Seed};
use serde_json::Value;
use std::sync::Arc;

/// An input on which a copy behaves differently.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The relation.
    pub relation: String,
    /// The input.
    pub input: Value,
    /// How the program's run ended.
    pub plain: Verdict,
    /// How the copy's run ended.
    pub traced: Verdict,
}

/// How often a copy was compared with its program, and where they differ.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Checks of a relation on an input.
    pub checks: u32,
    /// Those with another verdict.
    pub disagreements: Vec<Disagreement>,
}

/// Compares the verdicts of a program and of its copy on random inputs.
///
/// # Errors
/// When the program cannot be used.
pub fn agreement(
    sources: &Sources,
    seed: Seed,
    inputs: u32,
    limits: &Limits,
) -> Result<Agreement, ConcolicError> {
    let stop = Arc::default();
    let plain = Engine::plain(sources, limits.fuel, &stop)?;
    let traced = Engine::traced(sources, Tracing::default(), limits.fuel, &stop)?;
    let mut result = Agreement::default();
    for index in 0..inputs {
        let Some(input) = plain.make(small_seed(seed), index) else { continue };
        for relation in &plain.exports.names {
            result.checks += 1;
            let ours = plain.verdict(relation, &input);
            let theirs = traced.trace(relation, &input, None).verdict;
            // A copy is slower, so that it may run out of time where the program does not.
            if ours != theirs && theirs != Verdict::Fuel {
                result.disagreements.push(Disagreement {
                    relation: relation.clone(),
                    input: serde_json::from_str(&input).unwrap_or_default(),
                    plain: ours,
                    traced: theirs,
                });
            }
        }
    }
    Ok(result)
}

/// What a program and its copy print, each with what they throw.
///
/// # Errors
/// When the program does not parse.
pub fn printed_by_both(program: &Program) -> Result<(String, String), ConcolicError> {
    let copy = shadow(program, &ShadowOptions { first_site: 1, ..Default::default() });
    let copy = copy.map_err(|error| ConcolicError::Syntax {
        file: program.name.to_string(),
        reason: error.to_string(),
    })?;
    let plain = printed(&program.text, program.goal, false);
    Ok((plain, printed(&copy.text, program.goal, true)))
}
