//! `debunk mc relations`: how much of a debugger's own code each relation covers and checks, and which
//! part none does.

use super::args::McRelationsArgs;
use super::faults::{Broken, Hunt, Ledger, Planted};
use crate::args::DebuggerArgs;
use crate::debuggers::{self, Ready};
use crate::exit::Exit;
use crate::interrupt;
use crate::table::layout;
use anyhow::{Context, Result, bail};
use debunk_base::{Bits, Blocks, counted, in_order};
use debunk_batch::CheckedProgram;
use debunk_campaign::{Campaign, Guide, Options, TestCoverage};
use debunk_figures::{Figure, RankedBars};
use debunk_model::Language;
use debunk_relations::{ALL, GeneratorOptions, Group, Relation};
use debunk_results::{Execution, Share};
use debunk_session::{CodeMap, Debugger};
use serde::Serialize;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The limit of unchecked functions that are shown; the JSON has them all.
const SHOWN_ROWS: usize = 20;

#[derive(Serialize)]
struct RelationRow {
    relation: &'static str,
    group: &'static str,
    covered: usize,
    mc: usize,
    faults: Vec<&'static str>,
}

#[derive(Serialize)]
struct CodeRow {
    file: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    function: String,
    counters: usize,
    covered: usize,
    mc: usize,
}

#[derive(Serialize)]
struct Report {
    debugger: String,
    tests: u64,
    seed: u64,
    counters: usize,
    covered: usize,
    mc: usize,
    planted: Vec<&'static str>,
    relations: Vec<RelationRow>,
    files: Vec<CodeRow>,
    functions: Vec<CodeRow>,
    execution: Execution,
}

/// The result of one relation alone.
struct Measured {
    coverage: TestCoverage,
    faults: Vec<&'static str>,
}

/// Measures every relation.
pub(crate) fn relations(args: &McRelationsArgs) -> Result<Exit> {
    let ready = countable(args.debugger.as_str(), &args.cache)?;
    let debugger = &*ready.debugger;
    let code = debugger.code().unwrap_or_default();
    let wanted = wanted(&code, &args.files)?;
    let stop = interrupt::watch();
    let programs = prepared(debugger, &stop)?;
    let faults = Planted::some(debugger, args.faults);
    let language = language(debugger);
    let relations: Vec<&'static dyn Relation> =
        ALL.into_iter().filter(|relation| relation.is_for(language)).collect();
    let ledger = Ledger::new(args.skips.allow_skips);
    let measure = |index: u64| {
        let relation = [relations[index as usize]];
        let hunt = Hunt {
            debugger,
            programs: &programs,
            relations: &relation,
            guide: Guide::None,
            seed: args.seed,
            tests: args.tests,
            stop: &stop,
            ledger: &ledger,
        };
        let mut coverage = TestCoverage::default();
        let make_driver = || debugger.driver();
        // A debugger that fails too many tests in a row ends the search; the ledger says so.
        let _: Result<(), Broken> =
            hunt.search(&make_driver).run(0..args.tests, |number, result, program| {
                if let Some(one) = &result.coverage {
                    coverage.unite(one);
                }
                ledger.note(number, program, &result.outcome)
            });
        let found = faults.iter().filter(|fault| hunt.tests_to_find(fault).is_some());
        let coverage = TestCoverage {
            covered: wanted.common(&coverage.covered),
            mc: wanted.common(&coverage.mc),
        };
        Measured { coverage, faults: found.map(Planted::name).collect() }
    };
    let blocks = Blocks {
        length: 1,
        make_state: &|| (),
        begin: &|()| {},
        work: &|(), index| measure(index),
    };
    let mut measured: Vec<Measured> = Vec::new();
    let total = relations.len() as u64;
    let done: Result<(), Infallible> =
        in_order(crate::commands::jobs(args.jobs), 0..total, &stop, &blocks, |index, one| {
            let name = relations[index as usize].name();
            anstream::eprintln!("{}/{total} {name}", index + 1);
            measured.push(one);
            Ok(())
        });
    let Ok(()) = done;
    let planted = faults.iter().map(Planted::name).collect();
    let mut report = summed(args, debugger, &code, &wanted, &relations, measured, planted);
    report.execution = ledger.execution();
    report.execution.note_signal(interrupt::signal());
    if let Some(path) = &args.svg {
        write_figure(path, &figure(&report))?;
    }
    print(&report, args.json)?;
    crate::commands::print_problem(&mut anstream::stderr(), &report.execution, false)?;
    Ok(Exit::of(&report.execution, false))
}

/// Finds a debugger that can report which of its own code runs.
pub(crate) fn countable(name: &str, args: &DebuggerArgs) -> Result<Ready> {
    let ready = debuggers::find(Some(name), args)?;
    if ready.debugger.code().is_none() {
        bail!(
            "measure {name}: it does not count which of its own code runs; duktape and debugpy-counted can, \
             see debunk setup"
        );
    }
    Ok(ready)
}

/// The built-in programs that can be tested.
pub(crate) fn prepared(debugger: &dyn Debugger, stop: &AtomicBool) -> Result<Vec<CheckedProgram>> {
    let corpus = debunk_corpus::built_in_of(language(debugger));
    let options = Options {
        debugger,
        make_driver: &|| debugger.driver(),
        entries: &corpus.entries,
        unreadable: &[],
        tests: u64::MAX,
        seed: 1,
        rounds: 0,
        relations: &[],
        generator: GeneratorOptions::default(),
        guide: Guide::None,
        jobs: crate::commands::jobs(None),
        keep_per_class: 0,
        allow_skips: Share::default(),
        stop,
    };
    Ok(Campaign::prepare(options, None, false, &mut |_| {})?.programs().to_vec())
}

fn language(debugger: &dyn Debugger) -> Language {
    debugger.languages().first().copied().unwrap_or(Language::JavaScript)
}

/// The counters in the files that the user names, or all.
fn wanted(code: &CodeMap, files: &[String]) -> Result<Bits> {
    let mut wanted = Bits::new(code.len());
    for counter in 0..code.len() {
        let Some(function) = code.function(counter) else { continue };
        if files.is_empty() || files.contains(&function.file) {
            wanted.set(counter);
        }
    }
    if wanted.count() == 0 {
        bail!("find code of the debugger in {}", files.join(", "));
    }
    Ok(wanted)
}

fn summed(
    args: &McRelationsArgs,
    debugger: &dyn Debugger,
    code: &CodeMap,
    wanted: &Bits,
    relations: &[&'static dyn Relation],
    measured: Vec<Measured>,
    planted: Vec<&'static str>,
) -> Report {
    let mut sums = TestCoverage::default();
    let mut rows = Vec::new();
    for (relation, one) in relations.iter().zip(measured) {
        sums.unite(&one.coverage);
        rows.push(RelationRow {
            relation: relation.name(),
            group: relation.group().name(),
            covered: one.coverage.covered.count(),
            mc: one.coverage.mc.count(),
            faults: one.faults,
        });
    }
    rows.sort_by_key(|row| std::cmp::Reverse((row.mc, row.covered)));
    let mut functions: Vec<CodeRow> = code
        .by_function([wanted, &sums.covered, &sums.mc])
        .into_iter()
        .filter(|(_, _, [wanted, ..])| *wanted > 0)
        .map(|(function, counters, [_, covered, mc])| CodeRow {
            file: function.file.clone(),
            function: function.name.clone(),
            counters,
            covered,
            mc,
        })
        .collect();
    functions.sort_by(|one, two| {
        let key = |row: &CodeRow| (row.mc > 0, std::cmp::Reverse(row.covered));
        key(one)
            .cmp(&key(two))
            .then_with(|| (&one.file, &one.function).cmp(&(&two.file, &two.function)))
    });
    Report {
        debugger: debugger.info().to_string(),
        tests: args.tests,
        seed: args.seed,
        counters: wanted.count(),
        covered: sums.covered.count(),
        mc: sums.mc.count(),
        planted,
        relations: rows,
        files: by_file(&functions),
        functions,
        execution: Execution::default(),
    }
}

fn by_file(functions: &[CodeRow]) -> Vec<CodeRow> {
    let mut files: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for row in functions {
        let sums = files.entry(row.file.as_str()).or_default();
        sums[0] += row.counters;
        sums[1] += row.covered;
        sums[2] += row.mc;
    }
    let rows = files.into_iter().map(|(file, [counters, covered, mc])| CodeRow {
        file: file.to_owned(),
        function: String::new(),
        counters,
        covered,
        mc,
    });
    let mut rows: Vec<CodeRow> = rows.collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.mc));
    rows
}

fn figure(report: &Report) -> RankedBars {
    RankedBars {
        title: format!("Metamorphic coverage of {}, by relation", report.debugger),
        label: format!("counters (of {} that any covers)", report.covered),
        rows: report
            .relations
            .iter()
            .filter(|row| row.group != Group::Invariant.name())
            .map(|row| (row.relation.to_owned(), row.mc as f64))
            .collect(),
    }
}

/// Writes a picture.
pub(crate) fn write_figure(path: &Path, figure: &dyn Figure) -> Result<()> {
    std::fs::write(path, figure.svg()).with_context(|| format!("write {}", path.display()))?;
    anstream::eprintln!("wrote {}", path.display());
    Ok(())
}

fn print(report: &Report, json: bool) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if json {
        return Ok(writeln!(out, "{}", serde_json::to_string_pretty(report)?)?);
    }
    writeln!(
        out,
        "{}: {} per relation, {}, {} covered, {} in the MC of some relation\n",
        report.debugger,
        counted(report.tests, "test"),
        counted(report.counters, "counter"),
        report.covered,
        report.mc
    )?;
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let of = format!("faults of {}", report.planted.len());
    let mut rows = vec![words(&["relation", "group", "covered", "MC", &of])];
    for row in &report.relations {
        let is_alone = row.group == Group::Invariant.name();
        let mc = if is_alone { "-".to_owned() } else { row.mc.to_string() };
        let numbers = [row.covered.to_string(), mc, row.faults.len().to_string()];
        rows.push([words(&[row.relation, row.group]), numbers.to_vec()].concat());
    }
    writeln!(out, "{}", layout(&rows))?;
    let mut rows = vec![words(&["file", "counters", "covered", "MC"])];
    rows.extend(report.files.iter().take(SHOWN_ROWS).map(|row| cells(&row.file, row)));
    writeln!(out, "{}", layout(&rows))?;
    let unchecked: Vec<&CodeRow> =
        report.functions.iter().filter(|row| row.covered > 0 && row.mc == 0).collect();
    let mut rows =
        vec![words(&["covered, but checked by no relation", "counters", "covered", "MC"])];
    rows.extend(
        unchecked
            .iter()
            .take(SHOWN_ROWS)
            .map(|row| cells(&format!("{} ({})", row.function, row.file), row)),
    );
    write!(out, "{}", layout(&rows))?;
    if unchecked.len() > SHOWN_ROWS {
        writeln!(out, "and {} more; --json lists them all", unchecked.len() - SHOWN_ROWS)?;
    }
    let never = report.functions.iter().filter(|row| row.covered == 0).count();
    writeln!(out, "\n{never} of {} functions are never covered", report.functions.len())?;
    Ok(write!(out, "{}", report.execution.text())?)
}

fn cells(name: &str, row: &CodeRow) -> Vec<String> {
    vec![name.to_owned(), row.counters.to_string(), row.covered.to_string(), row.mc.to_string()]
}
