//! Puts the branches where runs parted in order: where the fault is most likely comes first.

use crate::localize::Search;
use crate::trace::Event;
use std::collections::{BTreeMap, BTreeSet};

/// How candidates are put in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranking {
    /// The first search that found something.
    First,
    /// The smallest suffix.
    Suffix,
    /// The smallest suffix, with places that more searches agree on before others, and the
    /// formula of Ochiai over what failing and passing runs passed.
    #[default]
    Combined,
}

/// A branch where the fault may be.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The number of its place.
    pub site: usize,
    /// The smallest suffix with which it was found.
    pub suffix: usize,
    /// How many searches found it.
    pub votes: usize,
    /// The formula of Ochiai for its place, from 0 to 1.
    pub suspiciousness: f64,
    /// The search that found it with the smallest suffix.
    pub search: usize,
}

/// The candidates that the searches found, best first.
pub(crate) fn rank(searches: &[Search], ranking: Ranking) -> Vec<Candidate> {
    let mut by_site: BTreeMap<usize, Candidate> = BTreeMap::new();
    let mut first = None;
    for (number, search) in searches.iter().enumerate() {
        let Some(parting) = &search.parting else { continue };
        let Event::Branch { site, .. } = parting.failing_run.events[parting.event] else { continue };
        first.get_or_insert(site);
        let candidate = by_site.entry(site).or_insert(Candidate {
            site,
            suffix: usize::MAX,
            votes: 0,
            suspiciousness: 0.0,
            search: number,
        });
        candidate.votes += 1;
        if parting.suffix < candidate.suffix {
            candidate.suffix = parting.suffix;
            candidate.search = number;
        }
    }
    let runs: Vec<&(BTreeSet<usize>, bool)> =
        searches.iter().flat_map(|search| &search.coverage).collect();
    let mut candidates: Vec<Candidate> = by_site.into_values().collect();
    for candidate in &mut candidates {
        candidate.suspiciousness = ochiai(&runs, candidate.site);
    }
    candidates.sort_by(|left, right| {
        let by_suffix = left.suffix.cmp(&right.suffix).then(left.search.cmp(&right.search));
        match ranking {
            Ranking::First => {
                (Some(right.site) == first).cmp(&(Some(left.site) == first)).then(by_suffix)
            }
            Ranking::Suffix => by_suffix,
            Ranking::Combined => score(right).total_cmp(&score(left)).then(by_suffix),
        }
    });
    candidates
}

/// Votes count, but a long way to the end of the run speaks against a place.
fn score(candidate: &Candidate) -> f64 {
    let nearness = 1.0 / (1.0 + candidate.suffix as f64);
    (candidate.votes as f64) * nearness + candidate.suspiciousness
}

/// Runs of both inputs count as one, which failed or passed together.
fn ochiai(runs: &[&(BTreeSet<usize>, bool)], site: usize) -> f64 {
    let count = |passes_site: bool, failed: bool| {
        let alike = runs.iter().filter(|(places, fails)| {
            places.contains(&site) == passes_site && *fails == failed
        });
        alike.count() as f64
    };
    let (failing, passing, missed) = (count(true, true), count(true, false), count(false, true));
    let product = (failing + missed) * (failing + passing);
    if product == 0.0 { 0.0 } else { failing / product.sqrt() }
}
