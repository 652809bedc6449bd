//! `debunk reduce`: reduces a finding.

pub(crate) mod classes;
pub(crate) mod progress;

use self::progress::ReduceProgress;
use crate::args::ReduceArgs;
use crate::debuggers::{self, Side};
use crate::exit::{Exit, NothingRan};
use crate::interrupt;
use anyhow::{Result, bail};
use debunk_compare::RuleSet;
use debunk_reduce::{
    DifferencePair, Effort, ReduceError, ReductionLimits, reduce_difference, reduce_finding,
};
use debunk_results::{
    DifferenceReport, Figures, Finding, ReductionEnd, ReductionRecord, is_at, read, write_reduced,
};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Reduces a finding or a difference.
pub(crate) fn reduce(args: &ReduceArgs) -> Result<Exit> {
    if !args.finding.is_dir() {
        bail!("reduce {}: it is not the folder of a finding", args.finding.display());
    }
    let started = Instant::now();
    let stop = interrupt::watch();
    let effort = Effort {
        limits: ReductionLimits {
            sessions: Some(args.sessions).filter(|sessions| *sessions > 0),
            time: args.time.map(Duration::from_secs),
        },
        jobs: crate::commands::jobs(args.jobs),
        stop: &stop,
    };
    let (folder, record) = if is_at::<DifferenceReport>(&args.finding) {
        difference(args, &effort)?
    } else {
        finding(args, &effort)?
    };
    print(args, &folder, &record, started.elapsed())?;
    Ok(Exit::Nothing)
}

type Reduced = (PathBuf, ReductionRecord);

fn finding(args: &ReduceArgs, effort: &Effort<'_>) -> Result<Reduced> {
    let finding: Finding = read(&args.finding)?;
    let fault = crate::commands::fault(args.fault.as_deref())?;
    let name = args.debugger.clone().unwrap_or_else(|| finding.debugger.name.clone());
    let ready = debuggers::find(Some(&name), &args.cache)?;
    let debugger = &*ready.debugger;
    let progress = ReduceProgress::new(finding.initial.program.text.len());
    let make_driver = || crate::commands::driver(debugger, fault);
    let reduced =
        reduce_finding(debugger, &make_driver, &finding, effort, &mut |now| progress.show(now));
    progress.finish();
    let reduced = reduced.map_err(failed)?;
    let record = reduced.record();
    let folder = write_reduced(&args.finding, &*reduced.finding, record.file()?)?;
    Ok((folder, record))
}

fn difference(args: &ReduceArgs, effort: &Effort<'_>) -> Result<Reduced> {
    let report: DifferenceReport = read(&args.finding)?;
    let first = Side::of(&report.a, args.debugger.as_deref());
    let (first, second) = debuggers::find_pair(&first, &Side::of(&report.b, None), &args.cache)?;
    let (a, b) = (&*first.debugger, &*second.debugger);
    let rules = RuleSet::shipped(a.info(), b.info())?;
    let progress = ReduceProgress::new(report.program.text.len());
    let pair = DifferencePair { a, b, rules: &rules };
    let reduced = reduce_difference(pair, &report, effort, &mut |now| progress.show(now));
    progress.finish();
    let reduced = reduced.map_err(failed)?;
    let record = reduced.record();
    let folder = write_reduced(&args.finding, &*reduced.report, record.file()?)?;
    Ok((folder, record))
}

fn failed(error: ReduceError) -> anyhow::Error {
    match error {
        ReduceError::DoesNotHold(_) => NothingRan(error.to_string()).into(),
        ReduceError::NotReproduced => error.into(),
    }
}

fn print(
    args: &ReduceArgs,
    folder: &Path,
    record: &ReductionRecord,
    elapsed: Duration,
) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        let result = json!({
            "folder": folder, "reduction": record, "seconds": elapsed.as_secs_f64(),
        });
        writeln!(out, "{result}")?;
        return Ok(());
    }
    let Figures { before, after, tests, sessions, ended } = &record.figures;
    let row = |what: &str, before: usize, after: usize| format!("{what:<12}{before:>8}{after:>8}");
    writeln!(out, "{:<12}{:>8}{:>8}", "", "before", "after")?;
    writeln!(out, "{}", row("bytes", before.bytes, after.bytes))?;
    writeln!(out, "{}", row("statements", before.statements, after.statements))?;
    writeln!(out, "{}", row("actions", before.actions, after.actions))?;
    writeln!(out, "{}", row("changes", before.changes, after.changes))?;
    let seconds = elapsed.as_secs_f64();
    writeln!(out, "{tests} tests, {sessions} sessions, {seconds:.1} s")?;
    let limit = match ended {
        ReductionEnd::Complete => None,
        ReductionEnd::SessionLimit => Some("the limit of sessions was reached"),
        ReductionEnd::TimeLimit => Some("the limit of time was reached"),
        ReductionEnd::Stopped => Some("it was stopped"),
    };
    if let Some(limit) = limit {
        writeln!(out, "{limit}; this is the smallest form so far")?;
    }
    writeln!(out, "{}", record.form)?;
    writeln!(out, "{}", folder.display())?;
    Ok(())
}
