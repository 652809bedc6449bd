//! What the self-test found out, as a matrix of faults and relations.

use crate::display::printable;
use crate::table::layout;
use anyhow::Result;
use debunk_faults::Fault;
use debunk_findings::Finding;
use debunk_relations::{ALL as RELATIONS, ViolationKind};
use debunk_session::DebuggerInfo;
use debunk_testimony::Liar;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;

/// The column for observations that are wrong by themselves.
const SELF_EVIDENT: &str = "self-evident";
const NOT_FOUND: &str = ".";

/// The version of the JSON document.
const SCHEMA_VERSION: u32 = 1;

/// Whether verdicts named the side that really lied.
#[derive(Default)]
struct Verdicts {
    right: u64,
    undecided: Vec<Told>,
    wrong: Vec<Told>,
}

impl Verdicts {
    fn cell(&self) -> String {
        format!("{}/{}/{}", self.right, self.undecided.len(), self.wrong.len())
    }

    fn json(&self) -> Value {
        let told = |findings: &[Told]| findings.iter().map(Told::json).collect::<Vec<_>>();
        json!({
            "right": self.right,
            "undecided": told(&self.undecided),
            "wrong": told(&self.wrong),
        })
    }
}

/// What became of one planted fault.
pub(super) struct Row {
    fault: Fault,
    /// The number of tests until each relation found it first.
    found: BTreeMap<String, u64>,
    /// The first finding.
    example: Option<Told>,
    verdicts: Verdicts,
    /// How many tests are to be done; fewer once the fault is found.
    pub last_test: u64,
}

impl Row {
    /// A fault that is not found yet.
    pub fn new(fault: Fault, tests: u64) -> Self {
        let (found, verdicts) = (BTreeMap::new(), Verdicts::default());
        Self { fault, found, example: None, verdicts, last_test: tests }
    }

    /// Whether the fault can have caused a finding.
    pub fn can_be_caused_by_fault(&self, finding: &Finding) -> bool {
        let is_end = matches!(finding.violation.kind, ViolationKind::Hung | ViolationKind::Crashed);
        finding.test < self.last_test && (self.fault.ends_debugger() || !is_end)
    }

    /// Counts the verdict of a finding; `liars` are the sides that the fault changed.
    pub fn hear(&mut self, finding: &Finding, liars: &[Liar]) {
        let named = match finding.verdict.liar {
            Liar::Undecided => {
                self.verdicts.undecided.push(Told::new(finding));
                return;
            }
            Liar::Both => vec![Liar::Initial, Liar::FollowUp],
            liar => vec![liar],
        };
        if named.iter().all(|liar| liars.contains(liar)) {
            self.verdicts.right += 1;
        } else {
            self.verdicts.wrong.push(Told::new(finding));
        }
    }

    /// Takes a finding that the fault caused.
    pub fn take(&mut self, finding: &Finding, further_tests: u64) {
        let tests = finding.test + 1;
        if self.found.is_empty() {
            self.last_test = self.last_test.min(tests + further_tests);
            self.example = Some(Told::new(finding));
        }
        self.found.entry(finding.relation.clone()).or_insert(tests);
    }

    /// The number of tests until the fault was found, and the relation that did.
    fn first(&self) -> Option<(u64, &str)> {
        self.found.iter().map(|(relation, tests)| (*tests, relation.as_str())).min()
    }

    fn json(&self) -> Value {
        json!({
            "name": self.fault.name,
            "summary": self.fault.summary,
            "real_bug": self.fault.real_bug,
            "first": self.first().map(|(tests, _)| tests),
            "first_by": self.first().map(|(_, relation)| relation),
            "tests": self.last_test,
            "found": self.found,
            "example": self.example.as_ref().map(Told::json),
            "verdicts": self.verdicts.json(),
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.fault.name;
        match self.first() {
            Some((tests, relation)) => {
                write!(formatter, "{name}: found by {relation} after {tests} tests")
            }
            None => write!(formatter, "{name}: not found in {} tests", self.last_test),
        }
    }
}

/// What is told of a finding.
pub(super) struct Told {
    test: u64,
    class: String,
    detail: String,
    program: String,
    kind: ViolationKind,
}

impl Told {
    /// Takes from a finding what is told of it.
    pub fn new(finding: &Finding) -> Self {
        Self {
            test: finding.test,
            class: finding.class.to_string(),
            detail: finding.violation.detail.clone(),
            program: finding.initial.program.name.to_string(),
            kind: finding.violation.kind,
        }
    }

    /// Whether the same kind of thing is wrong in the same program.
    pub fn is_like(&self, finding: &Finding) -> bool {
        let output = |kind: ViolationKind| match kind {
            ViolationKind::Outcome => ViolationKind::OutputChanged,
            other => other,
        };
        self.program == finding.initial.program.name
            && output(self.kind) == output(finding.violation.kind)
    }

    fn json(&self) -> Value {
        json!({ "test": self.test, "class": self.class, "detail": self.detail })
    }
}

/// Everything that the self-test found out.
pub(super) struct Report {
    pub debugger: DebuggerInfo,
    pub seed: u64,
    pub tests: u64,
    pub rows: Vec<Row>,
    /// Faults that cannot come up here, and why.
    pub left_out: Vec<(Fault, &'static str)>,
    pub honest: Vec<Told>,
}

impl Report {
    fn found(&self) -> usize {
        self.rows.iter().filter(|row| row.first().is_some()).count()
    }

    /// Whether every fault was found.
    pub fn is_complete(&self) -> bool {
        self.found() == self.rows.len()
    }

    fn json(&self) -> Value {
        json!({
            "schema": SCHEMA_VERSION,
            "debugger": self.debugger,
            "seed": self.seed,
            "tests": self.tests,
            "relations": relations(),
            "planted": self.rows.len(),
            "found": self.found(),
            "faults": self.rows.iter().map(Row::json).collect::<Vec<_>>(),
            "left_out": self
                .left_out
                .iter()
                .map(|(fault, reason)| json!({ "name": fault.name, "reason": reason }))
                .collect::<Vec<_>>(),
            "nothing_planted": self.honest.iter().map(Told::json).collect::<Vec<_>>(),
        })
    }

    fn verdicts(&self) -> String {
        let sum = |count: fn(&Verdicts) -> u64| {
            self.rows.iter().map(|row| count(&row.verdicts)).sum::<u64>()
        };
        let (right, undecided) = (sum(|it| it.right), sum(|it| it.undecided.len() as u64));
        format!("{right}/{undecided}/{}", sum(|it| it.wrong.len() as u64))
    }

    /// One row per fault, one column per relation.
    fn matrix(&self) -> String {
        let mut heading = ["fault", "verdicts", "first"].map(str::to_owned).to_vec();
        heading.extend((1..=relations().len()).map(|number| number.to_string()));
        let mut table = vec![heading];
        let cell = |tests: Option<u64>| {
            tests.map_or_else(|| NOT_FOUND.to_owned(), |tests| tests.to_string())
        };
        for row in &self.rows {
            let first = row.first().map(|(tests, _)| tests);
            let mut cells = vec![row.fault.name.to_owned(), row.verdicts.cell(), cell(first)];
            let found = relations().into_iter().map(|name| row.found.get(name).copied());
            cells.extend(found.map(cell));
            table.push(cells);
        }
        let mut totals = vec!["faults found".to_owned(), self.verdicts(), self.found().to_string()];
        totals.extend(relations().into_iter().map(|name| {
            self.rows.iter().filter(|row| row.found.contains_key(name)).count().to_string()
        }));
        table.push(totals);
        layout(&table)
    }
}

fn relations() -> Vec<&'static str> {
    let names = RELATIONS.iter().map(|relation| relation.name());
    names.chain([SELF_EVIDENT]).collect()
}

/// Prints the matrix, or everything as one JSON document.
pub(super) fn print(report: &Report, as_json: bool) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if as_json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report.json())?)?;
        return Ok(());
    }
    let Report { debugger, seed, tests, honest, .. } = report;
    writeln!(out, "{debugger}, seed {seed}: tests until each relation found a planted fault\n")?;
    write!(out, "{}", report.matrix())?;
    writeln!(out)?;
    for (index, name) in relations().into_iter().enumerate() {
        writeln!(out, "{:>2} {name}", index + 1)?;
    }
    writeln!(out, "\nverdicts: right/undecided/wrong, by what the fault really changed")?;
    for row in &report.rows {
        for wrong in &row.verdicts.wrong {
            let detail = printable(&wrong.detail);
            writeln!(out, "    wrong: {} test {}: {detail}", row.fault.name, wrong.test)?;
        }
    }
    writeln!(out, "\n{} of {} faults found", report.found(), report.rows.len())?;
    for row in report.rows.iter().filter(|row| row.first().is_none()) {
        writeln!(out, "    {row}: {}", row.fault.summary)?;
    }
    for (fault, reason) in &report.left_out {
        writeln!(out, "    left out: {}, since {reason}", fault.name)?;
    }
    let colon = if honest.is_empty() { "" } else { ", listed below" };
    writeln!(out, "\nnothing planted: {} findings in {tests} tests{colon}", honest.len())?;
    for finding in honest {
        writeln!(out, "    {}: {}", finding.class, printable(&finding.detail))?;
    }
    Ok(())
}
