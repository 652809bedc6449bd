//! Which branch executions of the failing runs to look at first: those nearest to where the fault
//! may be. They need not depend on the input.
//!
//! Every condition and every value that a statement computes gets a weight: from the changes of the
//! program that were tried there, else from how near it is to the critical branches, and from which
//! runs pass it (Ochiai's formula; the runs of one check count as one). The branch execution with
//! the smallest weighted distance to all of them comes first.

use crate::ConcolicError;
use crate::engine::{LoadedProgram, Tracing};
use crate::localized::Localized;
use crate::nearest::Path;
use crate::options::LocalizeOptions;
use crate::rank::RankedBranch;
use crate::testing::{FailingInput, small_seed};
use crate::trace::{RunVerdict, TraceEvent};
use crate::trials::{PassingInput, Trial, trials};
use debunk_model::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Random passing inputs, at most, and how many inputs are made to find them.
const PASSING: usize = 30;
const MADE: u32 = 200;
/// Failing runs whose branch executions are considered, besides the shortest one.
const RUNS: usize = 3;
/// Executions of one branch statement that are considered, those nearest to the critical branch.
const EXECUTIONS: usize = 8;
/// The weight of a critical branch if no tried change helps there.
const NO_CHANGE: f64 = 0.003;
/// What each branch between a place and the nearest critical branch leaves of that weight.
const CLOSENESS: f64 = 0.6;
/// The exponent of Ochiai's formula, relative to its highest value, and what is added so that no
/// place that failing runs pass is ruled out.
const SPECTRUM: (f64, f64) = (1.0, 0.01);
/// The same for changes, which are strong evidence by themselves.
const SPECTRUM_OF_CHANGES: (f64, f64) = (0.5, 0.1);
/// The exponent of distances: being exact matters more than how far off a miss is.
const DISTANCE_POWER: f64 = 0.7;
/// Larger distances count like this one.
const FARTHEST: usize = 20;

/// The runs of one relation on one input, for which branches of P were passed.
struct BranchCheck {
    relation: String,
    input: String,
    fails: bool,
}

/// What is known of the places of the program.
struct Evidence {
    /// The number of conditions; what statements compute is numbered after them.
    sites: usize,
    /// Where each spot is: the number of the file, and the span.
    spots: Vec<(usize, Span)>,
    ochiai: Vec<f64>,
    /// The changes that were tried at each spot, in the order of the text.
    changes: Vec<Vec<Trial>>,
}

/// The branch executions to look at, best first, at most one for each place.
///
/// # Errors
/// If the program cannot be traced.
pub(crate) fn suspects(
    plain: &LoadedProgram,
    failing: &[FailingInput],
    options: &LocalizeOptions<'_>,
    result: &Localized,
) -> Result<Vec<RankedBranch>, ConcolicError> {
    let tracing = Tracing { places: true, ..Tracing::default() };
    let engine =
        LoadedProgram::traced(&result.sources, tracing, options.limits.fuel, &options.stop)?;
    if let Some(domain) = &result.domain {
        engine.restrict(domain)?;
    }
    let failing = all_failing(failing, result);
    let passing = all_passing(plain, options, result);
    let changes = match options.limits.changes {
        true => {
            let domain = result.domain.as_deref();
            trials((&result.sources, plain), domain, &failing, &passing, options)?
        }
        false => Vec::new(),
    };
    let evidence = Evidence::gather(&engine, &failing, &passing, changes, result);
    Ok(evidence.candidates(&engine, result))
}

/// The failing inputs, those that the searches started from first.
fn all_failing(found: &[FailingInput], result: &Localized) -> Vec<FailingInput> {
    let started = result.searches.iter();
    let started =
        started.map(|it| FailingInput { relation: it.relation.clone(), input: it.input.clone() });
    let mut all: Vec<FailingInput> = Vec::new();
    for it in started.chain(found.iter().cloned()) {
        if !all.contains(&it) {
            all.push(it);
        }
    }
    all
}

/// Inputs that satisfy a relation which failing ones violate: random ones, then those that the
/// searches led to.
fn all_passing(
    plain: &LoadedProgram,
    options: &LocalizeOptions<'_>,
    result: &Localized,
) -> Vec<PassingInput> {
    let mut passing = Vec::new();
    let mut admit = |relation: &str, input: String| {
        let details = plain.details(relation, &input);
        if let ("pass", Some(output)) = (details.verdict.as_str(), details.outputs.first()) {
            let (relation, output) = (relation.to_owned(), output.clone());
            passing.push(PassingInput { relation, input, output });
        }
        passing.len()
    };
    let relations: BTreeSet<&str> = result.searches.iter().map(|it| it.relation.as_str()).collect();
    let seed = small_seed(options.seed.split("passing", 0));
    'made: for index in 0..MADE {
        let Some(input) = plain.make(seed, index) else { continue };
        for relation in &relations {
            if admit(relation, input.clone()) >= PASSING {
                break 'made;
            }
        }
    }
    for divergence in result.searches.iter().filter_map(|it| it.divergence.as_ref()) {
        admit(&divergence.relation, divergence.passing.to_string());
    }
    passing
}

impl Evidence {
    fn gather(
        engine: &LoadedProgram,
        failing: &[FailingInput],
        passing: &[PassingInput],
        changes: Vec<Trial>,
        result: &Localized,
    ) -> Self {
        let sites = result.sites.len();
        let conditions = result.sites.iter().map(|site| (site.file, site.place.span));
        let spots: Vec<(usize, Span)> = conditions.chain(engine.places.iter().copied()).collect();
        let failing = failing.iter().map(|it| BranchCheck {
            relation: it.relation.clone(),
            input: it.input.to_string(),
            fails: true,
        });
        let passing = passing.iter().map(|it| BranchCheck {
            relation: it.relation.clone(),
            input: it.input.clone(),
            fails: false,
        });
        let mut passed_by = vec![[0_u32; 2]; spots.len()];
        let mut count = 0;
        for check in failing.chain(passing) {
            let run = engine.trace(&check.relation, &check.input, None);
            if run.verdict != (if check.fails { RunVerdict::Fail } else { RunVerdict::Pass }) {
                continue;
            }
            count += u32::from(check.fails);
            let passed = run.events_of_p().filter_map(|(_, event)| match event {
                TraceEvent::Branch { site, .. } => Some(site),
                TraceEvent::Place(place) => Some(sites + place),
                _ => None,
            });
            for spot in passed.collect::<BTreeSet<usize>>() {
                passed_by[spot][usize::from(!check.fails)] += 1;
            }
        }
        let ochiai = |[failing, passing]: &[u32; 2]| {
            let product = f64::from(count) * f64::from(failing + passing);
            if product == 0.0 { 0.0 } else { f64::from(*failing) / product.sqrt() }
        };
        let ochiai = passed_by.iter().map(ochiai).collect();
        let none = vec![Vec::new(); spots.len()];
        let mut evidence = Self { sites, spots, ochiai, changes: none };
        let files = &result.sources.files;
        let entry = files.keys().position(|name| *name == result.sources.entry).unwrap_or(0);
        for trial in changes {
            if let Some(spot) = evidence.spot_of(entry, trial.span) {
                evidence.changes[spot].push(trial);
            }
        }
        evidence
    }

    /// The spot of a piece of text, among those that failing runs pass: the smallest that encloses
    /// it, or the first inside it, or the last that begins before it.
    fn spot_of(&self, file: usize, span: Span) -> Option<usize> {
        let passed = || {
            let all = self.spots.iter().enumerate();
            all.filter(|(spot, it)| it.0 == file && self.ochiai[*spot] > 0.0)
                .map(|(spot, it)| (spot, it.1))
        };
        let enclosing = passed().filter(|(_, it)| it.encloses(span));
        let inside = || passed().filter(|(_, it)| span.encloses(*it));
        let before = || passed().filter(|(_, it)| it.start <= span.start);
        let found = enclosing.min_by_key(|(_, it)| it.end - it.start);
        let found = found.or_else(|| inside().min_by_key(|(_, it)| it.start));
        found.or_else(|| before().max_by_key(|(_, it)| it.start)).map(|(spot, _)| spot)
    }

    fn candidates(&self, engine: &LoadedProgram, result: &Localized) -> Vec<RankedBranch> {
        let paths: Vec<(usize, Path)> = chosen_runs(result)
            .into_iter()
            .filter_map(|number| {
                let divergence = result.searches[number].divergence.as_ref()?;
                let run = engine.trace(&divergence.relation, &divergence.failing.to_string(), None);
                let decided = |it: &(usize, usize, bool)| (it.1, it.2);
                let ours = run.branches();
                let theirs = divergence.failing_run.branches();
                ours.iter()
                    .map(decided)
                    .eq(theirs.iter().map(decided))
                    .then(|| (number, Path::of(&run, self.sites)))
            })
            .collect();
        let weights = self.weights(&paths, result);
        let mut best: BTreeMap<usize, ((f64, usize, usize), RankedBranch)> = BTreeMap::new();
        for (search, path) in &paths {
            let Some(divergence) = &result.searches[*search].divergence else { continue };
            let branches = divergence.failing_run.branches();
            let Some(critical) = branches.iter().position(|it| it.0 == divergence.event) else {
                continue;
            };
            let mut order: Vec<usize> = (0..branches.len()).collect();
            order.sort_by_key(|at| at.abs_diff(critical));
            let mut executions: BTreeMap<usize, usize> = BTreeMap::new();
            for at in order {
                let (event, site, _) = branches[at];
                let times = executions.entry(site).or_default();
                *times += 1;
                if *times > EXECUTIONS {
                    continue;
                }
                let distances = path.distances(at, self.spots.len());
                let risk = risk(&weights, &distances);
                let key = (risk, branches.len(), at.abs_diff(critical));
                if best.get(&site).is_some_and(|(known, _)| *known <= key) {
                    continue;
                }
                let depends = |it: &&(usize, usize, bool)| divergence.failing_run.depends(it.0);
                let candidate = RankedBranch {
                    site,
                    suffix: branches[at + 1..].iter().filter(depends).count(),
                    prefix: branches[..at].iter().filter(depends).count(),
                    votes: votes(result, site),
                    suspiciousness: self.ochiai[site],
                    search: *search,
                    event,
                    change: self.change_near(&weights, &distances),
                };
                best.insert(site, (key, candidate));
            }
        }
        let mut found: Vec<_> = best.into_values().collect();
        found.sort_by(|(left, _), (right, _)| {
            left.0.total_cmp(&right.0).then((left.1, left.2).cmp(&(right.1, right.2)))
        });
        found.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// How likely the fault is at each spot.
    fn weights(&self, paths: &[(usize, Path)], result: &Localized) -> Vec<f64> {
        let mut nearest: Vec<Option<usize>> = vec![None; self.spots.len()];
        for (search, path) in paths {
            let Some(divergence) = &result.searches[*search].divergence else { continue };
            let branches = divergence.failing_run.branches();
            let critical = branches.iter().position(|it| it.0 == divergence.event).unwrap_or(0);
            let found = path.distances(critical, self.spots.len());
            for (known, found) in nearest.iter_mut().zip(found) {
                *known = [*known, found].into_iter().flatten().min();
            }
        }
        let said = self.said_by_changes();
        let highest = self.ochiai.iter().copied().fold(0.0, f64::max);
        let weight = |spot: usize| {
            let Some(distance) = nearest[spot] else { return 0.0 };
            let ochiai = if highest > 0.0 { self.ochiai[spot] / highest } else { 0.0 };
            let spectrum = |(power, floor): (f64, f64)| ochiai.powf(power) + floor;
            let near = NO_CHANGE * CLOSENESS.powi(distance as i32);
            near * spectrum(SPECTRUM) + said[spot] * spectrum(SPECTRUM_OF_CHANGES)
        };
        (0..self.spots.len()).map(weight).collect()
    }

    /// How much the changes at each spot say: all behaviours that repairs there lead to, each
    /// shared with the other spots that lead to it, and the strongest change that is not a repair.
    fn said_by_changes(&self) -> Vec<f64> {
        let mut of_behaviours: BTreeMap<usize, BTreeMap<usize, f64>> = BTreeMap::new();
        let mut said = vec![0.0_f64; self.spots.len()];
        for (spot, trial) in self
            .changes
            .iter()
            .enumerate()
            .flat_map(|(spot, trials)| trials.iter().map(move |trial| (spot, trial)))
        {
            let known = match trial.behaviour {
                Some(number) => of_behaviours.entry(number).or_default().entry(spot).or_default(),
                None => &mut said[spot],
            };
            *known = known.max(trial.strength());
        }
        for spots in of_behaviours.values() {
            for (spot, strength) in spots {
                said[*spot] += strength / spots.len() as f64;
            }
        }
        said
    }

    /// The strongest repair to report right at a branch execution: one at the spot with the highest
    /// weight.
    fn change_near(&self, weights: &[f64], distances: &[Option<usize>]) -> Option<Trial> {
        let here = (0..self.spots.len()).filter(|spot| distances[*spot] == Some(0));
        let repairs = here.flat_map(|spot| {
            let reportable = self.changes[spot].iter().filter(|it| it.is_reportable());
            reportable.map(move |it| ((weights[spot], it.strength()), it))
        });
        let first = repairs.reduce(|best, it| if it.0 > best.0 { it } else { best });
        first.map(|(_, it)| it.clone())
    }
}

/// The failing runs whose branch executions are considered.
fn chosen_runs(result: &Localized) -> BTreeSet<usize> {
    let length = |number: &usize| {
        let divergence = result.searches[*number].divergence.as_ref();
        divergence.map_or(usize::MAX, |it| it.failing_run.branches().len())
    };
    let ranked = result.candidates.iter().take(RUNS).map(|it| it.search);
    ranked.chain((0..result.searches.len()).min_by_key(length)).collect()
}

fn votes(result: &Localized, site: usize) -> usize {
    result.candidates.iter().find(|it| it.site == site).map_or(0, |it| it.votes)
}

/// The weighted distance to all spots; one that the run does not pass has the maximum distance.
fn risk(weights: &[f64], distances: &[Option<usize>]) -> f64 {
    let both = weights.iter().zip(distances);
    both.map(|(weight, distance)| {
        let distance = distance.map_or(FARTHEST, |it| it.min(FARTHEST));
        weight * (distance as f64).powf(DISTANCE_POWER)
    })
    .sum()
}
