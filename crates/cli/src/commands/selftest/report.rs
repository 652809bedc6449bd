//! The results of the self-test, as a matrix of faults and relations.

use super::excerpt::FindingExcerpt;
use super::verdicts::{VerdictTable, Verdicts};
use crate::display::printable;
use crate::table::layout;
use anyhow::Result;
use debunk_faults::Fault;
use debunk_relations::{ALL as RELATIONS, ViolationKind};
use debunk_results::{Execution, Finding};
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

/// The result of one planted fault.
pub(super) struct Row {
    fault: Fault,
    /// The number of tests until each relation found it first.
    found: BTreeMap<String, u64>,
    /// The first finding.
    example: Option<FindingExcerpt>,
    verdicts: Verdicts,
    /// How many tests to run; fewer once the fault is found.
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
    pub fn hear(&mut self, finding: &Finding, liars: &[Liar], lies_later: &dyn Fn(Liar) -> bool) {
        self.verdicts.hear(finding, liars, lies_later);
    }

    /// Takes a finding that the fault caused.
    pub fn take(&mut self, finding: &Finding, further_tests: u64) {
        let tests = finding.test + 1;
        if self.found.is_empty() {
            self.last_test = self.last_test.min(tests + further_tests);
            self.example = Some(FindingExcerpt::new(finding));
        }
        self.found.entry(finding.relation.clone()).or_insert(tests);
    }

    /// The number of tests until the fault was found, and the relation that found it.
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
            "example": self.example.as_ref().map(FindingExcerpt::json),
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

/// The results of the self-test.
pub(super) struct Report {
    pub debugger: DebuggerInfo,
    pub seed: u64,
    pub tests: u64,
    pub rows: Vec<Row>,
    /// Faults that cannot occur here, and why.
    pub left_out: Vec<(Fault, &'static str)>,
    pub honest: Vec<FindingExcerpt>,
    /// The execution of all campaigns.
    pub execution: Execution,
    /// Whether verdicts named the session that the fault changed.
    pub by_relation: VerdictTable,
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
            "complete": self.execution.is_complete(),
            "execution": self.execution,
            "relations": relations(),
            "planted": self.rows.len(),
            "found": self.found(),
            "faults": self.rows.iter().map(Row::json).collect::<Vec<_>>(),
            "left_out": self
                .left_out
                .iter()
                .map(|(fault, reason)| json!({ "name": fault.name, "reason": reason }))
                .collect::<Vec<_>>(),
            "verdicts": self.by_relation.json(),
            "nothing_planted": self.honest.iter().map(FindingExcerpt::json).collect::<Vec<_>>(),
        })
    }

    fn verdicts(&self) -> String {
        self.by_relation.counts().map(|count| count.to_string()).join("/")
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

/// Prints the matrix, or the verdicts alone, or everything as one JSON document.
pub(super) fn print(report: &Report, only_verdicts: bool, as_json: bool) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if as_json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report.json())?)?;
        return Ok(());
    }
    if only_verdicts {
        let Report { debugger, seed, .. } = report;
        writeln!(out, "{debugger}, seed {seed}: verdicts on planted faults\n")?;
        write!(out, "{}", report.by_relation.text())?;
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
        for wrong in row.verdicts.wrong() {
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
