//! `debunk reduce`: makes a finding small.

use super::reduce_progress::ReduceProgress;
use crate::args::ReduceArgs;
use crate::debuggers;
use crate::exit::{Exit, NothingRan};
use crate::interrupt;
use anyhow::{Result, bail};
use debunk_reduce::{Effort, Ended, Figures, Limits, REDUCTION_FILE, ReduceError, reduce_finding};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Reduces a finding or a difference.
pub(crate) fn reduce(args: &ReduceArgs) -> Result<Exit> {
    if !args.finding.is_dir() {
        bail!("reduce {}: it is not the folder of a finding", args.finding.display());
    }
    let started = Instant::now();
    let stop = interrupt::watch();
    let effort = Effort {
        limits: Limits {
            sessions: Some(args.sessions).filter(|sessions| *sessions > 0),
            time: args.time.map(Duration::from_secs),
        },
        jobs: super::jobs(args.jobs),
        stop: &stop,
    };
    let (folder, figures) = finding(args, &effort)?;
    tell(args, &folder, &figures, started.elapsed())?;
    Ok(Exit::Nothing)
}

fn finding(args: &ReduceArgs, effort: &Effort<'_>) -> Result<(std::path::PathBuf, Figures)> {
    let finding = debunk_findings::read(&args.finding)?;
    let fault = super::fault(args.fault.as_deref())?;
    let name = args.debugger.clone().unwrap_or_else(|| finding.debugger.name.clone());
    let ready = debuggers::find(Some(&name), &args.cache)?;
    let debugger = &*ready.debugger;
    let mut progress = ReduceProgress::new(finding.initial.program.text.len());
    let make_driver = || super::driver(debugger, fault);
    let reduced =
        reduce_finding(debugger, &make_driver, &finding, effort, &mut |now| progress.show(now));
    progress.finish();
    let reduced = match reduced {
        Ok(reduced) => reduced,
        Err(error @ ReduceError::DoesNotHold(_)) => {
            return Err(NothingRan(error.to_string()).into());
        }
        Err(error) => return Err(error.into()),
    };
    let more = (REDUCTION_FILE.to_owned(), reduced.to_json());
    let folder = debunk_findings::write_reduced(&args.finding, &reduced.finding, more)?;
    Ok((folder, reduced.figures))
}

fn tell(args: &ReduceArgs, folder: &Path, figures: &Figures, elapsed: Duration) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        let result = json!({ "folder": folder, "figures": figures, "seconds": elapsed.as_secs_f64() });
        writeln!(out, "{result}")?;
        return Ok(());
    }
    let Figures { before, after, tests, sessions, ended } = figures;
    let row = |what: &str, before: usize, after: usize| format!("{what:<12}{before:>8}{after:>8}");
    writeln!(out, "{:<12}{:>8}{:>8}", "", "before", "after")?;
    writeln!(out, "{}", row("bytes", before.bytes, after.bytes))?;
    writeln!(out, "{}", row("statements", before.statements, after.statements))?;
    writeln!(out, "{}", row("actions", before.actions, after.actions))?;
    writeln!(out, "{}", row("changes", before.changes, after.changes))?;
    let seconds = elapsed.as_secs_f64();
    writeln!(out, "{tests} tests, {sessions} sessions, {seconds:.1} s")?;
    let limit = match ended {
        Ended::Complete => None,
        Ended::SessionLimit => Some("the limit of sessions was reached"),
        Ended::TimeLimit => Some("the limit of time was reached"),
        Ended::Stopped => Some("it was stopped"),
    };
    if let Some(limit) = limit {
        writeln!(out, "{limit}; this is the smallest form so far")?;
    }
    writeln!(out, "{}", folder.display())?;
    Ok(())
}
