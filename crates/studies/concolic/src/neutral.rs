//! Whether instrumented copies behave like the programs.

use crate::ConcolicError;
use crate::engine::{
    LoadedProgram, MEMORY_LIMIT_BYTES, PRELUDE, RUNTIME, STACK_LIMIT_BYTES, TOP_LEVEL_FUEL,
    Tracing, evaluate, thrown_text,
};
use crate::options::SearchLimits;
use crate::sources::Sources;
use crate::testing::small_seed;
use crate::trace::RunVerdict;
use debunk_javascript::shadow::{ShadowOptions, shadow};
use debunk_model::{Goal, Program, Seed};
use rquickjs::context::EvalOptions;
use rquickjs::{Context, Function, Module, Runtime};
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
    pub plain: RunVerdict,
    /// How the copy's run ended.
    pub traced: RunVerdict,
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
/// If the program cannot be used.
pub fn agreement(
    sources: &Sources,
    seed: Seed,
    inputs: u32,
    limits: &SearchLimits,
) -> Result<Agreement, ConcolicError> {
    let stop = Arc::default();
    let plain = LoadedProgram::plain(sources, limits.fuel, &stop)?;
    let traced = LoadedProgram::traced(sources, Tracing::default(), limits.fuel, &stop)?;
    let mut result = Agreement::default();
    for index in 0..inputs {
        let Some(input) = plain.make(small_seed(seed), index) else { continue };
        for relation in &plain.exports.names {
            result.checks += 1;
            let ours = plain.verdict(relation, &input);
            let theirs = traced.trace(relation, &input, None).verdict;
            // A copy is slower, so it may time out where the program does not.
            if ours != theirs && theirs != RunVerdict::Fuel {
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
/// If the program does not parse.
pub fn printed_by_both(program: &Program) -> Result<(String, String), ConcolicError> {
    let copy = shadow(program, &ShadowOptions { first_site: 1, ..Default::default() });
    let copy = copy.map_err(|error| ConcolicError::Syntax {
        file: program.name.to_string(),
        reason: error.to_string(),
    })?;
    let plain = printed(&program.text, program.goal, false);
    Ok((plain, printed(&copy.text, program.goal, true)))
}

/// What a program prints, and what it throws, on its own engine.
fn printed(text: &str, goal: Goal, is_traced: bool) -> String {
    let run = || -> rquickjs::Result<String> {
        let runtime = Runtime::new()?;
        runtime.set_memory_limit(MEMORY_LIMIT_BYTES);
        runtime.set_max_stack_size(STACK_LIMIT_BYTES);
        let mut left = TOP_LEVEL_FUEL;
        runtime.set_interrupt_handler(Some(Box::new(move || {
            left = left.saturating_sub(1);
            left == 0
        })));
        let context = Context::full(&runtime)?;
        context.with(|ctx| {
            evaluate(&ctx, "prelude", PRELUDE)?;
            if is_traced {
                evaluate(&ctx, "runtime", RUNTIME)?;
            }
            let result = match goal {
                Goal::Module => Module::declare(ctx.clone(), "program.js", text)
                    .and_then(Module::eval)
                    .and_then(|(_, promise)| promise.finish::<()>()),
                Goal::Script => {
                    let mut options = EvalOptions::default();
                    options.strict = false;
                    ctx.eval_with_options::<(), _>(text, options)
                }
            };
            let thrown = match result {
                Ok(()) => String::new(),
                Err(error) => thrown_text(&ctx.catch(), &error),
            };
            while ctx.execute_pending_job() {}
            let all: Function<'_> = ctx.globals().get("debunkPrinted")?;
            Ok(format!("{}\n{thrown}", all.call::<_, String>(())?))
        })
    };
    run().unwrap_or_else(|error| error.to_string())
}
