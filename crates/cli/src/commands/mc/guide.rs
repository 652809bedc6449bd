//! `debunk mc guide`: how many tests it takes to find planted faults with each guide.

use super::args::McGuideArgs;
use super::faults::{Hunt, Ledger, Planted};
use super::relations::{countable, prepared, write_figure};
use crate::exit::Exit;
use crate::interrupt;
use crate::table::layout;
use anyhow::Result;
use debunk_base::{Blocks, counted, in_order};
use debunk_campaign::Guide;
use debunk_figures::{LineChart, Scale};
use debunk_mc::quartiles;
use debunk_relations::ALL;
use debunk_results::Execution;
use serde::Serialize;
use std::convert::Infallible;
use std::io::Write;

const GUIDES: [Guide; 3] = [Guide::None, Guide::Coverage, Guide::Mc];

/// What one guide needed for one fault.
#[derive(Serialize)]
struct Cell {
    guide: &'static str,
    /// Searches that found it.
    found: usize,
    /// Tests until it was found, by seed; `None` if it was not.
    tests: Vec<Option<u64>>,
    /// The quartiles; a search that found nothing counts with all its tests.
    quartiles: [f64; 3],
}

#[derive(Serialize)]
struct Row {
    fault: &'static str,
    planted: &'static str,
    summary: &'static str,
    guides: Vec<Cell>,
}

#[derive(Serialize)]
struct Report {
    debugger: String,
    tests: u64,
    seeds: u64,
    faults: Vec<Row>,
    all: Vec<Cell>,
    execution: Execution,
}

/// Plants faults and counts.
pub(crate) fn guide(args: &McGuideArgs) -> Result<Exit> {
    let ready = countable(args.debugger.as_str(), &args.cache)?;
    let debugger = &*ready.debugger;
    let stop = interrupt::watch();
    let programs = prepared(debugger, &stop)?;
    let faults = Planted::some(debugger, args.faults);
    let (seeds, kinds) = (args.seeds, GUIDES.len() as u64);
    let total = faults.len() as u64 * seeds * kinds;
    let mut found: Vec<Option<u64>> = Vec::new();
    let ledger = Ledger::new(args.skips.allow_skips);
    let hunt = |task: u64| {
        let (fault, guide) = (task / kinds / seeds, task % kinds);
        let hunt = Hunt {
            debugger,
            programs: &programs,
            relations: &ALL,
            guide: GUIDES[guide as usize],
            seed: args.seed + task / kinds % seeds,
            tests: args.tests,
            stop: &stop,
            ledger: &ledger,
        };
        hunt.tests_to_find(&faults[fault as usize])
    };
    let blocks =
        Blocks { length: 1, make_state: &|| (), begin: &|()| {}, work: &|(), task| hunt(task) };
    let done: Result<(), Infallible> =
        in_order(crate::commands::jobs(args.jobs), 0..total, &stop, &blocks, |task, tests| {
            found.push(tests);
            if (task + 1) % (seeds * kinds) == 0 {
                let fault = &faults[(task / kinds / seeds) as usize];
                anstream::eprintln!("{}/{total} searches: {} done", task + 1, fault.name());
            }
            Ok(())
        });
    let Ok(()) = done;
    let mut report = summed(args, debugger.info().to_string(), &faults, &found);
    report.execution = ledger.execution();
    report.execution.note_signal(interrupt::signal());
    if let Some(path) = &args.svg {
        write_figure(path, &figure(&report))?;
    }
    print(&report, args.json)?;
    crate::commands::print_problem(&mut anstream::stderr(), &report.execution, false)?;
    Ok(Exit::of(&report.execution, false))
}

fn summed(
    args: &McGuideArgs,
    debugger: String,
    faults: &[Planted],
    found: &[Option<u64>],
) -> Report {
    let kinds = GUIDES.len();
    let per_fault = args.seeds as usize * kinds;
    let cells = |tests: &[Option<u64>]| -> Vec<Cell> {
        GUIDES
            .iter()
            .enumerate()
            .map(|(index, guide)| {
                let own = tests.iter().skip(index).step_by(kinds).copied();
                cell(*guide, own.collect(), args.tests)
            })
            .collect()
    };
    let rows = faults.iter().zip(found.chunks(per_fault)).map(|(fault, tests)| Row {
        fault: fault.name(),
        planted: fault.place(),
        summary: fault.summary(),
        guides: cells(tests),
    });
    Report {
        debugger,
        tests: args.tests,
        seeds: args.seeds,
        faults: rows.collect(),
        all: cells(found),
        execution: Execution::default(),
    }
}

fn cell(guide: Guide, tests: Vec<Option<u64>>, limit: u64) -> Cell {
    let numbers: Vec<f64> = tests.iter().map(|tests| tests.unwrap_or(limit) as f64).collect();
    Cell {
        guide: guide.name(),
        found: tests.iter().flatten().count(),
        quartiles: quartiles(&numbers),
        tests,
    }
}

/// The share of searches that were over after this many tests.
fn figure(report: &Report) -> LineChart {
    let series = report.all.iter().map(|cell| {
        let mut tests: Vec<u64> = cell.tests.iter().flatten().copied().collect();
        tests.sort_unstable();
        let share = |index: usize| 100.0 * (index + 1) as f64 / cell.tests.len().max(1) as f64;
        let mut points = vec![(0.0, 0.0)];
        points.extend(tests.iter().enumerate().map(|(index, tests)| (*tests as f64, share(index))));
        if let Some((_, last)) = points.last().copied() {
            points.push((report.tests as f64, last));
        }
        (cell.guide.to_owned(), points)
    });
    LineChart {
        title: format!("Planted faults found in {}, by guide", report.debugger),
        x_label: "tests".to_owned(),
        y_label: "searches that found their fault, in percent".to_owned(),
        series: series.collect(),
        scale: Scale::Linear,
    }
}

fn cell_texts(cell: &Cell, seeds: usize) -> [String; 2] {
    let [first, median, third] = cell.quartiles;
    [format!("{median:.0} ({first:.0} to {third:.0})"), format!("{}/{seeds}", cell.found)]
}

fn print(report: &Report, json: bool) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if json {
        return Ok(writeln!(out, "{}", serde_json::to_string_pretty(report)?)?);
    }
    let mut heading = vec!["fault".to_owned(), "planted in".to_owned()];
    for guide in GUIDES {
        heading.extend([guide.name().to_owned(), "found".to_owned()]);
    }
    let mut rows = vec![heading];
    for row in &report.faults {
        let mut cells = vec![row.fault.to_owned(), row.planted.to_owned()];
        cells.extend(row.guides.iter().flat_map(|cell| cell_texts(cell, cell.tests.len())));
        rows.push(cells);
    }
    let mut cells = vec!["all".to_owned(), String::new()];
    cells.extend(report.all.iter().flat_map(|cell| cell_texts(cell, cell.tests.len())));
    rows.push(cells);
    writeln!(
        out,
        "{}: tests until a planted fault is found, median (quartiles) of {}; at most {}\n",
        report.debugger,
        counted(report.seeds, "seed"),
        report.tests
    )?;
    write!(out, "{}", layout(&rows))?;
    Ok(write!(out, "{}", report.execution.text())?)
}
