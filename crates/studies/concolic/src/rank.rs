//! Orders the branches where runs diverged: the most likely place of the fault comes first.
//! `suspects` covers the other branches of the failing runs.

use crate::localized::InputSearch;
use crate::trials::Trial;
use std::collections::{BTreeMap, BTreeSet};

/// How candidates are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranking {
    /// The first search that found something.
    First,
    /// The smallest suffix.
    Suffix,
    /// The critical branch whose place is most suspicious by Ochiai's formula; ties go to runs that
    /// diverge early.
    Combined,
    /// Any branch execution of a failing run, by how near it is to where the fault may be.
    #[default]
    Nearest,
}

/// A branch where the fault may be.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedBranch {
    /// The number of its place.
    pub site: usize,
    /// The smallest suffix with which it was found.
    pub suffix: usize,
    /// How many searches found it.
    pub votes: usize,
    /// Ochiai's formula for its place, from 0 to 1.
    pub suspiciousness: f64,
    /// How many conditions that depend on the input come before it, in the best search.
    pub prefix: usize,
    /// The best search that found it, or in whose failing run it is.
    pub search: usize,
    /// The event of that failing run.
    pub(crate) event: usize,
    /// A change right there with which all inputs satisfy their relations.
    pub change: Option<Trial>,
}

/// The candidates that the searches found, best first.
pub(crate) fn rank(searches: &[InputSearch], ranking: Ranking) -> Vec<RankedBranch> {
    let mut by_site: BTreeMap<usize, RankedBranch> = BTreeMap::new();
    let mut first = None;
    for (number, search) in searches.iter().enumerate() {
        let Some(divergence) = &search.divergence else { continue };
        let site = divergence.site();
        first.get_or_insert(site);
        let candidate = by_site.entry(site).or_insert(RankedBranch {
            site,
            suffix: usize::MAX,
            prefix: usize::MAX,
            votes: 0,
            suspiciousness: 0.0,
            search: number,
            event: divergence.event,
            change: None,
        });
        candidate.votes += 1;
        let prefix = divergence.length().saturating_sub(divergence.suffix);
        let is_better = match ranking {
            Ranking::First => false,
            Ranking::Suffix => divergence.suffix < candidate.suffix,
            Ranking::Combined | Ranking::Nearest => prefix < candidate.prefix,
        };
        if candidate.votes == 1 || is_better {
            candidate.search = number;
            candidate.event = divergence.event;
        }
        candidate.suffix = candidate.suffix.min(divergence.suffix);
        candidate.prefix = candidate.prefix.min(prefix);
    }
    let runs: Vec<&(BTreeSet<usize>, bool)> =
        searches.iter().flat_map(|search| &search.coverage).collect();
    let mut candidates: Vec<RankedBranch> = by_site.into_values().collect();
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
            Ranking::Combined | Ranking::Nearest => right
                .suspiciousness
                .total_cmp(&left.suspiciousness)
                .then(left.prefix.cmp(&right.prefix))
                .then(by_suffix),
        }
    });
    candidates
}

/// Runs of both inputs count as one, which failed or passed together.
fn ochiai(runs: &[&(BTreeSet<usize>, bool)], site: usize) -> f64 {
    let count = |passes_site: bool, failed: bool| {
        let alike = runs
            .iter()
            .filter(|(places, fails)| places.contains(&site) == passes_site && *fails == failed);
        alike.count() as f64
    };
    let (failing, passing, missed) = (count(true, true), count(true, false), count(false, true));
    let product = (failing + missed) * (failing + passing);
    if product == 0.0 { 0.0 } else { failing / product.sqrt() }
}
