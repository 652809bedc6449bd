//! From a program to its critical branch: tests it, reduces failing inputs, searches, and chooses.

use crate::ConcolicError;
use crate::divergence::TracedInput;
use crate::engine::{CallFailure, LoadedProgram, Tracing};
use crate::localized::{Conclusion, InputSearch, Localized, RandomComparison};
use crate::options::{LocalizeOptions, LocalizeProgress, SearchLimits};
use crate::rank::{Ranking, rank};
use crate::reduce::reduce;
use crate::search::{SearchResult, Searcher};
use crate::sources::Sources;
use crate::suspects::suspects;
use crate::testing::{FailingInput, TestEffort, small_seed, test};
use crate::trace::RunVerdict;
use debunk_javascript::shadow::{imports, module, parameters};
use debunk_model::Seed;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

/// Failing inputs that are compared with passing ones of any shape.
const COMPARED_WITH_OTHERS: usize = 12;

/// Looks for the critical branch of a program.
///
/// # Errors
/// If the program cannot be used.
pub fn localize(
    sources: &Sources,
    options: &LocalizeOptions<'_>,
    progress: &mut dyn FnMut(LocalizeProgress),
) -> Result<Localized, ConcolicError> {
    for (file, text) in &sources.files {
        imports(&module(file, text)).map_err(|error| ConcolicError::Syntax {
            file: file.clone(),
            reason: error.to_string(),
        })?;
    }
    let fuel = options.limits.fuel;
    let plain = LoadedProgram::plain(sources, fuel, &options.stop)?;
    let names = chosen_relations(&plain, options)?;
    let seed = small_seed(options.seed);
    let parameters = parameters(&module(&sources.entry, sources.entry_text()), "P");
    let mut result = Localized {
        sources: sources.clone(),
        sites: Vec::new(),
        arity: plain.exports.arity,
        parameters,
        domain: plain.exports.domain.clone(),
        conclusion: Conclusion::NoViolation,
        tested: None,
        judged: Vec::new(),
        searches: Vec::new(),
        others: None,
        candidates: Vec::new(),
    };
    let failing = match (&options.input, &options.failing) {
        (Some(input), _) => given(&plain, &names, input, &mut result)?,
        (None, Some(failing)) => failing.clone(),
        (None, None) => {
            let failing = random(&plain, &names, seed, options, &mut result, progress)?;
            if failing.is_empty() {
                return Ok(result);
            }
            failing
        }
    };
    if failing.is_empty() {
        result.conclusion = Conclusion::InputPasses;
        return Ok(result);
    }
    let entry = sources.files.keys().position(|name| *name == sources.entry).unwrap_or(0);
    let tracing = Tracing { mark: options.mark.map(|span| (entry, span)), ..Tracing::default() };
    let traced = LoadedProgram::traced(sources, tracing, fuel, &options.stop)?;
    if let Some(domain) = &result.domain {
        traced.restrict(domain)?;
    }
    result.sites.clone_from(&traced.sites);
    let mut plans = Vec::new();
    for FailingInput { relation, input } in failing.iter().cloned() {
        if options.reduce {
            let smaller = smaller(&plain, &relation, &input, &options.limits);
            plans.push((relation, input, smaller));
        } else {
            plans.push((relation, input.clone(), input));
        }
    }
    search_all((&plain, &traced), plans.iter(), options, &mut result, progress);
    let is_located = result.searches.iter().any(InputSearch::is_located);
    if options.reduce && !is_located {
        // An input that is too small may leave nothing to flip.
        let whole: Vec<(String, Value, Value)> = plans
            .iter()
            .filter(|(_, input, smaller)| input != smaller)
            .map(|(relation, input, _)| (relation.clone(), input.clone(), input.clone()))
            .collect();
        search_all((&plain, &traced), whole.iter(), options, &mut result, progress);
    }
    if options.limits.other_shapes && !result.searches.iter().any(InputSearch::is_located) {
        compare_with_others((&plain, &traced), seed, options, &mut result);
    }
    result.candidates = rank(&result.searches, options.ranking);
    if options.ranking == Ranking::Nearest && !result.candidates.is_empty() {
        let found = suspects(&plain, &failing, options, &result)?;
        if !found.is_empty() {
            result.candidates = found;
        }
    }
    result.conclusion = match result.candidates.is_empty() {
        false => Conclusion::Located,
        true if result.searches.iter().all(|search| search.is_exhausted) => Conclusion::Inevitable,
        true => Conclusion::GaveUp,
    };
    Ok(result)
}

/// Searches from each input: its relation, the input as it was found, and where to start.
fn search_all<'plan>(
    (plain, traced): (&LoadedProgram, &LoadedProgram),
    plans: impl ExactSizeIterator<Item = &'plan (String, Value, Value)>,
    options: &LocalizeOptions<'_>,
    result: &mut Localized,
    progress: &mut dyn FnMut(LocalizeProgress),
) {
    let count = plans.len();
    for (number, (relation, input, smaller)) in plans.enumerate() {
        if options.stop.load(Ordering::Relaxed) {
            break;
        }
        let is_done =
            |search: &InputSearch| search.relation == *relation && search.input == *smaller;
        if result.searches.iter().any(is_done) {
            continue;
        }
        let seed = options.seed.split("search", number as u64);
        let searcher = searcher((plain, traced), relation, seed, options, result);
        let SearchResult { divergence, attempts, runs, is_exhausted, coverage } =
            searcher.search(smaller);
        result.searches.push(InputSearch {
            relation: relation.clone(),
            found: input.clone(),
            input: smaller.clone(),
            attempts,
            runs,
            is_exhausted,
            divergence,
            coverage,
        });
        progress(LocalizeProgress::Searched(number + 1, count));
    }
}

fn searcher<'run>(
    (plain, engine): (&'run LoadedProgram, &'run LoadedProgram),
    relation: &'run str,
    seed: Seed,
    options: &'run LocalizeOptions<'_>,
    result: &'run Localized,
) -> Searcher<'run> {
    Searcher {
        engine,
        plain,
        relation,
        names: &result.parameters,
        domains: result.domain.as_deref(),
        limits: &options.limits,
        seed,
        outside: options.outside,
    }
}

/// Compares failing inputs with random ones, of which those that pass count.
fn compare_with_others(
    (plain, traced): (&LoadedProgram, &LoadedProgram),
    seed: u32,
    options: &LocalizeOptions<'_>,
    result: &mut Localized,
) {
    let made = (0..options.limits.others).filter_map(|index| plain.make(seed, index));
    let made: Vec<Value> = made.filter_map(|text| serde_json::from_str(&text).ok()).collect();
    let mut passing: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for InputSearch { relation, .. } in &result.searches {
        passing.entry(relation.clone()).or_insert_with(|| {
            let passes =
                |input: &&Value| plain.verdict(relation, &input.to_string()) == RunVerdict::Pass;
            made.iter().filter(passes).collect()
        });
    }
    for number in 0..result.searches.len().min(COMPARED_WITH_OTHERS) {
        let InputSearch { relation, input, .. } = &result.searches[number];
        let searcher = searcher((plain, traced), relation, options.seed, options, result);
        let mut searched = SearchResult::default();
        let run = searcher.trace(input, &mut searched);
        let failing = TracedInput { input, run: &run };
        let others = passing.get(relation).into_iter().flatten().copied();
        let divergence = searcher.latest_of(failing, others, &mut searched);
        let search = &mut result.searches[number];
        search.runs += searched.runs;
        search.coverage.extend(searched.coverage);
        search.divergence = divergence;
    }
    let passing = passing.values().map(Vec::len).sum();
    result.others = Some(RandomComparison { tried: made.len(), passing });
}

fn chosen_relations(
    engine: &LoadedProgram,
    options: &LocalizeOptions<'_>,
) -> Result<Vec<String>, ConcolicError> {
    let known = &engine.exports.names;
    match &options.relation {
        None => Ok(known.clone()),
        Some(name) if known.contains(name) => Ok(vec![name.clone()]),
        Some(name) => Err(ConcolicError::NoRelation { name: name.clone(), known: known.clone() }),
    }
}

fn smaller(engine: &LoadedProgram, relation: &str, input: &Value, limits: &SearchLimits) -> Value {
    let mut budget = limits.reductions;
    reduce(input, engine.exports.arity != 1, &mut budget, &mut |candidate| {
        engine.verdict(relation, &candidate.to_string()) == RunVerdict::Fail
    })
}

/// How the relations judge the user's input.
fn given(
    engine: &LoadedProgram,
    names: &[String],
    input: &Value,
    result: &mut Localized,
) -> Result<Vec<FailingInput>, ConcolicError> {
    let arity = engine.exports.arity;
    if arity != 1 && input.as_array().is_none_or(|parts| parts.len() != arity) {
        return Err(ConcolicError::Input(format!(
            "P has {arity} parameters, so it must be a list of {arity} values"
        )));
    }
    let mut failing = Vec::new();
    for name in names {
        let text = input.to_string();
        let (verdict, message) = match engine.judge(name, &text) {
            Ok(reply) => {
                let part = |key: &str| reply[key].as_str().unwrap_or("").to_owned();
                let verdict = match part("verdict").as_str() {
                    "refused" => return Err(ConcolicError::Unsupported(part("message"))),
                    "outside" => {
                        return Err(ConcolicError::Input(format!(
                            "it is outside the domain ({}); give another input, or widen the domain",
                            part("message")
                        )));
                    }
                    name => RunVerdict::from_name(name),
                };
                let message = match verdict {
                    RunVerdict::Crash => format!("{}: {}", part("where"), part("message")),
                    _ => String::new(),
                };
                (verdict, message)
            }
            Err(CallFailure::Fuel) => (RunVerdict::Fuel, String::new()),
            Err(CallFailure::Thrown(message)) => (RunVerdict::Crash, message),
        };
        if verdict == RunVerdict::Fail {
            failing.push(FailingInput { relation: name.clone(), input: input.clone() });
        }
        result.judged.push((name.clone(), verdict, message));
    }
    Ok(failing)
}

fn random(
    engine: &LoadedProgram,
    names: &[String],
    seed: u32,
    options: &LocalizeOptions<'_>,
    result: &mut Localized,
    progress: &mut dyn FnMut(LocalizeProgress),
) -> Result<Vec<FailingInput>, ConcolicError> {
    if !engine.exports.generates && engine.exports.domain.is_none() {
        let guessed = engine.guess_domain(seed).unwrap_or(None);
        result.domain = Some(guessed.ok_or(ConcolicError::NoDomain)?);
    }
    let effort = TestEffort {
        inputs: options.tests,
        failing_per_relation: options.failing_per_relation,
        hangs: options.hangs,
    };
    let (failing, tested) = test(engine, names, seed, effort, &mut |inputs| {
        progress(LocalizeProgress::Tested(inputs));
    })?;
    if tested.passed + tested.failed == 0 {
        result.conclusion = Conclusion::NothingTested;
    }
    result.tested = Some(tested);
    Ok(failing)
}
