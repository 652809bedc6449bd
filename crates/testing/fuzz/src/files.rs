//! Files that debunk reads.

use debunk_compare::RuleSet;
use debunk_coverage::{CoverageReader, ReadOptions, Universe};
use debunk_results::{DifferenceReport, Discovery, Finding, read, reproduction, write};
use debunk_solver::{Problem, Variable, read_answer};
use std::fs;
use tempfile::TempDir;

/// A folder with one file.
fn folder(name: &str, data: &[u8]) -> Option<TempDir> {
    let folder = TempDir::new().ok()?;
    fs::write(folder.path().join(name), data).ok()?;
    Some(folder)
}

/// Reads a rule file of compare.
pub(crate) fn rules(data: &[u8]) {
    let _ = RuleSet::parse(&String::from_utf8_lossy(data));
}

/// Reads a finding and writes its report and its reproduction.
pub(crate) fn finding(data: &[u8]) {
    let Some(folder) = folder(Finding::FILE, data) else { return };
    let Ok(finding) = read::<Finding>(folder.path()) else { return };
    let _ = (finding.sentence(), finding.folder_name(), reproduction(&finding));
    let _ = write(folder.path(), &finding);
}

/// Reads a difference and writes its report.
pub(crate) fn difference(data: &[u8]) {
    let Some(folder) = folder(DifferenceReport::FILE, data) else { return };
    let Ok(report) = read::<DifferenceReport>(folder.path()) else { return };
    let _ = (report.sentence(), report.folder_name(), report.verdict_text());
    let _ = write(folder.path(), &report);
}

/// Reads coverage; the first byte chooses the name of the file.
pub(crate) fn coverage(data: &[u8]) {
    let Some((&choice, data)) = data.split_first() else { return };
    let names = ["coverage.json", "coverage.xml", "lcov.info", "coverage"];
    let name = names[usize::from(choice) % names.len()];
    let Some(folder) = folder(name, data) else { return };
    let reader = CoverageReader::new(ReadOptions::default());
    if let Ok(report) = reader.read(&[folder.path().join(name)]) {
        let _ = Universe::of([&report], false);
    }
}

/// Reads the answer of an external solver.
pub(crate) fn solver_model(data: &[u8]) {
    let variable = || Variable { lower: -9, upper: 9, start: 0 };
    let problem = Problem { variables: vec![variable(), variable()], ..Problem::default() };
    let _ = read_answer(&problem, &String::from_utf8_lossy(data));
}
