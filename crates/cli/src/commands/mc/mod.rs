//! `debunk mc`: measures metamorphic coverage.

pub(crate) mod args;
mod compare;
mod faults;
mod guide;
mod relations;

use self::args::{McArgs, McCommand, McRunArgs, MeasureArgs, ReadArgs, WriteArgs};
use crate::commands::dd::seconds;
use crate::commands::jobs;
use crate::display::printable;
use crate::exit::{Exit, NothingRan};
use crate::table::layout;
use anyhow::{Context, Result};
use debunk_base::counted;
use debunk_coverage::{CodeKind, CoverageReader, ReadOptions};
use debunk_mc::{CoverageMeasure, FailedPair, McError, Pair, RunOptions, RunPair};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The limit of table rows that are shown; the JSON has them all.
const SHOWN_ROWS: usize = 20;

/// Runs the requested subcommand.
pub(crate) fn mc(args: &McArgs) -> Result<Exit> {
    match &args.command {
        McCommand::Measure(args) => measure(args),
        McCommand::Run(args) => run(args),
        McCommand::Compare(args) => compare::compare(args),
        McCommand::Relations(args) => relations::relations(args),
        McCommand::Guide(args) => guide::guide(args),
    }
}

fn measure(args: &MeasureArgs) -> Result<Exit> {
    print(&read(&args.pairs, &args.read)?, &[], &args.write)
}

/// Reads pairs from folders and manifests.
pub(crate) fn read(paths: &[PathBuf], args: &ReadArgs) -> Result<CoverageMeasure> {
    let mut pairs: Vec<Pair> = Vec::new();
    for path in paths {
        pairs.extend(if path.is_dir() {
            debunk_mc::from_folder(path)?
        } else {
            debunk_mc::from_manifest(path)?
        });
    }
    let reader = CoverageReader::new(options(args));
    Ok(CoverageMeasure::of(&pairs, &reader, args.any_build, jobs(args.jobs))?)
}

fn options(args: &ReadArgs) -> ReadOptions {
    ReadOptions {
        objects: args.objects.clone(),
        binaries: args.binary.clone(),
        llvm_suffix: args.llvm.clone(),
        gcov: args.gcov.clone(),
        ..ReadOptions::default()
    }
}

fn run(args: &McRunArgs) -> Result<Exit> {
    let pairs = match &args.pairs {
        Some(pairs) => debunk_mc::read_inputs(pairs).map_err(|error| match error {
            McError::NoPairs { .. } => NothingRan(error.to_string()).into(),
            _ => anyhow::Error::new(error),
        })?,
        None => vec![RunPair {
            pair: "1".to_owned(),
            method: String::new(),
            suite: String::new(),
            first: args.first.clone(),
            second: args.second.clone(),
        }],
    };
    let options = RunOptions {
        words: args.words.clone(),
        timeout: seconds("--timeout", args.timeout)?,
        memory_mib: args.memory,
        allow_one_sided_failure: args.allow_one_sided_failure,
        read: options(&args.read),
        any_build: args.read.any_build,
        jobs: jobs(args.read.jobs),
    };
    let ran = debunk_mc::run_pairs(&pairs, &options)?;
    for pair in &ran.failed {
        anstream::eprintln!("{}", failure(pair));
    }
    print(&ran.measure, &ran.failed, &args.write)
}

/// Says of a pair that it counts although the command failed.
fn failure(pair: &FailedPair) -> String {
    let name = printable(&pair.pair);
    match (&pair.first, &pair.second) {
        (Some(first), Some(second)) => format!(
            "the command failed on both sides of pair {name} (first: {}; second: {}); the comparison \
             uses what it covered until then",
            printable(first),
            printable(second)
        ),
        (first, second) => {
            let side = if first.is_some() { "first" } else { "second" };
            let how = first.iter().chain(second).map(|how| printable(how)).collect::<String>();
            format!("the command failed on the {side} side of pair {name} ({how}), as allowed")
        }
    }
}

fn print(measure: &CoverageMeasure, failed: &[FailedPair], args: &WriteArgs) -> Result<Exit> {
    let files = [
        (&args.lcov, debunk_mc::lcov as fn(&CoverageMeasure) -> String),
        (&args.cobertura, debunk_mc::cobertura),
    ];
    for (path, text) in files {
        if let Some(path) = path {
            write(path, &text(measure))?;
        }
    }
    if let Some(path) = &args.html {
        write(path, &debunk_mc::html(measure, &args.source))?;
    }
    let summary = debunk_mc::summary(measure);
    let mut out = anstream::stdout().lock();
    if args.json {
        let mut line = serde_json::to_value(&summary)?;
        if !failed.is_empty() {
            line["failed_pairs"] = serde_json::to_value(failed)?;
        }
        writeln!(out, "{line}")?;
        return Ok(Exit::Nothing);
    }
    let mut rows = vec![heading("", &["total", "covered", "MC", "MC of covered"])];
    for kind in CodeKind::ALL {
        let (covered, mc) = (summary.covered.of(kind), summary.mc.of(kind));
        let share = format!("{:.1}%", 100.0 * mc as f64 / covered.max(1) as f64);
        let numbers = [summary.total.of(kind), covered, mc].map(|number| number.to_string());
        rows.push([&[kind.name().to_owned()], numbers.as_slice(), &[share]].concat());
    }
    writeln!(out, "{}\n\n{}", counted(summary.pairs.len(), "pair"), layout(&rows))?;
    if summary.methods.len() > 1 {
        let rows = summary.methods.iter().map(|row| (row.name.as_str(), row.covered, row.mc));
        writeln!(out, "{}", table("method", rows))?;
    }
    let mut files: Vec<_> = summary.files.iter().collect();
    files.sort_by_key(|row| std::cmp::Reverse(row.mc.lines));
    let shown = files.iter().map(|row| (row.name.as_str(), row.covered, row.mc));
    writeln!(out, "{}", table("file", shown))?;
    let shown = summary.pairs.iter().map(|row| (row.name.as_str(), row.covered, row.mc));
    write!(out, "{}", table("pair", shown))?;
    Ok(Exit::Nothing)
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("write {}", path.display()))?;
    anstream::eprintln!("wrote {}", path.display());
    Ok(())
}

fn heading(first: &str, others: &[&str]) -> Vec<String> {
    std::iter::once(&first).chain(others).map(|word| (*word).to_owned()).collect()
}

/// A table of names with their numbers, of which only the first rows are shown.
fn table<'r>(
    what: &str,
    rows: impl Iterator<Item = (&'r str, debunk_mc::CodeCounts, debunk_mc::CodeCounts)>,
) -> String {
    let mut lines = vec![heading(
        what,
        &["lines", "lines MC", "branches", "branches MC", "functions", "functions MC"],
    )];
    let mut left_out = 0;
    for (number, (name, covered, mc)) in rows.enumerate() {
        if number >= SHOWN_ROWS {
            left_out += 1;
            continue;
        }
        let numbers = CodeKind::ALL.into_iter().flat_map(|kind| [covered.of(kind), mc.of(kind)]);
        let cells = numbers.map(|number| number.to_string());
        lines.push(std::iter::once(printable(name)).chain(cells).collect());
    }
    let mut text = layout(&lines);
    if left_out > 0 {
        text.push_str(&format!("and {left_out} more; --json lists them all\n"));
    }
    text
}
