//! Compares methods: how well plain and metamorphic coverage distinguish them.

use crate::statistics::{mean, pearson, variation};
use crate::{CoverageMeasure, FixLines, PairResult};
use debunk_coverage::{CodeKind, CoverageSet};
use serde::Serialize;
use std::collections::BTreeMap;

/// How one metric behaves over the methods.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The mean over the methods.
    pub mean: f64,
    /// The lowest and the highest of the methods' means.
    pub range: [f64; 2],
    /// The coefficient of variation over the methods.
    pub variation: Option<f64>,
    /// Pearson's correlation with the numbers of bugs.
    pub correlation: Option<f64>,
}

/// One metric of one method: the mean over its suites, and how they vary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetricValue {
    /// The mean over the suites.
    pub mean: f64,
    /// The coefficient of variation over the suites.
    pub variation: Option<f64>,
}

/// One method.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MethodRow {
    /// Its name.
    pub method: String,
    /// How many suites it has.
    pub suites: usize,
    /// How many pairs it has.
    pub pairs: usize,
    /// Plain coverage.
    pub coverage: MetricValue,
    /// Metamorphic coverage.
    pub mc: MetricValue,
    /// How many bugs it found, if given.
    pub bugs: Option<f64>,
    /// How many of the fixes have a line that it covers, and one that it differs in.
    pub fixes: Option<[usize; 2]>,
}

/// Methods against each other, by one kind of code.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MethodComparison {
    /// Which kind of code is counted.
    pub kind: &'static str,
    /// The methods, sorted by name.
    pub methods: Vec<MethodRow>,
    /// Plain coverage over the methods.
    pub coverage: Spread,
    /// Metamorphic coverage over the methods.
    pub mc: Spread,
    /// How many times smaller the values of metamorphic coverage are.
    pub times_smaller: f64,
    /// How many fixes were given.
    pub fixes: usize,
}

impl MethodComparison {
    /// Compares the methods of a measure.
    pub fn of(
        measure: &CoverageMeasure,
        kind: CodeKind,
        bugs: &BTreeMap<String, f64>,
        fixes: &[FixLines],
    ) -> Self {
        let methods: Vec<MethodRow> = measure
            .methods()
            .into_iter()
            .map(|method| row(measure, kind, method, bugs, fixes))
            .collect();
        let coverage = spread(&methods, |row| row.coverage.mean);
        let mc = spread(&methods, |row| row.mc.mean);
        let times_smaller = if mc.mean > 0.0 { coverage.mean / mc.mean } else { 0.0 };
        Self { kind: kind.name(), methods, coverage, mc, times_smaller, fixes: fixes.len() }
    }
}

fn row(
    measure: &CoverageMeasure,
    kind: CodeKind,
    method: &str,
    bugs: &BTreeMap<String, f64>,
    fixes: &[FixLines],
) -> MethodRow {
    let own = |pair: &PairResult| pair.method == method;
    let mut suites: Vec<&str> =
        measure.pairs.iter().filter(|pair| own(pair)).map(|pair| pair.suite.as_str()).collect();
    let pairs = suites.len();
    suites.sort_unstable();
    suites.dedup();
    let values: Vec<[f64; 2]> = suites
        .iter()
        .map(|suite| {
            let (covered, mc) = measure.union(|pair| own(pair) && pair.suite == *suite);
            [covered, mc].map(|set| set.of(kind).count() as f64)
        })
        .collect();
    let value = |metric: usize| {
        let values: Vec<f64> = values.iter().map(|value| value[metric]).collect();
        MetricValue { mean: mean(&values), variation: variation(&values) }
    };
    let (covered, mc) = measure.union(own);
    let overlap =
        |set: &CoverageSet| fixes.iter().filter(|fix| is_touched(measure, set, fix)).count();
    MethodRow {
        method: method.to_owned(),
        suites: suites.len(),
        pairs,
        coverage: value(0),
        mc: value(1),
        bugs: bugs.get(method).copied(),
        fixes: (!fixes.is_empty()).then(|| [overlap(&covered), overlap(&mc)]),
    }
}

/// Whether a line of the fix is in the set.
fn is_touched(measure: &CoverageMeasure, set: &CoverageSet, fix: &FixLines) -> bool {
    measure.universe.files().iter().any(|file| {
        let numbers = file.numbers(CodeKind::Lines);
        let mut lines = numbers.zip(&file.shape.lines);
        lines.any(|(number, line)| {
            set.of(CodeKind::Lines).get(number) && fix.touches(&file.path, *line)
        })
    })
}

fn spread(methods: &[MethodRow], value: impl Fn(&MethodRow) -> f64) -> Spread {
    let values: Vec<f64> = methods.iter().map(&value).collect();
    let with_bugs = methods.iter().filter_map(|row| Some((value(row), row.bugs?)));
    let (found, bugs): (Vec<f64>, Vec<f64>) = with_bugs.unzip();
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = values.iter().copied().fold(0.0, f64::max);
    Spread {
        mean: mean(&values),
        range: [if lowest.is_finite() { lowest } else { 0.0 }, highest],
        variation: variation(&values),
        correlation: pearson(&found, &bugs),
    }
}
