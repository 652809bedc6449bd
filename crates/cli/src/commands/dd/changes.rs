//! `debunk dd changes`: the change between two versions that makes the new one fail.

use super::args::{ChangesArgs, Together};
use super::progress::DdProgress;
use super::{
    About, command, end_name, exit, journal, limits, print_known, threads, warn_of_oddities,
    warn_of_resumable_end,
};
use crate::display::printable;
use crate::exit::Exit;
use crate::interrupt;
use anyhow::{Context, Result};
use debunk_base::counted;
use debunk_dd::{Changes, ChangesOptions, Grouping, SearchLevel, Versions, changes as run};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The base name of the journal if the patch is printed.
const DEFAULT_RESULT: &str = "debunk-changes";

/// Finds the change.
pub(crate) fn changes(args: &ChangesArgs) -> Result<Exit> {
    let options = ChangesOptions {
        versions: versions(args)?,
        build: args.build.clone(),
        command: command(&args.ask, true)?,
        grouping: args.group.iter().filter_map(|together| grouping(*together)).collect(),
        journal: journal(&args.keep, args.out.as_deref().unwrap_or(Path::new(DEFAULT_RESULT))),
        jobs: threads(&args.ask),
        limits: limits(&args.ask)?,
    };
    let stop = interrupt::watch();
    let progress = DdProgress::new(0, "changes");
    let result = run(&options, &stop, &|counts, size| progress.show(counts, size));
    progress.finish();
    let result = result?;
    if let Some(out) = &args.out {
        std::fs::write(out, &result.patch).with_context(|| format!("write {}", out.display()))?;
    }
    let mut out = anstream::stdout().lock();
    if args.ask.json {
        writeln!(out, "{}", json(&result))?;
    } else {
        print(&mut out, args, &result)?;
        print_known(&mut out, result.from_journal, &options.journal)?;
    }
    warn_of_resumable_end(result.end);
    let odd = warn_of_oddities(&result.oddities, &args.ask, About::Version);
    Ok(exit(result.end, result.counts, odd))
}

fn versions(args: &ChangesArgs) -> Result<Versions> {
    let (old, new) = (PathBuf::from(&args.old), PathBuf::from(&args.new));
    if args.repository.is_none() && old.is_dir() && new.is_dir() {
        return Ok(Versions::Folders { old, new });
    }
    let repository = match &args.repository {
        Some(repository) => repository.clone(),
        None => std::env::current_dir().context("find the current folder")?,
    };
    Ok(Versions::Git { repository, old: args.old.clone(), new: args.new.clone() })
}

fn grouping(together: Together) -> Option<Grouping> {
    match together {
        Together::Commit => Some(Grouping::Commit),
        Together::File => Some(Grouping::File),
        Together::Symbol => Some(Grouping::Symbol),
        Together::None => None,
    }
}

fn level_name(level: &SearchLevel) -> &'static str {
    match level.grouping {
        Some(Grouping::Commit) => "commits",
        Some(Grouping::File) => "files",
        Some(Grouping::Symbol) => "symbols",
        None => "changes",
    }
}

fn json(result: &Changes) -> serde_json::Value {
    let levels: Vec<_> = result
        .levels
        .iter()
        .map(|level| {
            json!({ "by": level_name(level), "groups": level.groups, "tests": level.tests,
                    "changes_left": level.changes_left })
        })
        .collect();
    let places: Vec<_> =
        result.places.iter().map(|(path, line)| json!({ "path": path, "line": line })).collect();
    json!({
        "changes": result.changes, "left": result.left, "places": places,
        "commits": result.commits, "fails_alone": result.fails_alone, "patch": String::from_utf8_lossy(&result.patch),
        "levels": levels, "tests": result.counts.tests, "unresolved": result.counts.unresolved,
        "calls": result.calls, "from_journal": result.from_journal,
        "flaky": result.oddities.flaky.is_some(), "timed_out": result.oddities.timed_out,
        "changed_candidates": result.oddities.changed_input, "end": end_name(result.end),
    })
}

fn print(out: &mut impl Write, args: &ChangesArgs, result: &Changes) -> Result<()> {
    match &args.out {
        Some(path) => writeln!(out, "patch: {}", path.display())?,
        None => {
            for line in String::from_utf8_lossy(&result.patch).split_terminator('\n') {
                writeln!(out, "{}", printable(line))?;
            }
            writeln!(out)?;
        }
    }
    for level in result.levels.iter().filter(|level| level.tests > 0) {
        writeln!(
            out,
            "by {}: {}, {}, {} left",
            level_name(level),
            counted(level.groups, "group"),
            counted(level.tests, "test"),
            counted(level.changes_left, "change")
        )?;
    }
    for commit in &result.commits {
        writeln!(out, "commit {}", printable(commit))?;
    }
    let base = if result.fails_alone {
        "the patch makes the old version fail by itself"
    } else {
        "the patch applies to a version between the two; it does not make the old version fail by itself"
    };
    writeln!(out, "{base}")?;
    Ok(writeln!(
        out,
        "reduced {} to {} with {}, {} of them inconclusive",
        counted(result.changes, "change"),
        result.left,
        counted(result.counts.tests, "test"),
        result.counts.unresolved
    )?)
}
