//! The numbers of a measure, for scripts and for tables.

use crate::CoverageMeasure;
use debunk_coverage::{CodeKind, CoverageSet};
use serde::Serialize;

/// The version of the JSON that is written.
const SCHEMA: u32 = 1;

/// Numbers of lines, branches and functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CodeCounts {
    /// Lines.
    pub lines: usize,
    /// Branches.
    pub branches: usize,
    /// Functions.
    pub functions: usize,
}

impl From<[usize; 3]> for CodeCounts {
    fn from([lines, branches, functions]: [usize; 3]) -> Self {
        Self { lines, branches, functions }
    }
}

impl CodeCounts {
    /// The number of one kind.
    pub fn of(&self, kind: CodeKind) -> usize {
        [self.lines, self.branches, self.functions][kind as usize]
    }
}

/// What is covered and what differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SummaryRow {
    /// The pair, method or file.
    pub name: String,
    /// The method of a pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// How many pairs a method has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<usize>,
    /// The total, if it differs between rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<CodeCounts>,
    /// What runs cover.
    pub covered: CodeCounts,
    /// What pairs differ in.
    pub mc: CodeCounts,
}

/// All numbers of a measure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MeasureSummary {
    /// The version of this form.
    pub schema: u32,
    /// The total.
    pub total: CodeCounts,
    /// What any run covers.
    pub covered: CodeCounts,
    /// What any pair differs in.
    pub mc: CodeCounts,
    /// Per method.
    pub methods: Vec<SummaryRow>,
    /// Per file.
    pub files: Vec<SummaryRow>,
    /// Per pair.
    pub pairs: Vec<SummaryRow>,
}

/// All numbers of a measure.
pub fn summary(measure: &CoverageMeasure) -> MeasureSummary {
    let methods = measure.methods().into_iter().map(|name| {
        let (covered, mc) = measure.union(|pair| pair.method == name);
        let pairs = measure.pairs.iter().filter(|pair| pair.method == name).count();
        SummaryRow { pairs: Some(pairs), ..row(name, &covered, &mc) }
    });
    let pairs = measure.pairs.iter().map(|pair| SummaryRow {
        method: Some(pair.method.clone()),
        ..row(&pair.name, &pair.covered, &pair.mc)
    });
    let files = measure.universe.files().iter().map(|file| {
        let inside = |set: &CoverageSet| {
            CodeCounts::from(CodeKind::ALL.map(|kind| set.of(kind).count_in(file.numbers(kind))))
        };
        SummaryRow {
            name: file.path.to_string(),
            method: None,
            pairs: None,
            total: Some(CodeKind::ALL.map(|kind| file.numbers(kind).len()).into()),
            covered: inside(&measure.covered),
            mc: inside(&measure.mc),
        }
    });
    MeasureSummary {
        schema: SCHEMA,
        total: measure.universe.totals().into(),
        covered: measure.covered.counts().into(),
        mc: measure.mc.counts().into(),
        methods: methods.collect(),
        files: files.collect(),
        pairs: pairs.collect(),
    }
}

fn row(name: &str, covered: &CoverageSet, mc: &CoverageSet) -> SummaryRow {
    SummaryRow {
        name: name.to_owned(),
        method: None,
        pairs: None,
        total: None,
        covered: covered.counts().into(),
        mc: mc.counts().into(),
    }
}
