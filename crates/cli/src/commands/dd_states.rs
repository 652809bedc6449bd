//! `debunk dd states`: the chain of variables that leads to a failure.

use super::dd::{end_name, exit, seconds, tell_end};
use super::dd_progress::DdProgress;
use super::jobs;
use crate::dd_args::StatesArgs;
use crate::debuggers;
use crate::display::printable;
use crate::exit::Exit;
use crate::interrupt;
use anyhow::{Result, anyhow, bail};
use debunk_dd::{
    Assignment, Cause, Chain, Link, Run, StatesOptions, Stop, V8States, states as run,
};
use debunk_delta::Limits;
use debunk_sandbox::TempArea;
use debunk_toolchain::{DebuggerName, Product, locate};
use serde_json::json;
use std::io::Write;

/// Finds the chain.
pub(crate) fn states(args: &StatesArgs) -> Result<Exit> {
    let stops: Result<Vec<Stop>, String> = args.at.iter().map(|text| text.parse()).collect();
    let stops = stops.map_err(|error| anyhow!("read --at: {error}"))?;
    if !args.program.is_file() {
        bail!("read {}: there is no such file", args.program.display());
    }
    let name: DebuggerName = args.debugger.parse()?;
    if name.product != Product::NODE {
        bail!("use {name}: only Node's variables can be set so far; give node or node@VERSION");
    }
    let cache = debuggers::cache(&args.cache)?;
    let located = locate(&name, &cache, &mut |progress| anstream::eprintln!("{progress}"))?;
    let given = |arguments: &Vec<std::ffi::OsString>| Run {
        program: args.program.clone(),
        arguments: arguments.clone(),
    };
    let options = StatesOptions {
        good: given(&args.good),
        bad: given(&args.bad),
        stops,
        wrong: args.wrong.clone(),
        jobs: jobs(args.jobs),
        limits: Limits::default(),
    };
    let area = TempArea::new()?;
    let driver = V8States::new(located.binary, &area, seconds("--timeout", args.timeout)?);
    let stop = interrupt::watch();
    let progress = DdProgress::new(options.stops.len(), "places");
    let result = run(&options, &driver, &stop, &|counts, done| progress.show(counts, done));
    progress.finish();
    let chain = result?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", json(&chain))?;
    } else {
        for link in &chain.links {
            write!(out, "{}", text(link))?;
        }
        writeln!(out, "{} tests", chain.counts.tests)?;
    }
    tell_end(chain.end);
    let is_found = chain.links.iter().any(|link| matches!(link.cause, Cause::Isolated { .. }));
    let otherwise = if is_found { Exit::Nothing } else { Exit::Findings };
    Ok(exit(chain.end, chain.counts, otherwise))
}

fn text(link: &Link) -> String {
    let place = match link.function.as_str() {
        "" => link.stop.to_string(),
        function => format!("{} in {}", link.stop, printable(function)),
    };
    match &link.cause {
        Cause::NotReached => format!("{place}: not reached by both runs\n"),
        Cause::NotHere => format!(
            "{place}: the {} differences that can be set here do not make the passing run fail\n",
            link.differences
        ),
        Cause::Disturbed => format!(
            "{place}: the passing run does not pass any more when it is paused here, so nothing \
             can be said\n"
        ),
        Cause::Isolated { causes, beside } => {
            let mut told = format!(
                "{place}: of {} differences this makes it fail ({} tests)\n",
                link.differences, link.tests
            );
            told.extend(causes.iter().map(line));
            if !beside.is_empty() {
                told.push_str("  together with what does not make it fail alone\n");
                told.extend(beside.iter().map(line));
            }
            told
        }
    }
}

fn line(cause: &Assignment) -> String {
    let told =
        |value: &Option<String>| value.as_deref().map_or_else(|| "nothing".to_owned(), printable);
    let (path, value) = (printable(&cause.path), told(&cause.value));
    format!("    {path} is {value} instead of {}\n", told(&cause.before))
}

fn json(chain: &Chain) -> serde_json::Value {
    let links: Vec<_> = chain
        .links
        .iter()
        .map(|link| {
            let (kind, causes, beside) = match &link.cause {
                Cause::NotReached => ("not reached", &[][..], &[][..]),
                Cause::NotHere => ("not here", &[][..], &[][..]),
                Cause::Disturbed => ("disturbed", &[][..], &[][..]),
                Cause::Isolated { causes, beside } => ("isolated", &causes[..], &beside[..]),
            };
            let told = |assignments: &[Assignment]| -> Vec<_> {
                assignments
                    .iter()
                    .map(|one| {
                        json!({ "path": one.path, "failing": one.value, "passing": one.before })
                    })
                    .collect()
            };
            json!({
                "line": link.stop.line, "hit": link.stop.hit, "function": link.function,
                "differences": link.differences, "result": kind, "causes": told(causes), "beside": told(beside),
                "tests": link.tests,
            })
        })
        .collect();
    json!({ "links": links, "tests": chain.counts.tests, "end": end_name(chain.end) })
}
