//! Reads both sides of every pair and says what differs.

use crate::{McError, Pair, parallel};
use debunk_coverage::{
    CodeKind, CoverageError, CoverageReader, CoverageReport, CoverageSet, SourceShape, Universe,
};
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The result of one pair.
#[derive(Clone, Debug)]
pub struct PairResult {
    /// Its name.
    pub name: String,
    /// Its method.
    pub method: String,
    /// Its suite.
    pub suite: String,
    /// What either run covers.
    pub covered: CoverageSet,
    /// What exactly one of the runs covers.
    pub mc: CoverageSet,
}

/// How many pairs cover a line in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// Only the first run.
    pub first: u32,
    /// Only the second run.
    pub second: u32,
    /// Both runs.
    pub both: u32,
}

/// How long the parts of a measurement took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seconds {
    /// Reading and numbering, which every metric needs.
    pub reading: f64,
    /// Merging what is covered.
    pub coverage: f64,
    /// Computing differences and merging them.
    pub mc: f64,
}

/// The metamorphic coverage of some pairs.
#[derive(Clone, Debug)]
pub struct CoverageMeasure {
    /// The contents.
    pub universe: Universe,
    /// The pairs, in the order in which they were given.
    pub pairs: Vec<PairResult>,
    /// What is covered by any run.
    pub covered: CoverageSet,
    /// What any pair differs in.
    pub mc: CoverageSet,
    /// Per line of the universe, how many pairs cover it in which way.
    pub lines: Vec<LineCounts>,
    /// The time it took.
    pub seconds: Seconds,
}

/// Known shapes; reports of one build share them.
#[derive(Default)]
struct Shapes(Mutex<HashSet<Arc<SourceShape>>>);

impl Shapes {
    fn share(&self, report: &mut CoverageReport) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for file in &mut report.files {
            match known.get(&file.shape) {
                Some(shape) => file.shape = shape.clone(),
                None => drop(known.insert(file.shape.clone())),
            }
        }
    }
}

impl CoverageMeasure {
    /// Reads all pairs, each file once, with this many threads.
    ///
    /// # Errors
    /// If a side cannot be read, or two of them come from different builds.
    pub fn of(
        pairs: &[Pair],
        reader: &CoverageReader,
        any_build: bool,
        jobs: usize,
    ) -> Result<Self, McError> {
        let started = Instant::now();
        let mut sides: BTreeMap<&[PathBuf], (&Pair, &'static str)> = BTreeMap::new();
        for pair in pairs {
            sides.entry(&pair.first).or_insert((pair, "first"));
            sides.entry(&pair.second).or_insert((pair, "second"));
        }
        let sides: Vec<_> = sides.into_iter().collect();
        let shapes = Shapes::default();
        let results = parallel::map(&sides, jobs, |(files, _)| {
            reader.read(files).map(|mut report| {
                shapes.share(&mut report);
                report
            })
        });
        let mut reports = BTreeMap::new();
        for ((files, (pair, side)), result) in sides.into_iter().zip(results) {
            reports.insert(files, result.map_err(side_error(pair, side))?);
        }
        Self::of_reports(pairs, &reports, any_build, started)
    }

    fn of_reports(
        pairs: &[Pair],
        reports: &BTreeMap<&[PathBuf], CoverageReport>,
        any_build: bool,
        started: Instant,
    ) -> Result<Self, McError> {
        let universe = Universe::of(reports.values(), any_build)?;
        let nothing = universe.nothing();
        let mut measure = CoverageMeasure {
            covered: nothing.clone(),
            mc: nothing.clone(),
            lines: vec![LineCounts::default(); universe.totals()[CodeKind::Lines as usize]],
            pairs: Vec::with_capacity(pairs.len()),
            seconds: Seconds::default(),
            universe,
        };
        let mut sets: BTreeMap<&[PathBuf], CoverageSet> = BTreeMap::new();
        for (files, report) in reports {
            sets.insert(files, measure.universe.set(report));
        }
        measure.seconds.reading = started.elapsed().as_secs_f64();
        for pair in pairs {
            let (Some(first), Some(second)) =
                (sets.get(pair.first.as_slice()), sets.get(pair.second.as_slice()))
            else {
                continue;
            };
            measure.add(pair, first, second);
        }
        Ok(measure)
    }

    fn add(&mut self, pair: &Pair, first: &CoverageSet, second: &CoverageSet) {
        let started = Instant::now();
        let mut covered = first.clone();
        covered.unite(second);
        self.covered.unite(&covered);
        let united = Instant::now();
        let mc = first.difference(second);
        self.mc.unite(&mc);
        self.seconds.coverage += (united - started).as_secs_f64();
        self.seconds.mc += united.elapsed().as_secs_f64();
        let (one, two) = (first.of(CodeKind::Lines), second.of(CodeKind::Lines));
        for number in covered.of(CodeKind::Lines).iter() {
            let lines = &mut self.lines[number];
            match (one.get(number), two.get(number)) {
                (true, true) => lines.both += 1,
                (true, false) => lines.first += 1,
                _ => lines.second += 1,
            }
        }
        self.pairs.push(PairResult {
            name: pair.name.clone(),
            method: pair.method.clone(),
            suite: pair.suite.clone(),
            covered,
            mc,
        });
    }

    /// The union of what some pairs cover, and of what they differ in.
    pub fn union(&self, chosen: impl Fn(&PairResult) -> bool) -> (CoverageSet, CoverageSet) {
        let (mut covered, mut mc) = (self.universe.nothing(), self.universe.nothing());
        for pair in self.pairs.iter().filter(|pair| chosen(pair)) {
            covered.unite(&pair.covered);
            mc.unite(&pair.mc);
        }
        (covered, mc)
    }

    /// The names of all methods, sorted.
    pub fn methods(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.pairs.iter().map(|pair| pair.method.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

fn side_error<'p>(
    pair: &'p Pair,
    side: &'static str,
) -> impl FnOnce(CoverageError) -> McError + 'p {
    move |reason| McError::Side { pair: pair.name.clone(), side, reason: Box::new(reason) }
}
