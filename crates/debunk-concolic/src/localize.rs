//! From a program to its critical branch: tests it, reduces what fails, searches, and chooses.

use crate::ConcolicError;
use crate::engine::{Engine, Site, Tracing};
use crate::input::Domain;
use crate::options::{Limits, Options, Progress};
use crate::rank::{Candidate, rank};
use crate::reduce::reduce;
use crate::search::{Attempt, Parting, Searched, Searcher};
use crate::sources::Sources;
use crate::testing::{Effort, Failing, Tested, small_seed, test};
use crate::trace::Verdict;
use debunk_javascript::shadow::{imports, module, parameters};
use serde_json::Value;
use std::sync::atomic::Ordering;

/// The search from one failing input.
#[derive(Clone, Debug)]
pub struct Search {
    /// The relation that it violates.
    pub relation: String,
    /// The input as it was found.
    pub found: Value,
    /// The input that the search started from.
    pub input: Value,
    /// What the loop did.
    pub attempts: Vec<Attempt>,
    /// Traced runs.
    pub runs: u32,
    /// Whether every condition was tried.
    pub is_complete: bool,
    pub(crate) parting: Option<Parting>,
    pub(crate) coverage: Vec<(std::collections::BTreeSet<usize>, bool)>,
}

/// The critical branch of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CriticalBranch {
    /// The number of its place.
    pub site: usize,
    /// How many conditions that depend on the input come after it in the failing run.
    pub suffix: usize,
    /// How many conditions that depend on the input the failing run has.
    pub length: usize,
    /// Whether exactly this condition was turned.
    pub is_exact: bool,
}

impl Search {
    /// Whether it led to a critical branch.
    pub fn is_located(&self) -> bool {
        self.parting.is_some()
    }

    /// The critical branch that it led to.
    pub fn critical(&self) -> Option<CriticalBranch> {
        let parting = self.parting.as_ref()?;
        Some(CriticalBranch {
            site: parting.site(),
            suffix: parting.suffix,
            length: parting.length(),
            is_exact: parting.is_exact,
        })
    }
}

/// What can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// There is a critical branch.
    Located,
    /// The input violates the relation, but no change of a branch makes it hold.
    Inevitable,
    /// The search ended before all branches were tried.
    GaveUp,
    /// No input violates a relation.
    NoViolation,
    /// Nothing could be tested: no input is valid, or everything throws or does not end.
    NothingTested,
    /// The given input does not violate any relation.
    InputPasses,
}

/// What came of it all.
pub struct Localized {
    /// The program.
    pub sources: Sources,
    /// The places of the program.
    pub sites: Vec<Site>,
    /// The names of the parameters of P.
    pub parameters: Vec<String>,
    /// How many parameters P has.
    pub arity: usize,
    /// The kinds of inputs.
    pub domain: Option<Vec<Domain>>,
    /// What can be said.
    pub conclusion: Conclusion,
    /// What testing did, when it was needed.
    pub tested: Option<Tested>,
    /// How each relation judges the given input, with what was thrown.
    pub judged: Vec<(String, Verdict, String)>,
    /// The searches.
    pub searches: Vec<Search>,
    /// Where the fault may be, best first; the first is the critical branch.
    pub candidates: Vec<Candidate>,
}

impl Localized {
    pub(crate) fn best(&self) -> Option<&Parting> {
        let search = self.candidates.first()?.search;
        self.searches.get(search)?.parting.as_ref()
    }
}

/// Looks for the critical branch of a program.
///
/// # Errors
/// When the program cannot be used.
pub fn localize(
    sources: &Sources,
    options: &Options<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Localized, ConcolicError> {
    for (file, text) in &sources.files {
        imports(&module(file, text)).map_err(|error| ConcolicError::Syntax {
            file: file.clone(),
            reason: error.to_string(),
        })?;
    }
    let fuel = options.limits.fuel;
    let plain = Engine::plain(sources, fuel, &options.stop)?;
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
    let tracing = Tracing { mark: options.mark, watch: None };
    let traced = Engine::traced(sources, tracing, fuel, &options.stop)?;
    result.sites.clone_from(&traced.sites);
    let mut plans = Vec::new();
    for Failing { relation, input } in failing {
        if options.reduce {
            let smaller = smaller(&plain, &relation, &input, &options.limits);
            plans.push((relation, input, smaller));
        } else {
            plans.push((relation, input.clone(), input));
        }
    }
    search_all((&plain, &traced), plans.iter(), options, &mut result, progress);
    let is_located = result.searches.iter().any(Search::is_located);
    if options.reduce && !is_located {
        // What is too small may leave nothing to turn.
        let whole: Vec<(String, Value, Value)> = plans
            .iter()
            .filter(|(_, input, smaller)| input != smaller)
            .map(|(relation, input, _)| (relation.clone(), input.clone(), input.clone()))
            .collect();
        search_all((&plain, &traced), whole.iter(), options, &mut result, progress);
    }
    result.candidates = rank(&result.searches, options.ranking);
    result.conclusion = match result.candidates.is_empty() {
        false => Conclusion::Located,
        true if result.searches.iter().all(|search| search.is_complete) => Conclusion::Inevitable,
        true => Conclusion::GaveUp,
    };
    Ok(result)
}

/// Searches from each input: its relation, the input as it was found, and where to start.
fn search_all<'plan>(
    (plain, traced): (&Engine, &Engine),
    plans: impl ExactSizeIterator<Item = &'plan (String, Value, Value)>,
    options: &Options<'_>,
    result: &mut Localized,
    progress: &mut dyn FnMut(Progress),
) {
    let count = plans.len();
    for (number, (relation, input, smaller)) in plans.enumerate() {
        if options.stop.load(Ordering::Relaxed) {
            break;
        }
        let is_done = |search: &Search| search.relation == *relation && search.input == *smaller;
        if result.searches.iter().any(is_done) {
            continue;
        }
        let searcher = Searcher {
            engine: traced,
            plain,
            relation,
            names: &result.parameters,
            domains: result.domain.as_deref(),
            limits: &options.limits,
            seed: options.seed.split("search", number as u64),
            outside: options.outside,
        };
        let Searched { parting, attempts, runs, is_complete, coverage } = searcher.search(smaller);
        result.searches.push(Search {
            relation: relation.clone(),
            found: input.clone(),
            input: smaller.clone(),
            attempts,
            runs,
            is_complete,
            parting,
            coverage,
        });
        progress(Progress::Searched(number + 1, count));
    }
}

fn chosen_relations(engine: &Engine, options: &Options<'_>) -> Result<Vec<String>, ConcolicError> {
    let known = &engine.exports.names;
    match &options.relation {
        None => Ok(known.clone()),
        Some(name) if known.contains(name) => Ok(vec![name.clone()]),
        Some(name) => Err(ConcolicError::NoRelation { name: name.clone(), known: known.clone() }),
    }
}

fn smaller(engine: &Engine, relation: &str, input: &Value, limits: &Limits) -> Value {
    let mut budget = limits.reductions;
    reduce(input, engine.exports.arity != 1, &mut budget, &mut |candidate| {
        engine.verdict(relation, &candidate.to_string()) == Verdict::Fail
    })
}

/// How the relations judge the user's input.
fn given(
    engine: &Engine,
    names: &[String],
    input: &Value,
    result: &mut Localized,
) -> Result<Vec<Failing>, ConcolicError> {
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
            Ok(told) => {
                let verdict = Verdict::from_name(told["verdict"].as_str().unwrap_or(""));
                let part = |key: &str| told[key].as_str().unwrap_or("").to_owned();
                let message = match verdict {
                    Verdict::Crash => format!("{}: {}", part("where"), part("message")),
                    _ => String::new(),
                };
                (verdict, message)
            }
            Err(crate::engine::Stop::Fuel) => (Verdict::Fuel, String::new()),
            Err(crate::engine::Stop::Thrown(message)) => (Verdict::Crash, message),
        };
        if verdict == Verdict::Fail {
            failing.push(Failing { relation: name.clone(), input: input.clone() });
        }
        result.judged.push((name.clone(), verdict, message));
    }
    Ok(failing)
}

fn random(
    engine: &Engine,
    names: &[String],
    seed: u32,
    options: &Options<'_>,
    result: &mut Localized,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Failing>, ConcolicError> {
    if !engine.exports.generates && engine.exports.domain.is_none() {
        let guessed = engine.guess_domain(seed).unwrap_or(None);
        result.domain = Some(guessed.ok_or(ConcolicError::NoDomain)?);
    }
    let effort = Effort {
        inputs: options.tests,
        failing_per_relation: options.failing_per_relation,
        hangs: options.hangs,
    };
    let (failing, tested) = test(engine, names, seed, effort, &mut |inputs| {
        progress(Progress::Tested(inputs));
    });
    if tested.passed + tested.failed == 0 {
        result.conclusion = Conclusion::NothingTested;
    }
    result.tested = Some(tested);
    Ok(failing)
}
