//! `debunk doctor`, `debunk fetch` and `debunk setup`: which debuggers are installed, and how to
//! get the others.

use crate::args::{DoctorArgs, FetchArgs, SetupArgs, SetupName};
use crate::debuggers;
use crate::exit::Exit;
use crate::table::layout;
use anyhow::{Context, Result};
use debunk_sandbox::{Isolation, TempArea};
use debunk_toolchain::{DebuggerName, doctor as examine, fetch as fetch_one};
use serde_json::json;
use std::io::Write;

/// Lists every debugger that debunk knows.
pub(crate) fn doctor(args: &DoctorArgs) -> Result<Exit> {
    let cache = debuggers::cache(&args.cache)?;
    let entries = examine(&cache);
    let area = TempArea::new()?;
    let isolation = Isolation::of(&area);
    let mut out = anstream::stdout().lock();
    if args.json {
        let list: Vec<_> = entries
            .iter()
            .map(|entry| {
                let cached: Vec<&str> =
                    entry.cached.iter().map(|version| version.text.as_str()).collect();
                json!({
                    "name": entry.name,
                    "product": entry.product,
                    "found": entry.found,
                    "cached": cached,
                    "problem": entry.problem,
                    "install": entry.install,
                })
            })
            .collect();
        let report = json!({ "debuggers": list, "isolation": isolation });
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        return Ok(Exit::Nothing);
    }
    let mut rows = vec![words(&["debugger", "version", "engine", "where", "to install"])];
    for entry in &entries {
        let (version, engine, place, install) = match (&entry.found, &entry.problem) {
            (Some(found), _) => (
                found.version.text.clone(),
                found.engine.as_ref().map(ToString::to_string).unwrap_or_default(),
                found.binary.display().to_string(),
                String::new(),
            ),
            (None, problem) => {
                let problem = problem.clone().unwrap_or_default();
                ("-".to_owned(), String::new(), problem, entry.install.clone())
            }
        };
        rows.push(vec![entry.name.clone(), version, engine, place, install]);
    }
    write!(out, "{}", layout(&rows))?;
    for entry in entries.iter().filter(|entry| !entry.cached.is_empty()) {
        let versions: Vec<&str> =
            entry.cached.iter().map(|version| version.text.as_str()).collect();
        writeln!(out, "cached {}: {}", entry.name, versions.join(", "))?;
    }
    writeln!(out, "\nPrograms, debuggers and compilers are isolated by: {}", isolation.mode)?;
    let mut rows = vec![words(&["protection", "active", "what it stops, or why it is not active"])];
    for protection in &isolation.protections {
        let active = if protection.active { "yes" } else { "no" };
        rows.push(words(&[protection.name, active, &protection.note]));
    }
    write!(out, "{}", layout(&rows))?;
    let is_none_there = entries.iter().all(|entry| entry.found.is_none());
    Ok(if is_none_there { Exit::NothingRan } else { Exit::Nothing })
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Fetches debuggers into the cache.
pub(crate) fn fetch(args: &FetchArgs) -> Result<Exit> {
    let cache = debuggers::cache(&args.cache)?;
    for text in &args.names {
        let name: DebuggerName = text.parse()?;
        let located = fetch_one(&name, &cache, &mut |step| anstream::eprintln!("{step}"))
            .with_context(|| format!("fetch {name}"))?;
        let mut out = anstream::stdout().lock();
        writeln!(out, "{} {} {}", located.product, located.version, located.binary.display())?;
    }
    Ok(Exit::Nothing)
}

/// Builds a debugger into the cache.
pub(crate) fn setup(args: &SetupArgs) -> Result<Exit> {
    let cache = debuggers::cache(&args.cache)?;
    let mut say = |step: &str| anstream::eprintln!("{step}");
    let located = match args.name {
        SetupName::DebugpyCounted => debunk_dap::set_up_debugpy(&cache, &mut say)?,
        SetupName::Duktape => debunk_duktape::set_up(&cache, &mut say)?,
    };
    let mut out = anstream::stdout().lock();
    writeln!(out, "{} {} {}", located.product, located.version, located.binary.display())?;
    Ok(Exit::Nothing)
}
